package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
)

// reading is one record of the tenant, read when it is needed. All of it belongs to the update loop.
type reading[T any] struct {
	generation uint64
	cancel     context.CancelFunc
	loading    bool
	known      bool
	record     T
	err        error
	at         time.Time
	wait       patient
}

// readMsg brings the record, or why it could not be had.
type readMsg[T any] struct {
	generation uint64
	record     T
	err        error
}

// stop cancels the reading under way; what it brings is stale.
func (r *reading[T]) stop() {
	r.generation++
	r.loading = false
	if r.cancel != nil {
		r.cancel()
		r.cancel = nil
	}
}

// begin reads the record of a pane anew; what is known of it stays until the answer is there.
func (r *reading[T]) begin(p *plainPane, read func(context.Context, *api.Client) (T, error)) tea.Cmd {
	r.stop()
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel, r.loading, r.wait.since = cancel, true, p.env.now()
	generation, client := r.generation, p.env.client
	return tea.Batch(r.watch(p), func() tea.Msg {
		record, err := read(ctx, client)
		return p.address(readMsg[T]{generation: generation, record: record, err: err})
	})
}

// watch has it said again and again what is waited for, while there is nothing else to show.
func (r *reading[T]) watch(p *plainPane) tea.Cmd {
	if !r.loading || r.known || !p.visible {
		return nil
	}
	return r.wait.tick(p.env, p.link, p.address(waitGoesOn{}))
}

// waitsOn goes on with that when it is due.
func (r *reading[T]) waitsOn(p *plainPane) tea.Cmd {
	r.wait.due = false
	return r.watch(p)
}

// waited is how long the answer has been waited for.
func (r *reading[T]) waited(now time.Time) time.Duration {
	if !r.loading {
		return 0
	}
	return r.wait.waited(now)
}

// stopWaiting gives up a first reading that takes long; false: there is none.
func (r *reading[T]) stopWaiting(now time.Time) bool {
	if r.known || r.waited(now) < waitIsLong {
		return false
	}
	r.stop()
	r.err = errStopped
	return true
}

// took takes an answer; false: it is an older one's.
func (r *reading[T]) took(msg readMsg[T], now time.Time) bool {
	if msg.generation != r.generation {
		return false
	}
	r.loading = false
	if r.err = msg.err; msg.err == nil {
		r.put(msg.record, now)
	}
	return true
}

// put takes the record as something else has brought it.
func (r *reading[T]) put(record T, now time.Time) {
	r.record, r.known, r.at, r.err = record, true, now, nil
}

// state is the right end of a headline: how old the record is, or that it is being read.
func (r *reading[T]) state(now time.Time) []piece {
	switch {
	case r.loading && r.known:
		return []piece{{theme.Info, "refreshing…"}}
	case r.known:
		return []piece{{theme.Dim, "read " + lastRead(r.at, now)}}
	}
	return nil
}

// trouble is why the record couldn't be read again.
func (r *reading[T]) trouble(now time.Time, refresh string) string {
	if r.err == nil || !r.known {
		return ""
	}
	return staleSince(r.at, now) + "; " + refresh + " tries again. " + whyStale(r.err)
}
