package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

func newRoles(e *env, l *link) pane { return newList(roles(), e, l) }

func roles() resource[string, api.Role] {
	return resource[string, api.Role]{
		name: "roles", title: "Roles", one: "role", scope: keymap.ScopeRoles,
		key:     func(r api.Role) string { return r.ID },
		target:  func(r api.Role) action.Target { return action.Target{Kind: "role", Name: r.DisplayName, ID: r.ID} },
		columns: roleColumns(),
		raw:     func(r api.Role) json.RawMessage { return r.Raw },
		problem: func(r api.Role) string { return r.Problem },
		fetch: func(ctx context.Context, c *api.Client, _ query, p api.PageRequest) (api.Page[api.Role], error) {
			return c.ListRoles(ctx, p)
		},
		get: readRole,
		byID: &byID[api.Role]{
			ids:   []idField{{name: "id", title: "Role id", help: "The role's id, 27 letters and digits."}},
			of:    func(r api.Role) []string { return []string{r.ID} },
			blank: func(ids []string, name string) api.Role { return api.Role{ID: ids[0], DisplayName: name} },
		},
		empty:  "The tenant shows you no roles, though every tenant has some. Ask for the role that allows it.",
		detail: roleDetail,
		verbs: []verb[api.Role]{{
			spec:     func(*env) *action.Spec[api.Role] { return roleEdits().spec() },
			document: func(r api.Role, _ *env) form.Spec { return roleForm(r) },
		}},
		copies: []copyable[api.Role]{
			{"permissions", func(r api.Role) string { return joinLines(r.Permissions) }},
			{"service roles", func(r api.Role) string { return joinLines(r.ServiceRoles) }}},
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
		timeColumn("updated", "Updated", 3, func(r api.Role) api.Time { return r.UpdatedAt }),
		{Name: "permission", Title: "Permissions", Min: 20, Weight: 3, Priority: 6,
			Text: func(r api.Role, _ grid.Env) string { return joined(r.Permissions, "none") }, Role: dim},
		{Name: "service", Title: "Service roles", Min: 16, Weight: 2, Priority: 8,
			Text: func(r api.Role, _ grid.Env) string { return joined(r.ServiceRoles, "none") }, Role: dim},
		idColumn(7, func(r api.Role) string { return r.ID }),
		{Name: "system", Title: "System name", Min: 16, Max: 40, Priority: 9, Text: func(r api.Role, _ grid.Env) string { return r.Name }, Role: dim},
	}
}

// countColumn counts a list; text is looked for in the column that shows the list.
func countColumn(name, title, words string, priority int, of func(api.Role) []string) grid.Column[api.Role] {
	c := numberColumn(name, title, priority, func(r api.Role) int64 { return int64(len(of(r))) })
	c.Words = words
	return c
}

func roleKind(r api.Role) string {
	switch api.RoleStateOf(r) {
	case api.RoleDeleted:
		return "✗ deleted"
	case api.RoleBuiltIn:
		return "◆ built-in"
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

func roleDetail(r api.Role, at detailEnv[api.Role]) []section {
	kind := "You can edit it."
	if _, why := roleEditable(r); why != "" {
		kind = "It can't be edited: " + why + "."
	}
	whom := "It can be assigned to people and to API credentials."
	if r.SystemAPIOnly {
		whom = "It is for API credentials only (systemApiOnly): it can narrow what such a credential may do, but people don't get it."
	}
	return []section{
		{title: r.DisplayName, fields: []field{
			{label: "Kind", value: roleKind(r), role: roleRole(r), note: kind},
			{label: "For", value: roleFor(r), note: whom},
			{label: "System name", value: r.Name},
			{label: "Id", value: r.ID, note: at.age(r.ID, r.CreatedAt)},
		}},
		listSection("Permissions", r.Permissions, "It permits nothing by itself.", at.highlights),
		listSection("Service roles", r.ServiceRoles, "It has no service roles.", at.highlights),
		at.dates(r.CreatedAt, r.UpdatedAt, r.DeletedAt),
	}
}

// listSection shows words like "hooks.read" by what stands before the dot, one line a subject. What the filter finds is painted.
func listSection(title string, words []string, none string, found func(string) bool) section {
	s := section{title: fmt.Sprintf("%s (%s)", title, draw.Count(int64(len(words))))}
	if len(words) == 0 {
		s.fields = []field{{value: none, role: theme.Dim}}
	}
	for _, group := range bySubject(words) {
		role := theme.Value
		if slices.ContainsFunc(group.words, found) {
			role = theme.Match
		}
		s.fields = append(s.fields, field{label: group.subject, value: strings.Join(group.rest, ", "), role: role})
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

// roleEditable tells whether the tenant lets a role be edited, and why not.
func roleEditable(r api.Role) (bool, string) {
	switch api.RoleStateOf(r) {
	case api.RoleDeleted:
		return false, "it is deleted"
	case api.RoleBuiltIn:
		return false, "it is built in, and the same on every tenant"
	case api.RoleUnclear:
		return false, "whether it is built in can't be read"
	}
	return true, ""
}

func roleEdits() maskEdit[api.Role] {
	return maskEdit[api.Role]{
		name: "roles.edit", applies: roleEditable, answer: api.RoleFrom, read: readRole,
		form: roleForm, updated: func(r api.Role) api.Time { return r.UpdatedAt },
		request: func(r api.Role, d action.Draft) (api.Request, error) {
			return api.UpdateRole(r.ID, api.RoleChanges{DisplayName: changedText(d, "displayName"), Permissions: changedList(d, "permissions"),
				ServiceRoles: changedList(d, "serviceRoles")})
		},
	}
}

func roleForm(r api.Role) form.Spec {
	return form.Spec{Title: "Edit role", Fields: []form.Field{
		{Name: "displayName", Title: "Name", Kind: form.Line, Prose: true, Limit: form.NameLimit, Value: r.DisplayName, Required: true, Validate: checkName,
			Help: "What people call it, up to 100 characters."},
		{Name: "permissions", Title: "Permissions", Kind: form.Lines, Value: joinLines(r.Permissions), Validate: checkWord, Distinct: true,
			Help: "One a line. The form shows what is added and removed."},
		{Name: "serviceRoles", Title: "Service roles", Kind: form.Lines, Value: joinLines(r.ServiceRoles), Validate: checkWord, Distinct: true,
			Help: "One a line."},
	}}
}

func checkWord(text string) error {
	if strings.ContainsAny(text, ",;") {
		return errors.New("put each on a line of its own")
	}
	return nil
}
