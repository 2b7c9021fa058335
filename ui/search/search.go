// Package search keeps the rows of a list as its filter and its order have them: at once where little is to be looked at, else in steps
// beside the update loop. Each step shows what was found so far, and the next key stops them.
package search

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/filter"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
)

// InlineRows is how many rows are looked at at once, without a command and so without a frame in between.
const InlineRows = 2000

// inlinePage is the most that a page may cost that is looked at at once, counted in rows of a search: one of 200 rows that weren't read yet
// costs as much where the filter is slow and the list stands in an order (grid.Settle).
const inlinePage = 5000

// How many rows are looked at in the first step, whose rows are waited for, and for how long at the most, and how many times more and
// longer in each of the next: see grid.Search.
const (
	firstStep = 40_000
	firstTime = 4 * time.Millisecond
	growth    = 4
	mostRows  = 1 << 30 // more than there are in any list
)

// Finder finds the rows of a grid. All of it belongs to the update loop.
type Finder struct {
	grid    *grid.Grid[host.AnyKey, host.AnyRow]
	env     *host.Env
	address func(any) tea.Msg
	run     run
	endRead context.CancelFunc
}

// run is a search that is under way; without one there is nothing in it.
type run struct {
	serial uint64
	search *grid.Search[host.AnyKey, host.AnyRow]
	rows   int // of its next step
	time   time.Duration
	quiet  bool // the rows shown are those of its filter already: they stay until all are found anew
	ctx    context.Context
	cancel context.CancelFunc
}

// Stepped brings what a step has found.
type Stepped struct {
	serial      uint64
	arrangement grid.Arrangement[host.AnyKey]
	done        bool
	err         error
	awaited     bool
}

// Awaited reports whether these are the first rows for what was typed.
func (s Stepped) Awaited() bool { return s.awaited }

// New makes a finder; address makes messages that come back to it.
func New(g *grid.Grid[host.AnyKey, host.AnyRow], e *host.Env, address func(any) tea.Msg) Finder {
	return Finder{grid: g, env: e, address: address, endRead: func() {}}
}

// Arrange brings the rows up to date with a filter and the order that was asked for; done: they are. A search for the same goes on,
// whatever rows have come meanwhile.
func (f *Finder) Arrange(of *filter.Filter) (cmd tea.Cmd, done bool) {
	if f.run.search != nil && f.grid.Searches(f.run.search, of) {
		return nil, false
	}
	f.stop()
	switch {
	case f.grid.Settle(f.env.Frozen(), of, inlinePage):
		return nil, true
	case f.grid.Len() <= InlineRows:
		return nil, f.Finish(of)
	}
	f.run = run{serial: f.env.NextSerial(), search: f.grid.Search(f.env.Frozen(), of), rows: firstStep, time: firstTime,
		quiet: f.grid.Filter().Text() == of.Text() && !f.grid.Partial()}
	f.run.ctx, f.run.cancel = context.WithCancel(f.env.Life)
	return f.step(), false
}

// step is the next step of the search under way, as a command.
func (f *Finder) step() tea.Cmd {
	r := f.run
	ctx := r.ctx
	if r.quiet || r.rows != firstStep {
		ctx = filter.Beside(ctx)
	}
	if r.rows < mostRows {
		f.run.rows, f.run.time = r.rows*growth, r.time*growth
	}
	clock := f.env.Clock
	return func() tea.Msg {
		began := clock()
		a, done, err := r.search.Step(ctx, r.rows, func() bool {
			passed := clock().Sub(began)
			return passed >= r.time || passed < 0 // the clock was set back
		})
		return f.address(Stepped{serial: r.serial, arrangement: a, done: done, err: err, awaited: !r.quiet && r.rows == firstStep})
	}
}

// Take shows what a step has found and goes on; done: the rows are up to date. What a search brings that was stopped is dropped.
func (f *Finder) Take(msg Stepped, of *filter.Filter) (cmd tea.Cmd, done bool) {
	if msg.serial != f.run.serial || f.run.search == nil || msg.err != nil {
		return nil, false
	}
	if !msg.done && (f.run.quiet || f.grid.Apply(msg.arrangement)) {
		return f.step(), false
	}
	if msg.done {
		f.grid.Apply(msg.arrangement)
	}
	f.stop()
	return f.Arrange(of) // of rows that came meanwhile, too
}

// Searching reports whether rows are looked for that another filter lets through than those that were shown before.
func (f *Finder) Searching() bool { return f.run.search != nil && !f.run.quiet }

// Finish brings the rows up to date without a command: what comes next depends on which of them are shown.
func (f *Finder) Finish(of *filter.Filter) (done bool) {
	f.stop()
	if f.grid.Settle(f.env.Frozen(), of, inlinePage) {
		return true
	}
	a, err := f.grid.Search(f.env.Frozen(), of).Finish(f.env.Life)
	return err == nil && f.grid.Apply(a)
}

// stop gives up what is under way.
func (f *Finder) stop() {
	f.endRead()
	if f.run.search != nil {
		f.run.cancel()
	}
	f.run = run{}
}

// Read begins to make what filters look through, as the line opens in which they are typed: the first letter goes on where it is by then.
func (f *Finder) Read() tea.Cmd {
	if f.grid.Len() <= InlineRows {
		return nil
	}
	snapshot := f.grid.Snapshot(f.env.Frozen())
	ctx, cancel := context.WithCancel(filter.Beside(f.env.Life))
	f.endRead = cancel
	return func() tea.Msg { snapshot.ReadTexts(ctx); return nil }
}
