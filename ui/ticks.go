package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

func (m *Model) minuteTick() tea.Cmd {
	now := m.now()
	return m.tick(now.Truncate(time.Minute).Add(time.Minute).Sub(now), func(time.Time) tea.Msg { return host.MinuteMsg{} })
}

func (m *Model) autoTick() tea.Cmd {
	if !m.auto || m.ticking {
		return nil
	}
	m.ticking = true
	return m.tick(m.refreshEvery(), func(time.Time) tea.Msg { return host.AutoMsg{} })
}

func (m *Model) refreshEvery() time.Duration {
	if m.options.Refresh > 0 {
		return m.options.Refresh
	}
	return time.Minute
}

func (m *Model) handleAuto() tea.Cmd {
	m.ticking = false
	if !m.auto {
		return nil
	}
	if m.overlay() != nil {
		return m.autoTick()
	}
	return tea.Batch(m.pane().Receive(list.RefreshDue{}), m.autoTick())
}

func (m *Model) toggleAuto() tea.Cmd {
	m.auto = !m.auto
	if !m.auto {
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Automatic refresh is off."})
	}
	return tea.Batch(m.autoTick(),
		m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Rows refresh every " + host.EveryWords(m.refreshEvery()) + "."}))
}

func (m *Model) handleNames(msg host.NamesMsg) tea.Cmd {
	if msg.Session != m.session {
		return nil
	}
	m.env.Names.Handle(msg)
	m.identify()
	return tea.Batch(m.pane().Receive(host.NamesKnown{}), m.env.Names.Next(m.ctx, m.env.Client, m.session))
}
