package ui

import (
	"context"
	"encoding/json"
	"errors"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/grid"
)

func newGatewayKeys(e *env, l *link) pane { return newList(gatewayKeys(), e, l) }

func gatewayKeys() resource[string, api.GatewayKey] {
	return resource[string, api.GatewayKey]{
		name: "keys", title: "Keys", one: "key", scope: keymap.ScopeKeys,
		key:     func(k api.GatewayKey) string { return k.ID },
		target:  func(k api.GatewayKey) action.Target { return action.Target{Kind: "key", Name: k.DisplayName, ID: k.ID} },
		columns: gatewayKeyColumns(),
		raw:     func(k api.GatewayKey) json.RawMessage { return k.Raw },
		problem: func(k api.GatewayKey) string { return k.Problem },
		fetch: func(ctx context.Context, c *api.Client, _ query, p api.PageRequest) (api.Page[api.GatewayKey], error) {
			return c.GatewayKeys(ctx, p)
		},
		byID: &byID[api.GatewayKey]{
			ids:   []idField{{name: "id", title: "Key id", help: "The key's id, 27 letters and digits; not the key itself."}},
			of:    func(k api.GatewayKey) []string { return []string{k.ID} },
			blank: func(ids []string, name string) api.GatewayKey { return api.GatewayKey{ID: ids[0], DisplayName: name} },
			read:  findGatewayKey,
		},
		empty:  "This tenant has no LLM gateway keys. They are created in the tenant's web console.",
		detail: gatewayKeyDetail,
		copies: []copyable[api.GatewayKey]{{"prefix", func(k api.GatewayKey) string { return k.KeyPrefix }}},
		verbs:  []verb[api.GatewayKey]{{spec: func(*env) *action.Spec[api.GatewayKey] { return revokeGatewayKey() }}},
	}
}

func gatewayKeyColumns() []grid.Column[api.GatewayKey] {
	return []grid.Column[api.GatewayKey]{
		{Name: "state", Title: "State", Min: 9, Max: 9, Signed: true, Text: func(k api.GatewayKey, _ grid.Env) string { return gatewayKeyState(k) },
			Role: func(k api.GatewayKey, _ grid.Env) theme.Role { return gatewayKeyRole(k) }},
		{Name: "name", Title: "Name", Min: 24, Want: 30, Max: 50, Weight: 2, Text: func(k api.GatewayKey, _ grid.Env) string { return k.DisplayName }},
		{Name: "prefix", Title: "Prefix", Min: 16, Max: 24, Priority: 1, Text: func(k api.GatewayKey, _ grid.Env) string { return gatewayKeyPrefix(k) },
			Role: func(api.GatewayKey, grid.Env) theme.Role { return theme.Value }},
		timeColumn("created", "Created", 2, func(k api.GatewayKey) api.Time { return k.CreatedAt }),
		timeColumn("revoked", "Revoked", 3, func(k api.GatewayKey) api.Time { return k.RevokedAt }),
		timeColumn("updated", "Updated", 5, func(k api.GatewayKey) api.Time { return k.UpdatedAt }),
		idColumn(4, func(k api.GatewayKey) string { return k.ID }),
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

func gatewayKeyDetail(k api.GatewayKey, at detailEnv[api.GatewayKey]) []section {
	meaning := "Whoever holds it can use the LLM gateway."
	if api.GatewayKeyStateOf(k) != api.RecordLive {
		meaning = "The gateway refuses it."
	}
	return []section{
		{title: k.DisplayName, fields: []field{
			{label: "State", value: gatewayKeyState(k), role: gatewayKeyRole(k), note: meaning},
			{label: "Prefix", value: gatewayKeyPrefix(k), note: "How the key begins. The key itself is shown once, when it is created."},
			{label: "Revoked", value: at.past(k.RevokedAt)},
			{label: "Id", value: k.ID, note: at.age(k.ID, k.CreatedAt)},
		}},
		at.dates(k.CreatedAt, k.UpdatedAt, k.DeletedAt),
	}
}

func revokeGatewayKey() *action.Spec[api.GatewayKey] {
	return &action.Spec[api.GatewayKey]{
		Name: "keys.revoke", Title: "Revoke key", Doing: "Revoking", Done: "Revoked", Noun: "revocation",
		Danger: func(api.GatewayKey) action.Danger { return action.Type },
		Word:   func(k api.GatewayKey) string { return typeable(k.DisplayName, k.ID) },
		Loses: func(k api.GatewayKey) string {
			if k.KeyPrefix == "" {
				return "Whatever uses this key is refused from then on. This can't be undone."
			}
			return "Whatever uses the key " + k.KeyPrefix + "… is refused from then on. This can't be undone."
		},
		Decides: func(k api.GatewayKey) []action.Value {
			return []action.Value{{Name: "Name", Is: k.DisplayName}, {Name: "Prefix", Is: k.KeyPrefix}}
		},
		Applies: func(k api.GatewayKey) (bool, string) {
			if state := api.GatewayKeyStateOf(k); state != api.RecordLive {
				return false, "it is " + state.Words() + " already"
			}
			return true, ""
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
			return capital(how.Words()) + ifText(!at.IsZero(), " "+at.Stamp()) + "."
		},
	}
}

// findMost is how many rows of a list are read to find one of them.
const findMost = 1000

// errFound ends a walk; errTooMany too.
var (
	errFound   = errors.New("found")
	errTooMany = errors.New("the list is too long to look through all of it")
)

// findGatewayKey looks for a key in the list: there is no operation that reads one.
func findGatewayKey(ctx context.Context, c *api.Client, k api.GatewayKey) (api.GatewayKey, error) {
	return find(ctx, func(now api.GatewayKey) bool { return now.ID == k.ID },
		func(ctx context.Context, token string) (api.Page[api.GatewayKey], error) {
			return c.GatewayKeys(ctx, api.PageRequest{Token: token})
		})
}

// find reads a list until it comes to the row that is meant. A row that isn't there is an error of api.KindNotFound.
func find[T any](ctx context.Context, meant func(T) bool, fetch func(context.Context, string) (api.Page[T], error)) (T, error) {
	var found T
	seen := 0
	err := api.Walk(ctx, fetch, func(p api.Page[T]) error {
		for _, row := range p.Rows {
			if meant(row) {
				found = row
				return errFound
			}
		}
		if seen += len(p.Rows); seen >= findMost && p.Next != "" {
			return errTooMany
		}
		return nil
	})
	switch {
	case errors.Is(err, errFound):
		return found, nil
	case err != nil:
		return found, err
	}
	return found, &api.Error{Kind: api.KindNotFound, Message: "it is not in the list"}
}
