package ui

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes"
)

// serveRows, in the environment, makes the test binary a tenant of so many rows: benchmarks measure the console, not the tenant.
const serveRows = "GATEHOUSE_BENCH_TENANT"

func TestMain(m *testing.M) {
	if rows := os.Getenv(serveRows); rows != "" {
		if err := serveTenant(rows); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// serveTenant says its address and token, and serves until its input ends.
func serveTenant(rows string) error {
	var n int
	if _, err := fmt.Sscan(rows, &n); err != nil {
		return fmt.Errorf("how many rows: %w", err)
	}
	tn := tenant.New(tenant.Options{Seed: 1, Rows: n})
	server, err := tn.Start(context.Background(), "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(server.URL(), tn.Token())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// benchConsole is a console with all hooks of a tenant loaded.
func benchConsole(b *testing.B, rows int) *Model {
	b.Helper()
	m := benchConsoleAt(b, rows, "hooks")
	benchUpdate(m, tea.KeyPressMsg{Code: 'G', Text: "G"})
	hooks := m.tabs[1].stack[0].(*list.Pane)
	if n := hooks.Grid.Len(); n != rows {
		b.Fatalf("%d hooks are loaded, want %d", n, rows)
	}
	return m
}

// benchConsoleAt is a console on a tenant of its own process, at the first page of a pane.
func benchConsoleAt(b *testing.B, rows int, start string) *Model {
	b.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%d", serveRows, rows))
	child.Stderr = os.Stderr
	in, err := child.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := child.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = in.Close(); _ = child.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	url, token, _ := strings.Cut(strings.TrimSpace(line), " ")
	client, err := api.New(api.Options{BaseURL: url, Auth: api.Auth{Token: token}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(client.Close)
	runner := action.NewRunner(action.Options{Client: client})
	b.Cleanup(runner.Close)
	m, err := New(Options{Connection: Connection{Client: client, Runner: runner,
		Tenant: host.TenantInfo{Name: "bench", Host: "bench.example"}},
		Keys: panes.Keys(panes.All()), Theme: theme.Options{Name: "dark"}, Location: time.UTC, PageSize: 100, Start: start})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(m.cancel)
	m.tick = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	settleModel(m, m.Init())
	benchUpdate(m, tea.WindowSizeMsg{Width: 160, Height: 45})
	return m
}

// benchUpdate hands a message over and runs all that follows from it.
func benchUpdate(m *Model, msg tea.Msg) {
	_, cmd := m.Update(msg)
	settleModel(m, cmd)
}

func settleModel(m *Model, cmd tea.Cmd) { settleWatched(m, cmd, func(tea.Msg) {}) }

// settleWatched tells of each message behind which the model is.
func settleWatched(m *Model, cmd tea.Cmd, taken func(tea.Msg)) {
	queue := []tea.Cmd{cmd}
	for len(queue) > 0 {
		cmd, queue = queue[0], queue[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			queue = append(queue, msg...)
		default:
			_, next := m.Update(msg)
			queue = append(queue, next)
			taken(msg)
		}
	}
}

var (
	down = tea.KeyPressMsg{Code: 'j', Text: "j"}
	up   = tea.KeyPressMsg{Code: 'k', Text: "k"}
)

// pressKeys presses j and k in turn, with the frame that Bubble Tea asks for after each.
func pressKeys(m *Model, n int) {
	for i := range n {
		key := down
		if i%64 >= 32 {
			key = up
		}
		benchUpdate(m, key)
		_ = m.View()
	}
}

// BenchmarkKeyPress is Update plus View of a key press, with so many hooks loaded.
func BenchmarkKeyPress(b *testing.B) {
	for _, rows := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			m := benchConsole(b, rows)
			benchUpdate(m, tea.KeyPressMsg{Code: 'g', Text: "g"})
			b.ReportAllocs()
			for b.Loop() {
				pressKeys(m, 1)
			}
		})
	}
}

// BenchmarkKeyPressRatio is how much more a key press costs at 100,000 rows than at 1,000: medians of alternating rounds, so that
// what else the machine does hits both.
func BenchmarkKeyPressRatio(b *testing.B) {
	small, large := benchConsole(b, 1_000), benchConsole(b, 100_000)
	const presses, rounds = 64, 41
	for b.Loop() {
		var ratios []float64
		for range rounds {
			ratios = append(ratios, timeOf(large, presses)/timeOf(small, presses))
		}
		b.ReportMetric(median(ratios), "ratio")
	}
}

func timeOf(m *Model, presses int) float64 {
	start := time.Now()
	pressKeys(m, presses)
	return float64(time.Since(start))
}

func median(values []float64) float64 {
	return slices.Sorted(slices.Values(values))[len(values)/2]
}

// heapBound is what 100,000 hooks may take.
const heapBound = 100 << 20

// BenchmarkLiveHeap is what the console holds on to with 100,000 hooks loaded, filtered once and sorted. It fails over the bound.
func BenchmarkLiveHeap(b *testing.B) {
	before := liveHeap()
	m := benchConsole(b, 100_000)
	loaded := liveHeap() - before
	for _, key := range []rune{'/', 'p', 'a', 'y'} {
		benchUpdate(m, tea.KeyPressMsg{Code: key, Text: string(key)})
		_ = m.View()
	}
	benchUpdate(m, tea.KeyPressMsg{Code: tea.KeyTab})
	benchUpdate(m, tea.KeyPressMsg{Code: 's', Text: "s"})
	worked := liveHeap() - before
	for b.Loop() {
		b.ReportMetric(float64(loaded)/(1<<20), "MiB-loaded")
		b.ReportMetric(float64(worked)/(1<<20), "MiB-filtered")
	}
	if highest := max(loaded, worked); highest > heapBound {
		b.Errorf("100,000 hooks take %d bytes, more than %d", highest, heapBound)
	}
	runtime.KeepAlive(m)
}

func liveHeap() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
