package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/ui/grid"
)

// list is the one pane behind every resource: a grid that loads as it is needed, a filter, a detail.
type list struct {
	resource[anyKey, anyRow]
	env  *env
	link *link

	grid *grid.Grid[anyKey, anyRow]
	load loader
	// settled are the records as actions left them, until the tenant's lists show them so.
	settled map[anyKey]*settledRow
	readAt  map[anyKey]time.Time // when the records were read, by key
	find    finder
	detail  detail
	pursuit pursuit
	marks   marks
	query   query
	stands  stands
	// answers are what the tenant added to results, by record.
	answers map[anyKey]string
	hand    byHand          // what was opened by its id
	closed  map[string]bool // the choices that the tenant doesn't list, or refused to

	bindings map[keymap.ID]func() tea.Cmd
	movers   map[keymap.ID]bool // the bindings that move the cursor or scroll
	// cursorKeys are those that move the cursor by rows.
	cursorKeys map[keymap.ID]bool
	follower   follower // the pile, once it was opened; it keeps its place
	export     *export  // under way, nil when there is none
	exported   *anyRow  // the record in view when it was opened, nil when there was none
	viewing    *view    // the view opened or saved last
	whole      string   // how many rows there are when the list isn't narrowed

	w, h       int
	onDetail   bool // keys go to the detail
	visible    bool
	arranging  uint64
	cancelSort context.CancelFunc
}

// newList makes the pane of a declared list.
func newList[K comparable, T any](r resource[K, T], e *env, l *link) *list {
	return newUntypedList(r.untyped(e), e, l)
}

func newUntypedList(r resource[anyKey, anyRow], e *env, l *link) *list {
	p := &list{resource: r, env: e, link: l, grid: grid.New(r.key, r.gridColumns()),
		settled: map[anyKey]*settledRow{}, readAt: map[anyKey]time.Time{}, closed: map[string]bool{}}
	p.grid.SetPending(p.pending)
	p.detail.more = func(n int) string { return e.linesBelow(n, p.detail.w, p.onDetail) }
	p.load.serial = e.nextSerial
	p.bind()
	p.find = newFinder(p.grid.ParseFilter)
	if len(r.choices) > 0 {
		p.query.choice = r.choices[0].name
	}
	return p
}

func (p *list) name() string           { return p.resource.name }
func (p *list) title() string          { return p.resource.title }
func (p *list) holds(kind string) bool { return p.one == kind }
func (p *list) typing() bool           { return p.find.typing }
func (p *list) walking() bool          { return p.load.walking }

func (p *list) enter() tea.Cmd {
	p.visible = true
	p.detail.dirty = true
	if p.load.err != nil && !p.lost() {
		return p.after(p.retry())
	}
	if p.load.started {
		return tea.Batch(p.after(p.more()), p.readStanding())
	}
	return tea.Batch(p.reload(), p.readStanding())
}

func (p *list) leave() {
	p.pursuit.waits = false
	p.visible = false
	p.load.stop()
	p.lookBack()
	p.hand.stop()
	p.stands.stop()
}

// receive takes an answer; what an older request brings is dropped.
func (p *list) receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case pageMsg:
		return p.after(p.tookPage(msg))
	case arrangedMsg:
		return p.after(p.tookArrangement(msg))
	case recordMsg:
		return p.after(p.tookRecord(msg))
	case refreshDue:
		return tea.Batch(p.after(p.autoRefresh()), p.standAgain())
	case standingMsg:
		return p.after(p.tookStanding(msg))
	case waitGoesOn:
		p.load.watched = false
		return p.watchWait()
	case standingDue:
		return p.standingFallsDue()
	case namesKnown:
		p.grid.ForgetTexts()
		p.detail.dirty = true
		return p.after(p.arrange())
	case restDue:
		p.tookRest(msg)
		return p.after(nil)
	case resized:
		return p.after(tea.Batch(p.rearrange(), p.more()))
	case action.Result:
		p.keepAnswer(msg)
		return p.after(p.tookResult(msg))
	case lookedUp:
		return p.after(p.tookLookup(msg))
	case recalledMsg:
		return p.after(p.tookRecalled(msg))
	case unremembered:
		return p.cantRemember(msg.err)
	case exportFolderFits, exportLooked, exportNames, exportEnded:
		if p.export != nil {
			return p.after(p.export.took(msg))
		}
	case toldMsg:
		msg.to.lines, msg.to.listed, msg.to.ready = msg.what.lines, msg.what.listed, true
	}
	return nil
}

// after brings what depends on the rows and the cursor up to date.
func (p *list) after(cmd tea.Cmd) tea.Cmd {
	if _, ok := p.grid.Cursor(); !ok && p.onDetail && !p.load.loading { // there is no detail to be in
		p.leaveDetail()
	}
	p.keepCount()
	p.redrawDetail()
	if p.follower != nil && p.visible {
		cmd = tea.Batch(cmd, p.follower.sync())
	}
	if p.export != nil && !p.export.over() {
		cmd = tea.Batch(cmd, p.export.follow())
	}
	return tea.Batch(cmd, p.awaitRest(), p.wantNames(), p.readUnseen())
}

func (p *list) wantNames() tea.Cmd {
	if p.refs == nil {
		return nil
	}
	if row, ok := p.grid.Cursor(); ok {
		p.env.names.want(p.refs(row))
	}
	for _, row := range p.grid.Window() {
		p.env.names.want(p.refs(row))
	}
	if !p.env.names.waiting() {
		return nil
	}
	return func() tea.Msg { return resolveNames{} }
}

// resolveNames asks the root to resolve what panes want resolved.
type resolveNames struct{}

func (p *list) address(msg any) tea.Msg {
	return addressed{session: p.link.session(), pane: p.resource.name, msg: msg}
}

func (p *list) resize(w, h int) {
	p.w, p.h = w, h
	p.layout()
}

func (p *list) redraw() {
	p.detail.dirty = true
	p.redrawDetail()
}

func (p *list) scopes() []keymap.Scope {
	if p.onDetail {
		return keymap.DetailChain(p.scope)
	}
	return keymap.Chain(p.scope)
}
