package ui

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/grid"
)

// serverKey identifies a resource server: its id is unique only within its app.
type serverKey struct{ appID, id string }

// newHistory lists the resource servers; enter goes into the history of one.
func newHistory(e *env, l *link) pane { return newList(servers(e, l), e, l) }

func servers(e *env, l *link) resource[serverKey, api.ResourceServer] {
	return resource[serverKey, api.ResourceServer]{
		name: "history", title: "History", one: "resource server", many: "resource servers", scope: keymap.ScopeHistory,
		key: func(s api.ResourceServer) serverKey { return serverKey{s.AppID, s.ID} },
		target: func(s api.ResourceServer) action.Target {
			return action.Target{Kind: "resource server", Name: s.DisplayName, ID: s.ID}
		},
		columns: serverColumns(),
		raw:     func(s api.ResourceServer) json.RawMessage { return s.Raw },
		problem: func(s api.ResourceServer) string { return s.Problem },
		fetch: func(ctx context.Context, c *api.Client, q query, p api.PageRequest) (api.Page[api.ResourceServer], error) {
			return c.SearchResourceServers(ctx, serverSearch(q), p)
		},
		get: findServer,
		byID: &byID[api.ResourceServer]{
			ids: []idField{{name: "appId", title: "App id", help: "The app that the resource server fronts."}, {name: "id", title: "Resource server id", help: "The resource server's own id."}},
			of:  func(s api.ResourceServer) []string { return []string{s.AppID, s.ID} },
			blank: func(ids []string, name string) api.ResourceServer {
				return api.ResourceServer{AppID: ids[0], ID: ids[1], DisplayName: name}
			},
		},
		searches: "names and descriptions",
		empty:    "This tenant has no resource servers, so there is no history to show.",
		detail:   serverDetail,
		refs:     serverRefs,
		open:     func(s api.ResourceServer) pane { return newVersions(s, e, l) },
		own: []command{{id: "history.pick", title: "Find a resource server",
			run: findServerBy}, {id: "history.facets", title: "Choose what to show", why: needsList,
			run: (*list).openFacets}},
		facets: serverFacets(), strays: serverStrays,
		copies: []copyable[api.ResourceServer]{{"app id", func(s api.ResourceServer) string { return s.AppID }}},
	}
}

// findServerBy finds a resource server in the list, or by its ids where there is no list.
func findServerBy(p *list) tea.Cmd {
	if p.lost() {
		return p.askForID()
	}
	return p.openFilter()
}

// findServer searches for one resource server: there is no operation that reads one.
func findServer(ctx context.Context, c *api.Client, s api.ResourceServer) (api.ResourceServer, error) {
	return find(ctx, func(now api.ResourceServer) bool { return now.AppID == s.AppID && now.ID == s.ID },
		func(ctx context.Context, token string) (api.Page[api.ResourceServer], error) {
			return c.SearchResourceServers(ctx, api.ResourceServerSearch{Refs: []api.ResourceServerRef{{AppID: s.AppID, ID: s.ID}}}, api.PageRequest{Size: 10, Token: token})
		})
}

func serverColumns() []grid.Column[api.ResourceServer] {
	return []grid.Column[api.ResourceServer]{
		{Name: "state", Title: "State", Min: 9, Max: 10, Signed: true,
			Text: func(s api.ResourceServer, _ grid.Env) string { word, _ := serverState(s); return word },
			Role: func(s api.ResourceServer, _ grid.Env) theme.Role { _, role := serverState(s); return role }},
		{Name: "name", Title: "Resource server", Min: 24, Want: 30, Max: 50, Weight: 2, Text: func(s api.ResourceServer, _ grid.Env) string { return s.DisplayName }},
		{Name: "audience", Title: "Audience", Min: 16, Want: 36, Max: 60, Weight: 2, Priority: 2,
			Text: func(s api.ResourceServer, _ grid.Env) string { return s.NormalizedAudience },
			Role: func(api.ResourceServer, grid.Env) theme.Role { return theme.Link }},
		once("Changed", timeColumn("updated", "Updated", 1, func(s api.ResourceServer) api.Time { return s.UpdatedAt })),
		idColumn(3, func(s api.ResourceServer) string { return s.ID }),
	}
}

func serverState(s api.ResourceServer) (string, theme.Role) {
	switch api.ResourceServerStateOf(s) {
	case api.SwitchedOn:
		return "● enabled", theme.Good
	case api.SwitchedOff:
		return "✗ disabled", theme.Bad
	case api.SwitchDeleted:
		return "✗ deleted", theme.Bad
	}
	return "? unclear", theme.Warn
}

func serverDetail(s api.ResourceServer, at detailEnv[api.ResourceServer]) []section {
	state, role := serverState(s)
	fields := []field{}
	for _, f := range serverFields(s) {
		fields = append(fields, f.shown(at.env))
	}
	return []section{{title: s.DisplayName, fields: append([]field{{value: at.keys.Label("open") + " shows who changed it, when and what.", role: theme.Info},
		{label: "State", value: state, role: role}}, fields...)},
		at.dates(s.CreatedAt, s.UpdatedAt, s.DeletedAt)}
}

// serverField is a field of a resource server as people compare it between versions.
type serverField struct {
	label, value, note string
	kind               string   // of the ref that value is, "" for none
	set                []string // what value lists, in an order that means nothing
}

// same reports whether two versions of a field say the same.
func (f serverField) same(was serverField) bool {
	added, removed := setDifference(was.set, f.set)
	return f.value == was.value || f.set != nil && was.set != nil && len(added)+len(removed) == 0
}

// setDifference tells what one list has and another hasn't, whatever their order.
func setDifference(was, is []string) (added, removed []string) {
	lacks := func(in []string) func(string) bool { return func(s string) bool { return !slices.Contains(in, s) } }
	for _, s := range is {
		if lacks(was)(s) {
			added = append(added, s)
		}
	}
	for _, s := range was {
		if lacks(is)(s) {
			removed = append(removed, s)
		}
	}
	return added, removed
}

// differs are the lines that tell a field's change: of a list what was removed and what was added.
func (f serverField) differs(was serverField) []field {
	from, to := firstOf(was.value, "(empty)"), firstOf(f.value, "(empty)")
	if len(was.set) > 0 && len(f.set) > 0 {
		added, removed := setDifference(was.set, f.set)
		from, to = joinLines(removed), joinLines(added)
	}
	var lines []field
	label := f.label
	if from != "" {
		lines, label = append(lines, field{label: label, value: from, sign: "- ", role: theme.DiffRemoved}), " "
	}
	if to != "" {
		lines = append(lines, field{label: label, value: to, sign: "+ ", role: theme.DiffAdded, note: f.note})
	}
	return lines
}

// shown is the field as the detail has it, with the name that goes with an id.
func (f serverField) shown(e *env) field {
	value := f.value
	if f.kind != "" {
		value = e.named(f.kind, f.value)
	}
	return field{label: f.label, value: value, note: f.note}
}

func serverRefs(s api.ResourceServer) []ref { return []ref{{"app", s.AppID}} }

// disabledLabel is the field whose change is told by its value.
const disabledLabel = "Disabled"

// anyProblem has a record's booleans looked at where it isn't known whether something was odd in it: in a snapshot.
const anyProblem = "unknown"

// serverFields are all fields of a resource server but its dates. Absent, null and the default read the same.
func serverFields(s api.ResourceServer) []serverField {
	hook := "none"
	if h := s.ModifyClaimsHook; h != nil && (h.FunctionID != "" || h.CommitID != "" || h.Disabled) {
		hook = h.FunctionID + "\ncommit " + h.CommitID
		if h.Disabled {
			hook += "\ndisabled"
		}
	}
	disabled := flag(anyProblem, s.Raw, "disabled", s.Disabled)
	uris := joinLines(s.ResourceURIs)
	algorithm := s.SigningAlgorithm.Words()
	if s.SigningAlgorithm == "" || s.SigningAlgorithm == api.SigningAlgorithmUnspecified {
		algorithm = "the tenant's"
	}
	return []serverField{
		{label: "Name", value: s.DisplayName},
		{label: "Description", value: s.Description},
		{label: disabledLabel, value: disabled, note: ifText(disabled == yes(true), "Nobody gets a token for it.")},
		{label: "Grant lifetime", value: days(s.MaxGrantLifetime, "the tenant's default")},
		{label: "Audience", value: s.NormalizedAudience},
		{label: "Proof of possession", value: flag(anyProblem, s.Raw, "requireProofOfPossession", s.RequireProofOfPossession)},
		{label: "Resource URIs", value: firstOf(uris, "none"), set: s.ResourceURIs, note: ifEmpty(uris, "Every request that names a resource is refused.")},
		{label: "Sector", value: s.SectorID},
		{label: "Signing algorithm", value: algorithm},
		{label: "Claims hook", value: hook},
		{label: "App", value: s.AppID, kind: "app"},
		{label: "Id", value: s.ID},
	}
}

func joinLines(values []string) string { return strings.Join(values, "\n") }

// versions is the history of one resource server (operation 10), newest first.
func versions(s api.ResourceServer, book *whatBook, l *link) resource[string, api.HistoryEntry] {
	return resource[string, api.HistoryEntry]{
		name: "history/" + s.AppID + "/" + s.ID, like: "history/changes", title: "History › " + firstOf(s.DisplayName, s.ID), one: "change", many: "changes of “" + firstOf(s.DisplayName, s.ID) + "”", scope: keymap.ScopeHistory,
		key: func(h api.HistoryEntry) string { return h.Metadata.ID },
		target: func(h api.HistoryEntry) action.Target {
			return action.Target{Kind: "change", Name: h.Metadata.ChangeKind.Words() + " " + dateTime(h.Metadata.CreatedAt), ID: h.Metadata.ID}
		},
		columns: versionColumns(book),
		raw:     func(h api.HistoryEntry) json.RawMessage { return h.Raw },
		problem: func(h api.HistoryEntry) string { return h.Problem },
		size:    100,
		fetch: func(ctx context.Context, c *api.Client, _ query, p api.PageRequest) (api.Page[api.HistoryEntry], error) {
			page, err := c.ResourceServerHistory(ctx, s.AppID, s.ID, p)
			if err == nil {
				book.took(p.Token, page)
			}
			return page, err
		},
		empty:  "Nothing is recorded about this resource server.",
		next:   []step{{"history.pick", "picks another one"}},
		detail: versionDetail,
		refs: func(h api.HistoryEntry) []ref {
			return append(serverRefs(h.Snapshot), ref{"user", h.Metadata.Actor.UserID})
		},
		copies: []copyable[api.HistoryEntry]{
			{"trace id", func(h api.HistoryEntry) string { return h.Metadata.TraceID }},
			{"system log event id", func(h api.HistoryEntry) string { return h.Metadata.SyslogEventID }}},
		copiesOf: annotationCopies,
		own: []command{
			{id: "history.compare", title: "Compare two versions", run: compareVersions,
				why:    func(p *list) string { _, _, why := pair(p); return why },
				hinted: func(p *list) bool { return p.grid.Len() > 1 }},
			{id: "history.pick", title: "Pick another resource server", run: func(*list) tea.Cmd { return l.back() }},
		},
	}
}

func versionColumns(book *whatBook) []grid.Column[api.HistoryEntry] {
	return []grid.Column[api.HistoryEntry]{
		timeColumn("when", "When", 0, func(h api.HistoryEntry) api.Time { return h.Metadata.CreatedAt }),
		{Name: "change", Title: "Change", Min: 7, Max: 12, Priority: 2, Text: func(h api.HistoryEntry, _ grid.Env) string { return h.Metadata.ChangeKind.Words() },
			Role: func(h api.HistoryEntry, _ grid.Env) theme.Role { return changeRole(h.Metadata.ChangeKind) }},
		{Name: "what", Title: "What", Min: 20, Want: 28, Max: 44, Weight: 2,
			Text: func(h api.HistoryEntry, _ grid.Env) string { return book.what(h) }},
		{Name: "actor", Title: "Who", Min: 18, Max: 30, Weight: 1,
			Text: func(h api.HistoryEntry, e grid.Env) string { return actorName(h.Metadata.Actor, e) }},
		{Name: "why", Title: "Why", Min: 14, Weight: 2, Priority: 1,
			Text: func(h api.HistoryEntry, _ grid.Env) string { return reason(h) }},
		{Name: "disabled", Title: "Disabled", Min: 8, Max: 8, Priority: 4, Text: func(h api.HistoryEntry, _ grid.Env) string {
			return firstOf(ifText(h.NoSnapshot, "–"), flag(h.Problem, h.Snapshot.Raw, "disabled", h.Snapshot.Disabled))
		}},
		{Name: "date", Title: "Date (UTC)", Min: 16, Max: 16, Priority: 3,
			Text: func(h api.HistoryEntry, _ grid.Env) string {
				return dateTime(h.Metadata.CreatedAt)
			},
			Role: func(api.HistoryEntry, grid.Env) theme.Role { return theme.Dim }},
		idColumn(5, func(h api.HistoryEntry) string { return h.Metadata.ID }),
	}
}

func changeRole(k api.ChangeKind) theme.Role {
	switch k {
	case api.ChangeKindCreate:
		return theme.Good
	case api.ChangeKindHardDelete:
		return theme.Bad
	}
	return theme.Info
}

func actorName(a api.Actor, e grid.Env) string {
	switch {
	case unknownActor(a):
		return "unknown user"
	case a.UserID == "":
		return a.Kind.Words()
	}
	return firstOf(e.Name("user", a.UserID), a.UserID)
}

// unknownActor reports whether nothing says who made a change.
func unknownActor(a api.Actor) bool {
	return a.UserID == "" && (a.Kind == "" || a.Kind == api.ActorKindUnspecified)
}

// reason is what a change was made for, as far as its annotations tell.
func reason(h api.HistoryEntry) string {
	var parts []string
	for _, a := range h.Metadata.Annotations {
		if a.Kind == api.AnnotationKindTicket || a.Kind == api.AnnotationKindReason {
			parts = append(parts, firstOf(a.DisplayValue, a.RawValue, a.DisplayLabel))
		}
	}
	return strings.Join(parts, " · ")
}

func versionDetail(h api.HistoryEntry, at detailEnv[api.HistoryEntry]) []section {
	m := h.Metadata
	about := section{title: m.ChangeKind.Words() + " · " + firstOf(agoOf(m.CreatedAt, at.now()), "no date"), fields: []field{
		{label: "When", value: at.past(m.CreatedAt)},
		{label: "Who", value: firstOf(at.named("user", m.Actor.UserID), actorName(m.Actor, at)), note: ifText(!unknownActor(m.Actor), "through "+m.Actor.Kind.Words())},
		{label: "Trace id", value: m.TraceID},
		{label: "Log event", value: m.SyslogEventID, note: at.age(m.SyslogEventID, m.CreatedAt)},
		{label: "Change id", value: m.ID},
	}}
	difference := differenceSection(h, at)
	difference.fields = append(difference.fields, field{role: theme.Dim,
		value: at.keys.Label("mark.row") + " marks a version, " + at.keys.Label("history.compare") + " compares it with any other."})
	sections := []section{about, difference}
	if len(m.Annotations) > 0 {
		sections = append(sections, annotationSection(m.Annotations))
	}
	whole := section{title: "The whole version"}
	if h.NoSnapshot {
		whole.fields = []field{{value: "The tenant gave no snapshot of this version.", role: theme.Warn}}
		return append(sections, whole)
	}
	for _, f := range serverFields(h.Snapshot) {
		whole.fields = append(whole.fields, f.shown(at.env))
	}
	return append(sections, whole, at.dates(h.Snapshot.CreatedAt, h.Snapshot.UpdatedAt, h.Snapshot.DeletedAt))
}

// differenceSection compares a version with the one before it, field by field.
func differenceSection(h api.HistoryEntry, at detailEnv[api.HistoryEntry]) section {
	older, ok, more := at.older()
	switch {
	case ok:
	case more:
		return section{title: "What changed", fields: []field{{value: "The version before isn't loaded yet; go down to load it.", role: theme.Dim}}}
	case h.Metadata.ChangeKind == api.ChangeKindCreate:
		return section{title: "What changed", fields: []field{{value: "This is the first version: this is how it was created.", role: theme.Dim}}}
	default:
		return section{title: "What changed", fields: []field{{value: "No earlier version is recorded.", role: theme.Dim}}}
	}
	return compare("What changed since the version before", older, h)
}

func noSnapshotOf(old, now api.HistoryEntry) string {
	switch {
	case old.NoSnapshot && now.NoSnapshot:
		return "either version"
	case old.NoSnapshot:
		return "the older version"
	}
	return "the newer version"
}

// compare is the difference between two versions, old and new, field by field.
func compare(title string, old, now api.HistoryEntry) section {
	s := section{title: title}
	if old.NoSnapshot || now.NoSnapshot {
		s.fields = []field{{value: "There is no snapshot of " + noSnapshotOf(old, now) + ", so nothing can be compared.", role: theme.Warn}}
		return s
	}
	before, after := serverFields(old.Snapshot), serverFields(now.Snapshot)
	for i, f := range after {
		if !f.same(before[i]) {
			s.fields = append(s.fields, f.differs(before[i])...)
		}
	}
	if deleted := now.Snapshot.DeletedAt; !deleted.IsZero() && old.Snapshot.DeletedAt.IsZero() {
		s.fields = append(s.fields, field{label: "Deleted", value: deleted.Stamp(), sign: "+ ", role: theme.DiffAdded})
	}
	if len(s.fields) == 0 {
		s.fields = []field{{value: "No field differs.", role: theme.Dim}}
	}
	return s
}
