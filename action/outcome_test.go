package action

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"gatehouse/api"
)

// An outcome has one word, and those that earlier versions wrote into a journal are still understood.
func TestTheWordsOfOutcomes(t *testing.T) {
	for outcome, want := range map[Outcome]string{NotSent: "not sent", Refused: "refused", Worked: "done", DoneAlready: "done already",
		Unknown: "unknown", Outcome(99): "unknown"} {
		if outcome.String() != want {
			t.Errorf("%d is called %q, want %q", outcome, outcome, want)
		}
	}
	for text, want := range map[string]Outcome{
		`{"outcome":"done","status":200}`:     Worked,
		`{"outcome":"done already"}`:          DoneAlready,
		`{"outcome":"refused","status":403}`:  Refused,
		`{"outcome":"not sent"}`:              NotSent,
		`{"outcome":"unknown"}`:               Unknown,
		`{"outcome":"worked","status":200}`:   Worked,
		`{"outcome":"accepted","status":204}`: Worked,
		`{"outcome":"failed","status":409}`:   Refused,
		`{"outcome":"failed"}`:                NotSent,
		`{"outcome":"lost","resolved":true}`:  Unknown,
		`{"outcome":"not shown"}`:             Unknown,
		`{"outcome":"overtaken"}`:             Unknown,
		`{"outcome":"of a later version"}`:    Unknown,
	} {
		var e Ending
		if err := json.Unmarshal([]byte(text), &e); err != nil || e.Outcome != want {
			t.Errorf("%s is read as %q, %v; want %q", text, e.Outcome, err, want)
		}
	}
}

// A write without a token never left, whatever the sign-in was answered.
func TestAWriteWhoseSignInFailedWasNotSent(t *testing.T) {
	signIn := &api.Error{Kind: api.KindUnauthenticated, Status: 401, Path: "/auth/v1/token"}
	for err, want := range map[error]Outcome{
		signIn: NotSent,
		&api.Error{Kind: api.KindUnauthenticated, Status: 401, Path: "/api/v1/hooks/H"}: Refused,
		&api.Error{Kind: api.KindRateLimited, Status: 429, Path: "/api/v1/hooks/H"}:     Refused,
		&api.Error{Kind: api.KindNetwork}:                                               NotSent,
		&api.Error{Kind: api.KindReadOnly}:                                              NotSent,
		&api.Error{Kind: api.KindOutcomeUnknown, Status: 302}:                           Unknown,
		ErrNotStarted: NotSent,
	} {
		if got := failedWith(err); got != want {
			t.Errorf("%v: %s, want %s", err, got, want)
		}
	}
}

func TestWhenAnUnknownOutcomeIsLookedAtAgain(t *testing.T) {
	times := func(spec *Spec[lamp]) (at []time.Duration) {
		plan, err := Bind(spec, describe, Draft{}, lamp{ID: "L1"})
		if err != nil {
			t.Fatal(err)
		}
		sum := time.Duration(0)
		for n := 0; ; n++ {
			wait, ok := plan.Steps[0].AgainIn(n)
			if !ok {
				return at
			}
			sum += wait
			at = append(at, sum/time.Second)
		}
	}
	want := func(spec *Spec[lamp], want ...time.Duration) {
		t.Helper()
		got := times(spec)
		if len(got) != len(want) {
			t.Fatalf("after %d seconds, want %d", got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("after %d seconds, want %d", got, want)
			}
		}
	}
	want(switchOn(), 2, 5, 10, 20, 40)
	late, lags, blind := switchOn(), switchOn(), blindSwitch()
	late.Late, lags.Lags = true, true
	want(late, 2, 5, 10, 20, 40, 80, 150)
	want(lags, 2, 5, 10, 20, 40, 80, 150)
	want(blind)
}

// What doesn't show yet stays unknown however often it is read; what shows is done, and the journal learns it.
func TestAnUnknownOutcomeStaysSoUntilAReadingProvesIt(t *testing.T) {
	b := &bench{answer: drop, ignore: true}
	runner, journal, _ := journalled(t, b, nil)
	result := runPlan(t, runner, lampPlan(t, "L1"))[0]
	for range 3 {
		if result = runner.Again(context.Background(), result); result.Outcome != Unknown || !result.Resolved || result.Shows != NotDone {
			t.Fatalf("%s, %+v", result.Outcome, result)
		}
	}
	if e := entriesOf(t, journal)[0]; len(e.Endings) != 1 || !e.Unknown() || !e.Open() {
		t.Fatalf("readings that prove nothing are in the journal: %+v", e)
	}
	b.mu.Lock()
	b.on = true
	b.mu.Unlock()
	if result = runner.Again(context.Background(), result); result.Outcome != Worked || result.Shows != Done {
		t.Fatalf("%s, %+v", result.Outcome, result)
	}
	e := entriesOf(t, journal)[0]
	if last, _ := e.Last(); len(e.Endings) != 2 || last.Outcome != Worked || !last.Checked || e.Open() {
		t.Fatalf("the journal has %+v", e)
	}
	reads := b.reads
	if runner.Again(context.Background(), result); b.reads != reads || b.writes != 1 {
		t.Errorf("what is known was read again, or written again: %d reads, %d writes", b.reads-reads, b.writes)
	}
}

func TestAReadingThatFailsLeavesTheOutcomeUnknown(t *testing.T) {
	b := &bench{answer: drop, ignore: true}
	runner, _ := newBench(t, b)
	result := runPlan(t, runner, lampPlan(t, "L1"))[0]
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if result = runner.Again(ctx, result); result.Outcome != Unknown || result.Unread == nil {
		t.Errorf("%s, unread: %v", result.Outcome, result.Unread)
	}
}

// Only a refusal of the request itself can be about what was filled in.
func TestOnlyARefusedRequestIsAboutItsFields(t *testing.T) {
	for code, want := range map[int]bool{400: true, 422: true, 403: false, 408: false, 409: false, 429: false, 502: false, 503: false,
		504: false} {
		runner, _ := newBench(t, &bench{answer: status(code), ignore: true})
		if got := runPlan(t, runner, lampPlan(t, "L1"))[0].InvalidRequest(); got != want {
			t.Errorf("%d: %t, want %t", code, got, want)
		}
	}
}

// Once it is done, a record is called as it is called now.
func TestAResultIsNamedAsTheRecordIsNow(t *testing.T) {
	names := func(l lamp) Target {
		return Target{Kind: "lamp", Name: map[bool]string{true: "the new lamp", false: "the lamp"}[l.On], ID: l.ID}
	}
	for name, c := range map[string]struct {
		bench *bench
		want  string
	}{
		"done":    {&bench{}, "the new lamp"},
		"refused": {&bench{answer: status(http.StatusForbidden), ignore: true}, "the lamp"},
		"unknown": {&bench{answer: drop, ignore: true}, "the lamp"},
	} {
		runner, _ := newBench(t, c.bench)
		plan, err := Bind(switchOn(), names, Draft{}, lamp{ID: "L1"})
		if err != nil {
			t.Fatal(err)
		}
		if got := runPlan(t, runner, plan)[0].Target().Name; got != c.want {
			t.Errorf("%s: called %q, want %q", name, got, c.want)
		}
	}
}
