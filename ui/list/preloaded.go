package list

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/host"
)

// Preloaded makes the pane of a declared list whose first page was read before.
func Preloaded[K comparable, T any](r Resource[K, T], first api.Page[T], read time.Time, e *host.Env, h host.Host) host.Pane {
	return &preloadedPane{Pane: New(r, e, h), first: UntypedPage(first), read: read, unread: true}
}

// preloadedPane is a list whose first rows were read before it was opened.
type preloadedPane struct {
	*Pane
	first  api.Page[host.AnyRow]
	read   time.Time
	unread bool // first isn't shown yet
}

func (p *preloadedPane) Enter() tea.Cmd {
	if !p.unread {
		return p.Pane.Enter()
	}
	p.unread, p.Visible, p.Detail.Dirty = false, true, true
	p.Load.Begin()
	p.Load.Ask(p.Env.Now())
	cmd := p.Pane.Receive(PageMsg{Generation: p.Load.Generation, Asked: p.Env.NextSerial(), at: p.read, Page: p.first})
	p.Load.At = p.read
	return cmd
}
