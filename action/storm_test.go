package action

import (
	"context"
	"maps"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
)

// dismissals is the plan that dismisses the first n suggestions, all of which are made new.
func dismissals(t *testing.T, tn *tenant.Tenant, n int) *Plan {
	t.Helper()
	spec := &Spec[api.Suggestion]{Name: "suggestions.dismiss", Title: "Dismiss", Many: true,
		Request: func(s api.Suggestion, _ Draft) (api.Request, error) {
			return api.UpdateSuggestionState(s.ID, api.SuggestionStateDismissed, "")
		},
		Answer: api.SuggestionFrom,
		Check: func(_ api.Suggestion, _ Draft, now api.Suggestion, _ bool) Verdict {
			if now.SuggestionState == api.SuggestionStateDismissed {
				return Done
			}
			return NotDone
		}}
	targets := make([]api.Suggestion, n)
	for i := range targets {
		targets[i].ID = tn.SuggestionID(i)
		if err := tn.UpdateAs("suggestions", targets[i].ID,
			func(m map[string]any) { m["suggestionState"] = "SUGGESTION_STATE_NEW" }); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := Bind(spec, func(s api.Suggestion) Target { return Target{Kind: "suggestion", ID: s.ID} }, Draft{}, targets...)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// Two hundred suggestions are dismissed while the tenant refuses three requests in ten: all end done, each done once, each recorded once.
func TestABatchInAStormOfRefusals(t *testing.T) {
	tn := tenant.New(tenant.Options{Seed: 1, Rows: 250})
	rule, err := tenant.ParseFault("* ** percent=30 status=429")
	if err != nil {
		t.Fatal(err)
	}
	tn.Faults().Add(rule)
	server := httptest.NewServer(tn.Handler())
	t.Cleanup(server.Close)
	soon := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: tn.Token()}, Sleep: soon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	journal := NewFileJournal(filepath.Join(t.TempDir(), "gatehouse"))
	runner := NewRunner(Options{Client: client, Sleep: soon, Journal: journal})
	t.Cleanup(runner.Close)
	for i, r := range runPlan(t, runner, dismissals(t, tn, 200)) {
		if r.Outcome != Worked {
			t.Errorf("step %d: %s, %v", i, r.Outcome, r.Err)
		}
	}
	for i := range 200 {
		record, _ := tn.Record("suggestions", tn.SuggestionID(i))
		if record["suggestionState"] != string(api.SuggestionStateDismissed) {
			t.Errorf("suggestion %d is %v", i, record["suggestionState"])
		}
	}
	sent := len(tn.Requests())
	if sent < 250 || sent > 320 {
		t.Errorf("%d requests for 200 changes and three refusals in ten", sent)
	}
	entries := entriesOf(t, journal)
	if len(entries) != 200 {
		t.Fatalf("%d entries, want 200", len(entries))
	}
	for _, e := range entries {
		if last, _ := e.Last(); len(e.Endings) != 1 || last.Outcome != Worked || last.Status != 200 {
			t.Errorf("%s ended %+v", e.Target.ID, e.Endings)
		}
	}
}

// standstill is a clock that moves only when the test says so; who sleeps is woken by that.
type standstill struct {
	mu       sync.Mutex
	now      time.Time
	sleepers map[chan struct{}]time.Time
}

func (s *standstill) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *standstill) sleep(ctx context.Context, d time.Duration) error {
	wake := make(chan struct{})
	s.mu.Lock()
	s.sleepers[wake] = s.now.Add(d)
	s.mu.Unlock()
	select {
	case <-wake:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *standstill) asleep() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sleepers)
}

// advance moves the clock to the first who is due, and wakes who is.
func (s *standstill) advance() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, at := range slices.SortedFunc(maps.Values(s.sleepers), time.Time.Compare) {
		s.now = at
		break
	}
	for wake, at := range s.sleepers {
		if !at.After(s.now) {
			close(wake)
			delete(s.sleepers, wake)
		}
	}
}

// One refusal in the middle of a batch holds all of it back for as long as the tenant asks, and then all ends well.
func TestARefusalSlowsTheWholeBatch(t *testing.T) {
	const cases, hold = 60, 5 * time.Second
	clock := &standstill{now: time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC), sleepers: map[chan struct{}]time.Time{}}
	tn := tenant.New(tenant.Options{Seed: 1, Rows: cases, Now: clock.clock})
	tn.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", Status: 429, RetryAfter: "5", Skip: 16,
		Times: 1})
	server := httptest.NewServer(tn.Handler())
	t.Cleanup(server.Close)
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: tn.Token()}, Sleep: clock.sleep, Now: clock.clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	runner := NewRunner(Options{Client: client, Sleep: clock.sleep})
	t.Cleanup(runner.Close)
	results := make(chan []Result, 1)
	go func() { results <- runPlan(t, runner, dismissals(t, tn, cases)) }()

	began := clock.clock()
	waitUntil(t, "every turn to wait", func() bool { return clock.asleep() == 8 })
	if n := len(tn.Requests()); n < 17 || n >= cases { // how many pass while the refusal is on its way is the scheduler's choice
		t.Errorf("%d requests before all waited, want the sixteen that passed, the refused one and not all", n)
	}
	clock.advance()
	if waited := clock.clock().Sub(began); waited != hold {
		t.Errorf("the first goes on after %s, want %s", waited, hold)
	}
	for ended := false; !ended; {
		select {
		case all := <-results:
			for i, r := range all {
				if r.Outcome != Worked {
					t.Errorf("step %d: %s, %v", i, r.Outcome, r.Err)
				}
			}
			ended = true
		default:
			clock.advance()
			time.Sleep(time.Millisecond)
		}
	}
	if n := len(tn.Requests()); n != cases+1 {
		t.Errorf("%d requests, want one for each and one again", n)
	}
}
