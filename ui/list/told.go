package list

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
)

// told is what a dialog finds out about an action while it is open: what else would be lost.
type told struct {
	lines  []string
	listed []string // what one of them only counts
	ready  bool
}

// Loss is what else an action takes away: in sentences, and what a sentence of them only counts.
type Loss struct{ Lines, Listed []string }

// lossesMsg brings it.
type lossesMsg struct {
	to   *told
	what Loss
}

// tellTime is how long the tenant may take to say what would be lost.
const tellTime = 30 * time.Second

// learning makes the dialog of an action ask the tenant what else it would take away.
func (p *Pane) learning(v Verb[host.AnyRow], row host.AnyRow, s host.Request) (host.Request, tea.Cmd) {
	if v.Loses == nil {
		return s, nil
	}
	t, client, parent := &told{}, p.Env.Client, p.openedByID.asides()
	s.Learns = func() ([]string, bool) { return t.lines, t.ready }
	s.Learned = func() []string { return t.listed }
	return s, func() tea.Msg {
		ctx, cancel := context.WithTimeout(parent, tellTime)
		defer cancel()
		return p.Address(lossesMsg{to: t, what: v.Loses(ctx, client, row)})
	}
}
