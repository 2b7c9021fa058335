package dialog

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// ViewsMenu is the list of a pane's views, from which saved ones can be deleted.
type ViewsMenu struct {
	*palette
	List  func() []host.View
	Open  func(host.View) tea.Cmd
	Drop  func(host.View) tea.Cmd
	Env   *host.Env
	views []host.View // of the lines, in their order
	Armed string      // the saved view that the next press deletes
}

// Fill makes the lines anew, and keeps what was typed and the view under the cursor.
func (m *ViewsMenu) Fill() {
	before, had := m.selected()
	typed := ""
	if m.palette != nil {
		typed = m.field.Value()
	}
	var items []host.MenuItem
	m.views = m.List()
	for _, v := range m.views {
		note := v.Words()
		if v.Fixed {
			note = strings.TrimSuffix("configuration · "+note, " · ")
		}
		items = append(items, host.MenuItem{Title: v.Name, Note: note, Run: func() tea.Cmd { return m.Open(v) }})
	}
	m.palette = NewPalette("Views", items, m.Env.Keys, m.Env.Theme)
	m.field.SetValue(typed)
	m.Search()
	for y, i := range m.shown {
		if v := m.views[i]; had && v.Name == before.Name && v.Fixed == before.Fixed {
			m.cursorY = y
		}
	}
}

// selected is the view under the cursor; false: there is none.
func (m *ViewsMenu) selected() (host.View, bool) {
	if m.palette == nil || m.cursorY >= len(m.shown) {
		return host.View{}, false
	}
	return m.views[m.shown[m.cursorY]], true
}

func (m *ViewsMenu) Hints() []keymap.ID {
	return []keymap.ID{"picker.choose", "views.delete", "picker.close"}
}

func (m *ViewsMenu) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return m.palette.Update(msg)
	}
	if id, _ := host.BindingForKey(m.Env.Keys, keymap.Chain(keymap.ScopePicker), press); id == "views.delete" {
		return m.delete()
	}
	if m.Armed != "" {
		m.Armed, m.preview = "", nil
		if press.Text == "" { // the key that answers no does nothing else
			return nil
		}
	}
	return m.palette.Update(msg)
}

// delete asks with the first press and deletes with the second.
func (m *ViewsMenu) delete() tea.Cmd {
	v, ok := m.selected()
	switch {
	case !ok:
	case v.Fixed:
		m.Armed = ""
		m.preview = &widget.Scroller{Text: "This view is in the configuration file, which gatehouse never changes. Delete it there."}
	case m.Armed != v.Name:
		m.Armed = v.Name
		m.preview = &widget.Scroller{Text: fmt.Sprintf("%s again deletes the view “%s”. Any other key keeps it.",
			m.Env.Keys.Label("views.delete"), v.Name)}
	default:
		m.over = true
		return m.Drop(v)
	}
	return nil
}
