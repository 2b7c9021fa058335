package ui

import (
	"fmt"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
)

// Retrying says that a request waits before it is tried again.
type Retrying struct {
	Wait    time.Duration
	Attempt int
	Status  int // 0 when there was no answer
}

func (m *Model) tookRetrying(r Retrying) tea.Cmd {
	why := fmt.Sprintf("the tenant answered %d", r.Status)
	switch {
	case r.Status == 0:
		why = "the connection broke"
	case r.Status < 300:
		why = "the answer was cut short"
	}
	m.say(notice{toneInfo, fmt.Sprintf("Try %d: %s. Trying again in %s…", r.Attempt, why, r.Wait.Round(100*time.Millisecond))})
	id := m.noticeID // it is over with the wait, so that it never stands beside what came of the next try
	return m.tick(max(r.Wait, time.Second), func(time.Time) tea.Msg { return noticeOver{id} })
}

// Crash is what went wrong when the program had to stop, "" when nothing did.
func (m *Model) Crash() string { return m.crash }

// crashed keeps the first failure; the terminal is restored before it is told.
func (m *Model) crashed(p any) {
	if m.crash == "" {
		m.crash = draw.CleanText(fmt.Sprintf("%v\n\n%s", p, debug.Stack()))
	}
}
