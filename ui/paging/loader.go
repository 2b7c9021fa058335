// Package paging is where a list stands with the tenant's pages: a state machine with named states, the tokens of the pages that were
// read, and the walk to the last one.
package paging

import (
	"context"
	"time"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/host"
)

// State says what a list is doing about its pages.
type State int

// The states of a list.
const (
	Idle         State = iota // nothing was ever asked for
	Pending                   // the first page is wanted, and nobody asks for it yet
	LoadingFirst              // the first page is under way
	LoadingMore               // a further page is under way
	Refreshing                // the rows are read again beside those in view
	Partial                   // there are more pages than were read
	Complete                  // every page was read
	Incomplete                // the tenant's pages lead in circles: the rest can't be had
	Failed                    // a page could not be had
	Stale                     // the rows could not be read again: those in view are old
	Cancelled                 // a person gave up waiting for rows
)

func (s State) String() string {
	return [...]string{"idle", "pending", "loading the first page", "loading more", "refreshing", "partial", "complete", "incomplete",
		"failed", "stale", "cancelled"}[s]
}

// Event is what happens to a list's pages.
type Event int

const (
	restart  Event = iota // the rows are forgotten
	refresh               // the rows are to be read again in place
	ask                   // a page is asked for
	moreCame              // a page came, with a token for the next
	lastCame              // the last page came
	loopCame              // a page came that leads back
	fail                  // the page could not be had
	drop                  // the page under way isn't waited for any longer
	giveUp                // a person doesn't wait any longer
	resume                // what failed is forgotten, to go on
	swap                  // other pages of the list are gone on with: its own, after those that were asked for ahead of them
)

// asChain, in place of a state, is the one that the pages in view are in when nothing is under way.
const asChain State = -1

// transitions say what each event makes of each state; what isn't here changes nothing.
var transitions = [...]map[Event]State{
	Idle: {restart: Pending, refresh: Refreshing},
	Pending: {restart: Pending, refresh: Refreshing, ask: LoadingFirst, giveUp: Cancelled,
		swap: asChain},
	LoadingFirst: {restart: Pending, refresh: Refreshing, moreCame: Partial, lastCame: Complete, loopCame: Incomplete, fail: Failed,
		drop: asChain},
	LoadingMore: {restart: Pending, refresh: Refreshing, moreCame: Partial, lastCame: Complete, loopCame: Incomplete, fail: Failed,
		drop: asChain},
	Refreshing: {restart: Pending, refresh: Refreshing, moreCame: Partial, lastCame: Complete, loopCame: Incomplete, fail: Stale,
		drop: asChain, ask: Refreshing},
	Partial: {restart: Pending, refresh: Refreshing, ask: LoadingMore, giveUp: Cancelled,
		swap: asChain},
	Complete:   {restart: Pending, refresh: Refreshing, swap: asChain},
	Incomplete: {restart: Pending, refresh: Refreshing, swap: asChain},
	Failed:     {restart: Pending, refresh: Refreshing, resume: asChain},
	Stale:      {restart: Pending, refresh: Refreshing, resume: asChain},
	Cancelled:  {restart: Pending, refresh: Refreshing, resume: asChain},
}

// Chain is where rows stand among the tenant's pages.
type Chain struct {
	Rests      State  // when nothing is under way: idle, pending, partial, complete or incomplete
	Token      string // of the page wanted next
	trail      api.Trail
	incomplete string // why the rest can't be had
	Odd        int    // rows that have something unexpected in them
	LeftOut    int    // rows without an id: nothing can tell them from others
	Strays     int    // rows that came in another state than the one that was asked for
}

// More reports whether the tenant has said that there is a next page.
func (c *Chain) More() bool { return c.Rests == Pending || c.Rests == Partial }

// Incomplete is why the rest can't be had, "" when it can.
func (c *Chain) Incomplete() string { return c.incomplete }

// advance takes the next token, unless the tenant goes in circles.
func (c *Chain) advance(token, next string, added int) Event {
	c.Token = next
	if err := c.trail.Admit(token, next, added); err != nil {
		c.Rests, c.incomplete = Incomplete, err.Error()
		return loopCame
	}
	if next == "" {
		c.Rests = Complete
		return lastCame
	}
	c.Rests = Partial
	return moreCame
}

// Loader is where a list stands with its pages. All of it belongs to the update loop.
type Loader struct {
	Chain
	state      State
	Generation uint64          // of the requests that may still change the list
	Life       context.Context // of the session
	Serial     func() uint64   // a number that no request of any list has had
	Walking    bool            // to the end, on the user's word
	ToEnd      bool            // the cursor goes along to the last row
	Stopped    keymap.ID       // what asked for the walk that err ended, "" for none
	former     *Chain          // while the rows are refreshed: where those in view stand
	Fresh      []host.AnyRow   // the rows of a refresh until it swaps
	FreshKeys  map[host.AnyKey]struct{}
	err        error     // why it failed, is stale or was cancelled
	At         time.Time // when the rows were read
	Since      time.Time // when the page under way was asked for
	letsWrites uint64    // the generation whose next page waits for changes under way
	ctx        context.Context
	cancel     context.CancelFunc
}

// on goes to the state that the event leads to; false: it means nothing in the present one.
func (l *Loader) on(e Event) bool {
	next, ok := transitions[l.state][e]
	if !ok {
		return false
	}
	if next == asChain {
		next = l.Rests
	}
	l.state = next
	if l.state < Failed {
		l.err = nil
	}
	return true
}

// State is what the list is doing.
func (l *Loader) State() State { return l.state }

// Started reports whether the list was ever asked for.
func (l *Loader) Started() bool { return l.state != Idle }

// Loading reports whether a page is under way.
func (l *Loader) Loading() bool {
	return l.state == LoadingFirst || l.state == LoadingMore || l.state == Refreshing
}

// Awaits reports whether a page of a generation is one that is waited for.
func (l *Loader) Awaits(generation uint64) bool { return generation == l.Generation && l.Loading() }

// Refreshing reports whether the rows are being read again beside those in view.
func (l *Loader) Refreshing() bool { return l.state == Refreshing }

// Err is why the list isn't gone on with, nil when it is.
func (l *Loader) Err() error { return l.err }

// InView is where the rows in view stand.
func (l *Loader) InView() *Chain {
	if l.former != nil {
		return l.former
	}
	return &l.Chain
}

// Stop cancels the reads; a later enter goes on where they stopped.
func (l *Loader) Stop() {
	l.end()
	l.Walking, l.ToEnd, l.Stopped = false, false, ""
	l.dropRefresh()
	l.on(drop)
}

// end cancels the reads: what they bring is of an older generation.
func (l *Loader) end() {
	if l.cancel != nil {
		l.cancel()
	}
	l.Generation = l.Serial()
	l.ctx, l.cancel = nil, nil
}

// dropRefresh goes back to where the rows in view stand.
func (l *Loader) dropRefresh() {
	if l.former != nil {
		l.Chain, l.former, l.Fresh, l.FreshKeys = *l.former, nil, nil, nil
	}
}

// Begin forgets where the rows stand: the first page is wanted.
func (l *Loader) Begin() {
	l.Stop()
	l.Chain = Chain{Rests: Pending}
	l.on(restart)
}

// BeginRefresh starts over beside the rows in view.
func (l *Loader) BeginRefresh() {
	l.Stop()
	former := l.Chain
	l.Chain, l.former, l.FreshKeys = Chain{Rests: Pending}, &former, map[host.AnyKey]struct{}{}
	l.on(refresh)
}

// Advance takes the next token of a page that brought so many new rows. A walk ends where there is no next page.
func (l *Loader) Advance(token, next string, added int) Event {
	came := l.Chain.advance(token, next, added)
	if !l.More() {
		l.Walking = false
	}
	return came
}

// Came ends the wait for a page whose rows are in view.
func (l *Loader) Came(e Event, at time.Time) {
	l.At = at
	l.on(e)
}

// Drop ends the wait for a page that isn't taken.
func (l *Loader) Drop() { l.on(drop) }

// GoOn takes up the walk that a failure ended, if one did; toEnd: the cursor goes along.
func (l *Loader) GoOn(toEnd bool) {
	if l.Stopped != "" {
		l.Walking, l.ToEnd = true, l.Stopped == "cursor.bottom" && toEnd
	}
}

// EndRefresh makes the fresh rows those in view.
func (l *Loader) EndRefresh(came Event, at time.Time) {
	l.former, l.Fresh, l.FreshKeys, l.At = nil, nil, nil, at
	l.on(came)
}

// Ask begins to wait for a page; false: there is none to ask for.
func (l *Loader) Ask(now time.Time) bool {
	l.on(resume)
	if !l.on(ask) {
		return false
	}
	l.Stopped, l.Since = "", now
	return true
}

// Fail ends what was under way, and a walk with it.
func (l *Loader) Fail(err error) {
	l.stopWalk()
	l.dropRefresh()
	if l.on(fail) {
		l.err = err
	}
}

// GoOnWith takes other pages of the list for those that are gone on with.
func (l *Loader) GoOnWith(c Chain) {
	l.Chain = c
	l.on(swap)
}

// GiveUp stops waiting for what is under way, on a person's word. Rows that were being refreshed stay as they were.
func (l *Loader) GiveUp() {
	if l.Refreshing() {
		l.end()
		l.Fail(host.ErrStopped)
		return
	}
	l.Stop()
	if l.on(giveUp) {
		l.err = host.ErrStopped
	}
}

// Context is that of the reads; it ends when the pane is left.
func (l *Loader) Context() context.Context {
	if l.ctx == nil {
		l.ctx, l.cancel = context.WithCancel(l.Life)
	}
	return l.ctx
}

// WalkOn makes the list load to its end, where there is more; toEnd: the cursor goes along.
func (l *Loader) WalkOn(toEnd bool) {
	if !l.More() {
		return
	}
	l.on(resume)
	l.Walking, l.ToEnd = true, l.ToEnd || toEnd
}

// EndWalk ends a walk to the last row on a person's word. The page under way is given up, unless it is wanted anyway.
func (l *Loader) EndWalk(wanted bool) {
	if l.state == LoadingMore && !wanted {
		l.Stop()
	}
	l.Walking, l.ToEnd = false, false
}

// stopWalk ends a walk to the last row that can't go on, and remembers which key it was on the way for.
func (l *Loader) stopWalk() {
	switch {
	case l.Walking && l.ToEnd:
		l.Stopped = "cursor.bottom"
	case l.Walking:
		l.Stopped = "load.all"
	}
	l.Walking, l.ToEnd = false, false
}
