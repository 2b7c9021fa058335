package dialog

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// ColumnChoice is a column that can be chosen.
type ColumnChoice struct {
	Name  string
	Title string
	On    bool
	Fixed bool   // it is always on
	Note  string // what else is to be known of it
}

// ColumnsRequest says which columns there are to choose from, and what becomes of the choice.
type ColumnsRequest struct {
	Title   string
	Columns []ColumnChoice
	// Defaults are the columns as they are when nobody has chosen; nil: they can't be moved, nor set back to these.
	Defaults []ColumnChoice
	Take     func([]ColumnChoice) tea.Cmd
}

// Columns is the overlay that chooses columns, and their order where it can be chosen.
type Columns struct {
	host.OverlayBase
	request ColumnsRequest
	columns []ColumnChoice
	env     *host.Env
	at      int
	shown   widget.Scroll
	said    string // why a key did nothing
	drawn   []string
	over    bool
}

// NewColumns opens the choice of columns.
func NewColumns(r ColumnsRequest, e *host.Env) *Columns {
	return &Columns{request: r, columns: slices.Clone(r.Columns), env: e}
}

// Title is that of the box.
func (b *Columns) Title() string { return host.FirstOf(b.request.Title, "Columns") }

// Role is that of its border.
func (b *Columns) Role() theme.Role { return theme.BorderFocus }

// Closed reports whether the choice was taken or left.
func (b *Columns) Closed() bool { return b.over }

// Scope is where its keys are bound.
func (b *Columns) Scope() keymap.Scope {
	if b.request.Defaults == nil {
		return keymap.ScopeChoice
	}
	return keymap.ScopeColumns
}

// Lines is what was drawn.
func (b *Columns) Lines() []string { return b.drawn }

// Scrolled is which of the columns are in view.
func (b *Columns) Scrolled() widget.Scroll { return b.shown }

// Hints are what the footer names.
func (b *Columns) Hints() []keymap.ID {
	if b.request.Defaults == nil {
		return []keymap.ID{"choice.toggle", "form.enter", "form.cancel", "choice.next", "choice.previous"}
	}
	return []keymap.ID{"choice.toggle", "form.enter", "form.cancel", "columns.down", "columns.up", "columns.reset"}
}

// Term calls the keys by what they do here.
func (b *Columns) Term(id keymap.ID) string {
	return map[keymap.ID]string{"form.enter": "take", "choice.next": "all on", "choice.previous": "all off"}[id]
}

// Update takes a key.
func (b *Columns) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	b.said = ""
	id, _ := host.BindingForKey(b.env.Keys, keymap.Chain(b.Scope()), press)
	switch id {
	case "choice.down", "form.next":
		b.at = min(b.at+1, len(b.columns)-1)
	case "choice.up", "form.previous":
		b.at = max(b.at-1, 0)
	case "choice.toggle":
		b.toggle()
	case "choice.next", "choice.previous":
		for i := range b.columns {
			b.columns[i].On = id == "choice.next" || b.columns[i].Fixed
		}
	case "columns.down":
		b.move(1)
	case "columns.up":
		b.move(-1)
	case "columns.reset":
		b.columns = slices.Clone(b.request.Defaults)
		b.at = 0
	case "form.enter", "form.submit":
		return b.take()
	case "form.cancel":
		b.over = true
	}
	return nil
}

func (b *Columns) toggle() {
	c := &b.columns[b.at]
	if c.Fixed {
		b.said = c.Title + " stays: it says which row is which."
		return
	}
	c.On = !c.On
}

// move takes the column under the cursor along.
func (b *Columns) move(by int) {
	to := b.at + by
	if to < 0 || to >= len(b.columns) {
		return
	}
	b.columns[b.at], b.columns[to] = b.columns[to], b.columns[b.at]
	b.at = to
}

func (b *Columns) take() tea.Cmd {
	if !slices.ContainsFunc(b.columns, func(c ColumnChoice) bool { return c.On }) {
		b.said = "Choose at least one column."
		return nil
	}
	b.over = true
	return b.request.Take(b.columns)
}

// widestColumns is how wide the choice is at the most.
const widestColumns = 70

// Layout draws it.
func (b *Columns) Layout(w, h int) {
	th := b.env.Theme
	w = min(w, widestColumns)
	words, role := b.words(), theme.Dim
	if b.said != "" {
		words, role = b.said, theme.Bad
	}
	said, air := widget.PaintAll(th, role, draw.Wrap(words, w)), 1 // a line apart
	if b.said == "" && h-len(said)-1 < min(6, len(b.columns)) {    // the footer names the keys that it has room for
		said, air = widget.PaintAll(th, role, draw.Wrap(b.moreWords(), w)), 0
		if h-len(said) < min(4, len(b.columns)) {
			said = nil
		}
	}
	rows := max(1, min(len(b.columns), h-len(said)-air))
	top := max(0, min(max(b.shown.Top, b.at-rows+1), b.at))
	b.shown = widget.Scroll{Top: top, Rows: rows, All: len(b.columns)}
	b.drawn = nil
	for i := top; i < min(len(b.columns), top+rows); i++ {
		b.drawn = append(b.drawn, b.row(i, w))
	}
	b.drawn = append(append(b.drawn, make([]string, air)...), said...)
	b.drawn = b.drawn[:min(len(b.drawn), h)]
}

func (b *Columns) words() string {
	k := b.env.Keys
	takes := fmt.Sprintf("%s takes them, %s leaves them as they were.", k.Label("form.enter"), k.Label("form.cancel"))
	if b.request.Defaults == nil {
		return fmt.Sprintf("%s turns one on or off, %s all on, %s all off. ", k.Label("choice.toggle"), k.Label("choice.next"),
			k.Label("choice.previous")) + takes
	}
	return fmt.Sprintf("%s turns one on or off, %s and %s move it, %s sets all back. ", k.Label("choice.toggle"), k.Label("columns.down"),
		k.Label("columns.up"), k.Label("columns.reset")) + takes
}

// moreWords name the keys that a small screen's footer has no room for.
func (b *Columns) moreWords() string {
	k := b.env.Keys
	if b.request.Defaults == nil {
		return fmt.Sprintf("%s all on, %s all off.", k.Label("choice.next"), k.Label("choice.previous"))
	}
	return fmt.Sprintf("%s and %s move it, %s sets all back.", k.Label("columns.down"), k.Label("columns.up"), k.Label("columns.reset"))
}

func (b *Columns) row(i, w int) string {
	c, th := b.columns[i], b.env.Theme
	mark := "[ ] "
	switch {
	case c.Fixed:
		mark = "[•] "
	case c.On:
		mark = "[x] "
	}
	title, note := draw.Clean(mark+c.Title), draw.Clean(c.Note)
	room := w - 2 - draw.Width(title) - 2
	if room < 6 {
		title, note = draw.Fit(title, w-2, draw.Left), ""
	} else {
		title, note = title+"  ", draw.Fit(note, room, draw.Right)
	}
	if i == b.at {
		return th.PaintOn(theme.Accent, theme.Selected, "▌ ") + th.PaintOn(theme.Text, theme.Selected, title) +
			th.PaintOn(theme.Dim, theme.Selected, note)
	}
	return "  " + th.Paint(theme.Text, title) + th.Paint(theme.Dim, note)
}
