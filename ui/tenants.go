package ui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
)

// Connection is one tenant that can be spoken to. Close is called when the console has left it.
type Connection struct {
	Client *api.Client
	Runner *action.Runner
	Tenant TenantInfo
	Close  func()
}

// Choice is a tenant that the console can switch to.
type Choice struct{ Name, Host string }

// openTenants offers the configured tenants.
func (m *Model) openTenants() tea.Cmd {
	if m.options.Open == nil || len(m.options.Tenants) == 0 {
		return m.say(notice{toneInfo, "No tenant is configured; config.example.toml shows how."})
	}
	var items []menuItem
	for _, c := range m.options.Tenants {
		item := menuItem{title: c.Name, note: c.Host, run: func() tea.Cmd { return m.leaveFor(c.Name) }}
		if c.Name == m.env.tenant.Name {
			item.off, item.note = true, "you are here"
		}
		items = append(items, item)
	}
	return m.openMenu("Switch to tenant", items)
}

// writesEndedMsg says that nothing is in flight on the tenant that is left.
type writesEndedMsg struct {
	session uint64
	name    string
}

// leaveFor goes to another tenant, after the writes in flight on this one have ended.
func (m *Model) leaveFor(name string) tea.Cmd {
	flying := len(m.env.runner.InFlight())
	runner, session, ctx := m.env.runner, m.session, m.ctx
	wait := func() tea.Msg {
		if runner.Wait(ctx) != nil {
			return nil
		}
		return writesEndedMsg{session: session, name: name}
	}
	if flying == 0 {
		return wait
	}
	return tea.Batch(m.say(notice{toneUnknown, fmt.Sprintf("Waiting for %s on %s before going to %s.", count(int64(flying), "unanswered change"), m.env.tenant.Name, name)}), wait)
}

// openedMsg brings the other tenant, or why it can't be opened.
type openedMsg struct {
	session    uint64
	name       string
	connection *Connection
	err        error
}

func (m *Model) tookWritesEnded(msg writesEndedMsg) tea.Cmd {
	if msg.session != m.session {
		return nil
	}
	open, session, ctx := m.options.Open, m.session, m.ctx
	return tea.Batch(m.say(notice{toneInfo, "Opening " + msg.name + "…"}), func() tea.Msg {
		c, err := open(ctx, msg.name)
		return openedMsg{session: session, name: msg.name, connection: c, err: err}
	})
}

// tookOpened puts the console on the other tenant. The reads of the old one are cancelled, and what still comes of it is dropped,
// because it belongs to another session.
func (m *Model) tookOpened(msg openedMsg) tea.Cmd {
	switch {
	case msg.session != m.session:
		if msg.connection != nil {
			return closing(msg.connection.Close)
		}
		return nil
	case msg.err != nil:
		return m.say(notice{toneBad, fmt.Sprintf("%s can't be opened: %s. You are still on %s.", msg.name, msg.err, m.env.tenant.Name)})
	}
	old := m.options.close
	for i := range m.tabs {
		for _, p := range m.tabs[i].stack {
			p.leave()
		}
	}
	m.cancel()
	if err := m.connect(*msg.connection); err != nil {
		return m.say(notice{toneBad, err.Error()})
	}
	m.layoutPanes()
	said := m.say(notice{toneGood, "You are on " + m.env.tenant.Name + " (" + m.env.tenant.Host + ") now."})
	return tea.Batch(closing(old), said, m.pane().enter(), m.whoAmI(), m.lookForUnsettled())
}

// InFlight names the targets of changes that were sent and have no answer yet.
func (m *Model) InFlight() []action.Target { return m.env.runner.InFlight() }

// Close lets go of the tenant that the console is on.
func (m *Model) Close() {
	m.cancel()
	m.disk.wait()
	if m.options.close != nil {
		m.options.close()
	}
}

// closing lets go of a tenant outside the update loop.
func closing(close func()) tea.Cmd {
	if close == nil {
		return nil
	}
	return func() tea.Msg { close(); return nil }
}

// connect makes everything that belongs to one tenant anew: session, environment, panes, what can be undone.
func (m *Model) connect(c Connection) error {
	m.options.Theme.Accent = c.Tenant.Accent
	th, err := theme.New(m.options.Theme)
	if err != nil {
		return err
	}
	o := m.options
	m.session++
	m.ctx, m.cancel = context.WithCancel(context.Background())
	m.options.close = c.Close
	m.env = &env{client: c.Client, runner: c.Runner, tenant: c.Tenant, keys: o.Keys, theme: th, now: o.Now, location: o.Location,
		pageSize: o.PageSize, refresh: o.Refresh, names: newNames(), opened: o.Opened, journal: o.Journal, requests: o.Requests, underWay: underWay{}, refused: map[string]bool{}, missing: map[string]bool{},
		life: m.ctx, disk: m.disk, views: m.views}
	if m.locked {
		c.Client.Lock()
	}
	m.overlays, m.undo, m.lastBatch, m.notice = nil, nil, nil, nil
	m.tabs = m.panes()
	m.active = min(m.active, len(m.tabs)-1)
	return nil
}
