package dialog

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// MenuRequest says what a menu offers.
type MenuRequest struct {
	Title string
	Items func() []host.MenuItem // what they note may change while the menu stands
	About func() string          // a sentence below them
	At    int                    // the item that the cursor is on first
	// Again is the binding that opened the menu, which takes the item under the cursor as enter does; Scope is where it is bound.
	Again keymap.ID
	Scope keymap.Scope
	Learn func(msg any) tea.Cmd // takes what commands bring to the menu
}

// Menu is an overlay of a few items, one of which is chosen without typing.
type Menu struct {
	host.OverlayBase
	asked MenuRequest
	env   *host.Env
	at    int
	drawn []string
	over  bool
}

// NewMenu opens a menu.
func NewMenu(r MenuRequest, e *host.Env) *Menu { return &Menu{asked: r, env: e, at: r.At} }

// Title is that of the box.
func (m *Menu) Title() string { return m.asked.Title }

// Role is that of its border.
func (m *Menu) Role() theme.Role { return theme.BorderFocus }

// Closed reports whether an item was chosen, or the menu was left.
func (m *Menu) Closed() bool { return m.over }

// Scope is where its keys are bound.
func (m *Menu) Scope() keymap.Scope { return m.asked.Scope }

// Lines is what was drawn.
func (m *Menu) Lines() []string { return m.drawn }

// Hints are what the footer names.
func (m *Menu) Hints() []keymap.ID { return []keymap.ID{"open", "cursor.down", "cursor.up", "back"} }

// Term calls the keys by what they do here.
func (m *Menu) Term(id keymap.ID) string { return map[keymap.ID]string{"open": "choose"}[id] }

// Update takes a key, or what a command brings.
func (m *Menu) Update(msg tea.Msg) tea.Cmd {
	press, isKey := msg.(tea.KeyPressMsg)
	if !isKey {
		return m.asked.Learn(msg)
	}
	id, _ := host.BindingForKey(m.env.Keys, keymap.Chain(m.Scope()), press)
	last := len(m.asked.Items()) - 1
	switch id {
	case "cursor.down":
		m.at = min(m.at+1, last)
	case "cursor.up":
		m.at = max(m.at-1, 0)
	case "cursor.top":
		m.at = 0
	case "cursor.bottom":
		m.at = last
	case "open", m.asked.Again:
		m.over = true
		return m.asked.Items()[m.at].Run()
	case "back", keymap.Quit:
		m.over = true
	}
	return nil
}

// widestMenu is how wide a menu is at the most.
const widestMenu = 64

// Layout draws it. What it says below the items gives way to them.
func (m *Menu) Layout(w, h int) {
	w, m.drawn = min(w, widestMenu), nil
	for i, item := range m.asked.Items() {
		m.drawn = append(m.drawn, menuRow(m.env.Theme, item, i == m.at, w, 0))
	}
	if about := draw.Wrap(m.asked.About(), w); len(m.drawn)+1+len(about) <= h {
		m.drawn = append(append(m.drawn, ""), widget.PaintAll(m.env.Theme, theme.Dim, about)...)
	}
	m.drawn = m.drawn[:min(len(m.drawn), h)]
}
