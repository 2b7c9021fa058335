package ui

import (
	"cmp"
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

// bindingOf is the binding that a form asks for.
func bindingOf(d action.Draft) api.BindingRef {
	return api.BindingRef{MonitorID: d.Values["monitorId"], EntitlementGroup: api.EntitlementGroup(d.Values["entitlementGroup"]),
		AppID: d.Values["appId"], AppEntitlementID: d.Values["entitlementId"]}
}

func draftOf(r api.BindingRef) action.Draft {
	return action.Draft{Values: map[string]string{"monitorId": r.MonitorID, "entitlementGroup": string(r.EntitlementGroup),
		"appId": r.AppID, "entitlementId": r.AppEntitlementID}}
}

// bindSpec binds an entitlement to a side of a monitor (operation 1). Taking it back is unbinding.
func bindSpec(e *env, book *bindingBook) *action.Spec[binding] {
	return &action.Spec[binding]{
		Name: "bindings.create", Title: "Bind", Doing: "Creating", Done: "Created", Noun: "creation", Lags: true,
		Absent: true,
		Danger: func(binding) action.Danger { return action.Confirm },
		Target: func(_ binding, d action.Draft) action.Target {
			r := bindingOf(d)
			return bindingTarget(e, r, book.monitor(r.MonitorID))
		},
		Request: func(_ binding, d action.Draft) (api.Request, error) { return api.BindEntitlement(bindingOf(d)) },
		Answer: func(a api.Answer) (*binding, error) {
			record, err := api.MonitorBindingFrom(a)
			if err != nil || record == nil {
				return nil, err
			}
			r := api.BindingRef{MonitorID: record.MonitorID, EntitlementGroup: record.EntitlementGroup, AppID: record.AppID, AppEntitlementID: record.AppEntitlementID}
			return &binding{ref: r, record: *record, read: true, monitor: book.monitor(r.MonitorID), nameless: book.why(r.MonitorID)}, nil
		},
		Read: func(ctx context.Context, c *api.Client, _ binding, d action.Draft) (binding, error) {
			return book.readBinding(ctx, c, bindingOf(d))
		},
		Check: func(_ binding, d action.Draft, now binding, gone bool) action.Verdict {
			if !gone && now.ref == bindingOf(d) && api.BindingStateOf(now.record) == api.RecordLive {
				return action.Done
			}
			return action.NotDone
		},
		InverseNow: func(binding) *action.Spec[binding] {
			if e.refused[unbindName] {
				return nil
			}
			return freely(unbindSpec(e, book))
		},
		Proof: func(binding) string { return ifText(e.refused[unbindName], cantUnbind) },
	}
}

// freely is an action that takes another one back, without a question: it can be taken back by doing it again.
func freely[T any](spec *action.Spec[T]) *action.Spec[T] {
	spec.Danger, spec.Loses = nil, nil
	return spec
}

// unbindName is the action that takes a binding back; cantUnbind says that the tenant refused it before.
const (
	unbindName = "bindings.delete"
	cantUnbind = "It can't be undone from here: the tenant refused to unbind before."
)

func unbindSpec(e *env, book *bindingBook) *action.Spec[binding] {
	return &action.Spec[binding]{
		Name: unbindName, Title: "Unbind", Doing: "Deleting", Done: "Deleted", Noun: "deletion", Lags: true,
		Danger: func(binding) action.Danger { return action.Confirm },
		Loses: func(b binding) string {
			return "The monitor no longer counts this entitlement on " + b.ref.EntitlementGroup.Words() + "."
		},
		Decides: func(b binding) []action.Value {
			return []action.Value{{Name: "Side", Is: b.ref.EntitlementGroup.Words()}}
		},
		Request: func(b binding, _ action.Draft) (api.Request, error) { return api.UnbindEntitlement(b.ref) },
		Read: func(ctx context.Context, c *api.Client, b binding, _ action.Draft) (binding, error) {
			return book.readBinding(ctx, c, b.ref)
		},
		Check: func(_ binding, _ action.Draft, now binding, gone bool) action.Verdict {
			if gone || api.BindingStateOf(now.record) != api.RecordLive {
				return action.Done
			}
			return action.NotDone
		},
		// Where bindings can't be read either, "not found" is said of the operation and not of the binding.
		Unoffered: func(refusal error) bool { return api.KindOf(refusal) == api.KindNotFound && !book.readsBindings() },
		Inverse: func(before binding, _ action.Draft) (*action.Spec[binding], action.Draft) {
			return freely(bindSpec(e, book)), draftOf(before.ref)
		},
	}
}

// monitors are chosen by their id: the tenant has no list of them. Those that were read before are offered.
func (p *bindings) monitors() picking[string, api.ConflictMonitor] {
	known := p.book.knownMonitors()
	slices.SortFunc(known, func(a, b api.ConflictMonitor) int { return cmp.Compare(a.DisplayName, b.DisplayName) })
	return picking[string, api.ConflictMonitor]{
		resource: resource[string, api.ConflictMonitor]{
			name: "monitors", title: "Conflict monitors", one: "conflict monitor",
			key: func(m api.ConflictMonitor) string { return m.ID },
			columns: []grid.Column[api.ConflictMonitor]{
				{Name: "name", Title: "Monitor", Min: 18, Max: 40, Weight: 1, Text: func(m api.ConflictMonitor, _ grid.Env) string { return m.DisplayName }},
				{Name: "state", Title: "State", Min: 5, Max: 9, Priority: 2,
					Text: func(m api.ConflictMonitor, _ grid.Env) string {
						word, _ := switched(api.MonitorStateOf(m))
						return word
					},
					Role: func(m api.ConflictMonitor, _ grid.Env) theme.Role {
						_, role := switched(api.MonitorStateOf(m))
						return role
					}},
				dimColumn("meaning", "Alerts on", 15, 1, monitorSides),
				idColumn(3, func(m api.ConflictMonitor) string { return m.ID }),
			},
		},
		byID: func(ctx context.Context, c *api.Client, id string) (api.ConflictMonitor, error) {
			return p.book.readMonitor(ctx, c, id)
		},
		known: known,
	}
}

// pickMonitor chooses the monitor that the next binding is for, and shows what it means.
func (p *bindings) pickMonitor() tea.Cmd {
	choice := p.monitors()
	choice.chosen = func(m api.ConflictMonitor) tea.Cmd {
		p.take(m)
		said := "Monitor “" + m.DisplayName + "”. " + monitorMeaning(m)
		said += ifText(quietMonitor(m) != "", " "+quietMonitor(m))
		return p.link.say(notice{toneInfo, said + " " + p.label("bindings.create") + " binds an entitlement to it."})
	}
	choice.unnamed = func(id string) tea.Cmd {
		p.monitor = id
		return p.link.say(notice{toneUnknown, "Monitor " + id + ": " + lowerFirst(whyNoMonitor(p.book.why(id))) + " " + p.label("bindings.create") + " binds an entitlement to it."})
	}
	return p.link.open(newPicker(choice, p.env, p.link))
}

func (p *bindings) take(m api.ConflictMonitor) {
	p.book.learn(m)
	p.monitor = m.ID
	p.env.names.learn(map[ref]string{{"monitor", m.ID}: m.DisplayName})
}

// picks are the choices of the forms: the monitor, and the entitlement with its app.
func (p *bindings) picks() map[string]pick {
	picks := pickEntitlement(p.env, p.link)
	picks["monitorId"] = func(_ map[string]string, set func(name, value, label string)) overlay {
		choice := p.monitors()
		choice.chosen = func(m api.ConflictMonitor) tea.Cmd {
			p.take(m)
			set("monitorId", m.ID, monitorLabel(m))
			return nil
		}
		choice.unnamed = func(id string) tea.Cmd { set("monitorId", id, ""); return nil }
		return newPicker(choice, p.env, p.link)
	}
	return picks
}

// monitorLabel is a monitor with its meaning in short: “Hire and run payroll (A and B)”.
func monitorLabel(m api.ConflictMonitor) string { return m.DisplayName + " (" + monitorSides(m) + ")" }

// monitorSides is a monitor's meaning in short.
func monitorSides(m api.ConflictMonitor) string {
	switch {
	case unreadFlag(m.Problem, m.Raw, "negateGroupB"):
		return "A and B, or A and not B"
	case m.NegateGroupB:
		return "A and not B"
	}
	return "A and B"
}

func (p *bindings) form(title, submit string) form.Spec {
	label := ""
	if m := p.book.monitor(p.monitor); m.ID != "" {
		label = monitorLabel(m)
	}
	fields := []form.Field{
		pickField("monitorId", "Monitor", "The conflict monitor, by its id. Monitors can't be listed.", p.monitor, label),
		{Name: "entitlementGroup", Title: "Side", Kind: form.Choice, Required: true,
			Options: []form.Option{{Value: string(api.EntitlementGroupA), Label: "side A"}, {Value: string(api.EntitlementGroupB), Label: "side B"}},
			Help:    "A monitor alerts on people who hold something of side A, and something (or nothing) of side B."},
	}
	return form.Spec{Title: title, Submit: submit, New: true, Fields: append(fields, entitlementFields(entitlementKey{}, p.env)...)}
}

// openBind opens the form of a new binding. The dialog after it says in words what will be bound to what.
func (p *bindings) openBind() tea.Cmd {
	spec := bindSpec(p.env, p.book)
	if p.env.client.ReadOnly() {
		return p.link.say(notice{toneInfo, saidWhy("binding", lockedWhy)})
	}
	return p.link.form(formRequest{pane: p.list.name(), spec: p.form("Bind an entitlement", "Bind"), name: "bindings.create", picks: p.picks(), tells: p.tellBinding,
		submit: func(d action.Draft) (*action.Plan, error) {
			return action.Bind(spec, func(b binding) action.Target { return p.target(b) }, d, binding{})
		}})
}

// tellBinding says what a binding means, by the names that the tenant gave.
func (p *bindings) tellBinding(d action.Draft) []string {
	r := bindingOf(d)
	m := p.book.monitor(r.MonitorID)
	app := firstOf(p.env.Name("app", r.AppID), r.AppID)
	told := []string{"Entitlement: " + firstOf(d.Labels["entitlementId"], r.AppEntitlementID) + " in " + app + ".",
		"Monitor: " + firstOf(m.DisplayName, r.MonitorID) + ", " + r.EntitlementGroup.Words() + "."}
	told = append(told, p.env.names.unknownTo(d, map[string]string{"entitlement": "entitlementId", "app": "appId"})...)
	if m.ID == "" || d.Labels["entitlementId"] == "" {
		told = append(told, "Some names are unknown: make sure that the ids are right.")
	}
	if m.ID == "" {
		told = append(told, "What the monitor does is unknown: "+lowerFirst(whyNoMonitor(p.book.why(r.MonitorID))))
		if p.env.refused[unbindName] {
			told = append(told, cantUnbind)
		}
		return told
	}
	told = append(told, monitorMeaning(m))
	return append(told, nonEmpty(quietMonitor(m))...)
}

// quietMonitor says why a monitor alerts nobody, "" when it does.
func quietMonitor(m api.ConflictMonitor) string {
	switch api.MonitorStateOf(m) {
	case api.SwitchedOff:
		return "The monitor is turned off, so it alerts nobody for now."
	case api.SwitchDeleted:
		return "The monitor is deleted, so it alerts nobody."
	case api.SwitchUnclear:
		return "Whether the monitor is on can't be read."
	}
	return ""
}

// foundBinding brings a binding that was looked up.
type foundBinding struct {
	ref api.BindingRef
	row binding
	err error
}

// openLookup asks for a binding and reads it.
func (p *bindings) openLookup() tea.Cmd {
	spec := p.form("Look up a binding", "Look up")
	return p.link.form(formRequest{pane: p.list.name(), spec: spec, name: "lookup", picks: p.picks(), keep: func(d action.Draft) tea.Cmd {
		r := bindingOf(d)
		p.monitor = r.MonitorID
		ctx, client, book := p.load.context(), p.env.client, p.book
		return tea.Batch(p.link.say(notice{toneInfo, "Looking for the binding…"}), func() tea.Msg {
			row, err := book.readBinding(ctx, client, r)
			return p.address(foundBinding{r, row, err})
		})
	}})
}

func (p *bindings) tookFound(msg foundBinding) tea.Cmd {
	name := bindingTarget(p.env, msg.ref, p.book.monitor(msg.ref.MonitorID)).Name
	switch api.KindOf(msg.err) {
	case api.KindNotFound:
		return p.link.say(notice{toneInfo, "It isn't bound: " + name + "." + said(plainCause(msg.err))})
	case api.KindEndedEarly:
		return nil
	}
	p.book.add(msg.ref)
	p.grid.Append([]anyRow{msg.row})
	p.grid.Select(msg.ref)
	shown := p.after(p.arrange())
	if msg.err != nil {
		what, _ := explain(msg.err)
		return tea.Batch(shown, p.link.say(notice{toneUnknown, "It can't be read whether this is bound: " + name + ". " + what}))
	}
	return tea.Batch(shown, p.keep(msg.row), p.link.say(notice{toneGood, "It is bound: " + name + "."}))
}
