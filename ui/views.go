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
