package list

import (
	"errors"
	"fmt"

	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/paging"
	"gatehouse/ui/widget"
)

// Trouble is why the rows can't be refreshed or gone on with, while there are rows to look at.
func (p *Pane) Trouble() string {
	l := &p.Load
	switch {
	case l.Err() == nil || p.Grid.Len() == 0:
		return ""
	case p.Lost():
		return p.lostBanner()
	case l.State() == paging.Stale && errors.Is(l.Err(), host.ErrStopped):
		return widget.Fitting(p.w-4, p.refreshStopped()...)
	case l.State() == paging.Stale:
		return widget.Fitting(p.w-whyRoom, p.staleWords()...) + " " + host.WhyStale(l.Err())
	}
	return widget.Fitting(p.w-whyRoom, p.stoppedWords()...) + " " + host.WhyNotTheRest(l.Err())
}

// whyRoom is how many cells of the banner are left for the sign and the cause of a trouble.
const whyRoom = 44

// staleWords say that the rows could not be refreshed, the longest first.
func (p *Pane) staleWords() []string {
	again := p.Label("refresh") + " tries again."
	return []string{fmt.Sprintf("The %s could not be refreshed; these rows were read %s; %s", p.Plural(),
		column.LastRead(p.Load.At, p.Env.Now()), again),
		column.StaleSince(p.Load.At, p.Env.Now()) + "; " + again}
}

// refreshStopped says that a person stopped the refresh, the longest first.
func (p *Pane) refreshStopped() []string {
	read, refreshes := "these rows were read "+column.LastRead(p.Load.At, p.Env.Now()), p.Label("refresh")+" refreshes"
	return []string{"The refresh was stopped; " + read + "; " + refreshes + ".", "Refresh stopped; " + refreshes + "."}
}

// stoppedWords say that a further page could not be loaded, the longest first.
func (p *Pane) stoppedWords() []string {
	loaded, again := draw.Count(int64(p.Grid.Len())), p.Label("refresh")+" tries again."
	if p.Load.Stopped == "" {
		return []string{loaded + " loaded; the rest could not be loaded; " + again, "Only " + loaded + " loaded; " + again}
	}
	stopped := p.Label(p.Load.Stopped) + " stopped"
	return []string{stopped + ": " + loaded + " loaded; the rest could not be loaded; " + again, stopped + " at " + loaded + "; " + again}
}

// goOn takes up the walk that a failure ended; the cursor goes along if it hasn't left the last row.
func (p *Pane) goOn() {
	if p.Grid.Len() > 0 {
		at, shown := p.Grid.Position()
		p.Load.GoOn(at == shown-1)
	}
}
