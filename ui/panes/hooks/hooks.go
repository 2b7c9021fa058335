package hooks

import (
	"context"
	"strconv"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("hooks", "Hooks")
	return host.Declaration{
		Name: "hooks", Title: "Hooks", Key: "1", Help: "Go to the hooks.",
		Views: true, New: New, Today: today, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "hooks.toggle", "on/off", "Turn the hook on or off.", "t"),
			keymap.Bind(s, "hooks.copy.cel", "copy CEL", "Copy the hook's CEL expression.", "c"),
			keymap.Bind(s, "hooks.delete", "delete", "Delete the hook for good.", "x"),
		},
	}
}

func New(e *host.Env, h host.Host) host.Pane { return list.New(hooks(), e, h) }

func hooks() list.Resource[string, api.Hook] {
	d := Declaration()
	return list.Resource[string, api.Hook]{
		Name: d.Name, Title: d.Title, One: "hook", Scope: d.Scope,
		Key:     func(h api.Hook) string { return h.ID },
		Target:  func(h api.Hook) action.Target { return action.Target{Kind: "hook", Name: h.DisplayName, ID: h.ID} },
		Columns: hookColumns(),
		Raw:     func(h api.Hook) api.Original { return h.Raw },
		Problem: func(h api.Hook) string { return h.Problem },
		Fetch: func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.Hook], error) {
			return c.SearchHooks(ctx, api.HookSearch{Query: q.Text}, p)
		},
		Get: readHook,
		ByID: &list.ByID[api.Hook]{
			Ids:   []list.IDField{{Name: "id", Title: "Hook id", Help: "The hook's id, 27 letters and digits."}},
			Of:    func(h api.Hook) []string { return []string{h.ID} },
			Blank: func(ids []string, name string) api.Hook { return api.Hook{ID: ids[0], DisplayName: name} },
		},
		Searches: "names and descriptions",
		Empty:    "This tenant has no hooks. They are created in the tenant's web console.",
		Detail:   hookDetail,
		Verbs: []list.Verb[api.Hook]{
			{Spec: func(*host.Env) *action.Spec[api.Hook] { return toggleHook() }},
			{Spec: func(*host.Env) *action.Spec[api.Hook] { return deleteHook() }},
		},
		Own: []list.Command{{ID: "hooks.copy.cel", Title: "Copy the CEL expression", Why: noCEL, Run: copyCEL}},
		Copies: []list.Copyable[api.Hook]{
			{Title: "filter's CEL", Text: func(h api.Hook) string { return h.Filter.CELExpression }},
			{Title: "patch's CEL", Text: func(h api.Hook) string {
				if h.JSONPatch == nil {
					return ""
				}
				return h.JSONPatch.CELExpression
			}}},
	}
}

func hookColumns() []grid.Column[api.Hook] {
	return []grid.Column[api.Hook]{
		{Name: "state", Title: "State", Min: 5, Max: 9, Signed: true,
			Text: func(h api.Hook, _ grid.Env) string { word, _ := widget.Switched(api.HookStateOf(h)); return word },
			Role: func(h api.Hook, _ grid.Env) theme.Role { _, role := widget.Switched(api.HookStateOf(h)); return role }},
		{Name: "priority", Title: "Prio", Min: 4, Max: 5, Priority: 1, Align: draw.Right,
			Text:   func(h api.Hook, _ grid.Env) string { return strconv.FormatInt(h.Priority, 10) },
			Number: func(h api.Hook) (float64, bool) { return float64(h.Priority), true }},
		{Name: "name", Title: "Name", Min: 26, Want: 34, Max: 60, Weight: 3, Text: func(h api.Hook, _ grid.Env) string { return h.DisplayName }},
		{Name: "event", Title: "Event", Min: 15, Max: 16, Priority: 3, Middle: true,
			Text: func(h api.Hook, _ grid.Env) string { return h.Event.Words() }},
		{Name: "does", Title: "Does", Min: 20, Want: 22, Max: 34, Weight: 2, Priority: 2, Middle: true,
			Text: func(h api.Hook, _ grid.Env) string { return hookKind(h) },
			Role: func(api.Hook, grid.Env) theme.Role { return theme.Info }},
		column.Time("updated", "Updated", 4, func(h api.Hook) api.Time { return h.UpdatedAt }),
		{Name: "description", Title: "Description", Min: 16, Weight: 2, Priority: 6,
			Text: func(h api.Hook, _ grid.Env) string { return h.Description },
			Role: func(api.Hook, grid.Env) theme.Role { return theme.Dim }},
		column.ID(5, func(h api.Hook) string { return h.ID }),
	}
}

func hookDetail(h api.Hook, at list.DetailEnv[api.Hook]) []widget.Section {
	state, role := widget.Switched(api.HookStateOf(h))
	if api.HookStateOf(h) == api.SwitchedOff {
		role = theme.Warn
	}
	filter, filterNote := h.Filter.CELExpression, "It runs when this CEL expression is true. A broken one denies calls."
	if filter == "" {
		filter, filterNote = "everything", "The filter is empty, so it matches everything."
	}
	guardrails := ""
	if h.ManagedByGuardrails {
		guardrails = "It runs only when a guardrail rule picks it."
	}
	return []widget.Section{
		{Title: h.DisplayName, Fields: []widget.Field{
			{Label: "State", Value: state, Role: role},
			{Label: "Event", Value: h.Event.Words()},
			{Label: "Priority", Value: strconv.FormatInt(h.Priority, 10), Note: "0 to 1000; lower runs first."},
			{Label: "Guardrails", Value: widget.Flag(h.Problem, h.Raw, "managedByGuardrails", h.ManagedByGuardrails), Note: guardrails},
			{Label: "Description", Value: h.Description},
			{Label: "Id", IDs: widget.OnlyID(h.ID), Note: at.Age(h.ID, h.CreatedAt)},
		}},
		{Title: "Filter", Fields: []widget.Field{{Value: filter, Role: theme.Value, Note: filterNote}}},
		HookSettings(h, at.Env),
		at.Dates(h.CreatedAt, h.UpdatedAt, h.DeletedAt),
	}
}

// toggleHook turns a hook on or off. Hooks fail closed, so turning one off fast matters; it can be undone.
func toggleHook() *action.Spec[api.Hook] {
	return &action.Spec[api.Hook]{
		Name: "hooks.toggle", Title: "Turn on or off", Doing: "Turning on or off", Done: "Turned on or off", Noun: "toggle", Many: true,
		Applies: func(h api.Hook) action.Why {
			switch api.HookStateOf(h) {
			case api.SwitchDeleted:
				return action.WhyIt("is deleted")
			case api.SwitchUnclear:
				return action.Because("whether it is on can't be read")
			}
			return action.Why{}
		},
		Decides: hookDecides,
		Request: func(h api.Hook, _ action.Draft) (api.Request, error) { return setHook(h.ID, !h.Enabled) },
		Answer:  api.HookFrom,
		Read: func(ctx context.Context, c *api.Client, h api.Hook, _ action.Draft) (api.Hook, error) {
			return readHook(ctx, c, h)
		},
		Check: func(before api.Hook, _ action.Draft, now api.Hook, gone bool) action.Verdict {
			switch {
			case gone:
				return action.ChangedByOthers
			case api.HookStateOf(now) == api.SwitchDeleted, api.HookStateOf(now) == api.SwitchUnclear:
				return action.ChangedByOthers
			case now.Enabled != before.Enabled:
				return action.Done
			}
			return action.NotDone
		},
		Sets: func(h api.Hook, _ action.Draft) []action.Value {
			return []action.Value{{Name: "State", Is: onWord(h.Enabled)}}
		},
		UpdatedAt: func(h api.Hook) api.Time { return h.UpdatedAt },
		Inverse: func(before api.Hook, _ action.Draft) (*action.Spec[api.Hook], action.Draft) {
			return restoreHook(), action.Draft{}
		},
		Words: func(h api.Hook) (string, string, string) { return hookWords(!h.Enabled) },
	}
}

// hookDecides are what a person knows a hook by, and whether it is on.
func hookDecides(h api.Hook) []action.Value {
	return []action.Value{{Name: "State", Is: api.HookStateOf(h).Words()}, {Name: "Name", Is: h.DisplayName},
		{Name: "Event", Is: h.Event.Words()}}
}

// restoreHook gives a hook the state back that it had.
func restoreHook() *action.Spec[api.Hook] {
	s := toggleHook()
	s.Request = func(before api.Hook, _ action.Draft) (api.Request, error) { return setHook(before.ID, before.Enabled) }
	s.Check = func(before api.Hook, _ action.Draft, now api.Hook, gone bool) action.Verdict {
		switch {
		case gone:
			return action.ChangedByOthers
		case api.HookStateOf(now) == api.SwitchDeleted, api.HookStateOf(now) == api.SwitchUnclear:
			return action.ChangedByOthers
		case now.Enabled == before.Enabled:
			return action.Done
		}
		return action.NotDone
	}
	s.Words = func(before api.Hook) (string, string, string) { return hookWords(before.Enabled) }
	s.Inverse = nil
	return s
}

// readHook reads a hook by its id; where the tenant lacks that, it searches for the one with the id (operation 6).
func readHook(ctx context.Context, c *api.Client, h api.Hook) (api.Hook, error) {
	now, err := c.Hook(ctx, h.ID)
	if api.KindOf(err) != api.KindUnsupported {
		return now, err
	}
	return api.Find(ctx, func(now api.Hook) bool { return now.ID == h.ID },
		func(ctx context.Context, token string) (api.Page[api.Hook], error) {
			return c.SearchHooks(ctx, api.HookSearch{Refs: []string{h.ID}}, api.PageRequest{Size: 10, Token: token})
		})
}

func setHook(id string, on bool) (api.Request, error) {
	return api.UpdateHook(id, api.HookChanges{Enabled: &on})
}

func onWord(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func hookWords(on bool) (title, doing, done string) {
	if on {
		return "Turn on", "Turning on", "Turned on"
	}
	return "Turn off", "Turning off", "Turned off"
}

// hookKind is what a hook does, in a few words.
func hookKind(h api.Hook) string {
	switch {
	case h.Function != nil:
		return "function"
	case h.BuiltinPattern != nil:
		return patternName(h.BuiltinPattern)
	case h.JSONPatch != nil && len(h.JSONPatch.StaticOverlay) > 0:
		return "JSON overlay"
	case h.JSONPatch != nil:
		return "JSON patch"
	}
	return "unknown"
}

func HookSettings(h api.Hook, e *host.Env) widget.Section {
	switch {
	case h.Function != nil:
		return widget.Section{Title: "Function", Fields: []widget.Field{
			{Label: "Function", IDs: widget.OnlyID(h.Function.FunctionID)},
			{Label: "Commit", Value: h.Function.CommitID,
				Note: host.FirstOf(widget.IfEmpty(h.Function.CommitID, "No version is named. A function that fails denies the call."),
					"The hook runs this version. A function that fails denies the call.")}}}
	case h.BuiltinPattern != nil:
		return patternSettings(h)
	case h.JSONPatch != nil:
		return patchSettings(h.JSONPatch)
	}
	return widget.Section{Title: "Does",
		Fields: []widget.Field{{Value: "Nothing that this console knows; " + e.Keys.Label("raw") + " shows the raw JSON.", Role: theme.Warn}}}
}

func patchSettings(p *api.JSONPatch) widget.Section {
	s := widget.Section{Title: "JSON patch"}
	if p.CELExpression != "" {
		s.Fields = append(s.Fields, widget.Field{Value: p.CELExpression, Role: theme.Value,
			Note: "The result of this CEL expression is merged into the call's data."})
	}
	if len(p.StaticOverlay) > 0 {
		s.Fields = append(s.Fields, widget.Field{Value: "A fixed overlay", Role: theme.Value,
			Note: "It is merged into the call's data as shown here."}, widget.Field{Value: widget.Indented(p.StaticOverlay), Role: theme.JSONString})
	}
	if len(s.Fields) == 0 {
		s.Fields = []widget.Field{{Value: "It is empty, so it changes nothing.", Role: theme.Warn}}
	}
	return s
}
