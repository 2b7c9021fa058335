package list

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/paging"
	"gatehouse/ui/widget"
)

// PageMsg brings a page, or why it could not be had.
type PageMsg struct {
	Generation uint64
	Asked      uint64 // when, among all that was asked and changed
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
	asked  host.Moment
	Err    error
	report bool // somebody waits for what comes of it
}

// Reload forgets the rows with their marks and starts over: another list was asked for.
func (p *Pane) Reload() tea.Cmd {
	p.Load.Begin()
	p.Ahead.Over()
	p.Grid.Replace(nil)
	clear(p.ReadAt)
	return p.FetchPage()
}

// narrow asks for another part of the same list: what is marked stays marked, loaded or not.
func (p *Pane) narrow() tea.Cmd {
	p.Load.Begin()
	p.Ahead.Over()
	p.Grid.ReplaceHead(nil)
	return p.FetchPage()
}

// RefreshRows reads the rows again in place: the old ones stay until the new ones are there.
func (p *Pane) RefreshRows() tea.Cmd {
	if p.Ahead.rest != nil {
		return p.startAhead()
	}
	if p.Grid.Len() == 0 {
		return p.narrow()
	}
	p.Load.BeginRefresh()
	return p.FetchPage()
}

// FetchPage asks for the page that is wanted next.
func (p *Pane) FetchPage() tea.Cmd {
	if p.Background && p.Env.UnderWay.Count() > 0 {
		return p.Load.AfterChanges(p.Host.Tick, p.Address)
	}
	if !p.Load.Ask(p.Env.Now()) {
		return nil
	}
	generation, asked, token, at := p.Load.Generation, p.Env.NextSerial(), p.Load.Token, p.Load.Since
	ctx, client, ask := p.Load.Context(), p.Env.Client, p.asks()
	if p.atOnce {
		p.atOnce, ctx = false, api.AtOnce(ctx)
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
	if p.Ahead.rest != nil {
		return p.Ahead.Size(p.Load.Token)
	}
	if p.Size > 0 {
		return p.Size
	}
	return p.Env.PageSize
}

func (p *Pane) handlePage(msg PageMsg) tea.Cmd {
	l := &p.Load
	if !l.Awaits(msg.Generation) {
		return nil
	}
	if msg.Err != nil && p.refusedAhead(msg) {
		return p.More()
	}
	if msg.Err != nil {
		l.Fail(msg.Err)
		p.closed[p.Query.Choice] = p.Lost()
		if p.Lost() {
			return p.recall()
		}
		return nil
	}
	delete(p.closed, p.Query.Choice)
	l.Odd += len(msg.Page.Problems) - msg.Page.LeftOut
	l.LeftOut += msg.Page.LeftOut
	l.Strays += p.StraysAmong(msg.Page.Rows)
	p.noteRead(msg.at, msg.Page.Rows...)
	p.Detail.Dirty = true // the record in view may have come again, changed
	if l.Refreshing() {
		return p.handleFresh(msg)
	}
	rows := p.Changed.Among(msg.Page.Rows, msg.Asked, p.noteReadAt)
	known := p.CountAhead(msg, rows)
	l.Came(l.Advance(msg.Token, msg.Page.Next, p.Grid.Append(rows)+known), p.Env.Now())
	arranged := p.Arrange()
	if l.ToEnd {
		p.Grid.Bottom()
	}
	var lost tea.Cmd
	if p.holdsAll() {
		lost = p.saidLost(p.Grid.EndReached())
	}
	return tea.Batch(arranged, lost, p.More())
}

// handleFresh collects the pages of a refresh as far as the cursor's page, then swaps.
func (p *Pane) handleFresh(msg PageMsg) tea.Cmd {
	l := &p.Load
	added := 0
	for _, row := range p.Changed.Among(msg.Page.Rows, msg.Asked, p.noteReadAt) {
		if _, again := l.FreshKeys[p.Key(row)]; !again {
			l.FreshKeys[p.Key(row)] = struct{}{}
			l.Fresh = append(l.Fresh, row)
			added++
		}
	}
	came := l.Advance(msg.Token, msg.Page.Next, added)
	if l.More() && !p.reachesCursor() {
		return p.FetchPage()
	}
	swap := p.Grid.ReplaceHead
	if p.holdsAll() {
		swap = p.Grid.Replace
	}
	selected, _ := p.Grid.CursorKey()
	row, kept := p.stillAhead(selected)
	if kept {
		l.Fresh = append(l.Fresh, row)
	}
	p.Ahead.swapped(selected, kept)
	change := swap(p.withCreated(l.Fresh))
	if p.putBack(); change.CursorGone && p.Grid.Select(selected) {
		change.CursorGone = false
	}
	l.EndRefresh(came, p.Env.Now())
	var gone tea.Cmd
	if change.CursorGone && p.Follower != nil {
		p.Follower.Left(selected)
	}
	if change.CursorGone {
		gone = p.Word("The " + p.One + " that was selected is gone" + widget.IfText(p.Grid.Len() > 0, "; its neighbour is selected now") + ".")
	}
	return tea.Batch(gone, p.saidLost(change.MarksLost), p.Arrange(), p.More())
}

// holdsAll reports whether every record of the list has been read: one that isn't there is gone.
func (p *Pane) holdsAll() bool {
	return !p.partial() && p.Load.Rests == paging.Complete
}

// partial reports whether the tenant is asked for a part of the list only.
func (p *Pane) partial() bool {
	return p.Ahead.rest != nil || p.Query.Text != "" || len(p.Query.Narrow) > 0 || len(p.Choices) > 0 &&
		p.Query.Choice != p.Choices[0].Name
}

// saidLost says how many marks went with their records.
func (p *Pane) saidLost(n int) tea.Cmd {
	switch n {
	case 0:
		return nil
	case 1:
		return p.Word("1 of the marked " + p.Plural() + " isn't there any more.")
	}
	return p.Word(fmt.Sprintf("%s of the marked %s aren't there any more.", draw.Count(int64(n)), p.Plural()))
}

// reachesCursor reports whether a refresh has come as far as the record under the cursor, or past where it stood.
func (p *Pane) reachesCursor() bool {
	wanted, ok := p.Grid.CursorKey()
	if !ok {
		return true
	}
	if _, there := p.Load.FreshKeys[wanted]; there {
		return true
	}
	place, _ := p.Grid.Place(wanted)
	return len(p.Load.Fresh) > place+p.pageSize()
}

// More fetches the next page before the cursor gets there, but behind a search whose rows somebody waits for, and on a walk behind letters
// that keep coming: reading a page takes the processors that finding their rows needs. A filter never makes it walk by itself.
func (p *Pane) More() tea.Cmd {
	state := p.Load.State()
	due := (state == paging.Pending || state == paging.Partial) && p.Visible && (p.Load.Walking || p.wantsMore())
	if p.pageWaits = due && (p.found.Searching() || p.typing.Waits); due && !p.pageWaits {
		return p.FetchPage()
	}
	return nil
}

// wantsMore reports whether the next page is due without anybody's asking: the cursor is near the last row.
func (p *Pane) wantsMore() bool {
	return p.Grid.Len() == 0 || !p.Find.Active() && p.Grid.RowsBelow() < 2*p.h
}

// StopLoading ends a walk, with the page under way where it is due for nothing else.
func (p *Pane) StopLoading() { p.Load.EndWalk(p.wantsMore()) }

// walk goes to the last row, loading what is missing on the way.
func (p *Pane) walk() tea.Cmd {
	p.Grid.Bottom()
	p.Load.WalkOn(true)
	return p.More()
}

// Retry asks again for the page that failed, or refreshes.
func (p *Pane) Retry() tea.Cmd {
	p.Env.Names.Retry()
	p.atOnce = true
	if state := p.Load.State(); state == paging.Failed || state == paging.Cancelled {
		p.goOn()
		return p.FetchPage()
	}
	return tea.Batch(p.RefreshRows(), p.status.Ask())
}

// autoRefresh reads the rows again by itself, where nothing is in its way.
func (p *Pane) autoRefresh() tea.Cmd {
	if !p.Visible || p.Load.Loading() || p.Find.Typing || !p.Load.Started() || !p.backOff.Due(p.Load.Err() != nil) {
		return nil
	}
	return p.RefreshRows()
}
