package terminal

import (
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

func TestThePaceOfFrames(t *testing.T) {
	const least = 10 * time.Millisecond
	at := time.Unix(1e9, 0)
	p := pace{least: least}
	var times []time.Duration
	begun := at
	for range 5 { // always something to paint
		at = at.Add(p.wait(at))
		p.painted(at)
		times = append(times, at.Sub(begun))
	}
	if want := []time.Duration{0, 0, least, 2 * least, 3 * least}; !slices.Equal(times, want) {
		t.Errorf("frames at %v, want %v", times, want)
	}
	at = at.Add(time.Second)
	if wait := p.wait(at); wait != 0 {
		t.Errorf("after a pause a frame waits for %v", wait)
	}
}

// rowsMsg brings rows, which a person may wait for.
type rowsMsg bool

func (r rowsMsg) Awaited() bool { return bool(r) }

// While frames come by themselves all the time, neither the one of a key nor the one of what it was pressed for waits for its turn.
func TestAKeyDoesNotWaitBehindWhatComesByItself(t *testing.T) {
	const least = 10 * time.Millisecond
	at := time.Unix(1e9, 0)
	p := pace{least: least}
	passes := func(d time.Duration) { // with something to paint all the time
		for end := at.Add(d); at.Before(end); {
			if wait := p.wait(at); wait > 0 {
				at = at.Add(min(wait, end.Sub(at)))
			} else {
				p.painted(at)
			}
		}
	}
	key := tea.KeyPressMsg{Code: 'p'}
	for i, next := range []struct {
		after time.Duration
		msg   tea.Msg
		waits bool
	}{{95, "a page", true}, {1, key, false}, {1, "a page", true}, {4, rowsMsg(true), false}, {1, rowsMsg(false), true}, {97, key, false},
		{8, key, true}, {8, key, true}, {41, key, false}} { // a held one among them
		passes(next.after * time.Millisecond)
		p.follow(next.msg, at)
		wait := p.wait(at)
		if p.painted(at.Add(wait)); wait > 0 != next.waits {
			t.Errorf("%d, %v: its frame waits for %v", i, next.msg, wait)
		}
		at = at.Add(wait)
	}
}
