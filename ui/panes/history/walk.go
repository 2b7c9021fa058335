package history

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// walk is where the reading of all servers stands. Pages are read one after another, by commands beside the update loop.
type walk struct {
	only  []api.ResourceServer // instead of all that the tenant lists; nil: all
	week  func() time.Time     // now, where only the changes of this week are wanted; nil: all are
	known *known               // takes what is read

	mu     sync.Mutex
	listed map[string]api.Page[api.ResourceServer] // pages of servers, by their token
	steps  map[string]progress                     // what was read for each page of changes, by its token
	bound  int                                     // servers of which none may be read, before no further one is asked for

	// Those belong to the update loop.
	shown progress // what the changes in view are about
	fresh progress // the same of those that a refresh has read so far
}

func newWalk(only []api.ResourceServer, read *known) *walk {
	w := &walk{only: only, known: read, listed: map[string]api.Page[api.ResourceServer]{}, steps: map[string]progress{}}
	w.shown.of = len(only)
	return w
}

// progress is how far the reading has come.
type progress struct {
	read   int      // servers
	of     int      // servers that are listed so far
	more   bool     // the tenant lists further ones
	full   int      // servers of whose changes this week more are kept than were read
	unread []unread // servers whose history could not be read
}

// unread is a server whose history could not be read.
type unread struct {
	server api.ResourceServer
	err    error
}

// take takes what was read for a page of changes that has come.
func (w *walk) take(token string, refreshing bool) {
	w.mu.Lock()
	now := w.steps[token]
	delete(w.steps, token)
	w.mu.Unlock()
	at := &w.shown
	if refreshing {
		at = &w.fresh
	}
	if token == "" {
		*at = progress{}
	}
	now.full, now.unread = at.full+now.full, append(at.unread, now.unread...)
	*at = now
}

// swap ends a refresh: what it read is in view now, or forgotten.
func (w *walk) swap(came bool) {
	if came && w.fresh.of > 0 {
		w.shown = w.fresh
	}
	w.fresh = progress{}
}

// servers say how many were read, and of how many.
func (p *progress) servers() string {
	if p.read == p.of && !p.more {
		return widget.Count(int64(p.read), "server")
	}
	return draw.Count(int64(p.read)) + " of " + draw.Count(int64(p.of)) + widget.IfText(p.more, "+") + " server" +
		widget.IfText(p.of != 1 || p.more, "s")
}

// words say what the number of so many changes is about. What isn't readable is named beside, and has room once nothing stops the reading.
func (p *progress) words(changes int, more, walking bool) string {
	words := "changes"
	if changes == 1 {
		words = "change"
	}
	switch {
	case walking:
		words += ", " + p.servers()
	case more:
		words += ", " + p.servers() + " read"
	default:
		words += " of " + p.servers()
	}
	if n := len(p.unread); n > 0 && !walking {
		words += fmt.Sprintf(", %d not readable", n)
	}
	if p.full > 0 && !more {
		words += fmt.Sprintf(", of %d the newest %d only", p.full, newestChanges)
	}
	return words
}

// step is where a page of changes begins: behind so many servers of a page of servers.
type step struct {
	token  string // of the page of servers
	from   int
	read   int // servers, on all pages
	failed int // of them
}

// text is the step as a token.
func (s step) text() string { return fmt.Sprintf("%d %d %d %s", s.from, s.read, s.failed, s.token) }

func parseStep(token string) (s step) {
	parts := strings.SplitN(token, " ", 4)
	if len(parts) < 4 {
		return step{}
	}
	s.from, _ = strconv.Atoi(parts[0])
	s.read, _ = strconv.Atoi(parts[1])
	s.failed, _ = strconv.Atoi(parts[2])
	s.token = parts[3]
	return s
}

// fetch reads the newest changes of the next few servers. The first page only tells how many servers there are.
func (w *walk) fetch(ctx context.Context, c *api.Client, _ host.Query, p api.PageRequest) (page api.Page[Change], err error) {
	at := parseStep(p.Token)
	if p.Token == "" {
		w.mu.Lock()
		w.listed, w.bound = map[string]api.Page[api.ResourceServer]{}, refusedEnough
		w.mu.Unlock()
	}
	servers, err := w.servers(ctx, c, at.token)
	if err != nil {
		return page, err
	}
	done := progress{read: at.read, of: at.read - at.from + len(servers.Rows), more: servers.Next != ""}
	from := min(at.from, len(servers.Rows))
	now := servers.Rows[from:min(from+serversAtOnce, len(servers.Rows))]
	if p.Token == "" && w.only == nil {
		now = nil
	}
	if len(now) > 0 {
		page, done.unread, err = newest(ctx, c, now, w.known)
		if err != nil {
			return api.Page[Change]{}, err
		}
	}
	if w.week != nil {
		page.Rows, done.full = ofThisWeek(page.Rows, w.week())
	}
	next := step{token: at.token, from: from + len(now), read: at.read + len(now), failed: at.failed + len(done.unread)}
	done.read = next.read
	switch {
	case next.from < len(servers.Rows):
		page.Next = next.text()
	case servers.Next != "":
		next.token, next.from = servers.Next, 0
		page.Next = next.text()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(done.unread) > 0 && next.failed == next.read {
		switch err := done.unread[0].err; {
		case page.Next == "":
			return api.Page[Change]{}, err
		case next.failed >= w.bound:
			w.bound = next.failed + refusedEnough // another try goes on past them
			return api.Page[Change]{}, &refused{err, next.failed}
		}
	}
	w.steps[p.Token] = done
	return page, nil
}

// refused is why no further server is asked for: none of the first could be read.
type refused struct {
	error
	servers int
}

func (r *refused) Unwrap() error { return r.error }

// ofThisWeek keeps the changes of this week, and counts the servers of which the tenant keeps more of them than were read.
func ofThisWeek(all []Change, now time.Time) (some []Change, full int) {
	for i, c := range all {
		this := host.ThisWeek(c.Entry.Metadata.CreatedAt, now)
		if this {
			some = append(some, c)
		}
		last := i+1 == len(all) || all[i+1].Server.ID != c.Server.ID || all[i+1].Server.AppID != c.Server.AppID
		if last && this && c.More {
			full++
		}
	}
	return some, full
}

// servers is a page of servers, read once.
func (w *walk) servers(ctx context.Context, c *api.Client, token string) (api.Page[api.ResourceServer], error) {
	if w.only != nil {
		return api.Page[api.ResourceServer]{Rows: w.only}, nil
	}
	w.mu.Lock()
	page, ok := w.listed[token]
	w.mu.Unlock()
	if ok {
		return page, nil
	}
	page, err := c.SearchResourceServers(ctx, api.ResourceServerSearch{}, api.PageRequest{Size: 100, Token: token})
	if err == nil {
		w.mu.Lock()
		w.listed = map[string]api.Page[api.ResourceServer]{token: page} // those before are not asked for again
		w.mu.Unlock()
	}
	return page, err
}

// newest reads the newest page of each server's history. Those of servers that can't be read come beside; where none could, for a cause
// that another try may not meet, it is an error.
func newest(ctx context.Context, c *api.Client, servers []api.ResourceServer, seen *known) (page api.Page[Change], not []unread, e error) {
	pages := make([]api.Page[api.HistoryEntry], len(servers))
	errs := make([]error, len(servers))
	var all sync.WaitGroup
	for i, s := range servers {
		all.Go(func() {
			pages[i], errs[i] = c.ResourceServerHistory(ctx, s.AppID, s.ID, api.PageRequest{Size: newestChanges})
		})
	}
	all.Wait()
	if err := ctx.Err(); err != nil {
		return page, nil, err
	}
	lasting := false
	for i, s := range servers {
		if errs[i] != nil {
			not = append(not, unread{s, errs[i]})
			kind := api.KindOf(errs[i])
			lasting = lasting || kind == api.KindForbidden || kind == api.KindNotFound
			continue
		}
		seen.add(serverKey{s.AppID, s.ID}, "", pages[i])
		page.Rows = append(page.Rows, changesOf(s, pages[i])...)
		page.Problems = append(page.Problems, pages[i].Problems...)
		page.LeftOut += pages[i].LeftOut
	}
	if len(not) == len(servers) && !lasting {
		return page, nil, not[0].err
	}
	return page, not, nil
}

// changesOf are the changes on a page of a server's history, each with the version before it.
func changesOf(s api.ResourceServer, page api.Page[api.HistoryEntry]) []Change {
	var all []Change
	for i, h := range page.Rows {
		c := Change{Server: s, Entry: h, More: page.Next != ""}
		switch {
		case h.Metadata.ChangeKind == api.ChangeKindCreate:
			c.what = h.Metadata.ChangeKind.Words()
		case i+1 < len(page.Rows):
			c.Before = &page.Rows[i+1]
			c.what = whatChanged(page.Rows[i+1], h)
		case c.More:
			c.what = "see its history"
		default:
			c.what = "nothing older is kept"
		}
		all = append(all, c)
	}
	return all
}
