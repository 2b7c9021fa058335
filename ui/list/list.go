package list

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/state"
	"gatehouse/ui/chart"
	"gatehouse/ui/export"
	"gatehouse/ui/filterline"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/lag"
	"gatehouse/ui/paging"
	"gatehouse/ui/refresh"
	"gatehouse/ui/search"
	"gatehouse/ui/status"
	"gatehouse/ui/widget"
)

// Pane is the one pane behind every resource: a grid that loads as it is needed, a filter, a detail.
type Pane struct {
	host.Base
	Resource[host.AnyKey, host.AnyRow]
	Env  *host.Env
	Host host.Host

	Grid *grid.Grid[host.AnyKey, host.AnyRow]
	Load paging.Loader
	// Ahead is where the list stands with what is asked for before its own pages.
	Ahead       Ahead
	atOnce      bool                      // a person asked for the next page just now
	pageWaits   bool                      // until a search is through
	waitWatched bool                      // a tick that says how long rows are waited for will come
	backOff     refresh.BackOff           // of the automatic refresh
	Changed     *lag.Records              // the records as actions left them
	ReadAt      map[host.AnyKey]time.Time // when the records were read, by key
	Find        filterline.Line
	found       search.Finder // of the rows that Find lets through
	Detail      widget.Detail
	seen        host.Sight // the record that was read last by its id
	heard       host.Heard // which names its texts have
	pursuit     host.Rest  // the detail beside the list follows the cursor
	opening     host.Rest  // a detail that is opened reads its record
	typing      host.Rest  // a walk goes on
	marks       marks
	Query       host.Query
	Reading     string // what is said, and what stops it, while the first rows are read; "": that they are loaded
	Progress    string // how far a walk has come, in few words; "": how many rows there are
	WayOn       string // what else helps where the rows could not be loaded
	status      *status.Watch
	charted     charted
	answers     map[host.AnyKey]string // what the tenant added to results, by record
	openedByID  openedByID             // what was opened by its id
	closed      map[string]bool        // the choices that the tenant doesn't list, or refused to

	bound    *bindings       // nil until the first key
	Follower Follower        // the pile, once it was opened; it keeps its place
	export   *export.Overlay // under way, nil when there is none
	exported *host.AnyRow    // the record in view when it was opened, nil when there was none
	viewing  *host.View      // the view opened or saved last
	ofView   []state.Column  // its columns, where it has some
	whole    string          // how many rows there are when the list isn't narrowed

	kept     struct{ list, detail widget.KeptLines } // what was drawn last
	w, h     int
	onDetail bool // keys go to the detail
	zoomed   bool // it has the whole pane while they do
	Visible  bool
}

// New makes the pane of a declared list.
func New[K comparable, T any](r Resource[K, T], e *host.Env, h host.Host) *Pane {
	return newUntypedList(r.Untyped(e), e, h)
}

func newUntypedList(r Resource[host.AnyKey, host.AnyRow], e *host.Env, h host.Host) *Pane {
	p := &Pane{Resource: r, Env: e, Host: h, Grid: grid.New(r.Key, r.GridColumns()),
		ReadAt: map[host.AnyKey]time.Time{}, closed: map[string]bool{}, answers: map[host.AnyKey]string{}}
	p.Grid.SetPending(p.Pending)
	p.Detail.More = func(n int) string { return e.LinesBelow(n, p.Detail.W, p.onDetail) }
	p.Detail.Counted = func() bool { return !p.box().Plain }
	p.Load.Life, p.Load.Serial = e.Life, e.NextSerial
	p.Changed = lag.New(lag.Kind{Key: r.Key, NoKey: r.NoKey, Raw: r.Raw}, e.Now, e.NextSerial)
	p.charted.view = chart.New(r.Chart)
	p.status = status.New(e, r.Status, h.Tick, p.Address)
	p.Find, p.found = filterline.New(p.Grid.ParseFilter), search.New(p.Grid, e, p.Address)
	if len(r.Choices) > 0 {
		p.Query.Choice = r.Choices[0].Name
	}
	return p
}

func (p *Pane) Name() string { return p.Resource.Name }

func (p *Pane) Title() string { return p.Resource.Title }

func (p *Pane) Aside() bool { return p.Resource.Aside }

func (p *Pane) Holds(kind string) bool { return p.One == kind }

func (p *Pane) Typing() bool { return p.Find.Typing }

// Walking reports whether esc stops what is under way.
func (p *Pane) Stoppable() bool { return p.Load.Walking || p.WaitsLong() || p.Load.LetsWrites() }

func (p *Pane) Enter() tea.Cmd {
	p.Visible = true
	p.Detail.Dirty = p.Detail.Dirty || !p.Scene.SameButNames(p.Env.Scene())
	if !p.Load.Started() {
		return tea.Batch(p.Reload(), p.status.Ask())
	}
	named := p.hearNames()
	if p.Load.Err() != nil && !p.Lost() {
		return tea.Batch(named, p.After(p.Retry()))
	}
	return tea.Batch(named, p.After(p.More()), p.status.Look())
}

func (p *Pane) Leave() {
	p.pursuit.Waits, p.typing.Waits = false, false
	p.CloseChart()
	p.Visible = false
	p.Load.Stop()
	p.lookBack()
	p.openedByID.Stop()
	p.status.Stop()
}

// Receive takes an answer; what an older request brings is dropped.
func (p *Pane) Receive(msg any) tea.Cmd {
	switch msg := msg.(type) { // those for which no row is another
	case host.Rested:
		return p.handleRest()
	case RecordMsg:
		if p.knew(msg) {
			return p.After(p.handleRecord(msg))
		}
	}
	p.Grid.Redraw()
	switch msg := msg.(type) {
	case PageMsg:
		return p.After(p.handlePage(msg))
	case search.Stepped:
		return p.After(p.handleFound(msg))
	case RecordMsg:
		return p.After(p.handleRecord(msg))
	case refresh.Due:
		return tea.Batch(p.After(p.autoRefresh()), p.status.Again(p.Visible))
	case status.Msg:
		return p.After(p.handleStatus(msg))
	case host.WaitGoesOn:
		p.waitWatched = false
		return p.watchWait()
	case paging.ChangesOver:
		return p.After(p.Load.GoOnAfter(msg, p.FetchPage))
	case status.Due:
		return p.status.FallDue(p.Visible)
	case host.NamesKnown:
		return p.After(p.hearNames())
	case host.Resized:
		return p.After(tea.Batch(p.rearrange(), p.More()))
	case countedMsg:
		return p.After(p.handleCounts(msg))
	case action.Result:
		p.keepAnswer(msg)
		if p.Learns != nil {
			p.Learns(msg)
		}
		return p.After(p.handleResult(msg))
	case lookedUp:
		return p.After(p.handleLookup(msg))
	case recalledMsg:
		return p.After(p.handleRecalled(msg))
	case unremembered:
		return p.cantRemember(msg.err)
	case export.FolderFits, export.Looked, export.NamesKnown, export.Ended:
		if p.export != nil {
			return p.After(p.export.Handle(msg))
		}
	case lossesMsg:
		msg.to.lines, msg.to.listed, msg.to.ready = msg.what.Lines, msg.what.Listed, true
	}
	return nil
}

// After brings what depends on the rows and the cursor up to date.
func (p *Pane) After(cmd tea.Cmd) tea.Cmd {
	if _, ok := p.Grid.Cursor(); !ok && p.onDetail && !p.Load.Loading() { // there is no detail to be in
		p.leaveDetail()
	}
	p.keepCount()
	cmd = tea.Batch(cmd, p.leaveColumns(), p.countBars())
	p.redrawDetail()
	if p.Follower != nil && p.Visible {
		cmd = tea.Batch(cmd, p.Follower.Sync())
	}
	if p.export != nil && !p.export.Over() {
		cmd = tea.Batch(cmd, p.export.Follow())
	}
	if p.pageWaits {
		cmd = tea.Batch(cmd, p.More())
	}
	return tea.Batch(cmd, p.wantNames(), p.readUnseen())
}

func (p *Pane) wantNames() tea.Cmd {
	if p.Refs == nil {
		return nil
	}
	news := false
	for _, row := range p.Grid.NewOnScreen() {
		news = p.Env.Names.Want(p.Refs(row)) || news
	}
	if news { // with them those that come to the screen next, or there would be a request with every key
		for _, row := range p.Grid.Around() {
			p.Env.Names.Want(p.Refs(row))
		}
	}
	if !p.Env.Names.Waiting() {
		return nil
	}
	return func() tea.Msg { return host.ResolveNames{} }
}

// hearNames reads anew what was read without names that came since.
func (p *Pane) hearNames() tea.Cmd {
	came, lacks := p.Env.Names.Tell(p.Grid, &p.heard)
	if p.Detail.Dirty = p.Detail.Dirty || lacks; !came {
		return nil
	}
	return p.Arrange()
}

func (p *Pane) Address(msg any) tea.Msg {
	return host.Addressed{Session: p.Host.Session(), Pane: p.Resource.Name, Msg: msg}
}

func (p *Pane) Resize(w, h int) {
	p.w, p.h = w, h
	p.Layout()
}

func (p *Pane) Redraw() {
	p.Grid.Redraw()
	p.Detail.Dirty = true
	p.charted.stale = true // ages move on
	p.pursuit.Waits = false
	p.redrawDetail()
}

func (p *Pane) Scopes() []keymap.Scope {
	if p.OnChart() {
		return keymap.Chain(keymap.ScopeChart)
	}
	if p.onDetail {
		return keymap.DetailChain(p.Scope)
	}
	return keymap.Chain(p.Scope)
}
