package list

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/host"
)

// Begun makes the pane of a declared list whose first page was read before.
func Begun[K comparable, T any](r Resource[K, T], first api.Page[T], read time.Time, e *host.Env, h host.Host) host.Pane {
	return &begunPane{Pane: New(r, e, h), first: UntypedPage(first), read: read, unread: true}
}

// begunPane is a list that begins with rows that were read before it was opened.
type begunPane struct {
	*Pane
	first  api.Page[host.AnyRow]
	read   time.Time
	unread bool // first has not been taken yet
}

func (p *begunPane) Enter() tea.Cmd {
	if !p.unread {
		return p.Pane.Enter()
	}
	p.unread, p.Visible, p.Detail.Dirty = false, true, true
	return p.begin(p.first, p.read)
}

// begin shows a page that was read before, and goes on from there.
func (p *Pane) begin(page api.Page[host.AnyRow], read time.Time) tea.Cmd {
	p.Load.Begin()
	p.Load.Ask(p.Env.Now())
	cmd := p.Receive(PageMsg{Generation: p.Load.Generation, Asked: p.Env.NextSerial(), at: read, Page: page})
	p.Load.At = read
	return cmd
}
