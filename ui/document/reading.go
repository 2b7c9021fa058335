package document

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Reading is one record of the tenant, read when it is needed. All of it belongs to the update loop.
type Reading[T any] struct {
	generation uint64
	cancel     context.CancelFunc
	Loading    bool
	Known      bool
	Record     T
	Err        error
	at         time.Time
	asked      host.Moment // for what is under way
	known      host.Moment // when what is known was asked for
	wait       host.Patient
}

// ReadMsg brings the record, or why it could not be had.
type ReadMsg[T any] struct {
	generation uint64
	Record     T
	Err        error
}

// Stop cancels the reading under way; what it brings is stale.
func (r *Reading[T]) Stop() {
	r.generation++
	r.Loading = false
	if r.cancel != nil {
		r.cancel()
		r.cancel = nil
	}
}

// Begin reads the record of a pane anew; what is known of it stays until the answer is there.
func (r *Reading[T]) Begin(p *host.PlainPane, read func(context.Context, *api.Client) (T, error)) tea.Cmd {
	r.Stop()
	ctx, cancel := context.WithCancel(p.Env.Life)
	r.cancel, r.Loading, r.wait.Since, r.asked = cancel, true, p.Env.Clock(), p.Env.Moment()
	generation, client := r.generation, p.Env.Client
	return tea.Batch(r.watch(p), func() tea.Msg {
		record, err := read(ctx, client)
		return p.Address(ReadMsg[T]{generation: generation, Record: record, Err: err})
	})
}

// JustRead reports whether what is known needn't be read again where nobody asks for that.
func (r *Reading[T]) JustRead(e *host.Env) bool { return r.Err == nil && e.JustRead(r.known) }

// watch has it said again and again what is waited for.
func (r *Reading[T]) watch(p *host.PlainPane) tea.Cmd {
	if !r.Loading || !p.Visible {
		return nil
	}
	return r.wait.Tick(p.Env, p.Host, p.Address(host.WaitGoesOn{}))
}

// WaitsOn goes on with that when it is due.
func (r *Reading[T]) WaitsOn(p *host.PlainPane) tea.Cmd {
	r.wait.Due = false
	return r.watch(p)
}

// Waited is how long the answer has been waited for.
func (r *Reading[T]) Waited(now time.Time) time.Duration {
	if !r.Loading {
		return 0
	}
	return r.wait.Waited(now)
}

// WaitsLong reports whether the answer has been waited for so long that it is said what stops the wait.
func (r *Reading[T]) WaitsLong(now time.Time) bool { return r.Waited(now) >= host.WaitIsLong }

// StopWaiting gives up a reading that takes long; false: there is none.
func (r *Reading[T]) StopWaiting(now time.Time) bool {
	if !r.WaitsLong(now) {
		return false
	}
	r.Stop()
	r.Err = host.ErrStopped
	return true
}

// Handle takes an answer; false: it is an older one's.
func (r *Reading[T]) Handle(msg ReadMsg[T], now time.Time) bool {
	if msg.generation != r.generation {
		return false
	}
	r.Loading = false
	if r.Err = msg.Err; msg.Err == nil {
		r.Put(msg.Record, now)
		r.known = r.asked
	}
	return true
}

// Put takes the record as something else has brought it.
func (r *Reading[T]) Put(record T, now time.Time) {
	r.Record, r.Known, r.at, r.Err = record, true, now, nil
}

// State is the right end of a headline: how old the record is, or that it is being read.
func (r *Reading[T]) State(p *host.PlainPane) []widget.Piece {
	now := p.Env.Clock()
	switch {
	case r.Loading && r.Known:
		return []widget.Piece{{Role: theme.Info, Text: p.Env.DoingWords("refreshing", r.Waited(now), p.W/2)}}
	case r.Known:
		return []widget.Piece{{Role: theme.Dim, Text: "read " + column.LastRead(r.at, now)}}
	}
	return nil
}

// Trouble is why the record couldn't be read again.
func (r *Reading[T]) Trouble(now time.Time, refresh string) string {
	if r.Err == nil || !r.Known {
		return ""
	}
	return column.StaleSince(r.at, now) + "; " + refresh + " tries again. " + host.WhyStale(r.Err)
}
