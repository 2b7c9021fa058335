package terminal

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Waker is a model that waits for a time, which most messages put off: a command that waits would be another goroutine with each of them,
// and would come although it was put off.
type Waker interface {
	// Wakes is in how long it is to be told what; nil where it waits for nothing.
	Wakes() (in time.Duration, msg tea.Msg)
}

// alarm tells the model when it is as late as it waits for.
type alarm struct {
	timer *time.Timer
	msg   tea.Msg // nil: the timer stands
}

func newAlarm() alarm {
	a := alarm{timer: time.NewTimer(time.Hour)}
	a.timer.Stop()
	return a
}

// follow sets the alarm for the time that the model waits for now.
func (a *alarm) follow(model tea.Model) {
	waker, is := model.(Waker)
	if !is {
		return
	}
	in, msg := waker.Wakes()
	switch {
	case msg != nil:
		a.timer.Reset(max(in, time.Millisecond))
	case a.msg != nil:
		a.timer.Stop()
	}
	a.msg = msg
}

// ring gives what is to be told, nil where it was taken back meanwhile. Where the model goes on waiting, the alarm is set again.
func (a *alarm) ring() tea.Msg {
	msg := a.msg
	a.msg = nil
	return msg
}
