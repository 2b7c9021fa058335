package gatewaykeys

import (
	"context"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/edit"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("keys", "Gateway keys")
	return host.Declaration{
		Name: "keys", Title: "Keys", Key: "8", Help: "Go to the gateway keys.",
		Views: true, New: New, Today: today, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "keys.revoke", "revoke", "Revoke the gateway key for good.", "x"),
		},
	}
}

func New(e *host.Env, h host.Host) host.Pane { return list.New(gatewayKeys(), e, h) }

func gatewayKeys() list.Resource[string, api.GatewayKey] {
	d := Declaration()
	return list.Resource[string, api.GatewayKey]{
		Name: d.Name, Title: d.Title, One: "key", Scope: d.Scope,
		Key:     func(k api.GatewayKey) string { return k.ID },
		Target:  func(k api.GatewayKey) action.Target { return action.Target{Kind: "key", Name: k.DisplayName, ID: k.ID} },
		Columns: gatewayKeyColumns(),
		Raw:     func(k api.GatewayKey) api.Original { return k.Raw },
		Problem: func(k api.GatewayKey) string { return k.Problem },
		Fetch: func(ctx context.Context, c *api.Client, _ host.Query, p api.PageRequest) (api.Page[api.GatewayKey], error) {
			return c.GatewayKeys(ctx, p)
		},
		ByID: &list.ByID[api.GatewayKey]{
			Ids:   []list.IDField{{Name: "id", Title: "Key id", Help: "The key's id, 27 letters and digits; not the key itself."}},
			Of:    func(k api.GatewayKey) []string { return []string{k.ID} },
			Blank: func(ids []string, name string) api.GatewayKey { return api.GatewayKey{ID: ids[0], DisplayName: name} },
			Read:  findGatewayKey,
		},
		Empty:  "This tenant has no LLM gateway keys. They are created in the tenant's web console.",
		Detail: gatewayKeyDetail,
		Copies: []list.Copyable[api.GatewayKey]{{Title: "prefix", Text: func(k api.GatewayKey) string { return k.KeyPrefix }}},
		Verbs:  []list.Verb[api.GatewayKey]{{Spec: func(*host.Env) *action.Spec[api.GatewayKey] { return revokeGatewayKey() }}},
	}
}

func gatewayKeyColumns() []grid.Column[api.GatewayKey] {
	return []grid.Column[api.GatewayKey]{
		{Name: "state", Title: "State", Min: 9, Max: 9, Signed: true,
			Text: func(k api.GatewayKey, _ grid.Env) string { return gatewayKeyState(k) },
			Role: func(k api.GatewayKey, _ grid.Env) theme.Role { return gatewayKeyRole(k) }},
		{Name: "name", Title: "Name", Min: 24, Want: 30, Max: 50, Weight: 2,
			Text: func(k api.GatewayKey, _ grid.Env) string { return k.DisplayName }},
		{Name: "prefix", Title: "Prefix", Min: 16, Max: 24, Priority: 1,
			Text: func(k api.GatewayKey, _ grid.Env) string { return gatewayKeyPrefix(k) },
			Role: func(api.GatewayKey, grid.Env) theme.Role { return theme.Value }},
		column.Time("created", "Created", 2, func(k api.GatewayKey) api.Time { return k.CreatedAt }),
		column.Time("revoked", "Revoked", 3, func(k api.GatewayKey) api.Time { return k.RevokedAt }),
		column.Time("updated", "Updated", 5, func(k api.GatewayKey) api.Time { return k.UpdatedAt }),
		column.ID(4, func(k api.GatewayKey) string { return k.ID }),
	}
}

func gatewayKeyState(k api.GatewayKey) string {
	sign := "✗ "
	if api.GatewayKeyStateOf(k) == api.RecordLive {
		sign = "● "
	}
	return sign + api.GatewayKeyStateOf(k).Words()
}

func gatewayKeyRole(k api.GatewayKey) theme.Role {
	if api.GatewayKeyStateOf(k) == api.RecordLive {
		return theme.Good
	}
	return theme.Bad
}

// gatewayKeyPrefix is how a key begins; the rest of it never travels.
func gatewayKeyPrefix(k api.GatewayKey) string {
	if k.KeyPrefix == "" {
		return "unknown"
	}
	return k.KeyPrefix + "…"
}

func gatewayKeyDetail(k api.GatewayKey, at list.DetailEnv[api.GatewayKey]) []widget.Section {
	meaning := "Whoever holds it can use the LLM gateway."
	if api.GatewayKeyStateOf(k) != api.RecordLive {
		meaning = "The gateway refuses it."
	}
	return []widget.Section{
		{Title: k.DisplayName, Fields: []widget.Field{
			{Label: "State", Value: gatewayKeyState(k), Role: gatewayKeyRole(k), Note: meaning},
			{Label: "Prefix", Value: gatewayKeyPrefix(k), Note: "How the key begins. The key itself is shown once, when it is created."},
			{Label: "Revoked", Value: at.Past(k.RevokedAt)},
			{Label: "Id", IDs: widget.OnlyID(k.ID), Note: at.Age(k.ID, k.CreatedAt)},
		}},
		at.Dates(k.CreatedAt, k.UpdatedAt, k.DeletedAt),
	}
}

func revokeGatewayKey() *action.Spec[api.GatewayKey] {
	return &action.Spec[api.GatewayKey]{
		Name: "keys.revoke", Title: "Revoke key", Doing: "Revoking", Done: "Revoked", Noun: "revocation", Many: true,
		Danger: func(api.GatewayKey) action.Danger { return action.Type },
		Word:   func(k api.GatewayKey) string { return edit.Typeable(k.DisplayName, k.ID) },
		Loses: func(k api.GatewayKey) string {
			if k.KeyPrefix == "" {
				return "Whatever uses this key is refused from then on. This can't be undone."
			}
			return "Whatever uses the key " + k.KeyPrefix + "… is refused from then on. This can't be undone."
		},
		Decides: func(k api.GatewayKey) []action.Value {
			return []action.Value{{Name: "Name", Is: k.DisplayName}, {Name: "Prefix", Is: k.KeyPrefix}}
		},
		Applies: func(k api.GatewayKey) action.Why {
			if state := api.GatewayKeyStateOf(k); state != api.RecordLive {
				return action.WhyIt("is " + state.Words() + " already")
			}
			return action.Why{}
		},
		Request: func(k api.GatewayKey, _ action.Draft) (api.Request, error) { return api.RevokeGatewayKey(k.ID) },
		Answer:  api.GatewayKeyFrom,
		Read: func(ctx context.Context, c *api.Client, k api.GatewayKey, _ action.Draft) (api.GatewayKey, error) {
			return findGatewayKey(ctx, c, k)
		},
		Check: func(_ api.GatewayKey, _ action.Draft, now api.GatewayKey, gone bool) action.Verdict {
			if gone || api.GatewayKeyStateOf(now) != api.RecordLive {
				return action.Done
			}
			return action.NotDone
		},
		Still: func(api.GatewayKey) string { return "valid" },
		Proof: func(now api.GatewayKey) string {
			how, at := api.GatewayKeyStateOf(now), now.RevokedAt
			if how == api.RecordDeleted {
				at = now.DeletedAt
			}
			return host.Capital(how.Words()) + widget.IfText(!at.IsZero(), " "+at.Stamp()) + "."
		},
	}
}

// findGatewayKey looks for a key in the list: there is no operation that reads one.
func findGatewayKey(ctx context.Context, c *api.Client, k api.GatewayKey) (api.GatewayKey, error) {
	return api.Find(ctx, func(now api.GatewayKey) bool { return now.ID == k.ID },
		func(ctx context.Context, token string) (api.Page[api.GatewayKey], error) {
			return c.GatewayKeys(ctx, api.PageRequest{Token: token})
		})
}
