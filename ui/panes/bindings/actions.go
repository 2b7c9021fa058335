package bindings

import (
	"cmp"
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/picker"
	"gatehouse/ui/widget"
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

// bindSpec binds an entitlement to a side of a monitor (operation 1). Undoing it is unbinding.
func bindSpec(e *host.Env, store *bindingStore) *action.Spec[binding] {
	return &action.Spec[binding]{
		Name: "bindings.create", Title: "Bind", Doing: "Creating", Done: "Created", Noun: "creation", Lags: true,
		Absent: true,
		Danger: func(binding) action.Danger { return action.Confirm },
		Target: func(_ binding, d action.Draft) action.Target {
			r := bindingOf(d)
			return bindingTarget(e, r, store.monitor(r.MonitorID))
		},
		Request: func(_ binding, d action.Draft) (api.Request, error) { return api.BindEntitlement(bindingOf(d)) },
		Answer: func(a api.Answer) (*binding, error) {
			record, err := api.MonitorBindingFrom(a)
			if err != nil || record == nil {
				return nil, err
			}
			r := api.BindingRef{MonitorID: record.MonitorID, EntitlementGroup: record.EntitlementGroup, AppID: record.AppID,
				AppEntitlementID: record.AppEntitlementID}
			return &binding{ref: r, record: *record, read: true, monitor: store.monitor(r.MonitorID), nameless: store.why(r.MonitorID)}, nil
		},
		Read: func(ctx context.Context, c *api.Client, _ binding, d action.Draft) (binding, error) {
			return store.readBinding(ctx, c, bindingOf(d))
		},
		Check: func(_ binding, d action.Draft, now binding, gone bool) action.Verdict {
			if !gone && now.ref == bindingOf(d) && api.BindingStateOf(now.record) == api.RecordLive {
				return action.Done
			}
			return action.NotDone
		},
		InverseNow: func(binding) *action.Spec[binding] {
			if e.Refused[unbindName] {
				return nil
			}
			return list.Freely(unbindSpec(e, store))
		},
		Proof: func(binding) string { return widget.IfText(e.Refused[unbindName], cantUnbind) },
	}
}

// unbindName is the action that undoes a binding; cantUnbind says that the tenant refused it before.
const (
	unbindName = "bindings.delete"
	cantUnbind = "It can't be undone from here: the tenant refused to unbind before."
)

func unbindSpec(e *host.Env, store *bindingStore) *action.Spec[binding] {
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
			return store.readBinding(ctx, c, b.ref)
		},
		Check: func(_ binding, _ action.Draft, now binding, gone bool) action.Verdict {
			if gone || api.BindingStateOf(now.record) != api.RecordLive {
				return action.Done
			}
			return action.NotDone
		},
		// Where bindings can't be read either, "not found" is said of the operation and not of the binding.
		Unoffered: func(refusal error) bool { return api.KindOf(refusal) == api.KindNotFound && !store.readsBindings() },
		Inverse: func(before binding, _ action.Draft) (*action.Spec[binding], action.Draft) {
			return list.Freely(bindSpec(e, store)), draftOf(before.ref)
		},
	}
}

// monitors are chosen by their id: the tenant has no list of them. Those that were read before are offered.
func (p *bindings) monitors() picker.Picking[string, api.ConflictMonitor] {
	known := p.store.knownMonitors()
	slices.SortFunc(known, func(a, b api.ConflictMonitor) int { return cmp.Compare(a.DisplayName, b.DisplayName) })
	return picker.Picking[string, api.ConflictMonitor]{
		Resource: list.Resource[string, api.ConflictMonitor]{
			Name: "monitors", Title: "Conflict monitors", One: "conflict monitor",
			Key: func(m api.ConflictMonitor) string { return m.ID },
			Columns: []grid.Column[api.ConflictMonitor]{
				{Name: "name", Title: "Monitor", Min: 18, Max: 40, Weight: 1,
					Text: func(m api.ConflictMonitor, _ grid.Env) string { return m.DisplayName }},
				{Name: "state", Title: "State", Min: 5, Max: 9, Priority: 2,
					Text: func(m api.ConflictMonitor, _ grid.Env) string {
						word, _ := widget.Switched(api.MonitorStateOf(m))
						return word
					},
					Role: func(m api.ConflictMonitor, _ grid.Env) theme.Role {
						_, role := widget.Switched(api.MonitorStateOf(m))
						return role
					}},
				column.Dim("meaning", "Alerts on", 15, 1, monitorSides),
				column.ID(3, func(m api.ConflictMonitor) string { return m.ID }),
			},
		},
		ByID: func(ctx context.Context, c *api.Client, id string) (api.ConflictMonitor, error) {
			return p.store.readMonitor(ctx, c, id)
		},
		Known: known,
	}
}

// pickMonitor chooses the monitor that the next binding is for, and shows what it means.
func (p *bindings) pickMonitor() tea.Cmd {
	choice := p.monitors()
	choice.Chosen = func(m api.ConflictMonitor) tea.Cmd {
		p.Take(m)
		said := "Monitor “" + m.DisplayName + "”. " + monitorMeaning(m)
		said += widget.IfText(quietMonitor(m) != "", " "+quietMonitor(m))
		return p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: said + " " + p.Label("bindings.create") + " binds an entitlement to it."})
	}
	choice.Unnamed = func(id string) tea.Cmd {
		p.monitor = id
		return p.Host.Say(host.Notice{Tone: host.ToneWarning, Text: "Monitor " + id + ": " + widget.LowerFirst(whyNoMonitor(p.store.why(id))) +
			" " + p.Label("bindings.create") + " binds an entitlement to it."})
	}
	return p.Host.Open(picker.New(choice, p.Env, p.Host))
}

func (p *bindings) Take(m api.ConflictMonitor) {
	p.store.Learn(m)
	p.monitor = m.ID
	p.Env.Names.Learn(map[widget.Ref]string{{Kind: "monitor", ID: m.ID}: m.DisplayName})
}

// picks are the choices of the forms: the monitor, and the entitlement with its app.
func (p *bindings) picks() map[string]host.Pick {
	picks := picker.PickEntitlement(p.Env, p.Host)
	picks["monitorId"] = func(_ map[string]string, set func(name, value, label string)) host.Overlay {
		choice := p.monitors()
		choice.Chosen = func(m api.ConflictMonitor) tea.Cmd {
			p.Take(m)
			set("monitorId", m.ID, monitorLabel(m))
			return nil
		}
		choice.Unnamed = func(id string) tea.Cmd { set("monitorId", id, ""); return nil }
		return picker.New(choice, p.Env, p.Host)
	}
	return picks
}

// monitorLabel is a monitor with its meaning in short: “Hire and run payroll (A and B)”.
func monitorLabel(m api.ConflictMonitor) string { return m.DisplayName + " (" + monitorSides(m) + ")" }

// monitorSides is a monitor's meaning in short.
func monitorSides(m api.ConflictMonitor) string {
	switch {
	case widget.UnreadFlag(m.Problem, m.Raw, "negateGroupB"):
		return "A and B, or A and not B"
	case m.NegateGroupB:
		return "A and not B"
	}
	return "A and B"
}

func (p *bindings) form(title, submit string) form.Spec {
	label := ""
	if m := p.store.monitor(p.monitor); m.ID != "" {
		label = monitorLabel(m)
	}
	fields := []form.Field{
		picker.PickField("monitorId", "Monitor", "The conflict monitor, by its id. Monitors can't be listed.", p.monitor, label),
		{Name: "entitlementGroup", Title: "Side", Kind: form.Choice, Required: true,
			Options: []form.Option{{Value: string(api.EntitlementGroupA), Label: "side A"}, {Value: string(api.EntitlementGroupB), Label: "side B"}},
			Help:    "A monitor alerts on people who hold something of side A, and something (or nothing) of side B."},
	}
	return form.Spec{Title: title, Submit: submit, New: true,
		Fields: append(fields, picker.EntitlementFields(picker.EntitlementKey{}, p.Env)...)}
}

// openBind opens the form of a new binding. The dialog after it says in words what will be bound to what.
func (p *bindings) openBind() tea.Cmd {
	spec := bindSpec(p.Env, p.store)
	if p.Env.Client.ReadOnly() {
		return p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: action.ReadOnly().Of("binding")})
	}
	return p.Host.Form(host.FormRequest{Pane: p.Pane.Name(), Spec: p.form("Bind an entitlement", "Bind"), Name: "bindings.create",
		Picks: p.picks(), Facts: p.bindingFacts,
		Submit: func(d action.Draft) (*action.Plan, error) {
			return action.Bind(spec, func(b binding) action.Target { return p.Target(b) }, d, binding{})
		}})
}

// bindingFacts say what a binding means, by the names that the tenant gave.
func (p *bindings) bindingFacts(d action.Draft) []string {
	r := bindingOf(d)
	m := p.store.monitor(r.MonitorID)
	app := host.FirstOf(p.Env.Name("app", r.AppID), r.AppID)
	facts := []string{"Entitlement: " + host.FirstOf(d.Labels["entitlementId"], r.AppEntitlementID) + " in " + app + ".",
		"Monitor: " + host.FirstOf(m.DisplayName, r.MonitorID) + ", " + r.EntitlementGroup.Words() + "."}
	facts = append(facts, p.Env.Names.UnknownTo(d, map[string]string{"entitlement": "entitlementId", "app": "appId"})...)
	if m.ID == "" || d.Labels["entitlementId"] == "" {
		facts = append(facts, "Some names are unknown: make sure that the ids are right.")
	}
	if m.ID == "" {
		facts = append(facts, "What the monitor does is unknown: "+widget.LowerFirst(whyNoMonitor(p.store.why(r.MonitorID))))
		if p.Env.Refused[unbindName] {
			facts = append(facts, cantUnbind)
		}
		return facts
	}
	facts = append(facts, monitorMeaning(m))
	return append(facts, widget.NonEmpty(quietMonitor(m))...)
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
	return p.Host.Form(host.FormRequest{Pane: p.Pane.Name(), Spec: spec, Name: "lookup", Picks: p.picks(), Keep: func(d action.Draft) tea.Cmd {
		r := bindingOf(d)
		p.monitor = r.MonitorID
		ctx, client, store := p.Load.Context(), p.Env.Client, p.store
		return tea.Batch(p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: "Looking for the binding…"}), func() tea.Msg {
			row, err := store.readBinding(ctx, client, r)
			return p.Address(foundBinding{r, row, err})
		})
	}})
}

func (p *bindings) handleFound(msg foundBinding) tea.Cmd {
	name := bindingTarget(p.Env, msg.ref, p.store.monitor(msg.ref.MonitorID)).Name
	switch api.KindOf(msg.err) {
	case api.KindNotFound:
		return p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: "It isn't bound: " + name + "." + host.Said(host.PlainCause(msg.err))})
	case api.KindEndedEarly:
		return nil
	}
	p.store.add(msg.ref)
	p.Grid.Append([]host.AnyRow{msg.row})
	p.Grid.Select(msg.ref)
	shown := p.After(p.Arrange())
	if msg.err != nil {
		what, _ := host.Explain(msg.err)
		return tea.Batch(shown, p.Host.Say(host.Notice{Tone: host.ToneUnknown, Text: "It can't be read whether this is bound: " + name + ". " +
			what}))
	}
	return tea.Batch(shown, p.keep(msg.row), p.Host.Say(host.Notice{Tone: host.ToneGood, Text: "It is bound: " + name + "."}))
}
