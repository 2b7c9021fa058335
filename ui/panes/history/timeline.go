package history

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/paging"
	"gatehouse/ui/widget"
)

// Bounds of reading the changes of all resource servers: each server's newest page, a few servers at a time. Past the most servers a person
// says whether to go on.
const (
	newestChanges  = 20  // changes of a server that are read
	serversAtOnce  = 4   // histories under way at the same time, which come to the screen together
	serversUnasked = 300 // servers that are read without being asked to go on
	refusedEnough  = 20  // servers of which none may be read, before a person says whether to go on
)

// leastProgress is the cells from which the headline says how far the reading is, however short it is.
const leastProgress = 50

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

// Timeline are the changes of all resource servers, newest first.
type Timeline struct {
	*list.Pane
	walk  *walk
	moved bool // the cursor was moved: until then it stays on the newest change
	ended bool // the reading was ended before the last server: a person says when it goes on
	w     int  // cells of the pane
}

func newTimeline(title string, w *walk, e *host.Env, l host.Host) *Timeline {
	p := list.New(changes(title, w, e, l), e, l)
	p.Grid.SetSort(grid.Sort{Column: "when", Desc: true})
	t := &Timeline{Pane: p, walk: w}
	t.tell()
	return t
}

func timelineName(title string) string { return "history/all/" + title }

// allChanges are those of all servers. Where they were left before all were read, the reading goes on.
func allChanges(read *known, e *host.Env, l host.Host) host.Opening {
	const title = "All changes"
	return host.Opening{Name: timelineName(title), Make: func() host.Pane { return newTimeline(title, newWalk(nil, read), e, l) },
		Ready: func(p host.Pane) {
			if t, ok := p.(*Timeline); ok && t.stopped() {
				t.Load.WalkOn(false)
			}
		}}
}

// stopped reports whether a person has ended the reading.
func (t *Timeline) stopped() bool { return errors.Is(t.Load.Err(), host.ErrStopped) }

// Enter begins to read, and goes on by itself: nobody has to know which server was changed. What a person has stopped stays so.
func (t *Timeline) Enter() tea.Cmd {
	if t.stopped() {
		t.Visible, t.Detail.Dirty = true, true
		return t.After(nil)
	}
	cmd := t.Pane.Enter()
	if t.ended || t.Load.Err() != nil {
		return cmd
	}
	return tea.Batch(cmd, t.LoadAll())
}

// Resize gives the pane its cells.
func (t *Timeline) Resize(w, h int) {
	t.w = w
	t.Pane.Resize(w, h)
}

// Receive tells how far the reading has come, and ends it where a person has to say whether to go on.
func (t *Timeline) Receive(msg any) tea.Cmd {
	page, isPage := msg.(list.PageMsg)
	if !isPage || !t.Load.Awaits(page.Generation) {
		return t.Pane.Receive(msg)
	}
	before := t.walk.shown.read
	t.Many, t.WayOn = "changes", ""
	if none := (*refused)(nil); errors.As(page.Err, &none) {
		t.Many += " of the first " + widget.Count(int64(none.servers), "server")
		t.WayOn = t.Label("load.all") + " goes on with the others."
	}
	if page.Err == nil {
		t.walk.take(page.Token, t.Load.Refreshing())
	}
	var ends tea.Cmd
	if n := t.walk.shown.read; t.Load.Walking && n >= serversUnasked && before < serversUnasked {
		t.Load.Walking, t.ended = false, true
		ends = t.Word(fmt.Sprintf("The changes of %s are read; %s goes on.", widget.Count(int64(n), "server"), t.Label("load.all")))
	}
	t.tell()
	cmd := tea.Batch(ends, t.Pane.Receive(msg))
	if !t.Load.Refreshing() {
		t.walk.swap(page.Err == nil)
	}
	if !t.Load.Walking && !t.ended && t.Load.State() == paging.Partial { // after a refresh, which reads no further than the cursor
		cmd = tea.Batch(cmd, t.LoadAll())
	}
	t.tell()
	if !t.moved {
		t.Grid.Top()
		return t.After(cmd)
	}
	return cmd
}

// tell brings up to date what is said of how far the reading has come.
func (t *Timeline) tell() {
	at := &t.walk.shown
	t.Counted = at.words(t.Grid.Len(), t.Load.More(), t.Load.Walking)
	t.Progress = widget.IfText(t.w >= leastProgress, at.servers())
	t.Reading = "Loading changes" + widget.IfText(at.of > 0, ": "+at.servers()+" read") + "… " + t.Label("back") + " stops it."
}

// Do notes that a person has chosen a row: the cursor stays there. What a person stops ends at once, with the requests under way.
func (t *Timeline) Do(id keymap.ID) (tea.Cmd, bool) {
	if strings.HasPrefix(string(id), "cursor.") || strings.HasPrefix(string(id), "mark.") || id == "open" {
		t.moved = true
	}
	switch {
	case id == "back" && t.Load.Walking && !t.OnChart():
		t.Load.GiveUp()
		t.walk.swap(false)
		t.tell()
		return t.After(nil), true
	case id == "refresh" && t.stopped() && t.Load.State() == paging.Cancelled:
		id = "load.all"
	case id == "refresh" && t.Load.State() == paging.Failed && t.Grid.Len() == 0: // another try is one of all of them
		t.Load.Begin()
		id = "load.all"
	}
	if id == "load.all" {
		t.ended = false
	}
	cmd, known := t.Pane.Do(id)
	t.tell()
	return cmd, known
}

// Explains says for the help what the keys of the pane do here.
func (t *Timeline) Explains(id keymap.ID) string {
	switch id {
	case "history.facets":
		return "Show only changes by time, person, kind, field or server."
	case "history.pick":
		return "Go back to choose a resource server."
	}
	return t.Pane.Explains(id)
}

// Trouble says what was stopped, and which servers could not be read.
func (t *Timeline) Trouble() string {
	at, more := &t.walk.shown, t.Label("load.all")+" goes on."
	switch {
	case t.Grid.Len() == 0:
		return t.Pane.Trouble()
	case t.stopped() && t.Load.State() == paging.Cancelled:
		return widget.Fitting(t.w-3, "Stopped: the changes of "+at.servers()+" are read; "+more, "Stopped at "+at.servers()+"; "+more,
			at.servers()+" read; "+more)
	case t.Load.Err() == nil && len(at.unread) > 0:
		return unreadWords(at.unread, t.w-3, t.Label("history.facets"))
	}
	return t.Pane.Trouble()
}

// changes declares the list of the changes of all servers.
func changes(title string, w *walk, e *host.Env, l host.Host) list.Resource[changeKey, Change] {
	met := &metChanges{}
	return list.Resource[changeKey, Change]{
		Name: timelineName(title), Like: "history/all", Title: title, One: "change", Many: "changes", Background: true,
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
		Empty:   "No change of a resource server is recorded" + widget.IfText(w.week != nil, " this week") + ".",
		Detail:  changeDetail,
		Chart:   days(),
		Refs: func(c Change) []widget.Ref {
			return append(serverRefs(c.Server), widget.Ref{Kind: "user", ID: c.Entry.Metadata.Actor.UserID})
		},
		Open: func(c Change) host.Opening { return versionsAt(c, w.known, e, l) },
		Own: []list.Command{
			{ID: "history.pick", Title: "Pick a resource server", Run: func(*list.Pane) tea.Cmd { return l.Back() }},
			{ID: "history.facets", Title: "Choose what to show", Why: list.NeedsList, Run: func(p *list.Pane) tea.Cmd {
				return chooseChanges(p, met, unreadItems(w, e, l))
			}},
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
	sections := versionSections(c.Entry, list.DetailEnv[api.HistoryEntry]{Env: at.Env, Older: older, Highlights: at.Highlights})
	server := widget.Section{Title: host.FirstOf(c.Server.DisplayName, c.Server.ID), Fields: []widget.Field{
		{Value: at.Keys.Label("open") + " shows its history at this change.", Role: theme.Info}}}
	return append([]widget.Section{server}, sections...)
}
