//go:build linux || darwin

package terminal

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// sleeper is a program that waits for a time.
type sleeper struct {
	*witness
	waits time.Duration // 0: for nothing
	woken int
}

type wake struct{}

func (s *sleeper) Wakes() (time.Duration, tea.Msg) {
	if s.waits == 0 {
		return 0, nil
	}
	return s.waits, wake{}
}

func (s *sleeper) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := s.witness.Update(msg)
	switch msg := msg.(type) {
	case wake:
		s.waits = 0
		s.woken++
	case tea.KeyPressMsg:
		if msg.Text == "i" {
			s.waits = time.Millisecond
		}
		return s, tea.Batch(nil, cmd)
	}
	return s, nil
}

func (s *sleeper) View() tea.View {
	return tea.View{Content: fmt.Sprintf("keys: %d, woken: %d", s.keys, s.woken)}
}

func TestAModelIsToldWhenItIsAsLateAsItWaitsFor(t *testing.T) {
	s := &sleeper{witness: &witness{}}
	b := newBedOf(t, s.witness, s, 0)
	b.shows("keys: 0")
	for n := range 3 {
		b.send("i")
		b.shows(fmt.Sprintf("keys: %d, woken: %d", n+1, n+1))
	}
}

// The timer runs as long as there is something to wait for.
func TestAnAlarmIsPutOffAndTakenBack(t *testing.T) {
	s, a := &sleeper{witness: &witness{}}, newAlarm()
	runs := func(when string, want bool) {
		t.Helper()
		a.follow(s)
		is := a.timer.Stop()
		if is != want {
			t.Errorf("%s: the timer runs: %t", when, is)
		}
		if is {
			a.timer.Reset(time.Hour)
		}
	}
	runs("nothing is waited for", false)
	s.waits = time.Hour
	runs("a time is waited for", true)
	s.waits = 2 * time.Hour
	runs("it is put off", true)
	s.waits = 0
	runs("nothing is waited for any more", false)
	if msg := a.ring(); msg != nil {
		t.Errorf("it is told %v though it was taken back", msg)
	}
	s.waits = time.Hour
	runs("a time is waited for again", true)
	if msg := a.ring(); msg != any(wake{}) {
		t.Errorf("it is told %v", msg)
	}
	runs("it was told too early", true)
	s.waits = 0
	runs("it is taken back", false)
}
