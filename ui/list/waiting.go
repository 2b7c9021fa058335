package list

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// watchWait says again and again what is waited for.
func (p *Pane) watchWait() tea.Cmd {
	if p.waitWatched || !p.Load.Loading() || !p.Visible {
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

// WaitsLong reports whether an answer has been waited for so long that it is said what for, and what stops it.
func (p *Pane) WaitsLong() bool { return p.Waited() >= host.WaitIsLong }

// LoadingWords say that the first rows are on their way, and of whom and how long they are waited for. stops says what esc does.
func (p *Pane) LoadingWords(what, stops string) string {
	if p.Load.LetsWrites() {
		return "A change has no answer yet; reading goes on after it. " + p.Label("back") + " " + stops + "."
	}
	if !p.WaitsLong() {
		return host.FirstOf(p.Reading, "Loading "+what+"…")
	}
	return p.Env.WaitingWords(p.Waited()) + "; " + p.Label("back") + " " + stops + "."
}

// waitPieces say in at most w cells, while there are rows to look at, that a page is under way; once that takes long, what stops it.
func (p *Pane) waitPieces(w int) []widget.Piece {
	if !p.Load.Loading() || p.Grid.Len() == 0 || p.Load.Walking && !p.WaitsLong() {
		return nil
	}
	doing := "loading"
	if p.Load.Refreshing() {
		doing = "refreshing"
	}
	return []widget.Piece{{Role: theme.Info, Text: p.Env.DoingWords(doing, p.Waited(), w)}}
}
