package list

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/host"
	"gatehouse/ui/status"
)

// noteRead notes when records were read.
func (p *Pane) noteRead(at time.Time, rows ...host.AnyRow) {
	for _, row := range rows {
		p.ReadAt[p.Key(row)] = at
	}
}

func (p *Pane) noteReadAt(key host.AnyKey, at time.Time) { p.ReadAt[key] = at }

// Stale reports whether a record was read too long ago to be decided on.
func (p *Pane) Stale(key host.AnyKey) bool {
	return action.Age(p.Env.Now(), p.ReadAt[key]) > action.Fresh
}

// withCreated adds the records that were made here and that the list doesn't show yet; a search may not find them.
func (p *Pane) withCreated(rows []host.AnyRow) []host.AnyRow {
	if p.Query.Text != "" {
		return rows
	}
	return p.Changed.WithCreated(rows)
}

// handleStatus takes what the tenant says about the list as a whole; what has ended may have left other rows.
func (p *Pane) handleStatus(msg status.Msg) tea.Cmd {
	next, ended := p.status.Handle(msg, p.Visible)
	if ended {
		return tea.Batch(p.Host.Say(p.status.Ended()), p.RefreshRows())
	}
	return next
}
