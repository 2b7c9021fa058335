package matrix

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Of is what a matrix is of.
type Of struct {
	ID           string // of the suggestion
	Name         string
	People       int64 // of the cohort, as the suggestion says
	Entitlements []api.SuggestionEntitlement
	// Risk is how risky an entitlement is, in words and as a role; it may be known only later.
	Risk func(api.SuggestionEntitlement) (string, theme.Role)
	// Create opens the form for an access profile without some of the entitlements; Why is why that can't be done now, "" when it can.
	Create func(without []api.EntitlementRef) tea.Cmd
	Why    func() action.Why
}

// Pane shows the access matrix of a suggestion.
type Pane struct {
	host.PlainPane
	of    Of
	names []string // of the entitlements
	all   int      // entitlements of the suggestion

	table      *Table
	reading    *reading
	generation uint64
	ctx        context.Context // of what is being read
	cancel     context.CancelFunc
	waiting    bool      // for a change under way, before anything more is asked
	began      time.Time // when the oldest of what was read was asked for

	order         Order
	sorted        bool // rows and columns are in that order; while they are read they stay as they come
	sum           Totals
	rows, columns []int // as they are shown
	row, column   int   // the cell under the cursor, as shown
	top, left     int   // the first in view
	shape         shape
	measured      int // people whose names were measured, and the widest of them
	widest        int
	counted       uint64 // how often the margins were counted, or rows and columns sorted
	drawn         drawn
}

// pageMsg brings a page of the cohort.
type pageMsg struct {
	generation uint64
	of         ask
	page       api.Page[api.CohortMember]
	err        error
}

// lookAgain is the time to see whether the change is through that reading waits for.
type lookAgain struct{ generation uint64 }

// pause is how often that is looked at.
const pause = 200 * time.Millisecond

// Scope is where the keys of a matrix work.
func Scope() keymap.Scope { return keymap.PaneScope("matrix", "Access matrix") }

// Bindings are those that work in a matrix.
func Bindings() []keymap.Binding {
	s := Scope()
	return []keymap.Binding{
		keymap.Bind(s, "matrix.left", "left", "Go to the entitlement on the left.", "h", "left"),
		keymap.Bind(s, "matrix.right", "right", "Go to the entitlement on the right.", "l", "right"),
		keymap.Bind(s, "matrix.page.left", "page left", "Go left one screen.", "["),
		keymap.Bind(s, "matrix.page.right", "page right", "Go right one screen.", "]"),
		keymap.Bind(s, "matrix.sort", "order", "Change the order: by blocks (whoever has it all first, then each person and each entitlement "+
			"beside the one most like it, by the share that both have of what either has; outliers, with less than half of the median, "+
			"last), by totals, or by name.", "s"),
		keymap.Bind(s, "matrix.leave", "leave out", "Leave the entitlement out of what would be granted, or take it in again.", "space"),
		keymap.Bind(s, "matrix.create", "new profile", "Create an access profile without what is left out, or without the entitlement "+
			"under the cursor.", "n"),
	}
}

// NameOf is the name of the matrix of a suggestion.
func NameOf(suggestion string) string { return "suggestions/matrix/" + suggestion }

// New makes the matrix of a suggestion.
func New(of Of, e *host.Env, h host.Host) *Pane {
	n := min(len(of.Entitlements), MaxEntitlements)
	p := &Pane{PlainPane: host.PlainPane{Env: e, Host: h, ID: NameOf(of.ID),
		Heading: "Access matrix › " + host.FirstOf(of.Name, of.ID), In: Scope()}, of: of, table: NewTable(n), reading: newReading(n)}
	p.all, p.of.Entitlements = len(of.Entitlements), of.Entitlements[:n:n]
	for _, x := range p.of.Entitlements {
		p.names = append(p.names, host.FirstOf(x.EntitlementDisplayName, x.EntitlementID))
	}
	p.columns = upTo(n)
	p.count()
	return p
}

// Aside reports that nothing else draws what a matrix reads.
func (p *Pane) Aside() bool { return true }

// Trouble is why not all of it could be read.
func (p *Pane) Trouble() string {
	err := p.reading.firstError()
	if err == nil || len(p.table.people) == 0 {
		return ""
	}
	what, _ := p.Env.Explain(err)
	return "Not all of the matrix could be read; " + p.Label("refresh") + " tries again. " + what
}

// Walking reports whether the matrix is being read.
func (p *Pane) Stoppable() bool { return p.Visible && !p.reading.over() && p.fits() }

// Enter begins to read, or goes on where it was left.
func (p *Pane) Enter() tea.Cmd {
	p.Visible = true
	for _, x := range p.of.Entitlements {
		p.Env.Names.Want([]widget.Ref{{Kind: "risk", ID: x.RiskLevelValueID}})
	}
	read := p.read()
	if !p.Env.Names.Waiting() {
		return read
	}
	return tea.Batch(read, func() tea.Msg { return host.ResolveNames{} })
}

// GoOn has a matrix that is gone into again read what was stopped or could not be read.
func GoOn(pane host.Pane) {
	if p, ok := pane.(*Pane); ok && (p.reading.stopped || p.reading.firstError() != nil) {
		p.reading.again(p.table)
		p.sorted = false
		p.count()
	}
}

// Leave cancels what is being read.
func (p *Pane) Leave() {
	p.Visible, p.waiting = false, false
	p.drop()
}

func (p *Pane) drop() {
	p.generation++
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
	p.reading.drop()
}

// read asks for what is to be read next, as much as may be under way at a time. It lets a change that has no answer go first.
func (p *Pane) read() tea.Cmd {
	if !p.Visible || p.waiting || !p.fits() {
		return nil
	}
	if p.Env.UnderWay.Count() > 0 {
		if p.reading.left() == 0 {
			return nil
		}
		p.waiting = true
		again := p.Address(lookAgain{p.generation})
		return p.Host.Tick(pause, func(time.Time) tea.Msg { return again })
	}
	var asked []tea.Cmd
	for order := p.wanted(); ; {
		a, ok := p.reading.next(order)
		if !ok {
			return tea.Batch(asked...)
		}
		asked = append(asked, p.ask(a))
	}
}

// wanted are the entitlements in the order in which they are read: those in view first, then what is nearest.
func (p *Pane) wanted() []int {
	from, to := p.left, min(len(p.columns), p.left+p.shape.columns)
	order := slices.Clone(p.columns[from:to])
	for step := 0; len(order) < len(p.columns); step++ {
		if to+step < len(p.columns) {
			order = append(order, p.columns[to+step])
		}
		if from-1-step >= 0 {
			order = append(order, p.columns[from-1-step])
		}
	}
	return order
}

func (p *Pane) ask(a ask) tea.Cmd {
	if p.cancel == nil {
		var ctx context.Context
		ctx, p.cancel = context.WithCancel(p.Env.Life)
		p.ctx = ctx
	}
	if p.began.IsZero() {
		p.began = p.Env.Now()
	}
	x, ctx, client, generation := p.of.Entitlements[a.column], p.ctx, p.Env.Client, p.generation
	selected := api.CohortSearch{Entitlements: []api.EntitlementRef{refOf(x)}}
	return func() tea.Msg {
		page, err := client.SuggestionUsers(ctx, p.of.ID, selected, api.PageRequest{Size: 100, Token: a.token})
		return p.Address(pageMsg{generation, a, page, err})
	}
}

// Receive takes a page, or more room.
func (p *Pane) Receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case pageMsg:
		if msg.generation != p.generation {
			return nil
		}
		p.reading.handle(msg.of, msg.page, msg.err, p.table)
		next := p.read()
		p.count()
		return next
	case lookAgain:
		if msg.generation == p.generation {
			p.waiting = false
			return p.read()
		}
	case host.Resized:
		return p.read()
	}
	return nil
}

// count counts the margins again, and sorts once all is read: rows don't change their places under the reader before.
func (p *Pane) count() {
	p.counted++
	p.sum = p.table.Totals()
	for i := len(p.rows); i < len(p.table.people); i++ {
		p.rows = append(p.rows, i)
	}
	if p.reading.over() && !p.sorted {
		p.sort()
	}
	p.lay()
}

// sort puts people and entitlements in order; the cursor stays with its person and its entitlement.
func (p *Pane) sort() {
	person, entitlement := -1, -1
	if p.row < len(p.rows) && p.row > 0 {
		person = p.rows[p.row]
	}
	if p.column < len(p.columns) && p.column > 0 {
		entitlement = p.columns[p.column]
	}
	p.rows, p.columns = p.table.Arrange(p.order, p.sum, p.names)
	p.row, p.column = max(0, slices.Index(p.rows, person)), max(0, slices.Index(p.columns, entitlement))
	p.sorted = true
	p.counted++
	p.lay()
}

// personOf is a member of the cohort as the matrix knows it.
func personOf(m api.CohortMember) Person {
	return Person{ID: m.ID, Name: host.FirstOf(host.UserName(m.User), m.ID), Job: m.JobTitle}
}
