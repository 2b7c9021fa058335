package host

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// PlainPane is what the panes have in common that are no lists.
type PlainPane struct {
	Base
	Env     *Env
	Host    Host
	ID      string // messages are addressed to it
	Heading string
	In      keymap.Scope
	W, H    int // what its box leaves, the line above counted in
	w, h    int
	Visible bool
	kept    struct { // what was drawn last
		inside widget.KeptBlock
		box    widget.KeptLines
	}
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

// Resize keeps the inside of the pane's box, with the line above as its first.
func (p *PlainPane) Resize(w, h int) {
	p.w, p.h = w, h
	iw, ih := p.Env.Box().Inside(w, h)
	p.W, p.H = iw, min(h, ih+1)
}

// Frame draws the pane's box around its lines, behind the way to it.
func (p *PlainPane) Frame(lines []string, b widget.Box) []string {
	b.Plain, b.Role = p.Env.Box().Plain, theme.BorderFocus
	room := p.w
	if b.Plain { // the way leaves room to what is said beside it
		const least = 16
		room = max(least, room-2*len(b.Title)-widget.PiecesWidth(b.Title))
	}
	title := widget.Piece{Role: theme.Title, Text: draw.Middle(p.CrumbsIn(room, p.Heading), room)}
	b.Title = append([]widget.Piece{title}, b.Title...)
	b.Kept = &p.kept.box
	return b.Draw(p.kept.inside.Draw(lines, p.W, p.H-1), p.w, p.h, p.Env.Theme)
}

// Inset is how many cells of a row stand before the inside of the pane's box.
func (p *PlainPane) Inset() int {
	x, _ := p.Env.Box().Origin()
	return x
}

func (p *PlainPane) Redraw() {}

func (p *PlainPane) Cursor() *tea.Cursor { return nil }

func (p *PlainPane) Click(int, int) tea.Cmd { return nil }

func (p *PlainPane) Trouble() string { return "" }

func (p *PlainPane) Address(msg any) tea.Msg {
	return Addressed{Session: p.Host.Session(), Pane: p.ID, Msg: msg}
}

// SayWhile says what goes as soon as it isn't so any more.
func (p *PlainPane) SayWhile(so func() bool, text string) tea.Cmd {
	return p.Host.SayAsLong(so, Notice{Tone: ToneInfo, Text: text})
}

func (p *PlainPane) Label(id keymap.ID) string { return p.Env.Keys.Label(id) }

// ResolveNames asks the root to resolve what panes want resolved.
type ResolveNames struct{}

// Aside is a pane that may stand aside: what it reads is drawn nowhere else.
type Aside interface{ Aside() bool }

// Pane is what the frame shows one of at a time. Rows, columns and records are its own business.
type Pane interface {
	Name() string
	Title() string
	Holds(kind string) bool // it lists records of the kind
	// Count is what the tab says: "27", "200+", "" before anything was loaded.
	Count() string
	// Enter is called when the pane comes to the front, Leave when it goes: its reads are cancelled, no write is.
	Enter() tea.Cmd
	Leave()
	// Receive takes what a command of the pane brought back.
	Receive(msg any) tea.Cmd
	// Do carries out a binding; false: not one of the pane's.
	Do(id keymap.ID) (tea.Cmd, bool)
	// Input takes keys and pastes while Typing is true.
	Input(msg tea.Msg) tea.Cmd
	Typing() bool
	Scopes() []keymap.Scope
	// Hints are the keys that the footer names, most useful first. They are the same whatever row the cursor is on.
	Hints() []Hint
	// Offers are the pane's own actions for the palette and the help.
	Offers() []Offer
	// Knows reports whether Do would carry out the binding; Preview is the request that an action would send.
	Knows(id keymap.ID) bool
	Preview(id keymap.ID) (string, error)
	Resize(w, h int)
	// Redraw is called when what is drawn may have changed without the pane: names, theme, the minute.
	Redraw()
	View() []string
	Cursor() *tea.Cursor
	Click(x, y int) tea.Cmd
	Wheel(delta int) tea.Cmd
	// Trouble is what the frame says in its banner, "" when all is well.
	Trouble() string

	// Term is what the pane calls a binding, Explains what it says of it in the help; "" for the key map's words.
	Term(keymap.ID) string
	Explains(keymap.ID) string
	// Action is the action that a binding does right now: a key may do one of another name.
	Action(keymap.ID) keymap.ID
	// Claims reports whether a key that types a text, "" for none, is kept from doing what the binding says; Claimed says that it did nothing.
	Claims(text string, id keymap.ID) bool
	Claimed() tea.Cmd
	// Rests is when keys have come to rest, where the pane in front has put something off until then; otherwise the zero time.
	Rests() time.Time
	// CatchUp does at once what was put off, as far as it shows where the cursor is: any other key than a move comes after that.
	CatchUp()
	// Stoppable reports whether esc stops something that is under way here: that comes before taking notices away.
	Stoppable() bool
	// KeepsOnBack reports whether esc would take away what the person made, such as a filter: while there is a notice, esc dismisses
	// that and does no more. trouble: the notice is about trouble.
	KeepsOnBack(trouble bool) bool
	// Unsent names what somebody made and nobody has sent, which would be lost with the pane: "2 changes of your notification settings".
	Unsent() []string
	// Views are those saved of the pane; OpenView shows what one says.
	Views() []View
	OpenView(View) tea.Cmd
	// Reread reads the record of a journal entry again; false: the pane has no such record.
	Reread(action.Entry) (Rereading, bool)
	// SetTrail tells the pane which ones it was gone into from, by their titles.
	SetTrail(titles []string)
}

// Rereading reads the record of a journal entry, as the tenant sends it. A record that isn't there is an error of KindNotFound.
type Rereading func(context.Context, *api.Client) (raw json.RawMessage, id string, err error)

// Base is embedded by panes: it is what most panes answer to what only some have.
type Base struct {
	trail []string
	Scene Scene // in which the pane has drawn last what it keeps
}

func (b *Base) SetTrail(titles []string) { b.trail = titles }

// Crumbs are the way to a pane and its title: "Tenant › Contacts".
func (b *Base) Crumbs(title string) string {
	return strings.Join(append(b.trail[:len(b.trail):len(b.trail)], title), crumbGap)
}

const crumbGap = " › "

// CrumbsIn are the way to the last of some titles in so many cells: what is farthest gives way first, the last never: "… › Contacts".
func (b *Base) CrumbsIn(room int, titles ...string) string {
	way := append(b.trail[:len(b.trail):len(b.trail)], titles...)
	for from := range way {
		text := widget.IfText(from > 0, "…"+crumbGap) + strings.Join(way[from:], crumbGap)
		if draw.Width(draw.Clean(text)) <= room {
			return text
		}
	}
	return widget.IfText(len(way) > 1, "…"+crumbGap) + way[len(way)-1]
}

func (Base) Term(keymap.ID) string { return "" }

func (Base) Explains(keymap.ID) string { return "" }

func (Base) Action(id keymap.ID) keymap.ID { return id }

func (Base) Claims(string, keymap.ID) bool { return false }

func (Base) Claimed() tea.Cmd { return nil }

func (Base) Rests() time.Time { return time.Time{} }

func (Base) CatchUp() {}

func (Base) Stoppable() bool { return false }

func (Base) KeepsOnBack(bool) bool { return false }

func (Base) Unsent() []string { return nil }

func (Base) Views() []View { return nil }

func (Base) OpenView(View) tea.Cmd { return nil }

func (Base) Reread(action.Entry) (Rereading, bool) { return nil, false }

// Offer is an action as the palette and the help show it.
type Offer struct {
	ID    keymap.ID
	Title string
	Able  bool
	Why   action.Why // why it isn't able, or what speaks against it
	// Hinted actions are in the footer although they can't be done yet: what is missing is quickly done.
	Hinted bool
}

// Addressed is what a command brings back for a pane: what belongs to another session is dropped in one place.
type Addressed struct {
	Session uint64
	Pane    string
	Msg     any
}

// Awaited reports whether it brings what a key was pressed for.
func (a Addressed) Awaited() bool {
	of, is := a.Msg.(interface{ Awaited() bool })
	return is && of.Awaited()
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
