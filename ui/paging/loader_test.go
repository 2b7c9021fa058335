package paging

import (
	"context"
	"errors"
	"testing"
	"time"

	"gatehouse/ui/host"
)

func newLoader() *Loader {
	n := uint64(0)
	return &Loader{Life: context.Background(), Serial: func() uint64 { n++; return n }}
}

// step is what can happen to a loader, under the name that a test calls it by.
type step struct {
	name string
	do   func(*Loader)
}

var (
	errLost = errors.New("the line is dead")
	begin   = step{"begin", (*Loader).Begin}
	again   = step{"refresh", (*Loader).BeginRefresh}
	asked   = step{"ask", func(l *Loader) { l.Ask(time.Time{}) }}
	more    = step{"a page, more follow", func(l *Loader) { l.came("a", 1) }}
	last    = step{"the last page", func(l *Loader) { l.came("", 1) }}
	loop    = step{"a page that leads back", func(l *Loader) { l.came(l.Token, 0) }}
	failed  = step{"failure", func(l *Loader) { l.Fail(errLost) }}
	stop    = step{"stop", (*Loader).Stop}
	gaveUp  = step{"give up", (*Loader).GiveUp}
	walk    = step{"walk", func(l *Loader) { l.WalkOn(true) }}
	ownList = step{"own pages", func(l *Loader) { l.GoOnWith(Chain{Rests: Complete}) }}
)

// came is a page with the token for the next, "" for none.
func (l *Loader) came(next string, rows int) {
	if !l.Loading() {
		return // as a pane does
	}
	if next != "" && rows > 0 {
		next = l.Token + next
	}
	came := l.Chain.advance(l.Token, next, rows)
	if l.Refreshing() {
		l.EndRefresh(came, time.Time{})
		return
	}
	l.on(came)
}

// ways lead from a new loader to each state.
func ways() map[State][]step {
	return map[State][]step{
		Idle:         nil,
		Pending:      {begin},
		LoadingFirst: {begin, asked},
		LoadingMore:  {begin, asked, more, asked},
		Refreshing:   {begin, asked, more, again, asked},
		Partial:      {begin, asked, more},
		Complete:     {begin, asked, last},
		Incomplete:   {begin, asked, more, asked, loop},
		Failed:       {begin, asked, more, asked, failed},
		Stale:        {begin, asked, more, again, asked, failed},
		Cancelled:    {begin, asked, gaveUp},
	}
}

// Each thing that can happen, in each state. Where nothing is said, the state stays.
func TestEveryTransitionOfALoader(t *testing.T) {
	wants := map[State]map[string]State{
		Idle:    {"begin": Pending, "refresh": Refreshing},
		Pending: {"refresh": Refreshing, "ask": LoadingFirst, "give up": Cancelled, "own pages": Complete},
		LoadingFirst: {"begin": Pending, "refresh": Refreshing, "a page, more follow": Partial, "the last page": Complete,
			"a page that leads back": Complete, // before a first page there is nothing to lead back to
			"failure":                Failed, "stop": Pending, "give up": Cancelled},
		LoadingMore: {"begin": Pending, "refresh": Refreshing, "a page, more follow": Partial, "the last page": Complete,
			"a page that leads back": Incomplete, "failure": Failed, "stop": Partial, "give up": Cancelled},
		Refreshing: {"begin": Pending, "a page, more follow": Partial, "the last page": Complete, "a page that leads back": Complete,
			"failure": Stale, "stop": Partial, "give up": Stale},
		Partial:    {"begin": Pending, "refresh": Refreshing, "ask": LoadingMore, "give up": Cancelled, "own pages": Complete},
		Complete:   {"begin": Pending, "refresh": Refreshing},
		Incomplete: {"begin": Pending, "refresh": Refreshing, "own pages": Complete},
		Failed:     {"begin": Pending, "refresh": Refreshing, "ask": LoadingMore, "walk": Partial},
		Stale:      {"begin": Pending, "refresh": Refreshing, "ask": LoadingMore, "walk": Partial},
		Cancelled:  {"begin": Pending, "refresh": Refreshing, "ask": LoadingFirst, "walk": Pending},
	}
	for from, way := range ways() {
		for _, s := range []step{begin, again, asked, more, last, loop, failed, stop, gaveUp, walk, ownList} {
			l := newLoader()
			for _, w := range way {
				w.do(l)
			}
			if l.State() != from {
				t.Fatalf("the way to %v leads to %v", from, l.State())
			}
			want, changes := wants[from][s.name]
			if !changes {
				want = from
			}
			if s.do(l); l.State() != want {
				t.Errorf("%v, then %s: %v, want %v", from, s.name, l.State(), want)
			}
			wantWhole(t, l)
		}
	}
}

// wantWhole is what holds in every state.
func wantWhole(t *testing.T, l *Loader) {
	t.Helper()
	s := l.State()
	if hasErr := s == Failed || s == Stale || s == Cancelled; (l.Err() != nil) != hasErr {
		t.Errorf("%v has the error %v", s, l.Err())
	}
	if (l.former != nil) != l.Refreshing() {
		t.Errorf("%v: rows are kept beside those in view: %v", s, l.former != nil)
	}
	if s == Complete && l.More() || s == Partial && !l.More() || (s == Incomplete) != (l.Incomplete() != "") {
		t.Errorf("%v: more %v, incomplete %q", s, l.More(), l.Incomplete())
	}
	if l.Started() != (s != Idle) {
		t.Errorf("%v: started %v", s, l.Started())
	}
}

func loaderIn(s State) *Loader {
	l := newLoader()
	for _, w := range ways()[s] {
		w.do(l)
	}
	return l
}

// A refresh that is stopped or fails leaves the rows in view where they stood among the pages.
func TestARefreshThatEndsEarlyLeavesTheRowsWhereTheyStood(t *testing.T) {
	for _, from := range []State{Partial, Complete, Incomplete} {
		for end, want := range map[*step]State{&stop: from, &failed: Stale, &gaveUp: Stale} {
			l := loaderIn(from)
			token, incomplete := l.Token, l.Incomplete()
			again.do(l)
			asked.do(l)
			if l.InView().Token != token || l.Token != "" {
				t.Errorf("while %v rows are refreshed, those in view stand at %q, want %q", from, l.InView().Token, token)
			}
			if end.do(l); l.State() != want || l.Token != token || l.Incomplete() != incomplete || l.Fresh != nil {
				t.Errorf("%v, a refresh, then %s: %v at %q, %q; want %v at %q", from, end.name, l.State(), l.Token, l.Incomplete(), want, token)
			}
		}
	}
}

func TestAStoppedLoaderTakesNoAnswerOfBefore(t *testing.T) {
	l := loaderIn(LoadingMore)
	ctx, generation := l.Context(), l.Generation
	l.Stop()
	if ctx.Err() == nil || l.Generation == generation || l.Context().Err() != nil {
		t.Errorf("the reads ended: %v; generation %d after %d", ctx.Err(), l.Generation, generation)
	}
}

func TestARefreshThatIsGivenUpTakesNoAnswerOfBefore(t *testing.T) {
	l := loaderIn(Refreshing)
	ctx, generation := l.Context(), l.Generation
	l.GiveUp()
	if ctx.Err() == nil || l.Generation == generation || !errors.Is(l.Err(), host.ErrStopped) {
		t.Errorf("the reads ended: %v; generation %d after %d; %v", ctx.Err(), l.Generation, generation, l.Err())
	}
}

func TestAFailureIsForgottenWhenTheListGoesOn(t *testing.T) {
	for from, on := range map[State]step{Failed: asked, Stale: walk, Cancelled: begin} {
		l := loaderIn(from)
		if l.Err() == nil {
			t.Errorf("%v has no error", from)
		}
		if on.do(l); l.Err() != nil {
			t.Errorf("%v, then %s: %v", from, on.name, l.Err())
		}
	}
	if l := loaderIn(Cancelled); !errors.Is(l.Err(), host.ErrStopped) {
		t.Errorf("given up with %v", l.Err())
	}
}

// A walk ends with a failure, which remembers what it was on the way for; the next page that is asked for forgets that.
func TestAFailureEndsAWalk(t *testing.T) {
	for toEnd, want := range map[bool]string{true: "cursor.bottom", false: "load.all"} {
		l := loaderIn(Partial)
		l.WalkOn(toEnd)
		asked.do(l)
		if !l.Walking {
			t.Fatal("it doesn't walk")
		}
		if failed.do(l); l.Walking || l.ToEnd || string(l.Stopped) != want {
			t.Errorf("walking %v, to the end %v, stopped %q, want %q", l.Walking, l.ToEnd, l.Stopped, want)
		}
		if asked.do(l); l.Stopped != "" {
			t.Errorf("%q is still said to be stopped", l.Stopped)
		}
	}
	l := loaderIn(Complete)
	if l.WalkOn(true); l.Walking || l.ToEnd {
		t.Error("a list walks on behind its end")
	}
}

// A walk that a person ends gives the page under way up, unless that is due anyway.
func TestAWalkEndsWithItsPage(t *testing.T) {
	for wanted, want := range map[bool]State{true: LoadingMore, false: Partial} {
		l := loaderIn(Partial)
		l.WalkOn(true)
		asked.do(l)
		ctx := l.Context()
		if l.EndWalk(wanted); l.Walking || l.ToEnd || l.State() != want || l.Err() != nil || (ctx.Err() == nil) != wanted {
			t.Errorf("wanted %v: walking %v, %v, %v, ended %v", wanted, l.Walking, l.State(), l.Err(), ctx.Err())
		}
	}
}

func TestNoPageIsAskedForWhereThereIsNone(t *testing.T) {
	for s := Idle; s <= Cancelled; s++ {
		want := s == Pending || s == Partial || s == Refreshing || s == Failed || s == Stale || s == Cancelled
		if got := loaderIn(s).Ask(time.Time{}); got != want {
			t.Errorf("%v: a page is asked for: %v", s, got)
		}
	}
	l := loaderIn(Complete)
	again.do(l)
	asked.do(l)
	failed.do(l)
	if l.Ask(time.Time{}) || l.State() != Complete {
		t.Errorf("behind the end of a list that could not be refreshed, a page is asked for: %v", l.State())
	}
}

func TestReadsEndWithTheSession(t *testing.T) {
	l := newLoader()
	var end context.CancelFunc
	l.Life, end = context.WithCancel(t.Context())
	if l.Context().Err() != nil {
		t.Fatal("they have ended already")
	}
	end()
	if l.Context().Err() == nil {
		t.Error("they go on")
	}
}
