package terminal

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// hand does what is due at a time and what commands bring. It is one goroutine for all of that: its stack has grown to what drawing takes,
// where a new one would be copied again and again.
type hand struct {
	later   *time.Timer  // paints when it is no longer too soon
	brought chan tea.Msg // by commands
	ends    chan struct{}
}

func newHand() hand {
	h := hand{later: time.NewTimer(time.Hour), brought: make(chan tea.Msg), ends: make(chan struct{})}
	h.later.Stop()
	return h
}

// work goes on until the terminal is closed.
func (t *Terminal) work() {
	for {
		select {
		case <-t.later.C:
			t.paintLater()
		case <-t.input.timer.C:
			t.elapsed()
		case <-t.alarm.timer.C:
			if msg := t.rung(); msg != nil {
				t.bring(msg)
			}
		case msg := <-t.brought:
			t.bring(msg)
		case <-t.ends:
			return
		}
	}
}

// paintLater paints what couldn't be painted before.
func (t *Terminal) paintLater() {
	defer t.tellFailure()
	t.turn.Lock()
	defer t.turn.Unlock()
	t.paint()
}

// elapsed takes up what the time has decided.
func (t *Terminal) elapsed() {
	t.input.elapsed()
	t.takeUp()
}

// rung is the message that is due.
func (t *Terminal) rung() tea.Msg {
	t.turn.Lock()
	defer t.turn.Unlock()
	return t.alarm.ring()
}

// bring has the model do what a command brought, or Bubble Tea, where it is meant for that.
func (t *Terminal) bring(msg tea.Msg) {
	defer t.tellFailure()
	if !t.doOwn(msg) {
		go t.program.Send(msg)
	}
}

func (t *Terminal) doOwn(msg tea.Msg) bool {
	t.turn.Lock()
	defer t.turn.Unlock()
	if !t.own(msg) {
		return false
	}
	t.queue.letGo()
	t.do(msg)
	return true
}

// perform runs a command.
func (t *Terminal) perform(cmd tea.Cmd) {
	defer t.tellFailure()
	msg := cmd()
	if all, is := msg.(tea.BatchMsg); is {
		for _, cmd := range all {
			if cmd != nil {
				go t.perform(cmd)
			}
		}
		return
	}
	if msg == nil {
		return
	}
	select {
	case t.brought <- msg:
	case <-t.ends:
	}
}
