package picker

import (
	"cmp"
	"context"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// EntitlementKey identifies an entitlement: its id is unique only within its app.
type EntitlementKey struct{ AppID, ID string }

// Apps are the tenant's apps, to choose from.
func Apps() Picking[string, api.App] {
	return Picking[string, api.App]{
		Resource: list.Resource[string, api.App]{
			Name: "apps", Title: "Apps", One: "app", Size: 50,
			Key:    func(a api.App) string { return a.ID },
			Target: func(a api.App) action.Target { return action.Target{Kind: "app", Name: a.DisplayName, ID: a.ID} },
			Columns: []grid.Column[api.App]{
				{Name: "name", Title: "App", Min: 16, Max: 40, Weight: 1, Text: func(a api.App, _ grid.Env) string { return a.DisplayName }},
				column.Dim("description", "Description", 14, 1, func(a api.App) string { return a.Description }),
				column.ID(2, func(a api.App) string { return a.ID }),
			},
			Fetch: func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.App], error) {
				return c.SearchApps(ctx, api.AppSearch{Query: q.Text}, p)
			},
		},
		ByID: appByID,
	}
}

func appByID(ctx context.Context, c *api.Client, id string) (api.App, error) {
	page, err := c.SearchApps(ctx, api.AppSearch{AppIDs: []string{id}}, api.PageRequest{})
	for _, a := range page.Rows {
		if a.ID == id {
			return a, nil
		}
	}
	return api.App{}, cmp.Or(err, host.NotThere("app"))
}

// entitlements are those of an app, or of all apps while none is chosen. Rows are big, so pages are small.
func entitlements(appID string) Picking[EntitlementKey, api.Entitlement] {
	columns := []grid.Column[api.Entitlement]{
		{Name: "name", Title: "Entitlement", Min: 16, Max: 44, Weight: 1,
			Text: func(e api.Entitlement, _ grid.Env) string { return e.DisplayName }},
	}
	var in []string
	if appID != "" {
		in = []string{appID}
	} else {
		columns = append(columns, column.Dim("app", "App", 10, 1, func(e api.Entitlement) string { return e.AppID }))
		columns[1].Text = func(e api.Entitlement, at grid.Env) string { return host.FirstOf(at.Name("app", e.AppID), e.AppID) }
	}
	columns = append(columns, column.Dim("description", "Description", 14, 2, func(e api.Entitlement) string { return e.Description }),
		column.ID(3, func(e api.Entitlement) string { return e.ID }))
	p := Picking[EntitlementKey, api.Entitlement]{
		Resource: list.Resource[EntitlementKey, api.Entitlement]{
			Name: "entitlements", Title: "Entitlements", One: "entitlement", Size: 10, Columns: columns,
			Key: func(e api.Entitlement) EntitlementKey { return EntitlementKey{e.AppID, e.ID} },
			Target: func(e api.Entitlement) action.Target {
				return action.Target{Kind: "entitlement", Name: e.DisplayName, ID: e.ID}
			},
			Fetch: func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.Entitlement], error) {
				return c.SearchEntitlements(ctx, api.EntitlementSearch{Query: q.Text, AppIDs: in}, p)
			},
			Refs: func(e api.Entitlement) []widget.Ref { return []widget.Ref{{Kind: "app", ID: e.AppID}} },
		},
		Within: appID,
	}
	if appID != "" {
		p.ByID = func(ctx context.Context, c *api.Client, id string) (api.Entitlement, error) {
			return entitlementByID(ctx, c, EntitlementKey{appID, id})
		}
	}
	return p
}

func entitlementByID(ctx context.Context, c *api.Client, key EntitlementKey) (api.Entitlement, error) {
	page, err := c.SearchEntitlements(ctx, api.EntitlementSearch{Refs: []api.EntitlementKey{{AppID: key.AppID, ID: key.ID}}},
		api.PageRequest{})
	for _, e := range page.Rows {
		if e.AppID == key.AppID && e.ID == key.ID {
			return e, nil
		}
	}
	return api.Entitlement{}, cmp.Or(err, host.NotThere("entitlement"))
}

// Users are the tenant's users, to choose from.
func Users() Picking[string, api.User] {
	return Picking[string, api.User]{
		Resource: list.Resource[string, api.User]{
			Name: "users", Title: "Users", One: "user", Size: 50,
			Key:    func(u api.User) string { return u.ID },
			Target: func(u api.User) action.Target { return action.Target{Kind: "user", Name: host.UserName(u), ID: u.ID} },
			Columns: []grid.Column[api.User]{
				{Name: "name", Title: "Name", Min: 8, Want: 18, Max: 32, Weight: 1,
					Text: func(u api.User, _ grid.Env) string { return host.UserName(u) }},
				{Name: "email", Title: "E-mail", Min: 24, Want: 40, Max: 48, Weight: 3, // it tells two people of one name apart
					Text: func(u api.User, _ grid.Env) string { return u.Email }},
				{Name: "status", Title: "Status", Min: 8, Max: 8, Priority: 3, Text: func(u api.User, _ grid.Env) string { return u.Status.Words() },
					Role: func(u api.User, _ grid.Env) theme.Role { return UserRole(u) }},
				column.Dim("department", "Department", 10, 2, func(u api.User) string { return u.Department }),
				column.ID(4, func(u api.User) string { return u.ID }),
			},
			Fetch: func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.User], error) {
				return c.SearchUsers(ctx, api.UserSearch{Query: q.Text}, p)
			},
		},
		ByID: func(ctx context.Context, c *api.Client, id string) (api.User, error) {
			found, err := c.UsersByID(ctx, []string{id})
			for _, u := range found {
				if u.ID == id {
					return u, nil
				}
			}
			return api.User{}, cmp.Or(err, host.NotThere("user"))
		},
	}
}

func UserRole(u api.User) theme.Role {
	switch u.Status {
	case api.UserStatusEnabled:
		return theme.Good
	case api.UserStatusDisabled, api.UserStatusDeleted:
		return theme.Bad
	}
	return theme.Dim
}

// PickEntitlement are the choices of a form's fields appId and entitlementId: the app narrows the entitlements, and an entitlement
// that was found in all apps brings its app along.
func PickEntitlement(e *host.Env, h host.Host) map[string]host.Pick {
	return map[string]host.Pick{
		"appId": func(values map[string]string, set func(name, value, label string)) host.Overlay {
			p := Apps()
			take := func(id, name string) tea.Cmd {
				if id != values["appId"] {
					set("entitlementId", "", "")
				}
				set("appId", id, name)
				return nil
			}
			p.Chosen = func(a api.App) tea.Cmd {
				e.Names.Learn(map[widget.Ref]string{{Kind: "app", ID: a.ID}: a.DisplayName})
				return take(a.ID, host.FirstOf(a.DisplayName, a.ID))
			}
			p.Unnamed = func(id string) tea.Cmd { return take(id, "") }
			return New(p, e, h)
		},
		"entitlementId": func(values map[string]string, set func(name, value, label string)) host.Overlay {
			p := entitlements(values["appId"])
			p.Chosen = func(found api.Entitlement) tea.Cmd {
				e.Names.Learn(map[widget.Ref]string{{Kind: "entitlement", ID: found.AppID + "/" + found.ID}: found.DisplayName})
				if found.AppID != values["appId"] {
					set("appId", found.AppID, e.Names.Get("app", found.AppID))
				}
				set("entitlementId", found.ID, host.FirstOf(found.DisplayName, found.ID))
				return nil
			}
			p.Unnamed = func(id string) tea.Cmd { set("entitlementId", id, ""); return nil }
			return New(p, e, h)
		},
	}
}

// EntitlementFields are the fields that pickEntitlement fills, with what is chosen already.
func EntitlementFields(at EntitlementKey, e *host.Env) []form.Field {
	return []form.Field{
		PickField("appId", "App", "The app of the entitlement: search it by name, or paste its id.", at.AppID, e.Names.Get("app", at.AppID)),
		PickField("entitlementId", "Entitlement", "Search it by name, or paste its id. Ids of entitlements are unique only within their app.",
			at.ID, e.Names.Get("entitlement", at.AppID+"/"+at.ID)),
	}
}

func PickField(name, title, help, value, label string) form.Field {
	f := form.Field{Name: name, Title: title, Kind: form.Pick, Required: true, Help: help, Value: value}
	if value != "" {
		f.Options = []form.Option{{Value: value, Label: label}}
	}
	return f
}

// ChooseEntitlement asks for an app, then for one of its entitlements.
func ChooseEntitlement(e *host.Env, h host.Host, done func(EntitlementKey) tea.Cmd) host.Overlay {
	next := func(appID string) tea.Cmd {
		p := entitlements(appID)
		p.Chosen = func(found api.Entitlement) tea.Cmd {
			e.Names.Learn(map[widget.Ref]string{{Kind: "entitlement", ID: found.AppID + "/" + found.ID}: found.DisplayName})
			return done(EntitlementKey{found.AppID, found.ID})
		}
		p.Unnamed = func(id string) tea.Cmd { return done(EntitlementKey{appID, id}) }
		return h.Open(New(p, e, h))
	}
	p := Apps()
	p.Chosen = func(a api.App) tea.Cmd {
		e.Names.Learn(map[widget.Ref]string{{Kind: "app", ID: a.ID}: a.DisplayName})
		return next(a.ID)
	}
	p.Unnamed = next
	return New(p, e, h)
}

func (p Picking[K, T]) Untyped(e *host.Env) Picking[host.AnyKey, host.AnyRow] {
	u := Picking[host.AnyKey, host.AnyRow]{Resource: p.Resource.Untyped(e), Within: p.Within,
		Known: list.Each(p.Known, func(row T) host.AnyRow { return row }), Chosen: list.On(p.Chosen), Unnamed: p.Unnamed}
	if p.ByID != nil {
		u.ByID = func(ctx context.Context, c *api.Client, id string) (host.AnyRow, error) { return p.ByID(ctx, c, id) }
	}
	return u
}
