package action

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gatehouse/api"
)

// lamp is a record with one switch, enough to try every outcome of an action.
type lamp struct {
	ID   string
	On   bool
	Note string
}

// bench is a tenant of one lamp that can misbehave.
type bench struct {
	mu      sync.Mutex
	on      bool
	writes  int
	reads   int
	answer  func(w http.ResponseWriter, on bool) // what a write answers after it was applied; nil: the lamp
	ignore  bool                                 // writes are answered but not applied
	lag     int                                  // reads that still show the old state after a write
	other   *bool                                // what a read shows instead
	missing bool
}

func (b *bench) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.Method == http.MethodGet {
		b.reads++
		switch {
		case b.missing:
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(`{"code":5,"message":"no such hook"}`))
		case b.lag > 0:
			b.lag--
			writeLamp(w, !b.on)
		case b.other != nil:
			writeLamp(w, *b.other)
		default:
			writeLamp(w, b.on)
		}
		return
	}
	b.writes++
	if !b.ignore {
		b.on = true
	}
	if b.answer != nil {
		b.answer(w, b.on)
		return
	}
	writeLamp(w, b.on)
}

func writeLamp(w http.ResponseWriter, on bool) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"hook": map[string]any{"id": "L1", "displayName": "lamp", "enabled": on}})
}

func drop(w http.ResponseWriter, _ bool) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = connection.Close()
	}
}

func status(code int) func(http.ResponseWriter, bool) {
	return func(w http.ResponseWriter, _ bool) {
		w.WriteHeader(code)
		_, _ = w.Write([]byte(`{"code":7,"message":"it was refused"}`))
	}
}

// switchOn turns the lamp on through a hook update.
func switchOn() *Spec[lamp] {
	return &Spec[lamp]{Name: "lamp.on", Title: "Turn on", Doing: "Turning on", Done: "Turned on",
		Request: func(l lamp, _ Draft) (api.Request, error) {
			on := true
			return api.UpdateHook(l.ID, api.HookChanges{Enabled: &on})
		},
		Answer: func(a api.Answer) (*lamp, error) {
			h, err := api.HookFrom(a)
			if err != nil || h == nil {
				return nil, err
			}
			return &lamp{ID: h.ID, On: h.Enabled}, nil
		},
		Read: func(ctx context.Context, c *api.Client, l lamp, _ Draft) (lamp, error) {
			h, err := c.Hook(ctx, l.ID)
			return lamp{ID: h.ID, On: h.Enabled}, err
		},
		Check: func(before lamp, _ Draft, now lamp, gone bool) Verdict {
			switch {
			case gone:
				return ChangedByOthers
			case now.On:
				return Done
			}
			return NotDone
		},
		Inverse: func(lamp, Draft) (*Spec[lamp], Draft) { return switchOn(), Draft{} },
	}
}

func describe(l lamp) Target { return Target{Kind: "lamp", Name: "the lamp", ID: l.ID} }

func newBench(t *testing.T, b *bench) (*Runner, *api.Client) {
	t.Helper()
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	soon := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: "t"}, Sleep: soon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	runner := NewRunner(Options{Client: client, Sleep: soon})
	t.Cleanup(runner.Close)
	return runner, client
}

func runPlan(t *testing.T, r *Runner, plan *Plan) []Result {
	t.Helper()
	results := make([]Result, len(plan.Steps))
	run := r.Start(plan)
	for {
		event, ok := run.Next(context.Background())
		if !ok {
			return results
		}
		if event.Phase == Ended {
			results[event.Index] = event.Result
		}
	}
}

func TestOutcomes(t *testing.T) {
	on := true
	for name, c := range map[string]struct {
		bench    *bench
		outcome  Outcome
		resolved bool
		reads    int
		kind     api.Kind
	}{
		"the answer shows it": {&bench{}, Worked, false, 0, api.KindUnknown},
		"an empty answer, the record shows it": {&bench{answer: func(w http.ResponseWriter, _ bool) { w.WriteHeader(204) }}, Worked, true, 1,
			0},
		"a stale answer, the record shows it": {&bench{answer: func(w http.ResponseWriter, _ bool) { writeLamp(w, false) }}, Worked, true, 1,
			0},
		"a stale answer and a lagging read side": {&bench{answer: func(w http.ResponseWriter, _ bool) { writeLamp(w, false) }, lag: 2}, Worked,
			true, 3, 0},
		"answered but never applied":    {&bench{ignore: true}, Unknown, true, 4, 0},
		"dropped after it was applied":  {&bench{answer: drop}, Worked, true, 1, api.KindOutcomeUnknown},
		"dropped before it was applied": {&bench{answer: drop, ignore: true}, Unknown, true, 3, api.KindOutcomeUnknown},
		"502 after it was applied":      {&bench{answer: status(502)}, Worked, true, 1, api.KindOutcomeUnknown},
		"500 before it was applied":     {&bench{answer: status(500), ignore: true}, Unknown, true, 3, api.KindOutcomeUnknown},
		"500, and a lagging read side":  {&bench{answer: status(500), lag: 1}, Worked, true, 2, api.KindOutcomeUnknown},
		"408":                           {&bench{answer: status(408), ignore: true}, Unknown, true, 3, api.KindOutcomeUnknown},
		"dropped, and then gone":        {&bench{answer: drop, missing: true}, Unknown, true, 1, api.KindOutcomeUnknown},
		"302 after it was applied":      {&bench{answer: status(302)}, Worked, true, 1, api.KindOutcomeUnknown},
		"303 before it was applied":     {&bench{answer: status(303), ignore: true}, Unknown, true, 3, api.KindOutcomeUnknown},
		"304":                           {&bench{answer: status(304), ignore: true}, Unknown, true, 3, api.KindOutcomeUnknown},
		"499 after it was applied":      {&bench{answer: status(499)}, Worked, true, 1, api.KindOutcomeUnknown},
		"a list in the place of the record": {&bench{answer: func(w http.ResponseWriter, _ bool) { _, _ = w.Write([]byte("[]")) },
			ignore: true}, Unknown, true, 3, api.KindOutcomeUnknown},
		"400":                                  {&bench{answer: status(400), ignore: true}, Refused, false, 0, api.KindInvalid},
		"407, a proxy let nothing through":     {&bench{answer: status(407), ignore: true}, NotSent, false, 0, api.KindNetwork},
		"refused":                              {&bench{answer: status(403), ignore: true}, Refused, false, 0, api.KindForbidden},
		"a conflict, and somebody has done it": {&bench{answer: status(409), ignore: true, other: &on}, DoneAlready, true, 1, api.KindConflict},
		"a conflict, and nobody has done it":   {&bench{answer: status(409), ignore: true}, Refused, true, 1, api.KindConflict},
		"not found, and somebody has done it":  {&bench{answer: status(404), ignore: true, other: &on}, DoneAlready, true, 1, api.KindNotFound},
		"not found, and it isn't there":        {&bench{answer: status(404), ignore: true, missing: true}, Refused, true, 1, api.KindNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			runner, _ := newBench(t, c.bench)
			plan, err := Bind(switchOn(), describe, Draft{}, lamp{ID: "L1"})
			if err != nil {
				t.Fatal(err)
			}
			result := runPlan(t, runner, plan)[0]
			if result.Outcome != c.outcome || result.Resolved != c.resolved {
				t.Errorf("outcome %d, resolved %t (%v); want %d, %t", result.Outcome, result.Resolved, result.Err, c.outcome, c.resolved)
			}
			if c.bench.writes != 1 {
				t.Errorf("%d writes reached the tenant, want exactly one", c.bench.writes)
			}
			if c.bench.reads != c.reads {
				t.Errorf("%d reads, want %d", c.bench.reads, c.reads)
			}
			if c.kind != 0 && result.Err != nil && api.KindOf(result.Err) != c.kind {
				t.Errorf("kind %v, want %v", api.KindOf(result.Err), c.kind)
			}
		})
	}
}

func TestAConflictBringsWhatIsTrueNow(t *testing.T) {
	on := true
	b := &bench{answer: status(409), ignore: true, other: &on}
	runner, _ := newBench(t, b)
	plan, _ := Bind(switchOn(), describe, Draft{}, lamp{ID: "L1"})
	result := runPlan(t, runner, plan)[0]
	if now, ok := result.Now.(lamp); !ok || !now.On {
		t.Errorf("now is %v, want the lamp as somebody else left it", result.Now)
	}
}

func TestNoMoreThanTheLimitAtOnce(t *testing.T) {
	var now, most atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		defer now.Add(-1)
		writeLamp(w, true)
	}))
	defer server.Close()
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: "t"}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	runner := NewRunner(Options{Client: client, Concurrency: 3})
	defer runner.Close()
	_, err = Bind(switchOn(), describe, Draft{}, make([]lamp, 40)...)
	if err == nil {
		t.Fatal("lamps without an id were bound")
	}
	lamps := make([]lamp, 40)
	for i := range lamps {
		lamps[i].ID = "L" + string(rune('a'+i%26))
	}
	plan, err := Bind(switchOn(), describe, Draft{}, lamps...)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range runPlan(t, runner, plan) {
		if r.Outcome != Worked {
			t.Errorf("step %d: %v", i, r.Err)
		}
	}
	if most.Load() > 3 {
		t.Errorf("%d requests at once, want at most 3", most.Load())
	}
}

func TestStopKeepsTheRestFromStarting(t *testing.T) {
	release := make(chan struct{})
	arrived := make(chan struct{}, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-release
		writeLamp(w, true)
	}))
	defer server.Close()
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: "t"}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	runner := NewRunner(Options{Client: client, Concurrency: 1})
	defer runner.Close()
	plan, err := Bind(switchOn(), describe, Draft{}, lamp{ID: "L1"}, lamp{ID: "L2"}, lamp{ID: "L3"})
	if err != nil {
		t.Fatal(err)
	}
	run := runner.Start(plan)
	<-arrived
	if targets := runner.InFlight(); len(targets) != 1 || targets[0].Kind != "lamp" {
		t.Errorf("in flight: %v, want one lamp", targets)
	}
	run.Stop()
	close(release)
	worked, stopped := 0, 0
	for {
		event, ok := run.Next(context.Background())
		if !ok {
			break
		}
		switch {
		case event.Phase != Ended:
		case errors.Is(event.Result.Err, ErrNotStarted):
			stopped++
		case event.Result.Outcome == Worked:
			worked++
		}
	}
	if worked != 1 || stopped != 2 {
		t.Errorf("%d worked and %d were not started, want 1 and 2", worked, stopped)
	}
	if err := runner.Wait(context.Background()); err != nil || len(runner.InFlight()) != 0 {
		t.Errorf("still in flight after all have ended: %v, %v", runner.InFlight(), err)
	}
}

func TestAPanicInACheckIsAResult(t *testing.T) {
	runner, _ := newBench(t, &bench{})
	spec := switchOn()
	spec.Check = func(lamp, Draft, lamp, bool) Verdict { panic("broken check") }
	plan, _ := Bind(spec, describe, Draft{}, lamp{ID: "L1"})
	result := runPlan(t, runner, plan)[0]
	if result.Outcome != Unknown || !strings.Contains(result.Panic, "broken check") {
		t.Errorf("outcome %d, panic %q", result.Outcome, result.Panic)
	}
}

func TestBindTakesTheTargetsAsTheyAre(t *testing.T) {
	l := lamp{ID: "L1"}
	plan, err := Bind(switchOn(), describe, Draft{}, l)
	if err != nil {
		t.Fatal(err)
	}
	l.ID = "L2"
	if plan.Steps[0].Target.ID != "L1" || plan.Steps[0].Request.Path != "/api/v1/hooks/L1" {
		t.Errorf("the plan follows the record: %+v", plan.Steps[0])
	}
	if _, err := Bind(switchOn(), describe, Draft{}, lamp{}); !errors.Is(err, api.ErrEmptyID) {
		t.Errorf("an empty id: %v, want ErrEmptyID", err)
	}
}

// What waits for its turn is counted, and nothing of it is sent once the runner is halted; what was sent ends as ever.
func TestHaltSendsNothingMore(t *testing.T) {
	answer := make(chan struct{})
	b := &bench{answer: func(w http.ResponseWriter, on bool) { <-answer; writeLamp(w, on) }}
	_, client := newBench(t, b)
	runner := NewRunner(Options{Client: client, Concurrency: 1})
	t.Cleanup(runner.Close)
	first := runner.Start(lampPlan(t, "L1"))
	for event, ok := first.Next(context.Background()); ok && event.Phase != Sending; event, ok = first.Next(context.Background()) {
	}
	for len(runner.InFlight()) == 0 {
		time.Sleep(time.Millisecond)
	}
	rest := runner.Start(lampPlan(t, "L2", "L3"))
	if n := runner.Queued(); n != 2 {
		t.Errorf("%d wait for their turn, want 2", n)
	}
	runner.Halt()
	for range 2 {
		if event, ok := rest.Next(context.Background()); !ok || event.Phase != Ended || !errors.Is(event.Result.Err, ErrNotStarted) {
			t.Errorf("got %+v, want that it was not started", event)
		}
	}
	close(answer)
	if event, ok := first.Next(context.Background()); !ok || event.Result.Outcome != Worked || runner.Queued() != 0 {
		t.Errorf("what was sent ended with %+v", event)
	}
	if b.writes != 1 {
		t.Errorf("%d writes, want 1", b.writes)
	}
}
