package host

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/widget"
)

// PlainPane is what the panes have in common that are no lists.
type PlainPane struct {
	Env     *Env
	Link    *Link
	ID      string // messages are addressed to it
	Heading string
	In      keymap.Scope
	W, H    int
	Visible bool
}

func (p *PlainPane) Name() string { return p.ID }

func (p *PlainPane) Title() string { return p.Heading }

func (p *PlainPane) Holds(string) bool { return false }

func (p *PlainPane) Count() string { return "" }

func (p *PlainPane) Enter() tea.Cmd { p.Visible = true; return nil }

func (p *PlainPane) Leave() { p.Visible = false }

func (p *PlainPane) Receive(any) tea.Cmd { return nil }

func (p *PlainPane) Input(tea.Msg) tea.Cmd { return nil }

func (p *PlainPane) Typing() bool { return false }

func (p *PlainPane) Scopes() []keymap.Scope { return keymap.Chain(p.In) }

func (p *PlainPane) Explains(id keymap.ID) string {
	return widget.IfText(id == "cursor.bottom", "Go to the last row.") // there is nothing to load
}

func (p *PlainPane) Preview(keymap.ID) (string, error) {
	return "", errors.New("there is no request to show")
}

func (p *PlainPane) Resize(w, h int) { p.W, p.H = w, h }

func (p *PlainPane) Redraw() {}

func (p *PlainPane) Cursor() *tea.Cursor { return nil }

func (p *PlainPane) Click(int, int) tea.Cmd { return nil }

func (p *PlainPane) Trouble() string { return "" }

func (p *PlainPane) Address(msg any) tea.Msg {
	return Addressed{Session: p.Link.Session(), Pane: p.ID, Msg: msg}
}

func (p *PlainPane) Label(id keymap.ID) string { return p.Env.Keys.Label(id) }

// Drafter is a pane that may hold what somebody made and nobody has sent: it would be lost with the pane.
type Drafter interface {
	// unsent names it: "2 changes of your notification settings"; none when there is nothing to lose.
	Unsent() []string
}

// ResolveNames asks the root to resolve what panes want resolved.
type ResolveNames struct{}

// Pane is what the frame shows one of at a time. Rows, columns and records are its own business.
type Pane interface {
	Name() string
	Title() string
	Holds(kind string) bool // it lists records of the kind
	// count is what the tab says: "27", "200+", "" before anything was loaded.
	Count() string
	// enter is called when the pane comes to the front, leave when it goes: its reads are cancelled, no write is.
	Enter() tea.Cmd
	Leave()
	// receive takes what a command of the pane brought back.
	Receive(msg any) tea.Cmd
	// do carries out a binding; false: not one of the pane's.
	Do(id keymap.ID) (tea.Cmd, bool)
	// input takes keys and pastes while typing() is true.
	Input(msg tea.Msg) tea.Cmd
	Typing() bool
	Scopes() []keymap.Scope
	// hints are the bindings that work right now, most useful first.
	Hints() []keymap.ID
	// offers are the pane's own actions for the palette and the help.
	Offers() []Offer
	// knows reports whether do would carry out the binding; preview is the request that an action would send.
	Knows(id keymap.ID) bool
	Preview(id keymap.ID) (string, error)
	Resize(w, h int)
	// redraw is called when what is drawn may have changed without the pane: names, theme, the minute.
	Redraw()
	View() []string
	Cursor() *tea.Cursor
	Click(x, y int) tea.Cmd
	Wheel(delta int) tea.Cmd
	// trouble is what the frame says in its banner, "" when all is well.
	Trouble() string
}

// wrapper is a pane around another one.
type wrapper interface{ Inner() Pane }

// As is what a pane, or the one that it wraps, can do beside what every pane does.
func As[C any](p Pane) (can C, ok bool) {
	for p != nil {
		if can, ok = p.(C); ok {
			return can, true
		}
		w, wraps := p.(wrapper)
		if !wraps {
			break
		}
		p = w.Inner()
	}
	return can, false
}

// Offer is an action as the palette and the help show it.
type Offer struct {
	ID    keymap.ID
	Title string
	Able  bool
	Why   string // why it isn't able
	// hinted: the footer names it all the same, because what is missing is quickly done.
	Hinted bool
}

// Addressed is what a command brings back for a pane: what belongs to another session is dropped in one place.
type Addressed struct {
	Session uint64
	Pane    string
	Msg     any
}

// Query is what a pane asks the tenant for.
type Query struct {
	Text   string // the tenant's own search
	Choice string // one of the resource's choices, "" for the first
	Narrow []Narrowing
}

// AnyRow is a record as the machinery of a list holds it. Only the declaration of its pane knows its type, so that the machinery is
// compiled once and not for each kind of record.
type AnyRow = any

// AnyKey is the key of such a record.
type AnyKey = any
