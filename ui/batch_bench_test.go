package ui

import (
	"fmt"
	"net/http/httptest"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes"
	"gatehouse/ui/triage"
)

// decisionRoute is where a decision on a suggestion is sent.
const decisionRoute = "/api/v1/role-mining/suggestions/*/state"

// bulkBench is a console on a tenant of new suggestions. The tenant is served from here: its work is little beside what is measured, and
// what it holds can be looked at.
type bulkBench struct {
	*Model
	tenant *tenant.Tenant
	clock  *testClock
	close  func()
}

// newBulkBench has all the suggestions loaded and the pane in front.
func newBulkBench(b *testing.B, rows, w, h int) *bulkBench {
	b.Helper()
	clock := &testClock{at: startTime}
	x := &bulkBench{tenant: tenant.New(tenant.Options{Seed: 1, Rows: rows, Now: clock.now}), clock: clock}
	if err := makeCases(x.tenant, rows); err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(x.tenant.Handler())
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: x.tenant.Token()}})
	if err != nil {
		b.Fatal(err)
	}
	runner := action.NewRunner(action.Options{Client: client, Journal: action.NewFileJournal(b.TempDir())})
	x.Model, err = New(Options{Connection: Connection{Client: client, Runner: runner,
		Tenant: host.TenantInfo{Name: "bench", Host: "bench.example"}},
		Keys: panes.Keys(panes.All()), Theme: theme.Options{Name: "dark"}, Now: clock.now, Location: time.UTC, PageSize: 100, Start: "hooks"})
	if err != nil {
		b.Fatal(err)
	}
	x.close = func() {
		x.tenant.Faults().Reset()
		x.cancel()
		runner.Close()
		client.Close()
		server.Close()
	}
	x.tick = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	settleModel(x.Model, x.Init())
	benchUpdate(x.Model, tea.WindowSizeMsg{Width: w, Height: h})
	x.Press('3', 'F')
	if n := x.suggestions().Grid.Len(); n != rows {
		b.Fatalf("%d suggestions are loaded, want %d", n, rows)
	}
	return x
}

func (x *bulkBench) suggestions() *list.Pane {
	return x.tabs[3].stack[0].(*list.Pane)
}

// Press presses keys one after the other and runs all that follows from each.
func (x *bulkBench) Press(keys ...rune) {
	for _, key := range keys {
		x.clock.advance(time.Second)
		press := tea.KeyPressMsg{Code: key}
		if unicode.IsPrint(key) {
			press.Text = string(key)
		}
		benchUpdate(x.Model, press)
		_ = x.View()
	}
}

// BenchmarkTriageKeyToFrame is Update plus View of a decision, up to the frame with the next card, while no decision before has an answer.
func BenchmarkTriageKeyToFrame(b *testing.B) {
	for _, size := range [][2]int{{160, 45}, {80, 24}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			const cards = 1000
			var x *bulkBench
			left := 0
			dismiss := tea.KeyPressMsg{Code: 'd', Text: "d"}
			b.ReportAllocs()
			for b.Loop() {
				if left == 0 {
					b.StopTimer()
					if x != nil {
						x.close()
					}
					x = newBulkBench(b, cards, size[0], size[1])
					x.tenant.Faults().Add(tenant.Rule{Method: "POST", Path: decisionRoute, Hang: true})
					x.Press('t', 't') // one card a suggestion
					left = cards
					b.StartTimer()
				}
				_, _ = x.Update(dismiss) // what it waits for never comes
				_ = x.View()
				left--
			}
			b.StopTimer()
			if at := x.suggestions().Follower.(*triage.Pane).Pile.At; at != cards-left {
				b.Errorf("card %d is in view after %d decisions", at, cards-left)
			}
			x.close()
		})
	}
}

// batchTime is how long a batch of 500 may take.
const batchTime = 10 * time.Second

// BenchmarkBatchOf500 is a batch on a tenant that answers after 100 ms and fails 5 % of all requests with a 500 that leaves no trace:
// whether it was done is unknown until the record is read again. It ends with the list of results, which has to be true.
func BenchmarkBatchOf500(b *testing.B) {
	const rows = 500
	for b.Loop() {
		b.StopTimer()
		x := newBulkBench(b, rows, 160, 45)
		x.Press('*', 'd', tea.KeyTab)
		x.tenant.Faults().Latency(100 * time.Millisecond)
		x.tenant.Faults().Add(tenant.Rule{Percent: 5, Status: 500})
		b.StartTimer()
		start := time.Now()
		x.Press(tea.KeyEnter)
		took := time.Since(start)
		b.StopTimer()
		if x.changes.LastBatch() == nil || !x.changes.LastBatch().Over {
			b.Fatal("the batch never ended")
		}
		b.ReportMetric(took.Seconds(), "s/batch")
		if took > batchTime {
			b.Errorf("the batch took %s, want at most %s", took, batchTime)
		}
		for _, lie := range untrue(x.changes.LastBatch(), x.tenant, rows, api.SuggestionStateDismissed) {
			b.Error(lie)
		}
		x.close()
		b.StartTimer()
	}
}
