// Package status is what a headline says about something that concerns a list as a whole, such as the latest analysis. It is read with the
// list, and again while it goes on.
package status

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/refresh"
	"gatehouse/ui/widget"
)

// Status is how far it has got.
type Status struct {
	Words func(now time.Time) (string, theme.Role)
	Busy  bool        // it goes on: it is read again until it has ended, and the rows after that
	Ended host.Notice // said when it has ended
}

// Every is how often what goes on is looked at while the pane is open.
const Every = 5 * time.Second

// patience is how long the tenant may take to say it.
const patience = 30 * time.Second

// Read asks the tenant for it.
type Read func(context.Context, *api.Client) (Status, error)

// Watch keeps the status of one list up to date.
type Watch struct {
	env     *host.Env
	read    Read
	tick    refresh.Tick
	address func(any) tea.Msg // makes what is brought a message to the list

	now        Status
	asked      host.Moment
	known      host.Moment // when what is known was asked for, unless it could not be had since
	reading    bool
	due        bool // a tick is under way
	failed     bool // it could not be had last time
	backOff    refresh.BackOff
	generation uint64
	cancel     context.CancelFunc
}

// New watches what read asks for; nil: there is nothing.
func New(e *host.Env, read Read, tick refresh.Tick, address func(any) tea.Msg) *Watch {
	return &Watch{env: e, read: read, tick: tick, address: address}
}

// Msg brings the status, or why it could not be had.
type Msg struct {
	generation uint64
	status     Status
	err        error
}

// Due is the time to look again.
type Due struct{}

// Stop gives up what is under way.
func (w *Watch) Stop() {
	if w.cancel != nil {
		w.cancel()
	}
	w.generation++
	w.reading, w.cancel = false, nil
}

// Look reads the status where the list comes into view, unless it was read just now and nothing goes on.
func (w *Watch) Look() tea.Cmd {
	if !w.now.Busy && w.env.JustRead(w.known) {
		return nil
	}
	return w.Ask()
}

// Ask reads the status, unless it is being read.
func (w *Watch) Ask() tea.Cmd {
	if w.read == nil || w.reading {
		return nil
	}
	ctx, cancel := context.WithTimeout(w.env.Life, patience)
	w.reading, w.cancel, w.asked = true, cancel, w.env.Moment()
	read, client, generation := w.read, w.env.Client, w.generation
	return func() tea.Msg {
		defer cancel()
		now, err := read(ctx, client)
		return w.address(Msg{generation: generation, status: now, err: err})
	}
}

// Handle takes what was read. The former status stays while the tenant can't be asked, and none where it has no such thing. ended: it went
// on before and doesn't any more. inView: somebody looks at the list.
func (w *Watch) Handle(msg Msg, inView bool) (next tea.Cmd, ended bool) {
	if msg.generation != w.generation {
		return nil, false
	}
	w.reading, w.failed, w.known = false, msg.err != nil, host.Moment{}
	before := w.now
	switch api.KindOf(msg.err) {
	case api.KindForbidden, api.KindUnsupported, api.KindNotFound:
		w.now = Status{}
	default:
		if msg.err == nil {
			w.now, w.known = msg.status, w.asked
		}
	}
	if w.now.Busy {
		return w.wait(inView), false
	}
	return nil, before.Busy && w.now.Words != nil
}

// Ended is what is said when it has ended.
func (w *Watch) Ended() host.Notice { return w.now.Ended }

func (w *Watch) wait(inView bool) tea.Cmd {
	if w.due || !inView {
		return nil
	}
	w.due = true
	return w.tick(Every, func(time.Time) tea.Msg { return w.address(Due{}) })
}

// FallDue looks again after a wait.
func (w *Watch) FallDue(inView bool) tea.Cmd {
	w.due = false
	if !inView {
		return nil
	}
	return w.Again(inView)
}

// Again looks again by itself: less and less often while it fails.
func (w *Watch) Again(inView bool) tea.Cmd {
	if w.backOff.Due(w.failed) {
		return w.Ask()
	}
	if w.now.Busy {
		return w.wait(inView)
	}
	return nil
}

// Pieces say it in the headline.
func (w *Watch) Pieces(now time.Time) []widget.Piece {
	if w.now.Words == nil {
		return nil
	}
	text, role := w.now.Words(now)
	return []widget.Piece{{Role: role, Text: text}}
}
