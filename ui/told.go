package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// told is what a dialog finds out about an action while it is open: what else would be lost.
type told struct {
	lines  []string
	listed []string // what one of them only counts
	ready  bool
}

// loss is what else an action takes away: in sentences, and what a sentence of them only counts.
type loss struct{ lines, listed []string }

// toldMsg brings it.
type toldMsg struct {
	to   *told
	what loss
}

// tellTime is how long the tenant may take to say what would be lost.
const tellTime = 30 * time.Second

// learning makes the dialog of an action ask the tenant what else it would take away.
func (p *list) learning(v verb[anyRow], row anyRow, s started) (started, tea.Cmd) {
	if v.loses == nil {
		return s, nil
	}
	t, client, parent := &told{}, p.env.client, p.hand.asides()
	s.learns = func() ([]string, bool) { return t.lines, t.ready }
	s.learned = func() []string { return t.listed }
	return s, func() tea.Msg {
		ctx, cancel := context.WithTimeout(parent, tellTime)
		defer cancel()
		return p.address(toldMsg{to: t, what: v.loses(ctx, client, row)})
	}
}
