package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
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
	return tea.Batch(m.autoTick(), m.say(notice{toneInfo, "The rows are refreshed every " + m.refreshEvery().String() + "."}))
}

// identityMsg tells who the tenant takes us for.
type identityMsg struct {
	session  uint64
	identity api.Identity
	err      error
}

// whoAmI asks the tenant; a tenant that doesn't answer loses nothing else.
func (m *Model) whoAmI() tea.Cmd {
	client, session, parent := m.env.client, m.session, m.ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(parent, 30*time.Second)
		defer cancel()
		identity, err := client.Introspect(ctx)
		return identityMsg{session: session, identity: identity, err: err}
	}
}

func (m *Model) tookIdentity(msg identityMsg) tea.Cmd {
	if msg.session != m.session || msg.err != nil {
		return nil
	}
	m.env.me, m.env.meKnown = msg.identity, true
	m.identify()
	m.env.names.want([]ref{{"user", msg.identity.UserID}})
	m.redrawPanes()
	return m.env.names.next(m.ctx, m.env.client, m.session)
}

// identify tells the runner whose changes these are, for the journal.
func (m *Model) identify() {
	if m.env.meKnown {
		m.env.runner.Identify(action.Person{ID: m.env.me.UserID, Name: m.env.names.get("user", m.env.me.UserID)})
	}
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
