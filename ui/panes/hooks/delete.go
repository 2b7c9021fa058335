package hooks

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/edit"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// deleteHook deletes a hook for good. There is no operation that makes one, so it can't be undone.
func deleteHook() *action.Spec[api.Hook] {
	return &action.Spec[api.Hook]{
		Name: "hooks.delete", Title: "Delete hook", Doing: "Deleting", Done: "Deleted", Noun: "deletion", Removes: true,
		Danger: func(api.Hook) action.Danger { return action.Type },
		Word:   func(h api.Hook) string { return edit.Typeable(h.DisplayName, h.ID) },
		Loses:  hookLoses,
		Decides: func(h api.Hook) []action.Value {
			return append(hookDecides(h), action.Value{Name: "Filter", Is: h.Filter.CELExpression},
				action.Value{Name: "What it does", Is: hookKind(h)})
		},
		Applies: func(h api.Hook) action.Why {
			return action.WhyIt(widget.IfText(api.HookStateOf(h) == api.SwitchDeleted, "is deleted already"))
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
	case h.Raw.Came() && !h.Enabled:
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
func hookCEL(h api.Hook) []list.Copied {
	var all []list.Copied
	if h.Filter.CELExpression != "" {
		all = append(all, list.Copied{Title: "filter's CEL", Text: h.Filter.CELExpression})
	}
	if h.JSONPatch != nil && h.JSONPatch.CELExpression != "" {
		all = append(all, list.Copied{Title: "patch's CEL", Text: h.JSONPatch.CELExpression})
	}
	return all
}

func noCEL(p *list.Pane) action.Why {
	h, ok := list.CursorOf[api.Hook](p)
	switch {
	case !ok:
		return list.NoRecord(p)
	case len(hookCEL(h)) == 0:
		return action.Because("this hook has no CEL expression: an empty filter matches everything")
	}
	return action.Why{}
}

// copyCEL copies the hook's expression, or asks which of its two.
func copyCEL(p *list.Pane) tea.Cmd {
	h, _ := list.CursorOf[api.Hook](p)
	all := hookCEL(h)
	if len(all) == 1 {
		return p.Host.Copy("the "+all[0].Title, all[0].Text)
	}
	var items []host.MenuItem
	for _, c := range all {
		items = append(items, host.MenuItem{Title: "Copy the " + c.Title, Run: func() tea.Cmd { return p.Host.Copy("the "+c.Title, c.Text) }})
	}
	return p.Host.Menu("Copy", items)
}
