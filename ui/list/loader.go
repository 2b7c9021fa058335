package list

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
	Cancelled                 // a person gave up waiting for the first rows
)

func (s State) String() string {
	return [...]string{"idle", "pending", "loading the first page", "loading more", "refreshing", "partial", "complete", "incomplete",
		"failed", "stale", "cancelled"}[s]
}

// event is what happens to a list's pages.
type event int

const (
	restart  event = iota // the rows are forgotten
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
var transitions = [...]map[event]State{
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

// chain is where rows stand among the tenant's pages.
type chain struct {
	rests      State  // when nothing is under way: idle, pending, partial, complete or incomplete
	token      string // of the page wanted next
	trail      api.Trail
	incomplete string // why the rest can't be had
	odd        int    // rows that have something unexpected in them
	leftOut    int    // rows without an id: nothing can tell them from others
	strays     int    // rows that came in another state than the one that was asked for
}

// More reports whether the tenant has said that there is a next page.
func (c *chain) More() bool { return c.rests == Pending || c.rests == Partial }

// Incomplete is why the rest can't be had, "" when it can.
func (c *chain) Incomplete() string { return c.incomplete }

// advance takes the next token, unless the tenant goes in circles.
func (c *chain) advance(token, next string, added int) event {
	c.token = next
	if err := c.trail.Admit(token, next, added); err != nil {
		c.rests, c.incomplete = Incomplete, err.Error()
		return loopCame
	}
	if next == "" {
		c.rests = Complete
		return lastCame
	}
	c.rests = Partial
	return moreCame
}

// loader is where a list stands with its pages. All of it belongs to the update loop.
type loader struct {
	chain
	state      State
	Generation uint64        // of the requests that may still change the list
	serial     func() uint64 // a number that no request of any list has had
	walking    bool          // to the end, on the user's word
	toEnd      bool          // the cursor goes along to the last row
	stopped    keymap.ID     // what asked for the walk that err ended, "" for none
	former     *chain        // while the rows are refreshed: where those in view stand
	fresh      []host.AnyRow // the rows of a refresh until it swaps
	freshKeys  map[host.AnyKey]struct{}
	err        error        // why it failed, is stale or was cancelled
	at         time.Time    // when the rows were read
	since      time.Time    // when the page under way was asked for
	watched    bool         // a tick that says how long that is will come
	atOnce     bool         // a person asked for the next page just now
	backOff    host.BackOff // of the automatic refresh
	Ahead      Ahead
	ctx        context.Context
	cancel     context.CancelFunc
}

// on goes to the state that the event leads to; false: it means nothing in the present one.
func (l *loader) on(e event) bool {
	next, ok := transitions[l.state][e]
	if !ok {
		return false
	}
	if next == asChain {
		next = l.rests
	}
	l.state = next
	if l.state < Failed {
		l.err = nil
	}
	return true
}

// State is what the list is doing.
func (l *loader) State() State { return l.state }

// Started reports whether the list was ever asked for.
func (l *loader) Started() bool { return l.state != Idle }

// Loading reports whether a page is under way.
func (l *loader) Loading() bool {
	return l.state == LoadingFirst || l.state == LoadingMore || l.state == Refreshing
}

// Refreshing reports whether the rows are being read again beside those in view.
func (l *loader) Refreshing() bool { return l.state == Refreshing }

// Err is why the list isn't gone on with, nil when it is.
func (l *loader) Err() error { return l.err }

// inView is where the rows in view stand.
func (l *loader) inView() *chain {
	if l.former != nil {
		return l.former
	}
	return &l.chain
}

// Stop cancels the reads; a later enter goes on where they stopped.
func (l *loader) Stop() {
	if l.cancel != nil {
		l.cancel()
	}
	l.Generation = l.serial()
	l.walking, l.toEnd, l.stopped = false, false, ""
	l.dropRefresh()
	l.on(drop)
	l.ctx, l.cancel = nil, nil
}

// dropRefresh goes back to where the rows in view stand.
func (l *loader) dropRefresh() {
	if l.former != nil {
		l.chain, l.former, l.fresh, l.freshKeys = *l.former, nil, nil, nil
	}
}

// Begin forgets where the rows stand: the first page is wanted.
func (l *loader) Begin() {
	l.Stop()
	l.chain = chain{rests: Pending}
	l.on(restart)
}

// beginRefresh starts over beside the rows in view.
func (l *loader) beginRefresh() {
	l.Stop()
	former := l.chain
	l.chain, l.former, l.freshKeys = chain{rests: Pending}, &former, map[host.AnyKey]struct{}{}
	l.on(refresh)
}

// endRefresh makes the fresh rows those in view.
func (l *loader) endRefresh(came event, at time.Time) {
	l.former, l.fresh, l.freshKeys, l.at = nil, nil, nil, at
	l.on(came)
}

// ask begins to wait for a page; false: there is none to ask for.
func (l *loader) ask(now time.Time) bool {
	l.on(resume)
	if !l.on(ask) {
		return false
	}
	l.stopped, l.since = "", now
	return true
}

// fail ends what was under way, and a walk with it.
func (l *loader) fail(err error) {
	l.stopWalk()
	l.dropRefresh()
	if l.on(fail) {
		l.err = err
	}
}

// goOnWith takes other pages of the list for those that are gone on with.
func (l *loader) goOnWith(c chain) {
	l.chain = c
	l.on(swap)
}

// giveUp stops waiting for the first rows, on a person's word.
func (l *loader) giveUp() {
	l.Stop()
	if l.on(giveUp) {
		l.err = host.ErrStopped
	}
}

// Context is that of the reads; it ends when the pane is left.
func (l *loader) Context() context.Context {
	if l.ctx == nil {
		l.ctx, l.cancel = context.WithCancel(context.Background())
	}
	return l.ctx
}

// walkOn makes the list load to its end, where there is more; toEnd: the cursor goes along.
func (l *loader) walkOn(toEnd bool) {
	if !l.More() {
		return
	}
	l.on(resume)
	l.walking, l.toEnd = true, l.toEnd || toEnd
}

// stopWalk ends a walk to the last row that can't go on, and remembers which key it was on the way for.
func (l *loader) stopWalk() {
	switch {
	case l.walking && l.toEnd:
		l.stopped = "cursor.bottom"
	case l.walking:
		l.stopped = "load.all"
	}
	l.walking, l.toEnd = false, false
}
