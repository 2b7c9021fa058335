package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

// entitlementKey identifies an entitlement: its id is unique only within its app.
type entitlementKey struct{ appID, id string }

// notThere is the answer of a search by ids that found nothing.
func notThere(what string) error {
	return &api.Error{Kind: api.KindNotFound, Message: "the tenant has no " + what + " with this id"}
}

// apps are the tenant's apps, to choose from.
func apps() picking[string, api.App] {
	return picking[string, api.App]{
		resource: resource[string, api.App]{
			name: "apps", title: "Apps", one: "app", size: 50,
			key:    func(a api.App) string { return a.ID },
			target: func(a api.App) action.Target { return action.Target{Kind: "app", Name: a.DisplayName, ID: a.ID} },
			columns: []grid.Column[api.App]{
				{Name: "name", Title: "App", Min: 16, Max: 40, Weight: 1, Text: func(a api.App, _ grid.Env) string { return a.DisplayName }},
				dimColumn("description", "Description", 14, 1, func(a api.App) string { return a.Description }),
				idColumn(2, func(a api.App) string { return a.ID }),
			},
			fetch: func(ctx context.Context, c *api.Client, q query, p api.PageRequest) (api.Page[api.App], error) {
				return c.SearchApps(ctx, api.AppSearch{Query: q.text}, p)
			},
		},
		byID: appByID,
	}
}

func appByID(ctx context.Context, c *api.Client, id string) (api.App, error) {
	page, err := c.SearchApps(ctx, api.AppSearch{AppIDs: []string{id}}, api.PageRequest{})
	for _, a := range page.Rows {
		if a.ID == id {
			return a, nil
		}
	}
	return api.App{}, firstError(err, notThere("app"))
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// entitlements are those of an app, or of all apps while none is chosen. Rows are big, so pages are small.
func entitlements(appID string) picking[entitlementKey, api.Entitlement] {
	columns := []grid.Column[api.Entitlement]{
		{Name: "name", Title: "Entitlement", Min: 16, Max: 44, Weight: 1, Text: func(e api.Entitlement, _ grid.Env) string { return e.DisplayName }},
	}
	var in []string
	if appID != "" {
		in = []string{appID}
	} else {
		columns = append(columns, dimColumn("app", "App", 10, 1, func(e api.Entitlement) string { return e.AppID }))
		columns[1].Text = func(e api.Entitlement, at grid.Env) string { return firstOf(at.Name("app", e.AppID), e.AppID) }
	}
	columns = append(columns, dimColumn("description", "Description", 14, 2, func(e api.Entitlement) string { return e.Description }),
		idColumn(3, func(e api.Entitlement) string { return e.ID }))
	p := picking[entitlementKey, api.Entitlement]{
		resource: resource[entitlementKey, api.Entitlement]{
			name: "entitlements", title: "Entitlements", one: "entitlement", size: 10, columns: columns,
			key: func(e api.Entitlement) entitlementKey { return entitlementKey{e.AppID, e.ID} },
			target: func(e api.Entitlement) action.Target {
				return action.Target{Kind: "entitlement", Name: e.DisplayName, ID: e.ID}
			},
			fetch: func(ctx context.Context, c *api.Client, q query, p api.PageRequest) (api.Page[api.Entitlement], error) {
				return c.SearchEntitlements(ctx, api.EntitlementSearch{Query: q.text, AppIDs: in}, p)
			},
			refs: func(e api.Entitlement) []ref { return []ref{{"app", e.AppID}} },
		},
	}
	if appID != "" {
		p.byID = func(ctx context.Context, c *api.Client, id string) (api.Entitlement, error) {
			return entitlementByID(ctx, c, entitlementKey{appID, id})
		}
	}
	return p
}

func entitlementByID(ctx context.Context, c *api.Client, key entitlementKey) (api.Entitlement, error) {
	page, err := c.SearchEntitlements(ctx, api.EntitlementSearch{Refs: []api.EntitlementKey{{AppID: key.appID, ID: key.id}}}, api.PageRequest{})
	for _, e := range page.Rows {
		if e.AppID == key.appID && e.ID == key.id {
			return e, nil
		}
	}
	return api.Entitlement{}, firstError(err, notThere("entitlement"))
}

// users are the tenant's users, to choose from.
func users() picking[string, api.User] {
	return picking[string, api.User]{
		resource: resource[string, api.User]{
			name: "users", title: "Users", one: "user", size: 50,
			key:    func(u api.User) string { return u.ID },
			target: func(u api.User) action.Target { return action.Target{Kind: "user", Name: userName(u), ID: u.ID} },
			columns: []grid.Column[api.User]{
				{Name: "name", Title: "Name", Min: 8, Want: 18, Max: 32, Weight: 1, Text: func(u api.User, _ grid.Env) string { return userName(u) }},
				{Name: "email", Title: "E-mail", Min: 24, Want: 40, Max: 48, Weight: 3, // it tells two people of one name apart
					Text: func(u api.User, _ grid.Env) string { return u.Email }},
				{Name: "status", Title: "Status", Min: 8, Max: 8, Priority: 3, Text: func(u api.User, _ grid.Env) string { return u.Status.Words() },
					Role: func(u api.User, _ grid.Env) theme.Role { return userRole(u) }},
				dimColumn("department", "Department", 10, 2, func(u api.User) string { return u.Department }),
				idColumn(4, func(u api.User) string { return u.ID }),
			},
			fetch: func(ctx context.Context, c *api.Client, q query, p api.PageRequest) (api.Page[api.User], error) {
				return c.SearchUsers(ctx, api.UserSearch{Query: q.text}, p)
			},
		},
		byID: func(ctx context.Context, c *api.Client, id string) (api.User, error) {
			found, err := c.UsersByID(ctx, []string{id})
			for _, u := range found {
				if u.ID == id {
					return u, nil
				}
			}
			return api.User{}, firstError(err, notThere("user"))
		},
	}
}

func userRole(u api.User) theme.Role {
	switch u.Status {
	case api.UserStatusEnabled:
		return theme.Good
	case api.UserStatusDisabled, api.UserStatusDeleted:
		return theme.Bad
	}
	return theme.Dim
}

// dimColumn is a column of what matters less.
func dimColumn[T any](name, title string, least, priority int, text func(T) string) grid.Column[T] {
	return grid.Column[T]{Name: name, Title: title, Min: least, Weight: 1, Priority: priority, Align: draw.Left,
		Text: func(row T, _ grid.Env) string { return text(row) },
		Role: func(T, grid.Env) theme.Role { return theme.Dim }}
}

// pickEntitlement are the choices of a form's fields appId and entitlementId: the app narrows the entitlements, and an entitlement
// that was found in all apps brings its app along.
func pickEntitlement(e *env, l *link) map[string]pick {
	return map[string]pick{
		"appId": func(values map[string]string, set func(name, value, label string)) overlay {
			p := apps()
			take := func(id, name string) tea.Cmd {
				if id != values["appId"] {
					set("entitlementId", "", "")
				}
				set("appId", id, name)
				return nil
			}
			p.chosen = func(a api.App) tea.Cmd {
				e.names.learn(map[ref]string{{"app", a.ID}: a.DisplayName})
				return take(a.ID, firstOf(a.DisplayName, a.ID))
			}
			p.unnamed = func(id string) tea.Cmd { return take(id, "") }
			return newPicker(p, e, l)
		},
		"entitlementId": func(values map[string]string, set func(name, value, label string)) overlay {
			p := entitlements(values["appId"])
			p.chosen = func(found api.Entitlement) tea.Cmd {
				e.names.learn(map[ref]string{{"entitlement", found.AppID + "/" + found.ID}: found.DisplayName})
				if found.AppID != values["appId"] {
					set("appId", found.AppID, e.names.get("app", found.AppID))
				}
				set("entitlementId", found.ID, firstOf(found.DisplayName, found.ID))
				return nil
			}
			p.unnamed = func(id string) tea.Cmd { set("entitlementId", id, ""); return nil }
			return newPicker(p, e, l)
		},
	}
}

// entitlementFields are the fields that pickEntitlement fills, with what is chosen already.
func entitlementFields(at entitlementKey, e *env) []form.Field {
	return []form.Field{
		pickField("appId", "App", "The app of the entitlement: search it by name, or paste its id.", at.appID, e.names.get("app", at.appID)),
		pickField("entitlementId", "Entitlement", "Search it by name, or paste its id. Ids of entitlements are unique only within their app.",
			at.id, e.names.get("entitlement", at.appID+"/"+at.id)),
	}
}

func pickField(name, title, help, value, label string) form.Field {
	f := form.Field{Name: name, Title: title, Kind: form.Pick, Required: true, Help: help, Value: value}
	if value != "" {
		f.Options = []form.Option{{Value: value, Label: label}}
	}
	return f
}

// chooseEntitlement asks for an app, then for one of its entitlements.
func chooseEntitlement(e *env, l *link, done func(entitlementKey) tea.Cmd) overlay {
	next := func(appID string) tea.Cmd {
		p := entitlements(appID)
		p.chosen = func(found api.Entitlement) tea.Cmd {
			e.names.learn(map[ref]string{{"entitlement", found.AppID + "/" + found.ID}: found.DisplayName})
			return done(entitlementKey{found.AppID, found.ID})
		}
		p.unnamed = func(id string) tea.Cmd { return done(entitlementKey{appID, id}) }
		return l.open(newPicker(p, e, l))
	}
	p := apps()
	p.chosen = func(a api.App) tea.Cmd {
		e.names.learn(map[ref]string{{"app", a.ID}: a.DisplayName})
		return next(a.ID)
	}
	p.unnamed = next
	return newPicker(p, e, l)
}
