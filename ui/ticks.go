package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// minuteMsg comes once a minute: ages in view are a minute older.
type minuteMsg struct{}

func (m *Model) minuteTick() tea.Cmd {
	now := m.now()
	return m.tick(now.Truncate(time.Minute).Add(time.Minute).Sub(now), func(time.Time) tea.Msg { return minuteMsg{} })
}

// autoMsg is the automatic refresh falling due.
type autoMsg struct{}

func (m *Model) autoTick() tea.Cmd {
	if !m.auto || m.ticking {
		return nil
	}
	m.ticking = true
	return m.tick(m.refreshEvery(), func(time.Time) tea.Msg { return autoMsg{} })
}

func (m *Model) refreshEvery() time.Duration {
	if m.options.Refresh > 0 {
		return m.options.Refresh
	}
	return time.Minute
}

func (m *Model) tookAuto() tea.Cmd {
	m.ticking = false
	if !m.auto {
		return nil
	}
	if m.overlay() != nil {
		return m.autoTick()
	}
	return tea.Batch(m.pane().receive(refreshDue{}), m.autoTick())
}

func (m *Model) toggleAuto() tea.Cmd {
	m.auto = !m.auto
	if !m.auto {
		return m.say(notice{toneInfo, "Automatic refresh is off."})
	}
	return tea.Batch(m.autoTick(), m.say(notice{toneInfo, "Rows refresh every " + everyWords(m.refreshEvery()) + "."}))
}

// everyWords is a period after “every”: “minute”, “30 seconds”.
func everyWords(d time.Duration) string {
	n, unit := int64(d/time.Second), "second"
	switch {
	case d%time.Hour == 0:
		n, unit = int64(d/time.Hour), "hour"
	case d%time.Minute == 0:
		n, unit = int64(d/time.Minute), "minute"
	}
	if n == 1 {
		return unit
	}
	return count(n, unit)
}

func (m *Model) tookNames(msg namesMsg) tea.Cmd {
	if msg.session != m.session {
		return nil
	}
	m.env.names.took(msg)
	m.identify()
	return tea.Batch(m.pane().receive(namesKnown{}), m.env.names.next(m.ctx, m.env.client, m.session))
}

// namesKnown tells a pane that ids have got names.
type namesKnown struct{}
