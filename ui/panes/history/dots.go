package history

import (
	"strings"
	"sync"
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/grid"
)

// known are the changes of servers on the pages of history that were read so far. Commands add to them beside the update loop.
type known struct {
	mu sync.Mutex
	of map[serverKey]pages
}

// pages are the times of changes that were read, and from when on they are all there are.
type pages struct {
	at    []time.Time
	since time.Time // zero: from the beginning
}

func newKnown() *known { return &known{of: map[serverKey]pages{}} }

// add takes a page of a server's history, which begins with the newest change where it is the first one.
func (k *known) add(s serverKey, token string, page api.Page[api.HistoryEntry]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p, read := k.of[s]
	if token == "" {
		p = pages{}
	} else if !read {
		return // what is newer isn't known
	}
	for _, h := range page.Rows {
		if at := h.Metadata.CreatedAt; at.Known() {
			p.at = append(p.at, at.Time) // who draws meanwhile has those before it, which stay as they are
		}
	}
	p.since = time.Time{}
	if n := len(p.at); page.Next != "" && n > 0 {
		p.since = p.at[n-1]
	}
	k.of[s] = p
}

func (k *known) pages(s serverKey) (pages, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p, ok := k.of[s]
	return p, ok
}

const (
	dotCells = 15
	dotSpan  = 2 * 24 * time.Hour // what a cell stands for
	// Signs of a span in which something was changed, nothing was, nobody knows, and there was no such server.
	changedSign, stillSign, unknownSign, beforeSign = "●", "·", "?", " "
)

// dots draw the changes of a server in the last thirty days, now on the right: those that were read and, of a server whose history wasn't,
// the last one, which its record tells.
func dots(s api.ResourceServer, k *known, now time.Time) string {
	p, read := k.pages(serverKey{s.AppID, s.ID})
	if !read && s.UpdatedAt.Known() && !s.UpdatedAt.IsZero() {
		p = pages{at: []time.Time{s.UpdatedAt.Time}, since: s.UpdatedAt.Time}
	} else if !read {
		p.since = now
	}
	var cells [dotCells]bool
	for _, at := range p.at {
		if i := int(now.Sub(at) / dotSpan); i >= 0 && i < dotCells {
			cells[i] = true
		}
	}
	var line strings.Builder
	for i := dotCells - 1; i >= 0; i-- {
		from, to := now.Add(-time.Duration(i+1)*dotSpan), now.Add(-time.Duration(i)*dotSpan)
		switch {
		case cells[i]:
			line.WriteString(changedSign)
		case s.CreatedAt.Known() && to.Before(s.CreatedAt.Time):
			line.WriteString(beforeSign)
		case from.Before(p.since):
			line.WriteString(unknownSign)
		default:
			line.WriteString(stillSign)
		}
	}
	return line.String()
}

// dotsColumn has a server's changes as dots in time.
func dotsColumn(k *known) grid.Column[api.ResourceServer] {
	return grid.Column[api.ResourceServer]{Name: "dots", Title: "30d, ? unread", Min: dotCells, Max: dotCells, Priority: 1, Named: true,
		Text:   func(s api.ResourceServer, e grid.Env) string { return dots(s, k, e.Now()) },
		Search: func(api.ResourceServer) string { return "" },
		Export: func(api.ResourceServer, grid.Env) string { return "" },
		Role:   func(api.ResourceServer, grid.Env) theme.Role { return theme.Info },
		When:   func(s api.ResourceServer) (time.Time, bool) { return s.UpdatedAt.Time, s.UpdatedAt.Known() }}
}
