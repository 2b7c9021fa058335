package list

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
)

// loader is where a list stands with its pages. All of it belongs to the update loop.
type loader struct {
	chain
	Started    bool
	Loading    bool          // a page is under way
	Generation uint64        // of the requests that may still change the list
	serial     func() uint64 // a number that no request of any list has had
	walking    bool          // to the end, on the user's word
	toEnd      bool          // the cursor goes along to the last row
	stopped    keymap.ID     // what asked for the walk that err ended, "" for none
	former     *chain        // while the rows are refreshed: where those in view stand
	fresh      []host.AnyRow // the rows of a refresh until it swaps
	freshKeys  map[host.AnyKey]struct{}
	Err        error
	ofRefresh  bool         // err is of a refresh: it is the refresh that is tried again
	at         time.Time    // when the rows were read
	since      time.Time    // when the page under way was asked for
	watched    bool         // a tick that says how long that is will come
	atOnce     bool         // a person asked for the next page just now
	backOff    host.BackOff // of the automatic refresh
	Ahead      Ahead
	ctx        context.Context
	cancel     context.CancelFunc
}

// chain is where rows stand among the tenant's pages.
type chain struct {
	token      string // of the page wanted next
	More       bool   // the tenant has said that there is a next page
	trail      api.Trail
	Incomplete string
	odd        int // rows that have something unexpected in them
	leftOut    int // rows without an id: nothing can tell them from others
	strays     int // rows that came in another state than the one that was asked for
}

// PageMsg brings a page, or why it could not be had.
type PageMsg struct {
	Generation uint64
	Asked      uint64 // when, among all that was asked and settled
	at         time.Time
	Took       time.Duration
	size       int
	Token      string
	Page       api.Page[host.AnyRow]
	Err        error
}

// RecordMsg brings one record read by its id.
type RecordMsg struct {
	Before host.AnyRow
	Now    host.AnyRow
	asked  uint64
	at     time.Time
	Err    error
	told   bool // somebody waits to be told
}

func (l *loader) Refreshing() bool { return l.former != nil }

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
	l.Loading, l.walking, l.toEnd, l.stopped = false, false, false, ""
	l.dropRefresh()
	l.ctx, l.cancel = nil, nil
}

// dropRefresh goes back to where the rows in view stand.
func (l *loader) dropRefresh() {
	if l.former != nil {
		l.chain, l.former, l.fresh, l.freshKeys = *l.former, nil, nil, nil
	}
}

func (l *loader) Begin() {
	l.Stop()
	l.Started, l.Err = true, nil
	l.chain = chain{More: true}
}

func (l *loader) Context() context.Context {
	if l.ctx == nil {
		l.ctx, l.cancel = context.WithCancel(context.Background())
	}
	return l.ctx
}

// Reload forgets the rows with their marks and starts over: another list was asked for.
func (p *Pane) Reload() tea.Cmd {
	p.Load.Begin()
	p.Load.Ahead.Over()
	p.Grid.Replace(nil)
	clear(p.ReadAt)
	return p.FetchPage()
}

// narrow asks for another part of the same list: what is marked stays marked, loaded or not.
func (p *Pane) narrow() tea.Cmd {
	p.Load.Begin()
	p.Load.Ahead.Over()
	p.Grid.ReplaceHead(nil)
	return p.FetchPage()
}

// RefreshRows reads the rows again in place: the old ones stay until the new ones are there.
func (p *Pane) RefreshRows() tea.Cmd {
	if p.Load.Ahead.rest != nil {
		return p.startAhead()
	}
	if p.Grid.Len() == 0 {
		return p.narrow()
	}
	p.Load.Stop()
	former := p.Load.chain
	p.Load.Begin()
	p.Load.former, p.Load.freshKeys = &former, map[host.AnyKey]struct{}{}
	return p.FetchPage()
}

func (p *Pane) FetchPage() tea.Cmd {
	p.Load.Loading, p.Load.Err, p.Load.stopped = true, nil, ""
	generation, asked, token, at := p.Load.Generation, p.Env.NextSerial(), p.Load.token, p.Env.Now()
	ctx, client, ask := p.Load.Context(), p.Env.Client, p.asks()
	if p.Load.since = at; p.Load.atOnce {
		p.Load.atOnce, ctx = false, api.AtOnce(ctx)
	}
	request := api.PageRequest{Size: p.pageSize(), Token: token}
	fetch, now := p.Fetch, p.Env.Now
	return tea.Batch(p.watchWait(), func() tea.Msg {
		page, err := fetch(ctx, client, ask, request)
		return p.Address(PageMsg{Generation: generation, Asked: asked, at: at, Took: now().Sub(at), size: request.Size, Token: token,
			Page: page, Err: err})
	})
}

func (p *Pane) pageSize() int {
	if p.Load.Ahead.rest != nil {
		return p.Load.Ahead.Size(p.Load.token)
	}
	if p.Size > 0 {
		return p.Size
	}
	return p.Env.PageSize
}

func (p *Pane) tookPage(msg PageMsg) tea.Cmd {
	l := &p.Load
	if msg.Generation != l.Generation {
		return nil
	}
	l.Loading = false
	if msg.Err != nil && p.refusedAhead(msg) {
		return p.More()
	}
	if msg.Err != nil {
		l.stopWalk()
		l.Err, l.ofRefresh = msg.Err, l.Refreshing()
		l.dropRefresh()
		p.closed[p.Query.Choice] = p.Lost()
		if p.Lost() {
			return p.recall()
		}
		return nil
	}
	delete(p.closed, p.Query.Choice)
	l.odd += len(msg.Page.Problems) - msg.Page.LeftOut
	l.leftOut += msg.Page.LeftOut
	l.strays += p.StraysAmong(msg.Page.Rows)
	p.noteRead(msg.at, msg.Page.Rows...)
	p.Detail.Dirty = true // the record in view may have come again, changed
	if l.Refreshing() {
		return p.tookFresh(msg)
	}
	rows := p.settledAmong(msg.Page.Rows, msg.Asked)
	known := p.CountAhead(msg, rows)
	p.advance(msg, p.Grid.Append(rows)+known)
	l.at = p.Env.Now()
	arranged := p.Arrange()
	if l.toEnd {
		p.Grid.Bottom()
	}
	var lost tea.Cmd
	if p.holdsAll() {
		lost = p.saidLost(p.Grid.EndReached())
	}
	return tea.Batch(arranged, lost, p.More())
}

// advance takes the next token, unless the tenant goes in circles.
func (p *Pane) advance(msg PageMsg, added int) {
	l := &p.Load
	l.token, l.More = msg.Page.Next, msg.Page.Next != ""
	if err := l.trail.Admit(msg.Token, msg.Page.Next, added); err != nil {
		l.Incomplete, l.More, l.walking = err.Error(), false, false
	}
	if !l.More {
		l.walking = false
	}
}

// tookFresh collects the pages of a refresh as far as the cursor's page, then swaps.
func (p *Pane) tookFresh(msg PageMsg) tea.Cmd {
	l := &p.Load
	added := 0
	for _, row := range p.settledAmong(msg.Page.Rows, msg.Asked) {
		if _, again := l.freshKeys[p.Key(row)]; !again {
			l.freshKeys[p.Key(row)] = struct{}{}
			l.fresh = append(l.fresh, row)
			added++
		}
	}
	p.advance(msg, added)
	if l.More && !p.reachesCursor() {
		return p.FetchPage()
	}
	swap := p.Grid.ReplaceHead
	if p.holdsAll() {
		swap = p.Grid.Replace
	}
	selected, _ := p.Grid.CursorKey()
	row, kept := p.stillAhead(selected)
	if kept {
		l.fresh = append(l.fresh, row)
	}
	l.Ahead.swapped(selected, kept)
	change := swap(p.withCreated(l.fresh))
	if p.putBack(); change.CursorGone && p.Grid.Select(selected) {
		change.CursorGone = false
	}
	l.former, l.fresh, l.freshKeys, l.at = nil, nil, nil, p.Env.Now()
	var gone tea.Cmd
	if change.CursorGone && p.Follower != nil {
		p.Follower.Left(selected)
	}
	if change.CursorGone {
		gone = p.Word("The " + p.One + " that was selected is gone; its neighbour is selected now.")
	}
	return tea.Batch(gone, p.saidLost(change.MarksLost), p.Arrange(), p.More())
}

// holdsAll reports whether every record of the list has been read: one that isn't there is gone.
func (p *Pane) holdsAll() bool {
	return !p.partial() && !p.Load.More && p.Load.Incomplete == ""
}

// partial reports whether the tenant is asked for a part of the list only.
func (p *Pane) partial() bool {
	return p.Load.Ahead.rest != nil || p.Query.Text != "" || len(p.Query.Narrow) > 0 || len(p.Choices) > 0 &&
		p.Query.Choice != p.Choices[0].Name
}

// saidLost says how many marks went with their records.
func (p *Pane) saidLost(n int) tea.Cmd {
	switch n {
	case 0:
		return nil
	case 1:
		return p.Word("1 of the marked " + p.plural() + " isn't there any more.")
	}
	return p.Word(fmt.Sprintf("%s of the marked %s aren't there any more.", draw.Count(int64(n)), p.plural()))
}

// reachesCursor reports whether a refresh has come as far as the record under the cursor, or past where it stood.
func (p *Pane) reachesCursor() bool {
	wanted, ok := p.Grid.CursorKey()
	if !ok {
		return true
	}
	if _, there := p.Load.freshKeys[wanted]; there {
		return true
	}
	place, _ := p.Grid.Place(wanted)
	return len(p.Load.fresh) > place+p.pageSize()
}

// More fetches the next page before the cursor gets there. A filter never makes it walk by itself.
func (p *Pane) More() tea.Cmd {
	l := &p.Load
	if l.Loading || !l.More || l.Err != nil || !p.Visible {
		return nil
	}
	near := p.Grid.RowsBelow() < 2*p.h && !p.Find.Active()
	if l.walking || near || p.Grid.Len() == 0 {
		return p.FetchPage()
	}
	return nil
}

// walk goes to the last row, loading what is missing on the way.
func (p *Pane) walk() tea.Cmd {
	p.Grid.Bottom()
	if p.Load.More {
		p.Load.walking, p.Load.toEnd, p.Load.Err = true, true, nil
	}
	return p.More()
}

// Retry asks again for the page that failed, or refreshes.
func (p *Pane) Retry() tea.Cmd {
	p.Env.Names.Retry()
	p.Load.atOnce = true
	if p.Load.Err != nil && !p.Load.ofRefresh && !p.Load.Loading {
		p.goOn()
		return p.FetchPage()
	}
	return tea.Batch(p.RefreshRows(), p.readStanding())
}

// RefreshDue is the tick of the automatic refresh.
type RefreshDue struct{}

func (p *Pane) autoRefresh() tea.Cmd {
	if !p.Visible || p.Load.Loading || p.Find.typing || !p.Load.Started || !p.Load.backOff.Due(p.Load.Err != nil) {
		return nil
	}
	return p.RefreshRows()
}
