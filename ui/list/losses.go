package list

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
)

// losses are what else an action would take away, as far as its dialog has found out.
type losses struct {
	lines  []string
	listed []string // what one of them only counts
	ready  bool
}

// Loss is what else an action takes away: in sentences, and what a sentence of them only counts.
type Loss struct{ Lines, Listed []string }

// lossesMsg brings them.
type lossesMsg struct {
	to   *losses
	what Loss
}

// lossTime is how long the tenant may take to say what would be lost.
const lossTime = 30 * time.Second

// readLosses makes the dialog of an action ask the tenant what else it would take away.
func (p *Pane) readLosses(v Verb[host.AnyRow], row host.AnyRow, s host.Request) (host.Request, tea.Cmd) {
	if v.Loses == nil {
		return s, nil
	}
	found, client, parent := &losses{}, p.Env.Client, p.openedByID.asides(p.Env.Life)
	s.Losses = func() ([]string, bool) { return found.lines, found.ready }
	s.LossesListed = func() []string { return found.listed }
	return s, func() tea.Msg {
		ctx, cancel := context.WithTimeout(parent, lossTime)
		defer cancel()
		return p.Address(lossesMsg{to: found, what: v.Loses(ctx, client, row)})
	}
}
