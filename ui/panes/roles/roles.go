package roles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/edit"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("roles", "Roles")
	return host.Declaration{
		Name: "roles", Title: "Roles", Key: "6", Help: "Go to the roles.",
		Views: true, New: New, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "roles.edit", "edit", "Edit the role.", "e"),
		},
	}
}

func New(e *host.Env, h host.Host) host.Pane { return list.New(roles(), e, h) }

func roles() list.Resource[string, api.Role] {
	d := Declaration()
	return list.Resource[string, api.Role]{
		Name: d.Name, Title: d.Title, One: "role", Scope: d.Scope,
		Key:     func(r api.Role) string { return r.ID },
		Target:  func(r api.Role) action.Target { return action.Target{Kind: "role", Name: r.DisplayName, ID: r.ID} },
		Columns: roleColumns(),
		Raw:     func(r api.Role) api.Original { return r.Raw },
		Problem: func(r api.Role) string { return r.Problem },
		Fetch: func(ctx context.Context, c *api.Client, _ host.Query, p api.PageRequest) (api.Page[api.Role], error) {
			return c.ListRoles(ctx, p)
		},
		Get: readRole,
		ByID: &list.ByID[api.Role]{
			Ids:   []list.IDField{{Name: "id", Title: "Role id", Help: "The role's id, 27 letters and digits."}},
			Of:    func(r api.Role) []string { return []string{r.ID} },
			Blank: func(ids []string, name string) api.Role { return api.Role{ID: ids[0], DisplayName: name} },
		},
		Empty:  "The tenant shows you no roles, though every tenant has some. Ask for the role that allows it.",
		Detail: roleDetail,
		Verbs: []list.Verb[api.Role]{{
			Spec:     func(*host.Env) *action.Spec[api.Role] { return roleEdits().Spec() },
			Document: func(r api.Role, _ *host.Env) form.Spec { return roleForm(r) },
		}},
		Copies: []list.Copyable[api.Role]{
			{Title: "permissions", Text: func(r api.Role) string { return widget.JoinLines(r.Permissions) }},
			{Title: "service roles", Text: func(r api.Role) string { return widget.JoinLines(r.ServiceRoles) }}},
	}
}

func readRole(ctx context.Context, c *api.Client, r api.Role) (api.Role, error) {
	return c.Role(ctx, r.ID)
}

func roleColumns() []grid.Column[api.Role] {
	dim := func(api.Role, grid.Env) theme.Role { return theme.Dim }
	return []grid.Column[api.Role]{
		{Name: "kind", Title: "Kind", Min: 10, Max: 10, Signed: true, Text: func(r api.Role, _ grid.Env) string { return roleKind(r) },
			Role: func(r api.Role, _ grid.Env) theme.Role { return roleRole(r) }},
		{Name: "name", Title: "Name", Min: 24, Max: 50, Weight: 2, Text: func(r api.Role, _ grid.Env) string { return r.DisplayName }},
		countColumn("permissions", "Perms", "permission", 1, func(r api.Role) []string { return r.Permissions }),
		countColumn("services", "Services", "service", 2, func(r api.Role) []string { return r.ServiceRoles }),
		{Name: "for", Title: "For", Min: 8, Max: 8, Priority: 5, Text: func(r api.Role, _ grid.Env) string { return roleFor(r) }, Role: dim},
		column.Time("updated", "Updated", 3, func(r api.Role) api.Time { return r.UpdatedAt }),
		{Name: "permission", Title: "Permissions", Min: 20, Weight: 3, Priority: 6,
			Text: func(r api.Role, _ grid.Env) string { return widget.Joined(r.Permissions, "none") }, Role: dim},
		{Name: "service", Title: "Service roles", Min: 16, Weight: 2, Priority: 8,
			Text: func(r api.Role, _ grid.Env) string { return widget.Joined(r.ServiceRoles, "none") }, Role: dim},
		column.ID(7, func(r api.Role) string { return r.ID }),
		{Name: "system", Title: "System name", Min: 16, Max: 40, Priority: 9, Text: func(r api.Role, _ grid.Env) string { return r.Name },
			Role: dim},
	}
}

// countColumn counts a list; text is looked for in the column that shows the list.
func countColumn(name, title, words string, priority int, of func(api.Role) []string) grid.Column[api.Role] {
	c := column.Number(name, title, priority, func(r api.Role) int64 { return int64(len(of(r))) })
	c.Words = words
	return c
}

func roleKind(r api.Role) string {
	switch api.RoleStateOf(r) {
	case api.RoleDeleted:
		return "✗ deleted"
	case api.RoleBuiltIn:
		return "■ built-in"
	case api.RoleUnclear:
		return "? unclear"
	}
	return "○ custom"
}

func roleRole(r api.Role) theme.Role {
	switch api.RoleStateOf(r) {
	case api.RoleDeleted:
		return theme.Bad
	case api.RoleBuiltIn:
		return theme.Dim
	case api.RoleUnclear:
		return theme.Warn
	}
	return theme.Info
}

// roleFor is who can have a role.
func roleFor(r api.Role) string {
	if r.SystemAPIOnly {
		return "API only"
	}
	return "anybody"
}

func roleDetail(r api.Role, at list.DetailEnv[api.Role]) []widget.Section {
	kind := "You can edit it."
	if why := roleEditable(r); !why.None() {
		kind = "It can't be edited: " + why.String() + "."
	}
	whom := "It can be assigned to people and to API credentials."
	if r.SystemAPIOnly {
		whom = "It is for API credentials only (systemApiOnly): it can narrow what such a credential may do, but people don't get it."
	}
	return []widget.Section{
		{Title: r.DisplayName, Fields: []widget.Field{
			{Label: "Kind", Value: roleKind(r), Role: roleRole(r), Note: kind},
			{Label: "For", Value: roleFor(r), Note: whom},
			{Label: "System name", Value: r.Name},
			{Label: "Id", IDs: widget.OnlyID(r.ID), Note: at.Age(r.ID, r.CreatedAt)},
		}},
		listSection("Permissions", r.Permissions, "It permits nothing by itself.", at.Highlights),
		listSection("Service roles", r.ServiceRoles, "It has no service roles.", at.Highlights),
		at.Dates(r.CreatedAt, r.UpdatedAt, r.DeletedAt),
	}
}

// listSection shows words like "hooks.read" by what stands before the dot, one line a subject with how many there are as a bar.
// What the filter finds is painted.
func listSection(title string, words []string, none string, found func(string) bool) widget.Section {
	s := widget.Section{Title: fmt.Sprintf("%s (%s)", title, draw.Count(int64(len(words))))}
	if len(words) == 0 {
		s.Fields = []widget.Field{{Value: none, Role: theme.Dim}}
	}
	groups := bySubject(words)
	most := 0
	for _, group := range groups {
		most = max(most, len(group.words))
	}
	for _, group := range groups {
		role := theme.Value
		if slices.ContainsFunc(group.words, found) {
			role = theme.Match
		}
		field := widget.Field{Label: group.subject, Value: strings.Join(group.rest, ", "), Role: role}
		if len(groups) > 1 && most > 1 { // else there is nothing to compare
			field.Bar = column.Fraction(float64(len(group.words)) / float64(most))
			field.Value = draw.Count(int64(len(group.words))) + ": " + field.Value
		}
		s.Fields = append(s.Fields, field)
	}
	return s
}

// subject is a group of words with the same beginning.
type subject struct {
	subject string
	rest    []string // what stands behind the dot
	words   []string // the whole words
}

// bySubject groups words by what stands before their last dot, in the order of the alphabet.
func bySubject(words []string) []subject {
	sorted := slices.Sorted(slices.Values(words))
	var groups []subject
	for _, w := range sorted {
		head, rest := "", w
		if at := strings.LastIndexByte(w, '.'); at > 0 && at < len(w)-1 {
			head, rest = w[:at], w[at+1:]
		}
		if n := len(groups); n > 0 && groups[n-1].subject == head {
			groups[n-1].rest, groups[n-1].words = append(groups[n-1].rest, rest), append(groups[n-1].words, w)
			continue
		}
		groups = append(groups, subject{head, []string{rest}, []string{w}})
	}
	return groups
}

// roleEditable tells why the tenant doesn't let a role be edited.
func roleEditable(r api.Role) action.Why {
	switch api.RoleStateOf(r) {
	case api.RoleDeleted:
		return action.WhyIt("is deleted")
	case api.RoleBuiltIn:
		return action.WhyIt("is built in, and the same on every tenant")
	case api.RoleUnclear:
		return action.Because("whether it is built in can't be read")
	}
	return action.Why{}
}

func roleEdits() edit.Mask[api.Role] {
	return edit.Mask[api.Role]{
		Name: "roles.edit", Applies: roleEditable, Answer: api.RoleFrom, Read: readRole,
		Form: roleForm, Updated: func(r api.Role) api.Time { return r.UpdatedAt },
		Request: func(r api.Role, d action.Draft) (api.Request, error) {
			return api.UpdateRole(r.ID,
				api.RoleChanges{DisplayName: edit.ChangedText(d, "displayName"), Permissions: edit.ChangedList(d, "permissions"),
					ServiceRoles: edit.ChangedList(d, "serviceRoles")})
		},
	}
}

func roleForm(r api.Role) form.Spec {
	return form.Spec{Title: "Edit role", Fields: []form.Field{
		{Name: "displayName", Title: "Name", Kind: form.Line, Prose: true, Limit: form.NameLimit, Value: r.DisplayName, Required: true,
			Validate: edit.CheckName,
			Help:     "What people call it, up to 100 characters."},
		{Name: "permissions", Title: "Permissions", Kind: form.Lines, Value: widget.JoinLines(r.Permissions), Validate: checkWord,
			Distinct: true,
			Help:     "One a line. The form shows what is added and removed."},
		{Name: "serviceRoles", Title: "Service roles", Kind: form.Lines, Value: widget.JoinLines(r.ServiceRoles), Validate: checkWord,
			Distinct: true,
			Help:     "One a line."},
	}}
}

func checkWord(text string) error {
	if strings.ContainsAny(text, ",;") {
		return errors.New("put each on a line of its own")
	}
	return nil
}
