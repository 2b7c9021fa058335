//go:build linux || darwin

package terminal

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// steady is a program of which some messages change nothing that is drawn.
type steady struct {
	*witness
	idle  int   // how many of those came
	last  bool  // it was the last
	draws []int // how many had come when it was drawn
}

const (
	idles = 10
	pause = 20 * time.Millisecond // more than frames are
)

func (s *steady) Steady() bool { return s.last }

func (s *steady) Draw() ([]string, tea.View) {
	s.draws = append(s.draws, s.idle)
	return []string{fmt.Sprintf("keys: %d, idle: %d", s.keys, s.idle)}, tea.View{}
}

func (s *steady) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, s.last = msg.(time.Time); s.last {
		s.idle++
	}
	_, _ = s.witness.Update(msg)
	if press, is := msg.(tea.KeyPressMsg); s.last && s.idle < idles || is && press.String() == "i" {
		return s, tea.Batch(nil, func() tea.Msg { return nil }, tea.Tick(pause, func(at time.Time) tea.Msg { return at }))
	}
	return s, nil
}

// What commands bring is done, and drawn only where something that is drawn is another.
func TestAMessageThatChangesNothingIsNotDrawn(t *testing.T) {
	m := &steady{witness: &witness{}}
	b := newBedOf(t, m.witness, m, 0)
	b.shows("keys: 0")
	b.send("i")
	b.until("the messages", func() (all bool) {
		n := 0
		for _, msg := range b.got {
			if _, is := msg.(time.Time); is {
				n++
			}
		}
		return n == idles
	})
	b.send("j")
	b.shows(fmt.Sprintf("keys: 2, idle: %d", idles))
	b.terminal.turn.Lock()
	defer b.terminal.turn.Unlock()
	drawn := map[int]bool{}
	for _, n := range m.draws {
		drawn[n] = true
	}
	if len(drawn) > idles/2 { // what was to be drawn before may be drawn at any of them
		t.Errorf("it was drawn after so many messages that change nothing: %v", m.draws)
	}
}

// A command may end the program, and one that is still under way then holds up nobody.
func TestACommandThatNeverEndsHoldsUpNobody(t *testing.T) {
	b := newBed(t, &witness{}, 0)
	b.shows("keys: 0")
	ends := make(chan struct{})
	defer close(ends)
	go b.terminal.perform(func() tea.Msg {
		<-ends
		return time.Time{}
	})
	b.send("q")
	b.ends(5 * time.Second)
}
