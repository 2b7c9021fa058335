package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
	"gatehouse/ui/refresh"
)

func (m *Model) minuteTick() tea.Cmd {
	now := m.now()
	return m.tick(now.Truncate(time.Minute).Add(time.Minute).Sub(now), func(time.Time) tea.Msg { return host.MinuteMsg{} })
}

// handleRefresh has the pane in front read again what it shows.
func (m *Model) handleRefresh() tea.Cmd {
	due, next := m.refresh.Fire(m.overlay() != nil)
	if !due {
		return next
	}
	return tea.Batch(m.pane().Receive(refresh.Due{}), next)
}

func (m *Model) toggleRefresh() tea.Cmd {
	said, next := m.refresh.Toggle()
	return tea.Batch(next, m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: said}))
}

func (m *Model) handleNames(msg host.NamesMsg) tea.Cmd {
	if msg.Session != m.session {
		return nil
	}
	m.env.Names.Handle(msg)
	m.identify()
	return tea.Batch(m.pane().Receive(host.NamesKnown{}), m.env.Names.Next(m.ctx, m.env.Client, m.session))
}
