package history

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Bounds of reading the changes of all resource servers: each server's newest page, a few servers at a time. Past the most servers a person
// says whether to go on.
const (
	newestChanges  = 20  // changes of a server that are read
	serversAtOnce  = 4   // histories under way at the same time
	serversAStep   = 8   // servers whose changes come to the screen together
	serversUnasked = 300 // servers that are read without being asked to go on
)

// Change is a change of one of the resource servers, with the version before it where that came with the same page.
type Change struct {
	Server api.ResourceServer
	Entry  api.HistoryEntry
	Before *api.HistoryEntry // nil: it wasn't on the page
	More   bool              // the tenant keeps older versions than those of the page
	what   string
}

// changeKey identifies a change among those of all servers.
type changeKey struct {
	server serverKey
	id     string
}

// walk is where the reading of all servers stands. Pages are read one after another, by commands beside the update loop.
type walk struct {
	only  []api.ResourceServer // instead of all that the tenant lists; nil: all
	known *known               // takes what is read

	mu     sync.Mutex
	listed map[string]api.Page[api.ResourceServer] // pages of servers, by their token
	read   int                                     // servers
	failed int                                     // of them: their history could not be read
}

// Timeline are the changes of all resource servers, newest first.
type Timeline struct {
	*list.Pane
	walk  *walk
	moved bool // the cursor was moved: until then it stays on the newest change
	ended bool // the reading was ended before the last server: a person says when it goes on
}

func newTimeline(title string, only []api.ResourceServer, read *known, e *host.Env, l host.Host) *Timeline {
	w := &walk{only: only, known: read, listed: map[string]api.Page[api.ResourceServer]{}}
	p := list.New(changes(title, w, e, l), e, l)
	p.Grid.SetSort(grid.Sort{Column: "when", Desc: true})
	return &Timeline{Pane: p, walk: w}
}

// Enter begins to read, and goes on by itself: nobody has to know which server was changed.
func (t *Timeline) Enter() tea.Cmd {
	cmd := t.Pane.Enter()
	if t.ended || t.Load.Err() != nil {
		return cmd
	}
	return tea.Batch(cmd, t.LoadAll())
}

// Receive tells how far the reading has come, and ends it where a person has to say whether to go on.
func (t *Timeline) Receive(msg any) tea.Cmd {
	_, isPage := msg.(list.PageMsg)
	if isPage {
		t.Counted = t.walk.words(t.Grid.Len())
	}
	var ends tea.Cmd
	if n := t.walk.count(); isPage && t.Stoppable() && n >= serversUnasked && n-serversAStep < serversUnasked {
		t.StopLoading()
		t.ended = true
		ends = t.Word(fmt.Sprintf("The changes of %s are read; %s goes on.", widget.Count(int64(n), "server"), t.Label("load.all")))
	}
	cmd := tea.Batch(ends, t.Pane.Receive(msg))
	if isPage {
		t.Counted = t.walk.words(t.Grid.Len())
	}
	if isPage && !t.moved {
		t.Grid.Top()
		return t.After(cmd)
	}
	return cmd
}

// Do notes that a person has chosen a row: the cursor stays there.
func (t *Timeline) Do(id keymap.ID) (tea.Cmd, bool) {
	if strings.HasPrefix(string(id), "cursor.") || strings.HasPrefix(string(id), "mark.") || id == "open" {
		t.moved = true
	}
	t.ended = t.ended || id == "back" && t.Stoppable()
	return t.Pane.Do(id)
}

// changes declares the list of the changes of all servers.
func changes(title string, w *walk, e *host.Env, l host.Host) list.Resource[changeKey, Change] {
	return list.Resource[changeKey, Change]{
		Name: "history/all/" + title, Like: "history/all", Title: title, One: "change", Many: "changes", Background: true,
		Scope: Declaration().Scope,
		Key: func(c Change) changeKey {
			return changeKey{serverKey{c.Server.AppID, c.Server.ID}, c.Entry.Metadata.ID}
		},
		Target: func(c Change) action.Target {
			return action.Target{Kind: "change", ID: c.Entry.Metadata.ID,
				Name: c.Server.DisplayName + " " + c.Entry.Metadata.ChangeKind.Words() + " " + column.When(c.Entry.Metadata.CreatedAt, e.Now())}
		},
		Columns: changeColumns(),
		Raw:     func(c Change) api.Original { return c.Entry.Raw },
		Problem: func(c Change) string { return c.Entry.Problem },
		Fetch:   w.fetch,
		Empty:   "No change of a resource server is recorded.",
		Detail:  changeDetail,
		Chart:   days(),
		Refs: func(c Change) []widget.Ref {
			return append(serverRefs(c.Server), widget.Ref{Kind: "user", ID: c.Entry.Metadata.Actor.UserID})
		},
		Open: func(c Change) host.Pane { return versionsAt(c, w.known, e, l) },
		Own: []list.Command{
			{ID: "history.facets", Title: "Choose what to show", Why: list.NeedsList, Run: chooseChanges},
			{ID: "history.pick", Title: "Pick a resource server", Run: func(*list.Pane) tea.Cmd { return l.Back() }},
		},
		Copies: []list.Copyable[Change]{
			{Title: "trace id", Text: func(c Change) string { return c.Entry.Metadata.TraceID }},
			{Title: "system log event id", Text: func(c Change) string { return c.Entry.Metadata.SyslogEventID }}},
	}
}

func changeColumns() []grid.Column[Change] {
	return []grid.Column[Change]{
		column.Time("when", "When", 0, func(c Change) api.Time { return c.Entry.Metadata.CreatedAt }),
		{Name: "server", Title: "Resource server", Min: 18, Want: 19, Max: 40, Weight: 2,
			Text: func(c Change, _ grid.Env) string { return host.FirstOf(c.Server.DisplayName, c.Server.ID) }},
		{Name: "change", Title: "Change", Min: 7, Spare: 24, Max: 16, Priority: 4, Middle: true,
			Text: func(c Change, _ grid.Env) string { return c.Entry.Metadata.ChangeKind.Words() },
			Role: func(c Change, _ grid.Env) theme.Role { return changeRole(c.Entry.Metadata.ChangeKind) }},
		{Name: "what", Title: "What", Min: 16, Want: 18, Max: 44, Weight: 2, Priority: 1,
			Text: func(c Change, _ grid.Env) string { return c.what }},
		{Name: "actor", Title: "Who", Min: 16, Max: 30, Weight: 1, Priority: 2,
			Text: func(c Change, e grid.Env) string { return actorName(c.Entry.Metadata.Actor, e) }},
		{Name: "why", Title: "Why", Min: 14, Weight: 2, Priority: 3,
			Text: func(c Change, _ grid.Env) string { return reason(c.Entry) }},
		{Name: "date", Title: "Date (UTC)", Min: 16, Max: 16, Priority: 5, Aside: true,
			Text: func(c Change, _ grid.Env) string { return column.DateTime(c.Entry.Metadata.CreatedAt) },
			Role: func(Change, grid.Env) theme.Role { return theme.Dim }},
	}
}

// changeDetail is the change as the history of its server shows it, below the server's name.
func changeDetail(c Change, at list.DetailEnv[Change]) []widget.Section {
	older := func() (api.HistoryEntry, bool, bool) {
		if c.Before == nil {
			return api.HistoryEntry{}, false, c.More
		}
		return *c.Before, true, false
	}
	sections := versionDetail(c.Entry, list.DetailEnv[api.HistoryEntry]{Env: at.Env, Older: older, Highlights: at.Highlights})
	server := widget.Section{Title: host.FirstOf(c.Server.DisplayName, c.Server.ID), Fields: []widget.Field{
		{Value: at.Keys.Label("open") + " shows its history at this change.", Role: theme.Info}}}
	return append([]widget.Section{server}, sections...)
}

func (w *walk) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.read
}

// words say what the number of so many changes is about.
func (w *walk) words(changes int) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	words := "changes of " + widget.Count(int64(w.read), "server")
	if changes == 1 {
		words = "change of " + widget.Count(int64(w.read), "server")
	}
	if w.failed > 0 {
		words += fmt.Sprintf(", %d not readable", w.failed)
	}
	return words
}

// step is where a page of changes begins: behind so many servers of a page of servers.
type step struct {
	token string // of the page of servers
	from  int
}

// text is the step as a token; the first one is "".
func (s step) text() string {
	if s == (step{}) {
		return ""
	}
	return strconv.Itoa(s.from) + " " + s.token
}

func parseStep(token string) step {
	from, rest, _ := strings.Cut(token, " ")
	n, _ := strconv.Atoi(from)
	return step{token: rest, from: n}
}

// fetch reads the newest changes of the next few servers.
func (w *walk) fetch(ctx context.Context, c *api.Client, _ host.Query, p api.PageRequest) (api.Page[Change], error) {
	at := parseStep(p.Token)
	if p.Token == "" {
		w.mu.Lock()
		w.read, w.failed, w.listed = 0, 0, map[string]api.Page[api.ResourceServer]{}
		w.mu.Unlock()
	}
	servers, err := w.servers(ctx, c, at.token)
	if err != nil {
		return api.Page[Change]{}, err
	}
	from := min(at.from, len(servers.Rows))
	now := servers.Rows[from:min(from+serversAStep, len(servers.Rows))]
	page, failed, err := newest(ctx, c, now, w.known)
	if err != nil {
		return api.Page[Change]{}, err
	}
	w.mu.Lock()
	w.read, w.failed = w.read+len(now), w.failed+failed
	w.mu.Unlock()
	switch next := from + len(now); {
	case next < len(servers.Rows):
		page.Next = step{at.token, next}.text()
	case servers.Next != "":
		page.Next = step{servers.Next, 0}.text()
	}
	return page, nil
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

// newest reads the newest page of each server's history, and counts those that could not be read. Where none could, it is the error of the
// first.
func newest(ctx context.Context, c *api.Client, servers []api.ResourceServer, read *known) (page api.Page[Change], failed int, err error) {
	pages := make([]api.Page[api.HistoryEntry], len(servers))
	errs := make([]error, len(servers))
	turns := make(chan struct{}, serversAtOnce)
	var all sync.WaitGroup
	for i, s := range servers {
		all.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			if errs[i] = ctx.Err(); errs[i] == nil {
				pages[i], errs[i] = c.ResourceServerHistory(ctx, s.AppID, s.ID, api.PageRequest{Size: newestChanges})
			}
		})
	}
	all.Wait()
	for i, s := range servers {
		if errs[i] != nil {
			failed++
			continue
		}
		read.add(serverKey{s.AppID, s.ID}, "", pages[i])
		page.Rows = append(page.Rows, changesOf(s, pages[i])...)
		page.Problems = append(page.Problems, pages[i].Problems...)
		page.LeftOut += pages[i].LeftOut
	}
	if err := ctx.Err(); err != nil {
		return page, failed, err
	}
	if failed > 0 && failed == len(servers) {
		return page, failed, errs[0]
	}
	return page, failed, nil
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
