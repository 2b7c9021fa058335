// Package refresh is the automatic refresh of the panes: whether it is on, when it falls due, and that it comes less and less often while
// it fails.
package refresh

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/widget"
)

// Usual is how often panes are refreshed where nothing is configured.
const Usual = time.Minute

// Fired is the timer going off.
type Fired struct{}

// Due tells a pane to read again what it shows.
type Due struct{}

// Tick brings a message after a while: tea.Tick, or a clock of a test.
type Tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

// Timer says when the pane in front is refreshed.
type Timer struct {
	on      bool
	every   time.Duration
	waiting bool // it goes off by itself
	tick    Tick
}

// NewTimer makes a timer that is on where a period is configured; 0 is none.
func NewTimer(every time.Duration, tick Tick) *Timer {
	t := &Timer{on: every > 0, every: every, tick: tick}
	if !t.on {
		t.every = Usual
	}
	return t
}

// On reports whether panes are refreshed by themselves.
func (t *Timer) On() bool { return t.on }

// Start waits for the next refresh, unless one is waited for already.
func (t *Timer) Start() tea.Cmd {
	if !t.on || t.waiting {
		return nil
	}
	t.waiting = true
	return t.tick(t.every, func(time.Time) tea.Msg { return Fired{} })
}

// Fire starts the next wait. due: the pane in front is to be refreshed, which it isn't while something else has the screen.
func (t *Timer) Fire(covered bool) (due bool, next tea.Cmd) {
	t.waiting = false
	return t.on && !covered, t.Start()
}

// Toggle turns the refresh on or off, and says so.
func (t *Timer) Toggle() (said string, next tea.Cmd) {
	if t.on = !t.on; !t.on {
		return "Automatic refresh is off.", nil
	}
	return "Rows refresh every " + periodWords(t.every) + ".", t.Start()
}

// periodWords is a period after “every”: “minute”, “30 seconds”.
func periodWords(d time.Duration) string {
	n, unit := int64(d/time.Second), "second"
	switch {
	case d%time.Hour == 0:
		n, unit = int64(d/time.Hour), "hour"
	case d%time.Minute == 0:
		n, unit = int64(d/time.Minute), "minute"
	}
	if n == 1 {
		return unit
	}
	return widget.Count(n, unit)
}
