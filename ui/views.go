package ui

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
)

func (m *Model) handleViews(msg host.ViewsMsg) tea.Cmd {
	if msg.Err == nil {
		m.views.Saved = nil
		for _, s := range msg.Saved {
			m.views.Saved = append(m.views.Saved, host.View{View: s})
		}
		if menu, ok := m.overlay().(*dialog.ViewsMenu); ok && menu.Armed == "" {
			menu.Fill()
		}
	}
	switch {
	case msg.Then != nil:
		return msg.Then(msg.Done)
	case msg.Err != nil:
		return m.notices.Say(host.Notice{Tone: host.ToneWarning, Text: host.Capital(msg.Err.Error()) + ". Everything else works."})
	}
	return nil
}

// viewItems are the views of all panes as lines of the palette.
func (m *Model) viewItems() []host.MenuItem {
	var items []host.MenuItem
	add := func(p host.Pane, note string, arrive func() tea.Cmd) {
		for _, v := range p.Views() {
			items = append(items, host.MenuItem{Title: "View: " + v.Name, Note: host.FirstOf(note, v.Words()),
				Run: func() tea.Cmd { return tea.Batch(arrive(), p.OpenView(v)) }})
		}
	}
	add(m.pane(), "", func() tea.Cmd { return nil })
	for i, t := range m.tabs {
		if i != m.active {
			add(t.top(), "in "+t.top().Title(), func() tea.Cmd { return m.show(i) })
		}
	}
	return items
}

// handleLayout lays the panes out as it is remembered; one that can't be read or saved costs nothing else.
func (m *Model) handleLayout(msg host.LayoutMsg) tea.Cmd {
	if msg.Err != nil {
		return m.notices.Say(host.Notice{Tone: host.ToneWarning, Text: host.Capital(msg.Err.Error()) + ". Everything else works."})
	}
	if msg.Read {
		m.layout.Handle(msg.Kept)
		m.layoutPanes()
	}
	return nil
}
