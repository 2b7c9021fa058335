package ui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/changes"
	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Connection is one tenant that can be spoken to. Close is called when the console has left it.
type Connection struct {
	Client *api.Client
	Runner *action.Runner
	Tenant host.TenantInfo
	Close  func()
}

// Choice is a tenant that the console can switch to.
type Choice struct{ Name, Host string }

// openTenants offers the tenants that can be gone to, and tells about this one and about who we are.
func (m *Model) openTenants() tea.Cmd {
	about := widget.NonEmpty(m.aboutMe(), m.env.AboutLogin(), m.env.Tenant.AboutTenant())
	if !slices.ContainsFunc(m.options.Tenants, func(c Choice) bool { return c.Name != m.env.Tenant.Name }) {
		about = append(about, "There is no other tenant to go to. Tenants come from the configuration file; config.example.toml shows how.")
		m.open(dialog.NewInfoBox("Tenant "+m.env.Tenant.Name, about, m.env))
		return nil
	}
	var items []host.MenuItem
	for _, c := range m.options.Tenants {
		item := host.MenuItem{Title: c.Name, Note: c.Host, Run: func() tea.Cmd {
			return m.unlessUnsent("Go to "+c.Name+"?", "Go", func() tea.Cmd { return m.switchTo(c.Name) })
		}}
		if c.Name == m.env.Tenant.Name {
			item.Off, item.Note = true, "you are here"
		}
		items = append(items, item)
	}
	box := dialog.NewPalette("Switch to tenant", items, m.env.Keys, m.env.Theme)
	box.About = widget.Scroller{Text: strings.Join(about, "\n"), Quiet: true}
	m.open(box)
	return nil
}

// Halt keeps what waits for its turn from being sent, for good, and returns how many changes that are.
func (m *Model) Halt() int { return m.env.Runner.Halt() }

// InFlight names the targets of changes that were sent and have no answer yet.
func (m *Model) InFlight() []action.Target { return m.env.Runner.InFlight() }

// Close lets go of the tenant that the console is on.
func (m *Model) Close() {
	m.cancel()
	m.disk.Wait()
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

// connect makes everything that belongs to one tenant anew: session, environment, panes.
func (m *Model) connect(c Connection) error {
	m.options.Theme.Accent = c.Tenant.Accent
	th, err := theme.New(m.options.Theme)
	if err != nil {
		return err
	}
	if m.cancel != nil {
		m.cancel() // the reads of the tenant before
	}
	o := m.options
	m.session++
	m.ctx, m.cancel = context.WithCancel(context.Background())
	m.options.close = c.Close
	m.env = &host.Env{Client: c.Client, Runner: c.Runner, Tenant: c.Tenant, Keys: o.Keys, Theme: th, Clock: o.Now, Location: o.Location,
		PageSize: o.PageSize, Refresh: o.Refresh, FamilyOverlap: o.FamilyOverlap,
		Names: host.NewNames(), Opened: o.Opened, Journal: o.Journal, Requests: o.Requests,
		UnderWay: host.UnderWay{}, Refused: map[string]bool{}, Lacking: map[string]bool{}, Missing: map[string]bool{},
		Life: m.ctx, Disk: m.disk, Views: m.views, Layout: m.layout, Saves: m.saves}
	if m.locked {
		c.Client.Lock()
	}
	m.overlays, m.leaving = nil, nil
	m.notices.Dismiss()
	m.introduced, m.expirySaid = false, host.FarOff
	m.changes = changes.New(m.env, changesFrame{m}, m.notices, m.logs.On(c.Tenant))
	m.tabs, m.recent = m.panes(), nil
	m.active = min(m.active, len(m.tabs)-1)
	return nil
}
