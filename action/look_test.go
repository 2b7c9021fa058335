package action

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse/api"
)

// keyring is a tenant of many lamps: it counts what is read and written, and how much of it at once.
type keyring struct {
	mu                   sync.Mutex
	reads, writes        map[string]int
	out, most            int
	readStatus           int
	on                   map[string]bool
	reached, let         chan struct{} // of reads, where a test holds them
	readsBeforeFirstSent int
}

func (k *keyring) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	k.mu.Lock()
	k.out++
	k.most = max(k.most, k.out)
	reading := r.Method == http.MethodGet
	if reading {
		k.reads[id]++
	} else {
		if len(k.writes) == 0 {
			k.readsBeforeFirstSent = len(k.reads)
		}
		k.writes[id]++
		k.on[id] = true
	}
	on, refused := k.on[id], k.readStatus
	k.mu.Unlock()
	if reading && k.let != nil {
		k.reached <- struct{}{}
		<-k.let
	}
	k.mu.Lock()
	k.out--
	k.mu.Unlock()
	if reading && refused != 0 {
		status(refused)(w, false)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"hook":{"id":"` + id + `","enabled":` + map[bool]string{true: "true", false: "false"}[on] + `}}`))
}

// lookedAt is switching on, decided by whether the lamp is on.
func lookedAt() *Spec[lamp] {
	s := switchOn()
	s.Decides = func(l lamp) []Value {
		return []Value{{Name: "State", Is: map[bool]string{true: "on", false: "off"}[l.On]}}
	}
	s.Check = func(_ lamp, _ Draft, now lamp, gone bool) Verdict {
		if !gone && now.On {
			return Done
		}
		return NotDone
	}
	return s
}

func newKeyring(t *testing.T, o Options) (*keyring, *Runner) {
	t.Helper()
	k := &keyring{reads: map[string]int{}, writes: map[string]int{}, on: map[string]bool{}}
	server := httptest.NewServer(k)
	t.Cleanup(server.Close)
	soon := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: "t"}, Sleep: soon})
	if err != nil {
		t.Fatal(err)
	}
	o.Client, o.Sleep = client, soon
	runner := NewRunner(o)
	t.Cleanup(runner.Close)
	return k, runner
}

func lamps(n int) []lamp {
	all := make([]lamp, n)
	for i := range all {
		all[i].ID = "L" + strings.Repeat("x", i/26) + string(rune('a'+i%26))
	}
	return all
}

func planOn(t *testing.T, spec *Spec[lamp], seen time.Time, of ...lamp) *Plan {
	t.Helper()
	plan, err := Bind(spec, func(l lamp) Target { return Target{Kind: "lamp", ID: l.ID} }, Draft{}, of...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range plan.Steps {
		plan.Steps[i].Seen = seen
	}
	return plan
}

func results(run *Run) map[string]Result {
	all := map[string]Result{}
	for {
		event, ok := run.Next(context.Background())
		if !ok {
			return all
		}
		if event.Phase == Ended {
			all[event.Result.Step.Target.ID] = event.Result
		}
	}
}

func TestAgeIsTheLongerOfTwoClocks(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		what string
		then time.Time
		want time.Duration
	}{
		{"both agree", now.Add(-10 * time.Second), 10 * time.Second},
		{"only the wall was read", now.Add(-time.Minute).Round(0), time.Minute},
	} {
		if got := Age(now, c.then); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	if Age(now, time.Time{}) <= Fresh {
		t.Error("what nobody knows when it was read is fresh")
	}
}

// Each record is read once, right before it is sent, and however many there are both go on side by side.
func TestABatchReadsEachRecordRightBeforeItIsSent(t *testing.T) {
	k, runner := newKeyring(t, Options{Concurrency: 8})
	all := lamps(500)
	got := results(runner.Start(planOn(t, lookedAt(), time.Time{}, all...)))
	for _, l := range all {
		if r := got[l.ID]; r.Outcome != Worked || k.reads[l.ID] != 1 || k.writes[l.ID] != 1 {
			t.Fatalf("%s ended with %v (%v), read %d times and written %d times", l.ID, r.Outcome, r.Err, k.reads[l.ID], k.writes[l.ID])
		}
	}
	if k.most > 16 {
		t.Errorf("%d requests were out at once, want at most 8 that read and 8 that write", k.most)
	}
	if k.readsBeforeFirstSent > 32 {
		t.Errorf("%d records were read before the first was sent", k.readsBeforeFirstSent)
	}
}

func TestWhatSomebodyElseDidIsNotDoneAgain(t *testing.T) {
	k, runner := newKeyring(t, Options{})
	k.on["La"] = true
	got := results(runner.Start(planOn(t, lookedAt(), time.Now(), lamp{ID: "La"})))["La"]
	if got.Outcome != DoneAlready || !got.Resolved || len(k.writes) != 0 {
		t.Errorf("it ended with %v, %d writes", got.Outcome, len(k.writes))
	}
}

func TestAStepWhoseRecordSomebodyElseChangedIsNotSent(t *testing.T) {
	k, runner := newKeyring(t, Options{})
	plan := planOn(t, lookedAt(), time.Now(), lamp{ID: "La", On: true}) // it was on, and is off now
	got := results(runner.Start(plan))["La"]
	if got.Outcome != NotSent || !errors.Is(got.Err, ErrChangedSince) || len(k.writes) != 0 {
		t.Fatalf("it ended with %v (%v), %d writes", got.Outcome, got.Err, len(k.writes))
	}
	were, are := got.Step.Moved(got.Step.Before, got.Now)
	if len(are) != 1 || were[0].Is != "on" || are[0].Is != "off" {
		t.Errorf("it moved from %v to %v", were, are)
	}
	again, _, err := got.Step.Again(got.Now)
	if err != nil || again.Danger != Confirm {
		t.Fatalf("again: %+v, %v", again, err)
	}
	if got := results(runner.Start(again))["La"]; got.Outcome != Worked {
		t.Errorf("chosen again it ended with %v (%v)", got.Outcome, got.Err)
	}
}

// Where the record can't be read, it counts how long ago it was read, and whether anybody may read it.
func TestWhatCannotBeReadIsSentOnlyWhileItIsFresh(t *testing.T) {
	at := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		status int
		age    time.Duration
		anyway bool
		sent   bool
	}{
		{500, 30 * time.Second, false, true},
		{500, 31 * time.Second, false, false},
		{500, 31 * time.Second, true, true},
		{500, -time.Minute, false, false}, // the clock was put back: nobody knows how old it is
		{501, time.Hour, false, true},
		{403, time.Hour, false, true},
		{404, time.Second, false, false},
		{404, time.Second, true, true},
		{401, time.Second, false, false},
	} {
		k, runner := newKeyring(t, Options{Now: func() time.Time { return at }})
		k.readStatus = c.status
		plan := planOn(t, lookedAt(), at.Add(-c.age), lamp{ID: "La"})
		plan.Steps[0].Anyway = c.anyway
		got := results(runner.Start(plan))["La"]
		if sent := k.writes["La"] == 1; sent != c.sent {
			t.Errorf("%+v: sent %t, it ended with %v (%v)", c, sent, got.Outcome, got.Err)
		}
		if unlooked := c.status == 501 || c.status == 403; got.Step.Unlooked() != unlooked {
			t.Errorf("%+v: unlooked is %t", c, got.Step.Unlooked())
		}
	}
}

// What was looked at ahead and then held up is looked at again.
func TestALookThatHasGrownOldIsTakenAgain(t *testing.T) {
	at := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	var mu sync.Mutex
	now := func() time.Time { mu.Lock(); defer mu.Unlock(); return at }
	k, runner := newKeyring(t, Options{Now: now})
	k.reached, k.let = make(chan struct{}), make(chan struct{})
	run := runner.Start(planOn(t, lookedAt(), at, lamp{ID: "La"}))
	<-k.reached
	mu.Lock()
	at = at.Add(time.Minute)
	mu.Unlock()
	k.mu.Lock()
	k.on["La"] = true // after the answer was made
	k.mu.Unlock()
	k.let <- struct{}{}
	<-k.reached
	k.let <- struct{}{}
	if got := results(run)["La"]; got.Outcome != DoneAlready || k.writes["La"] != 0 {
		t.Errorf("it ended with %v (%v), %d writes", got.Outcome, got.Err, k.writes["La"])
	}
}

func TestNothingIsSentThatWasStoppedWhileItWasLookedAt(t *testing.T) {
	k, runner := newKeyring(t, Options{Concurrency: 2})
	k.reached, k.let = make(chan struct{}), make(chan struct{})
	run := runner.Start(planOn(t, lookedAt(), time.Time{}, lamps(6)...))
	<-k.reached
	run.Stop()
	go func() {
		for range k.reached {
		}
	}()
	close(k.let)
	for id, r := range results(run) {
		if !errors.Is(r.Err, ErrNotStarted) {
			t.Errorf("%s ended with %v (%v)", id, r.Outcome, r.Err)
		}
	}
	if len(k.writes) != 0 {
		t.Errorf("sent %v", k.writes)
	}
}

// Undoing a step restores what was there right before it was sent, not what was there when the key was pressed.
func TestAStepStandsOnWhatWasReadRightBefore(t *testing.T) {
	k, runner := newKeyring(t, Options{})
	spec := lookedAt()
	spec.Read = func(context.Context, *api.Client, lamp, Draft) (lamp, error) { return lamp{ID: "La", Note: "new"}, nil }
	var before lamp
	spec.Inverse = func(b lamp, _ Draft) (*Spec[lamp], Draft) { before = b; return switchOn(), Draft{} }
	got := results(runner.Start(planOn(t, spec, time.Now(), lamp{ID: "La"})))["La"]
	if _, err := got.Step.Undo(got.Now); err != nil || before.Note != "new" || k.writes["La"] != 1 {
		t.Errorf("it is undone to %+v (%v)", before, err)
	}
}
