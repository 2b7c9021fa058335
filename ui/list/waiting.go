package list

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
)

// watchWait says again and again what the first rows are waited for.
func (p *Pane) watchWait() tea.Cmd {
	if p.waitWatched || !p.Load.Loading() || !p.Visible || p.Grid.Len() > 0 {
		return nil
	}
	p.waitWatched = true
	return p.Host.Tick(host.NextWait(p.Waited()), func(time.Time) tea.Msg { return p.Address(host.WaitGoesOn{}) })
}

// Waited is how long the answer under way has been waited for.
func (p *Pane) Waited() time.Duration {
	if !p.Load.Loading() {
		return 0
	}
	return p.Env.Now().Sub(p.Load.Since)
}

// waitsLong reports whether there is nothing to show but a wait that has become long.
func (p *Pane) waitsLong() bool { return p.Grid.Len() == 0 && p.Waited() >= host.WaitIsLong }

// LoadingWords say that the first rows are on their way, and of whom and how long they are waited for. stops says what esc does.
func (p *Pane) LoadingWords(what, stops string) string {
	if !p.waitsLong() {
		return "Loading " + what + "…"
	}
	return p.Env.WaitingWords(p.Waited()) + "; " + p.Label("back") + " " + stops + "."
}

// StopWaiting gives up the first rows.
func (p *Pane) StopWaiting() {
	p.Load.GiveUp()
}
