package terminal

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Waker is a model that waits for a time, which most messages put off: a command that waits would be another goroutine with each of them,
// and would come although it was put off.
type Waker interface {
	// Wakes is when it is to be told what; the zero time where it waits for none.
	Wakes() (at time.Time, msg tea.Msg)
}

// alarm tells the model when it is as late as it waits for.
type alarm struct {
	timer *time.Timer
	at    time.Time // for which the timer is set
	msg   tea.Msg
}

func newAlarm() alarm {
	a := alarm{timer: time.NewTimer(time.Hour)}
	a.timer.Stop()
	return a
}

// follow sets the alarm for the time that the model waits for now.
func (a *alarm) follow(model tea.Model, now time.Time) {
	waker, is := model.(Waker)
	if !is {
		return
	}
	at, msg := waker.Wakes()
	switch {
	case at.Equal(a.at):
		return
	case at.IsZero():
		a.timer.Stop()
	default:
		a.timer.Reset(max(at.Sub(now), time.Millisecond))
	}
	a.at, a.msg = at, msg
}

// ring gives what is to be told. Where the model goes on waiting for that time, the alarm is set again.
func (a *alarm) ring() tea.Msg {
	a.at = time.Time{}
	return a.msg
}
