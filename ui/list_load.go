package ui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/draw"
)

// loader is where a list stands with its pages. All of it belongs to the update loop.
type loader struct {
	chain
	started    bool
	loading    bool          // a page is under way
	generation uint64        // of the requests that may still change the list
	serial     func() uint64 // a number that no request of any list has had
	walking    bool          // to the end, on the user's word
	toEnd      bool          // the cursor goes along to the last row
	stopped    keymap.ID     // what asked for the walk that err ended, "" for none
	former     *chain        // while the rows are refreshed: where those in view stand
	fresh      []anyRow      // the rows of a refresh until it swaps
	freshKeys  map[anyKey]struct{}
	err        error
	ofRefresh  bool      // err is of a refresh: it is the refresh that is tried again
	at         time.Time // when the rows were read
	since      time.Time // when the page under way was asked for
	watched    bool      // a tick that says how long that is will come
	atOnce     bool      // a person asked for the next page just now
	backOff    backOff   // of the automatic refresh
	ahead      ahead
	ctx        context.Context
	cancel     context.CancelFunc
}

// chain is where rows stand among the tenant's pages.
type chain struct {
	token      string // of the page wanted next
	more       bool   // the tenant has said that there is a next page
	trail      api.Trail
	incomplete string
	odd        int // rows that have something unexpected in them
	leftOut    int // rows without an id: nothing can tell them from others
	strays     int // rows that came in another state than the one that was asked for
}

// pageMsg brings a page, or why it could not be had.
type pageMsg struct {
	generation uint64
	asked      uint64 // when, among all that was asked and settled
	at         time.Time
	took       time.Duration
	size       int
	token      string
	page       api.Page[anyRow]
	err        error
}

// recordMsg brings one record read by its id.
type recordMsg struct {
	before anyRow
	now    anyRow
	asked  uint64
	at     time.Time
	err    error
	told   bool // somebody waits to be told
}

func (l *loader) refreshing() bool { return l.former != nil }

// inView is where the rows in view stand.
func (l *loader) inView() *chain {
	if l.former != nil {
		return l.former
	}
	return &l.chain
}

// stop cancels the reads; a later enter goes on where they stopped.
func (l *loader) stop() {
	if l.cancel != nil {
		l.cancel()
	}
	l.generation = l.serial()
	l.loading, l.walking, l.toEnd, l.stopped = false, false, false, ""
	l.dropRefresh()
	l.ctx, l.cancel = nil, nil
}

// dropRefresh goes back to where the rows in view stand.
func (l *loader) dropRefresh() {
	if l.former != nil {
		l.chain, l.former, l.fresh, l.freshKeys = *l.former, nil, nil, nil
	}
}

func (l *loader) begin() {
	l.stop()
	l.started, l.err = true, nil
	l.chain = chain{more: true}
}

func (l *loader) context() context.Context {
	if l.ctx == nil {
		l.ctx, l.cancel = context.WithCancel(context.Background())
	}
	return l.ctx
}

// reload forgets the rows with their marks and starts over: another list was asked for.
func (p *list) reload() tea.Cmd {
	p.load.begin()
	p.load.ahead.over()
	p.grid.Replace(nil)
	clear(p.readAt)
	return p.fetchPage()
}

// narrow asks for another part of the same list: what is marked stays marked, loaded or not.
func (p *list) narrow() tea.Cmd {
	p.load.begin()
	p.load.ahead.over()
	p.grid.ReplaceHead(nil)
	return p.fetchPage()
}

// refreshRows reads the rows again in place: the old ones stay until the new ones are there.
func (p *list) refreshRows() tea.Cmd {
	if p.load.ahead.rest != nil {
		return p.startAhead()
	}
	if p.grid.Len() == 0 {
		return p.narrow()
	}
	p.load.stop()
	former := p.load.chain
	p.load.begin()
	p.load.former, p.load.freshKeys = &former, map[anyKey]struct{}{}
	return p.fetchPage()
}

func (p *list) fetchPage() tea.Cmd {
	p.load.loading, p.load.err, p.load.stopped = true, nil, ""
	generation, asked, token, at := p.load.generation, p.env.nextSerial(), p.load.token, p.env.Now()
	ctx, client, ask := p.load.context(), p.env.client, p.asks()
	if p.load.since = at; p.load.atOnce {
		p.load.atOnce, ctx = false, api.AtOnce(ctx)
	}
	request := api.PageRequest{Size: p.pageSize(), Token: token}
	fetch, now := p.fetch, p.env.Now
	return tea.Batch(p.watchWait(), func() tea.Msg {
		page, err := fetch(ctx, client, ask, request)
		return p.address(pageMsg{generation: generation, asked: asked, at: at, took: now().Sub(at), size: request.Size, token: token, page: page, err: err})
	})
}

func (p *list) pageSize() int {
	if p.load.ahead.rest != nil {
		return p.load.ahead.size(p.load.token)
	}
	if p.size > 0 {
		return p.size
	}
	return p.env.pageSize
}

func (p *list) tookPage(msg pageMsg) tea.Cmd {
	l := &p.load
	if msg.generation != l.generation {
		return nil
	}
	l.loading = false
	if msg.err != nil && p.refusedAhead(msg) {
		return p.more()
	}
	if msg.err != nil {
		l.stopWalk()
		l.err, l.ofRefresh = msg.err, l.refreshing()
		l.dropRefresh()
		p.closed[p.query.choice] = p.lost()
		if p.lost() {
			return p.recall()
		}
		return nil
	}
	delete(p.closed, p.query.choice)
	l.odd += len(msg.page.Problems) - msg.page.LeftOut
	l.leftOut += msg.page.LeftOut
	l.strays += p.straysAmong(msg.page.Rows)
	p.noteRead(msg.at, msg.page.Rows...)
	p.detail.dirty = true // the record in view may have come again, changed
	if l.refreshing() {
		return p.tookFresh(msg)
	}
	rows := p.settledAmong(msg.page.Rows, msg.asked)
	known := p.countAhead(msg, rows)
	p.advance(msg, p.grid.Append(rows)+known)
	l.at = p.env.Now()
	arranged := p.arrange()
	if l.toEnd {
		p.grid.Bottom()
	}
	var lost tea.Cmd
	if p.holdsAll() {
		lost = p.saidLost(p.grid.EndReached())
	}
	return tea.Batch(arranged, lost, p.more())
}

// advance takes the next token, unless the tenant goes in circles.
func (p *list) advance(msg pageMsg, added int) {
	l := &p.load
	l.token, l.more = msg.page.Next, msg.page.Next != ""
	if err := l.trail.Admit(msg.token, msg.page.Next, added); err != nil {
		l.incomplete, l.more, l.walking = err.Error(), false, false
	}
	if !l.more {
		l.walking = false
	}
}

// tookFresh collects the pages of a refresh as far as the cursor's page, then swaps.
func (p *list) tookFresh(msg pageMsg) tea.Cmd {
	l := &p.load
	added := 0
	for _, row := range p.settledAmong(msg.page.Rows, msg.asked) {
		if _, again := l.freshKeys[p.key(row)]; !again {
			l.freshKeys[p.key(row)] = struct{}{}
			l.fresh = append(l.fresh, row)
			added++
		}
	}
	p.advance(msg, added)
	if l.more && !p.reachesCursor() {
		return p.fetchPage()
	}
	swap := p.grid.ReplaceHead
	if p.holdsAll() {
		swap = p.grid.Replace
	}
	selected, _ := p.grid.CursorKey()
	row, kept := p.stillAhead(selected)
	if kept {
		l.fresh = append(l.fresh, row)
	}
	l.ahead.swapped(selected, kept)
	change := swap(p.withCreated(l.fresh))
	if p.putBack(); change.CursorGone && p.grid.Select(selected) {
		change.CursorGone = false
	}
	l.former, l.fresh, l.freshKeys, l.at = nil, nil, nil, p.env.Now()
	var gone tea.Cmd
	if change.CursorGone && p.follower != nil {
		p.follower.left(selected)
	}
	if change.CursorGone {
		gone = p.word("The " + p.one + " that was selected is gone; its neighbour is selected now.")
	}
	return tea.Batch(gone, p.saidLost(change.MarksLost), p.arrange(), p.more())
}

// holdsAll reports whether every record of the list has been read: one that isn't there is gone.
func (p *list) holdsAll() bool {
	return !p.partial() && !p.load.more && p.load.incomplete == ""
}

// partial reports whether the tenant is asked for a part of the list only.
func (p *list) partial() bool {
	return p.load.ahead.rest != nil || p.query.text != "" || len(p.query.narrow) > 0 || len(p.choices) > 0 && p.query.choice != p.choices[0].name
}

// saidLost says how many marks went with their records.
func (p *list) saidLost(n int) tea.Cmd {
	switch n {
	case 0:
		return nil
	case 1:
		return p.word("1 of the marked " + p.plural() + " isn't there any more.")
	}
	return p.word(fmt.Sprintf("%s of the marked %s aren't there any more.", draw.Count(int64(n)), p.plural()))
}

// reachesCursor reports whether a refresh has come as far as the record under the cursor, or past where it stood.
func (p *list) reachesCursor() bool {
	wanted, ok := p.grid.CursorKey()
	if !ok {
		return true
	}
	if _, there := p.load.freshKeys[wanted]; there {
		return true
	}
	place, _ := p.grid.Place(wanted)
	return len(p.load.fresh) > place+p.pageSize()
}

// more fetches the next page before the cursor gets there. A filter never makes it walk by itself.
func (p *list) more() tea.Cmd {
	l := &p.load
	if l.loading || !l.more || l.err != nil || !p.visible {
		return nil
	}
	near := p.grid.RowsBelow() < 2*p.h && !p.find.active()
	if l.walking || near || p.grid.Len() == 0 {
		return p.fetchPage()
	}
	return nil
}

// walk goes to the last row, loading what is missing on the way.
func (p *list) walk() tea.Cmd {
	p.grid.Bottom()
	if p.load.more {
		p.load.walking, p.load.toEnd, p.load.err = true, true, nil
	}
	return p.more()
}

// retry asks again for the page that failed, or refreshes.
func (p *list) retry() tea.Cmd {
	p.env.names.retry()
	p.load.atOnce = true
	if p.load.err != nil && !p.load.ofRefresh && !p.load.loading {
		p.goOn()
		return p.fetchPage()
	}
	return tea.Batch(p.refreshRows(), p.readStanding())
}

// readRecord reads the record under the cursor by its id, for the detail.
func (p *list) readRecord() tea.Cmd {
	row, ok := p.grid.Cursor()
	if ok && p.unseen(row) && p.canRead() {
		return p.readByID(row, false)
	}
	if !ok || p.get == nil {
		return nil
	}
	return p.readRow(row, false)
}

// readRow reads a record again by its id; told: somebody waits to be told.
func (p *list) readRow(row anyRow, told bool) tea.Cmd {
	ctx, client, get, asked, at := p.load.context(), p.env.client, p.get, p.env.nextSerial(), p.env.Now()
	return func() tea.Msg {
		now, err := get(ctx, client, row)
		return p.address(recordMsg{before: row, now: now, asked: asked, at: at, err: err, told: told})
	}
}

func (p *list) tookRecord(msg recordMsg) tea.Cmd {
	switch {
	case msg.err == nil && p.settledSince(p.key(msg.now), msg.asked):
		return nil // it was read before an action changed it
	case msg.err == nil:
		p.confirmSettled(msg.now)
		p.noteRead(msg.at, msg.now)
		return tea.Batch(p.put(msg.now), p.tellRecord(msg))
	case msg.told:
		return p.tellRecord(msg)
	case api.KindOf(msg.err) == api.KindNotFound:
		return p.word("This " + p.one + " was not found when it was read again; " + p.label("refresh") + " refreshes the list.")
	}
	return nil
}

// readAgain reads a record by its id, and tells what came of it.
func (p *list) readAgain(row anyRow) tea.Cmd {
	if p.get == nil {
		return p.word("There is no operation that reads one " + p.one + " again.")
	}
	return tea.Batch(p.word("Reading "+targetName(p.target(row))+" again…"), p.readRow(row, true))
}

// tellRecord says what reading a record again has brought.
func (p *list) tellRecord(msg recordMsg) tea.Cmd {
	name := targetName(p.target(msg.before))
	switch {
	case !msg.told:
		return nil
	case api.KindOf(msg.err) == api.KindNotFound:
		p.settle(msg.before, msg.before, true)
		p.grid.Remove(p.key(msg.before))
		return tea.Batch(p.arrange(), p.word("The tenant doesn't know "+name+" any more, so it has left the list."))
	case msg.err != nil:
		what, _ := explain(msg.err)
		return p.link.say(notice{toneBad, capital(name) + " could not be read again. " + what})
	case differs(p.raw(msg.before), p.raw(msg.now)):
		return p.link.say(notice{toneGood, capital(name) + " was read again. It has changed since."})
	}
	return p.link.say(notice{toneGood, capital(name) + " was read again. Nothing has changed."})
}

// put replaces a row by what the tenant says now.
func (p *list) put(now anyRow) tea.Cmd {
	if !p.grid.Put(now) {
		return nil
	}
	p.detail.dirty = true
	return p.arrange()
}

// refreshDue is the tick of the automatic refresh.
type refreshDue struct{}

func (p *list) autoRefresh() tea.Cmd {
	if !p.visible || p.load.loading || p.find.typing || !p.load.started || !p.load.backOff.due(p.load.err != nil) {
		return nil
	}
	return p.refreshRows()
}
