package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
)

// deleteHook deletes a hook for good. There is no operation that makes one, so nothing takes it back.
func deleteHook() *action.Spec[api.Hook] {
	return &action.Spec[api.Hook]{
		Name: "hooks.delete", Title: "Delete hook", Doing: "Deleting", Done: "Deleted", Noun: "deletion", Removes: true,
		Danger: func(api.Hook) action.Danger { return action.Type },
		Word:   func(h api.Hook) string { return typeable(h.DisplayName, h.ID) },
		Loses:  hookLoses,
		Decides: func(h api.Hook) []action.Value {
			return append(hookDecides(h), action.Value{Name: "Filter", Is: h.Filter.CELExpression}, action.Value{Name: "What it does", Is: hookKind(h)})
		},
		Applies: func(h api.Hook) (bool, string) {
			return api.HookStateOf(h) != api.SwitchDeleted, "it is deleted already"
		},
		Request: func(h api.Hook, _ action.Draft) (api.Request, error) { return api.DeleteHook(h.ID) },
		Read: func(ctx context.Context, c *api.Client, h api.Hook, _ action.Draft) (api.Hook, error) {
			return readHook(ctx, c, h)
		},
		Check: func(_ api.Hook, _ action.Draft, now api.Hook, gone bool) action.Verdict {
			if gone || api.HookStateOf(now) == api.SwitchDeleted {
				return action.Done
			}
			return action.NotDone
		},
	}
}

func hookLoses(h api.Hook) string {
	const forGood = " Its settings are gone for good; turning it off keeps them."
	switch {
	case h.Raw != nil && !h.Enabled:
		return "It is off, so nothing changes for tool calls and answers." + forGood
	case h.Event == api.HookEventPreToolUse:
		return "It no longer looks at tool calls before they run." + forGood
	case h.Event == api.HookEventPostToolUse:
		return "It no longer looks at tool calls after they ran." + forGood
	case h.Event == api.HookEventPreOutput:
		return "It no longer looks at answers before they go out." + forGood
	}
	return "It no longer intercepts anything." + forGood
}

// hookCEL are the CEL expressions of a hook, with what they are.
func hookCEL(h api.Hook) []copied {
	var all []copied
	if h.Filter.CELExpression != "" {
		all = append(all, copied{"filter's CEL", h.Filter.CELExpression})
	}
	if h.JSONPatch != nil && h.JSONPatch.CELExpression != "" {
		all = append(all, copied{"patch's CEL", h.JSONPatch.CELExpression})
	}
	return all
}

func noCEL(p *list) string {
	h, ok := cursorOf[api.Hook](p)
	switch {
	case !ok:
		return noRecord(p)
	case len(hookCEL(h)) == 0:
		return "this hook has no CEL expression: an empty filter matches everything"
	}
	return ""
}

// copyCEL copies the hook's expression, or asks which of its two.
func copyCEL(p *list) tea.Cmd {
	h, _ := cursorOf[api.Hook](p)
	all := hookCEL(h)
	if len(all) == 1 {
		return p.link.copy("the "+all[0].title, all[0].text)
	}
	var items []menuItem
	for _, c := range all {
		items = append(items, menuItem{title: "Copy the " + c.title, run: func() tea.Cmd { return p.link.copy("the "+c.title, c.text) }})
	}
	return p.link.menu("Copy", items)
}
