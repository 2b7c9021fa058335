package history

import (
	"context"
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
	"gatehouse/ui/widget"
)

// serverKey identifies a resource server: its id is unique only within its app.
type serverKey struct{ appID, id string }

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("history", "History")
	return host.Declaration{
		Name: "history", Title: "History", Key: "5", Help: "Go to the history of a resource server.",
		Views: true, New: New, Today: today, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "history.all", "all changes", "Show the changes of all resource servers, newest first.", "a"),
			keymap.Bind(s, "history.pick", "pick server", "Choose the resource server.", "p"),
			keymap.Bind(s, "history.facets", "show only", "Narrow the list by state, signing algorithm or app.", "f"),
			keymap.Bind(s, "history.compare", "compare versions", "Compare the two marked versions, or this one with the marked one.", "c"),
		},
	}
}

// New lists the resource servers; enter goes into the history of one.
func New(e *host.Env, h host.Host) host.Pane { return list.New(servers(e, h), e, h) }

func servers(e *host.Env, h host.Host) list.Resource[serverKey, api.ResourceServer] {
	d, read := Declaration(), newKnown()
	return list.Resource[serverKey, api.ResourceServer]{
		Name: d.Name, Title: d.Title, One: "resource server", Many: "resource servers", Scope: d.Scope,
		Key: func(s api.ResourceServer) serverKey { return serverKey{s.AppID, s.ID} },
		Target: func(s api.ResourceServer) action.Target {
			return action.Target{Kind: "resource server", Name: s.DisplayName, ID: s.ID}
		},
		Columns: serverColumns(read),
		Raw:     func(s api.ResourceServer) api.Original { return s.Raw },
		Problem: func(s api.ResourceServer) string { return s.Problem },
		Fetch: func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.ResourceServer], error) {
			return c.SearchResourceServers(ctx, serverSearch(q), p)
		},
		Get: findServer,
		ByID: &list.ByID[api.ResourceServer]{
			Ids: []list.IDField{{Name: "appId", Title: "App id", Help: "The app that the resource server fronts."},
				{Name: "id", Title: "Resource server id", Help: "The resource server's own id."}},
			Of: func(s api.ResourceServer) []string { return []string{s.AppID, s.ID} },
			Blank: func(ids []string, name string) api.ResourceServer {
				return api.ResourceServer{AppID: ids[0], ID: ids[1], DisplayName: name}
			},
		},
		Searches: "names and descriptions",
		Empty:    "This tenant has no resource servers, so there is no history to show.",
		Detail:   ServerDetail,
		Refs:     serverRefs,
		Open:     func(s api.ResourceServer) host.Opening { return versionsOf(s, read, e, h) },
		Own: []list.Command{{ID: "history.all", Title: "Show the changes of all resource servers", Why: list.NeedsList,
			Run: func(*list.Pane) tea.Cmd { return h.GoInto(allChanges(read, e, h)) }}, {ID: "history.pick",
			Title: "Find a resource server",
			Run:   findServerBy}, {ID: "history.facets", Title: "Choose what to show", Why: list.NeedsList,
			Run: (*list.Pane).OpenFacets}},
		Facets: serverFacets(), Strays: serverStrays,
		Copies: []list.Copyable[api.ResourceServer]{{Title: "app id", Text: func(s api.ResourceServer) string { return s.AppID }}},
	}
}

// findServerBy finds a resource server in the list, or by its ids where there is no list.
func findServerBy(p *list.Pane) tea.Cmd {
	if p.Lost() {
		return p.AskForID()
	}
	return p.OpenFilter()
}

// findServer searches for one resource server: there is no operation that reads one.
func findServer(ctx context.Context, c *api.Client, s api.ResourceServer) (api.ResourceServer, error) {
	return api.Find(ctx, func(now api.ResourceServer) bool { return now.AppID == s.AppID && now.ID == s.ID },
		func(ctx context.Context, token string) (api.Page[api.ResourceServer], error) {
			return c.SearchResourceServers(ctx, api.ResourceServerSearch{Refs: []api.ResourceServerRef{{AppID: s.AppID, ID: s.ID}}},
				api.PageRequest{Size: 10, Token: token})
		})
}

func serverColumns(read *known) []grid.Column[api.ResourceServer] {
	return []grid.Column[api.ResourceServer]{
		{Name: "state", Title: "State", Min: 10, Max: 10, Signed: true,
			Text: func(s api.ResourceServer, _ grid.Env) string { word, _ := serverState(s); return word },
			Role: func(s api.ResourceServer, _ grid.Env) theme.Role { _, role := serverState(s); return role }},
		{Name: "name", Title: "Resource server", Min: 24, Want: 27, Max: 50, Weight: 2,
			Text: func(s api.ResourceServer, _ grid.Env) string { return s.DisplayName }},
		{Name: "audience", Title: "Audience", Min: 16, Want: 36, Max: 60, Weight: 2, Priority: 2,
			Text: func(s api.ResourceServer, _ grid.Env) string { return s.NormalizedAudience },
			Role: func(api.ResourceServer, grid.Env) theme.Role { return theme.Link }},
		column.Once("Changed", column.Time("updated", "Updated", 1, func(s api.ResourceServer) api.Time { return s.UpdatedAt })),
		dotsColumn(read),
		column.ID(3, func(s api.ResourceServer) string { return s.ID }),
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

func ServerDetail(s api.ResourceServer, at list.DetailEnv[api.ResourceServer]) []widget.Section {
	state, role := serverState(s)
	fields := []widget.Field{}
	for _, f := range ServerFields(s) {
		fields = append(fields, f.shown(at.Env))
	}
	return []widget.Section{{Title: s.DisplayName,
		Fields: append([]widget.Field{{Value: at.Keys.Label("open") + " shows who changed it, when and what.", Role: theme.Info},
			{Label: "State", Value: state, Role: role}}, fields...)},
		at.Dates(s.CreatedAt, s.UpdatedAt, s.DeletedAt)}
}

// ServerField is a field of a resource server as people compare it between versions.
type ServerField struct {
	Label, Value, note string
	kind               string   // of the ref that value is, "" for none
	set                []string // what value lists, in an order that means nothing
}

// Same reports whether two versions of a field say the same.
func (f ServerField) Same(was ServerField) bool {
	added, removed := widget.SetDifference(was.set, f.set)
	return f.Value == was.Value || f.set != nil && was.set != nil && len(added)+len(removed) == 0
}

// differs are the lines that tell a field's change: of a list what was removed and what was added.
func (f ServerField) differs(was ServerField) []widget.Field {
	from, to := host.FirstOf(was.Value, "(empty)"), host.FirstOf(f.Value, "(empty)")
	if len(was.set) > 0 && len(f.set) > 0 {
		added, removed := widget.SetDifference(was.set, f.set)
		from, to = widget.JoinLines(removed), widget.JoinLines(added)
	}
	var lines []widget.Field
	label := f.Label
	if from != "" {
		lines, label = append(lines, widget.Field{Label: label, Value: from, Sign: "- ", Role: theme.DiffRemoved}), " "
	}
	if to != "" {
		lines = append(lines, widget.Field{Label: label, Value: to, Sign: "+ ", Role: theme.DiffAdded, Note: f.note})
	}
	return lines
}

// shown is the field as the detail has it, with the name that goes with an id.
func (f ServerField) shown(e *host.Env) widget.Field {
	if f.kind != "" {
		return widget.Field{Label: f.Label, IDs: e.Called(f.kind, f.Value), Note: f.note}
	}
	return widget.Field{Label: f.Label, Value: f.Value, Note: f.note}
}

func serverRefs(s api.ResourceServer) []widget.Ref { return []widget.Ref{{Kind: "app", ID: s.AppID}} }

// DisabledLabel is the field whose change is told by its value.
const DisabledLabel = "Disabled"

// anyProblem has a record's booleans looked at where it isn't known whether something was odd in it: in a snapshot.
const anyProblem = "unknown"

// ServerFields are all fields of a resource server but its dates. Absent, null and the default read the same.
func ServerFields(s api.ResourceServer) []ServerField { return serverFields(s, anyProblem) }

// versionFields are those of the snapshot of a change.
func versionFields(h api.HistoryEntry) []ServerField { return serverFields(h.Snapshot, h.Problem) }

// serverFields look at the booleans as they came where a problem, "" for none, may be with them.
func serverFields(s api.ResourceServer, problem string) []ServerField {
	hook := "none"
	if h := s.ModifyClaimsHook; h != nil && (h.FunctionID != "" || h.CommitID != "" || h.Disabled) {
		hook = h.FunctionID + "\ncommit " + h.CommitID
		if h.Disabled {
			hook += "\ndisabled"
		}
	}
	disabled := widget.Flag(problem, s.Raw, "disabled", s.Disabled)
	uris := widget.JoinLines(s.ResourceURIs)
	algorithm := s.SigningAlgorithm.Words()
	if s.SigningAlgorithm == "" || s.SigningAlgorithm == api.SigningAlgorithmUnspecified {
		algorithm = "the tenant's"
	}
	return []ServerField{
		{Label: "Name", Value: s.DisplayName},
		{Label: "Description", Value: s.Description},
		{Label: DisabledLabel, Value: disabled, note: widget.IfText(disabled == widget.Yes(true), "Nobody gets a token for it.")},
		{Label: "Grant lifetime", Value: column.Days(s.MaxGrantLifetime, "the tenant's default")},
		{Label: "Audience", Value: s.NormalizedAudience},
		{Label: "Proof of possession", Value: widget.Flag(problem, s.Raw, "requireProofOfPossession", s.RequireProofOfPossession)},
		{Label: "Resource URIs", Value: host.FirstOf(uris, "none"), set: s.ResourceURIs,
			note: widget.IfEmpty(uris, "Every request that names a resource is refused.")},
		{Label: "Sector", Value: s.SectorID},
		{Label: "Signing algorithm", Value: algorithm},
		{Label: "Claims hook", Value: hook},
		{Label: "App", Value: s.AppID, kind: "app"},
		{Label: "Id", Value: s.ID},
	}
}

// versions is the history of one resource server (operation 10), newest first.
func versions(s api.ResourceServer, cache *changeCache, read *known, e *host.Env, h host.Host) list.Resource[string, api.HistoryEntry] {
	return list.Resource[string, api.HistoryEntry]{
		Name: versionsName(s), Like: "history/changes", Title: host.FirstOf(s.DisplayName, s.ID),
		One: "change", Many: "changes of “" + host.FirstOf(s.DisplayName, s.ID) + "”", Scope: Declaration().Scope,
		Key: func(h api.HistoryEntry) string { return h.Metadata.ID },
		Target: func(h api.HistoryEntry) action.Target {
			return action.Target{Kind: "change", Name: h.Metadata.ChangeKind.Words() + " " + column.When(h.Metadata.CreatedAt, e.Now()),
				ID: h.Metadata.ID}
		},
		Columns: VersionColumns(cache),
		Raw:     func(h api.HistoryEntry) api.Original { return h.Raw },
		Problem: func(h api.HistoryEntry) string { return h.Problem },
		Size:    100,
		Fetch: func(ctx context.Context, c *api.Client, _ host.Query, p api.PageRequest) (api.Page[api.HistoryEntry], error) {
			page, err := c.ResourceServerHistory(ctx, s.AppID, s.ID, p)
			if err == nil {
				cache.Add(p.Token, page)
				read.add(serverKey{s.AppID, s.ID}, p.Token, page)
			}
			return page, err
		},
		Empty:  "Nothing is recorded about this resource server.",
		Next:   []list.Step{{ID: "history.pick", Does: "picks another one"}},
		Detail: versionDetail,
		Refs: func(h api.HistoryEntry) []widget.Ref {
			return append(serverRefs(h.Snapshot), widget.Ref{Kind: "user", ID: h.Metadata.Actor.UserID})
		},
		Copies: []list.Copyable[api.HistoryEntry]{
			{Title: "trace id", Text: func(h api.HistoryEntry) string { return h.Metadata.TraceID }},
			{Title: "system log event id", Text: func(h api.HistoryEntry) string { return h.Metadata.SyslogEventID }}},
		CopiesOf: annotationCopies,
		Own: []list.Command{
			{ID: "history.compare", Title: "Compare two versions", Run: compareVersions,
				Why:    func(p *list.Pane) action.Why { _, _, why := pair(p); return why },
				Hinted: func(p *list.Pane) bool { return p.Grid.Len() > 1 }},
			{ID: "history.pick", Title: "Pick another resource server", Run: func(*list.Pane) tea.Cmd { return h.Back() }},
		},
	}
}

func VersionColumns(cache *changeCache) []grid.Column[api.HistoryEntry] {
	return []grid.Column[api.HistoryEntry]{
		column.Time("when", "When", 0, func(h api.HistoryEntry) api.Time { return h.Metadata.CreatedAt }),
		{Name: "change", Title: "Change", Min: 7, Spare: 20, Max: 16, Priority: 3, Middle: true,
			Text: func(h api.HistoryEntry, _ grid.Env) string { return h.Metadata.ChangeKind.Words() },
			Role: func(h api.HistoryEntry, _ grid.Env) theme.Role { return changeRole(h.Metadata.ChangeKind) }},
		{Name: "what", Title: "What", Min: 20, Want: 28, Max: 44, Weight: 2,
			Text: func(h api.HistoryEntry, _ grid.Env) string { return cache.what(h) }},
		{Name: "actor", Title: "Who", Min: 18, Max: 30, Weight: 1, Priority: 1,
			Text: func(h api.HistoryEntry, e grid.Env) string { return actorName(h.Metadata.Actor, e) }},
		{Name: "why", Title: "Why", Min: 14, Weight: 2, Priority: 2,
			Text: func(h api.HistoryEntry, _ grid.Env) string { return reason(h) }},
		{Name: "disabled", Title: "Disabled", Min: 8, Spare: 20, Max: 8, Priority: 5, Text: func(h api.HistoryEntry, _ grid.Env) string {
			return host.FirstOf(widget.IfText(h.NoSnapshot, "–"), widget.Flag(h.Problem, h.Snapshot.Raw, "disabled", h.Snapshot.Disabled))
		}},
		{Name: "date", Title: "Date (UTC)", Min: 16, Max: 16, Priority: 4, Aside: true,
			Text: func(h api.HistoryEntry, _ grid.Env) string {
				return column.DateTime(h.Metadata.CreatedAt)
			},
			Role: func(api.HistoryEntry, grid.Env) theme.Role { return theme.Dim }},
		column.ID(6, func(h api.HistoryEntry) string { return h.Metadata.ID }),
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
	return host.FirstOf(e.Name("user", a.UserID), a.UserID)
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
			parts = append(parts, host.FirstOf(a.DisplayValue, a.RawValue, a.DisplayLabel))
		}
	}
	return strings.Join(parts, " · ")
}

func versionDetail(h api.HistoryEntry, at list.DetailEnv[api.HistoryEntry]) []widget.Section {
	return versionSections(h, at, widget.Field{Role: theme.Dim,
		Value: at.Keys.Label("mark.row") + " marks a version, " + at.Keys.Label("history.compare") + " compares it with any other."})
}

// versionSections are a version, with what there is to say below its difference to the one before.
func versionSections(h api.HistoryEntry, at list.DetailEnv[api.HistoryEntry], below ...widget.Field) []widget.Section {
	m := h.Metadata
	about := widget.Section{Title: m.ChangeKind.Words() + " · " + host.FirstOf(column.AgoOf(m.CreatedAt, at.Clock()), "no date"),
		Fields: []widget.Field{
			{Label: "When", Value: at.Past(m.CreatedAt)},
			{Label: "Who", Value: actorName(m.Actor, at), IDs: at.Called("user", m.Actor.UserID),
				Note: widget.IfText(!unknownActor(m.Actor), "through "+m.Actor.Kind.Words())},
			{Label: "Trace id", IDs: widget.OnlyID(m.TraceID)},
			{Label: "Log event", IDs: widget.OnlyID(m.SyslogEventID), Note: at.Age(m.SyslogEventID, m.CreatedAt)},
			{Label: "Change id", IDs: widget.OnlyID(m.ID)},
		}}
	difference := differenceSection(h, at)
	difference.Fields = append(difference.Fields, below...)
	sections := []widget.Section{about, difference}
	if len(m.Annotations) > 0 {
		sections = append(sections, annotationSection(m.Annotations))
	}
	whole := widget.Section{Title: "The whole version"}
	if h.NoSnapshot {
		whole.Fields = []widget.Field{{Value: "The tenant gave no snapshot of this version.", Role: theme.Warn}}
		return append(sections, whole)
	}
	for _, f := range versionFields(h) {
		whole.Fields = append(whole.Fields, f.shown(at.Env))
	}
	return append(sections, whole, at.Dates(h.Snapshot.CreatedAt, h.Snapshot.UpdatedAt, h.Snapshot.DeletedAt))
}

// differenceSection compares a version with the one before it, field by field.
func differenceSection(h api.HistoryEntry, at list.DetailEnv[api.HistoryEntry]) widget.Section {
	older, ok, more := at.Older()
	switch {
	case ok:
	case more:
		return widget.Section{Title: "What changed",
			Fields: []widget.Field{{Value: "The version before isn't loaded yet; go down to load it.", Role: theme.Dim}}}
	case h.Metadata.ChangeKind == api.ChangeKindCreate:
		return widget.Section{Title: "What changed",
			Fields: []widget.Field{{Value: "This is the first version: this is how it was created.", Role: theme.Dim}}}
	default:
		return widget.Section{Title: "What changed", Fields: []widget.Field{{Value: "No earlier version is recorded.", Role: theme.Dim}}}
	}
	return compare("What changed since the version before", older, h)
}
