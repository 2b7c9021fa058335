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
	at    time.Time
	woken int
}

type wake struct{}

func (s *sleeper) Wakes() (time.Time, tea.Msg) { return s.at, wake{} }

func (s *sleeper) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := s.witness.Update(msg)
	switch msg := msg.(type) {
	case wake:
		s.at = time.Time{}
		s.woken++
	case tea.KeyPressMsg:
		if msg.Text == "i" {
			s.at = time.Now().Add(time.Millisecond)
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

// The timer runs as long as there is something to wait for, once for each time.
func TestAnAlarmIsPutOffAndTakenBack(t *testing.T) {
	now := time.Now()
	s, a := &sleeper{witness: &witness{}}, newAlarm()
	runs := func(when string, want bool) {
		t.Helper()
		if a.follow(s, now); a.timer.Stop() != want {
			t.Errorf("%s: the timer runs: %t", when, !want)
		}
	}
	runs("nothing is waited for", false)
	s.at = now.Add(time.Hour)
	runs("a time is waited for", true)
	runs("it is the same time", false)
	s.at = s.at.Add(time.Hour)
	runs("it is put off", true)
	s.at = time.Time{}
	runs("nothing is waited for any more", false)
	s.at = now.Add(time.Hour)
	runs("a time is waited for again", true)
	if msg := a.ring(); msg != any(wake{}) {
		t.Errorf("it is told %v", msg)
	}
	runs("it was told too early", true)
	a.follow(s, now)
	a.timer.Reset(time.Hour)
	s.at = time.Time{}
	runs("it is taken back", false)
}
