// Package changes is what becomes of the changes that a person asks for: it asks, sends, says what came of them, looks again where
// that is unknown, undoes them, and shows the journal. It knows the console by Frame alone.
package changes

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/batch"
	"gatehouse/ui/host"
	"gatehouse/ui/notices"
)

// Frame is what the changes need of the console around them.
type Frame interface {
	// Open puts an overlay over the panes, and Top is the one in front, nil for none.
	Open(host.Overlay)
	Top() host.Overlay
	// Deliver hands a message to a pane, wherever it is.
	Deliver(pane string, msg any) tea.Cmd
	// PaneOf is the pane that has records of a kind.
	PaneOf(kind string) string
	// Reread reads the record of a journal entry again; false: nothing here can.
	Reread(action.Entry) (host.Rereading, bool)
	// Leaving reports whether the console is on its way to another tenant: no further change is started.
	Leaving() bool
	Tick(time.Duration, func(time.Time) tea.Msg) tea.Cmd
}

// Changes are those of one session on one tenant.
type Changes struct {
	env     *host.Env
	frame   Frame
	notices *notices.Notices

	log       *Log
	lastBatch *batch.Batch
	unknowns  []*unknown // those that nothing has proved yet
	running   int        // plans that have not ended
	started   int        // plans of the session
	unsent    unrecordedChanges
	unsettled unsettled
}

// New are the changes of a session that has sent none yet. The log has those of former sessions on the same tenant, as far as they can
// be undone.
func New(e *host.Env, f Frame, n *notices.Notices, log *Log) *Changes {
	log.Stop()
	return &Changes{env: e, frame: f, notices: n, log: log}
}

// Msg is what a command of the changes brings back.
type Msg struct {
	of  *Changes
	msg any
}

// message addresses what a command brings back: what comes after its session is over is dropped.
func (c *Changes) message(msg any) tea.Msg { return Msg{c, msg} }

// Receive takes what a command of the changes has brought back.
func (c *Changes) Receive(to Msg) tea.Cmd {
	if to.of != c {
		return nil
	}
	switch msg := to.msg.(type) {
	case runMsg:
		return c.handleEvent(msg)
	case lookAgainDue:
		return c.handleLookDue(msg)
	case readAgain:
		return c.handleReadAgain(msg)
	case undoMsg:
		return c.handleUndoRead(msg)
	case unsettledMsg:
		return c.handleUnsettled(msg)
	case checkedMsg:
		return c.handleChecked(msg)
	case leftMsg:
		return c.handleLeft(msg)
	case recordedMsg:
		return c.handleRecorded(msg)
	}
	return nil
}

// Running is how many plans have not ended.
func (c *Changes) Running() int { return c.running }

// Unknown is how many changes of the session have an outcome that nobody knows.
func (c *Changes) Unknown() int { return len(c.unknowns) }

// LastBatch is the batch that was started last, nil for none.
func (c *Changes) LastBatch() *batch.Batch { return c.lastBatch }
