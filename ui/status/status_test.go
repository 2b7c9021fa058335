package status_test

import (
	"context"
	"errors"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/status"
)

// scene is a watch over what the test says.
type scene struct {
	*status.Watch
	says  status.Status
	fails error
	ticks int
	reads int
	life  context.Context
	end   context.CancelFunc
	env   *host.Env
	now   time.Time
}

func newScene() *scene {
	s := &scene{}
	s.life, s.end = context.WithCancel(context.Background())
	s.env = &host.Env{Life: s.life, Clock: func() time.Time { return s.now }}
	s.Watch = status.New(s.env, func(ctx context.Context, _ *api.Client) (status.Status, error) {
		s.reads++
		return s.says, errors.Join(ctx.Err(), s.fails)
	},
		func(d time.Duration, msg func(time.Time) tea.Msg) tea.Cmd {
			s.ticks++
			return func() tea.Msg { return msg(time.Time{}) }
		}, func(msg any) tea.Msg { return msg })
	return s
}

func saying(text string, busy bool) status.Status {
	return status.Status{Words: func(time.Time) (string, theme.Role) { return text, theme.Text }, Busy: busy}
}

// reads asks once, and takes the answer.
func (s *scene) asks(inView bool) (next tea.Cmd, ended bool) {
	return s.Handle(s.Ask()().(status.Msg), inView)
}

func (s *scene) want(t *testing.T, text string) {
	t.Helper()
	got := ""
	for _, p := range s.Pieces(time.Time{}) {
		got += p.Text
	}
	if got != text {
		t.Errorf("the headline says %q, want %q", got, text)
	}
}

func TestWhatGoesOnIsReadAgainUntilItHasEnded(t *testing.T) {
	s := newScene()
	s.says = saying("running", true)
	next, ended := s.asks(true)
	if s.want(t, "running"); ended || next == nil {
		t.Fatalf("ended %v, read again %v", ended, next != nil)
	}
	s.says = saying("done", false)
	if _, due := next().(status.Due); !due {
		t.Fatal("it isn't due")
	}
	if _, ended := s.Handle(s.FallDue(true)().(status.Msg), true); !ended || s.reads != 2 || s.ticks != 1 {
		t.Errorf("ended %v after %d readings and %d ticks", ended, s.reads, s.ticks)
	}
	s.want(t, "done")
	if _, ended := s.asks(true); ended {
		t.Error("it ends twice")
	}
}

func TestNothingIsWaitedForOutOfView(t *testing.T) {
	s := newScene()
	s.says = saying("running", true)
	if next, _ := s.asks(false); next != nil || s.FallDue(false) != nil || s.ticks != 0 {
		t.Errorf("%d ticks", s.ticks)
	}
}

// A tenant that can't be asked leaves what it said before, and one that has no such thing, or refuses it, nothing.
func TestAFailureKeepsTheStatusAndARefusalDoesNot(t *testing.T) {
	s := newScene()
	s.says = saying("done", false)
	s.asks(true)
	s.fails = errors.New("no answer")
	s.asks(true)
	s.want(t, "done")
	s.fails = &api.Error{Kind: api.KindForbidden}
	s.asks(true)
	s.want(t, "")
}

func TestAFailingStatusIsReadLessOften(t *testing.T) {
	s := newScene()
	s.fails = errors.New("no answer")
	read := 0
	for range 8 {
		if ask := s.Again(true); ask != nil {
			s.Handle(ask().(status.Msg), true)
			read++
		}
	}
	if read != 3 {
		t.Errorf("it was read %d times in 8 ticks", read)
	}
}

func TestAnAnswerThatWasGivenUpChangesNothing(t *testing.T) {
	s := newScene()
	s.says = saying("done", false)
	ask := s.Ask()
	if s.Ask() != nil {
		t.Error("it is read twice at once")
	}
	s.Stop()
	s.Handle(ask().(status.Msg), true)
	s.want(t, "")
}

func TestReadingEndsWithTheSession(t *testing.T) {
	s := newScene()
	s.says = saying("running", true)
	s.asks(true)
	s.says = saying("done", false)
	s.end()
	s.asks(true)
	s.want(t, "running") // as where the tenant can't be asked
}

func TestOnlyOneTickIsUnderWayHoweverOftenItIsRead(t *testing.T) {
	s := newScene()
	s.says = saying("running", true)
	s.asks(true)
	if next, _ := s.asks(true); next != nil || s.ticks != 1 {
		t.Errorf("%d ticks are under way", s.ticks)
	}
}

// A reading that fails and isn't due again keeps the watch on what goes on.
func TestWhatGoesOnIsLookedAtAgainAfterATickThatIsLeftOut(t *testing.T) {
	s := newScene()
	s.says = saying("running", true)
	s.asks(true)
	s.fails = errors.New("no answer")
	s.Handle(s.FallDue(true)().(status.Msg), true)
	next := s.FallDue(true)
	if next == nil || s.reads != 2 {
		t.Fatalf("nothing comes after %d readings", s.reads)
	}
	if _, due := next().(status.Due); !due || s.ticks != 3 {
		t.Errorf("%d ticks", s.ticks)
	}
}

// A list that comes into view again asks only for what wasn't read just now, has failed or goes on.
func TestWhatWasReadJustNowIsNotReadAgain(t *testing.T) {
	s := newScene()
	looks := func() bool {
		ask := s.Look()
		if ask != nil {
			s.Handle(ask().(status.Msg), true)
		}
		return ask != nil
	}
	s.says = saying("done", false)
	if first, again := looks(), looks(); !first || again {
		t.Error("what was never read isn't read, or what was is read again")
	}
	s.env.Changing()
	if !looks() {
		t.Error("it isn't read again after a change")
	}
	s.now = s.now.Add(action.Fresh + time.Second)
	s.fails = errors.New("no answer")
	if first, again := looks(), looks(); !first || !again {
		t.Error("it isn't read again after a while, or after a failure")
	}
	s.fails, s.says = nil, saying("running", true)
	if first, again := looks(), looks(); !first || !again {
		t.Error("what goes on isn't read again")
	}
}
