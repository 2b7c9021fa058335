package ui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
)

// loader is where a list stands with its pages. All of it belongs to the update loop.
type loader[T any] struct {
	started    bool
	loading    bool   // a page is under way
	generation uint64 // of the requests that may still change the list
	token      string // of the page under way or wanted next
	more       bool   // the tenant has said that there is a next page
	walking    bool   // to the end, on the user's word
	toEnd      bool   // the cursor goes along to the last row
	refreshing bool
	fresh      []T // the rows of a refresh until it swaps
	trail      api.Trail
	err        error
	incomplete string
	problems   []string
	at         time.Time // when the rows were read
	since      time.Time // when the page under way was asked for
	ctx        context.Context
	cancel     context.CancelFunc
}

// pageMsg brings a page, or why it could not be had.
type pageMsg[T any] struct {
	generation uint64
	token      string
	page       api.Page[T]
	err        error
}

// recordMsg brings one record read by its id.
type recordMsg[T any] struct {
	before T
	now    T
	err    error
}

// stop cancels the reads; a later enter goes on where they stopped.
func (l *loader[T]) stop() {
	if l.cancel != nil {
		l.cancel()
	}
	l.generation++
	l.loading, l.walking, l.toEnd, l.refreshing, l.fresh = false, false, false, false, nil
	l.ctx, l.cancel = nil, nil
}

func (l *loader[T]) begin() {
	l.stop()
	l.started = true
	l.trail = api.Trail{}
	l.token, l.more, l.err, l.incomplete, l.problems = "", true, nil, "", nil
}

func (l *loader[T]) context() context.Context {
	if l.ctx == nil {
		l.ctx, l.cancel = context.WithCancel(context.Background())
	}
	return l.ctx
}

// reload forgets the rows and starts over: another question was asked.
func (p *list[K, T]) reload() tea.Cmd {
	p.load.begin()
	p.grid.Replace(nil)
	p.lastWord = ""
	return p.fetchPage()
}

// refreshRows reads the rows again in place: the old ones stay until the new ones are there.
func (p *list[K, T]) refreshRows() tea.Cmd {
	if p.grid.Len() == 0 {
		return p.reload()
	}
	p.load.begin()
	p.load.refreshing = true
	return p.fetchPage()
}

func (p *list[K, T]) fetchPage() tea.Cmd {
	p.load.loading, p.load.err, p.load.since = true, nil, p.env.Now()
	generation, token := p.load.generation, p.load.token
	ctx, client, ask := p.load.context(), p.env.client, p.query
	request := api.PageRequest{Size: p.pageSize(), Token: token}
	fetch := p.fetch
	return func() tea.Msg {
		page, err := fetch(ctx, client, ask, request)
		return p.address(pageMsg[T]{generation: generation, token: token, page: page, err: err})
	}
}

func (p *list[K, T]) pageSize() int {
	if p.size > 0 {
		return p.size
	}
	return p.env.pageSize
}

func (p *list[K, T]) tookPage(msg pageMsg[T]) tea.Cmd {
	l := &p.load
	if msg.generation != l.generation {
		return nil
	}
	l.loading = false
	if msg.err != nil {
		l.walking, l.toEnd = false, false
		if l.refreshing {
			l.refreshing, l.fresh, l.more = false, nil, false
		}
		if !errors.Is(msg.err, context.Canceled) {
			l.err = msg.err
		}
		if p.lost() {
			return p.recall()
		}
		return nil
	}
	l.problems = append(l.problems, msg.page.Problems...)
	if l.refreshing {
		return p.tookFresh(msg)
	}
	added := p.grid.Append(msg.page.Rows)
	p.advance(msg, added)
	l.at = p.env.Now()
	arranged := p.arrange()
	if l.toEnd {
		p.grid.Bottom()
	}
	return tea.Batch(arranged, p.more())
}

// advance takes the next token, unless the tenant goes in circles.
func (p *list[K, T]) advance(msg pageMsg[T], added int) {
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
func (p *list[K, T]) tookFresh(msg pageMsg[T]) tea.Cmd {
	l := &p.load
	before := len(l.fresh)
	l.fresh = append(l.fresh, msg.page.Rows...)
	p.advance(msg, len(l.fresh)-before)
	if l.more && !p.reachesCursor() {
		return p.fetchPage()
	}
	swap := p.grid.Replace
	if l.more {
		swap = p.grid.ReplaceHead
	}
	selected, _ := p.grid.CursorKey()
	change := swap(l.fresh)
	if p.putBack(); change.CursorGone && p.grid.Select(selected) {
		change.CursorGone = false
	}
	l.refreshing, l.fresh, l.at = false, nil, p.env.Now()
	if change.CursorGone {
		p.lastWord = "The " + p.one + " that was selected is gone; its neighbour is selected now."
	}
	return tea.Batch(p.arrange(), p.more())
}

func (p *list[K, T]) reachesCursor() bool {
	index, _ := p.grid.Position()
	if len(p.load.fresh) > index+p.pageSize() {
		return true
	}
	wanted, ok := p.grid.CursorKey()
	if !ok {
		return true
	}
	for i := max(0, len(p.load.fresh)-p.pageSize()); i < len(p.load.fresh); i++ {
		if p.key(p.load.fresh[i]) == wanted && len(p.load.fresh) > index {
			return true
		}
	}
	return false
}

// more fetches the next page before the cursor gets there. A filter never makes it walk by itself.
func (p *list[K, T]) more() tea.Cmd {
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
func (p *list[K, T]) walk() tea.Cmd {
	p.grid.Bottom()
	if p.load.more {
		p.load.walking, p.load.toEnd, p.load.err = true, true, nil
	}
	return p.more()
}

// retry asks again for the page that failed, or refreshes.
func (p *list[K, T]) retry() tea.Cmd {
	if p.load.err != nil && p.load.more && !p.load.loading {
		p.load.err = nil
		return p.fetchPage()
	}
	return tea.Batch(p.refreshRows(), p.readStanding())
}

// readRecord reads the record under the cursor by its id, for the detail.
func (p *list[K, T]) readRecord() tea.Cmd {
	row, ok := p.grid.Cursor()
	if ok && p.unseen(row) && p.canRead() {
		return p.readByID(row, false)
	}
	if !ok || p.get == nil {
		return nil
	}
	ctx, client, get := p.load.context(), p.env.client, p.get
	return func() tea.Msg {
		now, err := get(ctx, client, row)
		return p.address(recordMsg[T]{before: row, now: now, err: err})
	}
}

func (p *list[K, T]) tookRecord(msg recordMsg[T]) tea.Cmd {
	switch {
	case msg.err == nil:
		return p.put(msg.now)
	case api.KindOf(msg.err) == api.KindNotFound:
		p.lastWord = "This " + p.one + " doesn't exist any more. r refreshes the list."
	}
	return nil
}

// put replaces a row by what the tenant says now.
func (p *list[K, T]) put(now T) tea.Cmd {
	if !p.grid.Put(now) {
		return nil
	}
	p.detail.dirty = true
	return p.arrange()
}

// refreshDue is the tick of the automatic refresh.
type refreshDue struct{}

func (p *list[K, T]) autoRefresh() tea.Cmd {
	if !p.visible || p.load.loading || p.find.typing || !p.load.started {
		return nil
	}
	return p.refreshRows()
}
