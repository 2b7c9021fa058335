package bindings

import (
	"context"
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/state"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// bindings are the entitlements on the sides of conflict monitors (operation 1), as far as they were made or looked up here.
type bindings struct {
	*list.Pane
	store   *bindingStore
	monitor string // the id of the monitor that was picked last
}

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("bindings", "Conflict monitors")
	return host.Declaration{
		Name: "bindings", Title: "Conflict monitor bindings", Key: "d", Word: "monitors",
		Help:  "Go to the bindings of conflict monitors (separation of duties).",
		About: "Put an entitlement on side A or B of a monitor for the separation of duties.",
		Brief: "Put entitlements on a side.",
		New:   New, Reread: reread, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "bindings.pick", "pick monitor", "Choose the conflict monitor by its id.", "p"),
			keymap.Bind(s, "bindings.create", "bind", "Bind an entitlement to the conflict monitor.", "n"),
			keymap.Bind(s, "bindings.delete", "unbind", "Unbind the entitlement from the conflict monitor.", "x"),
		},
	}
}

// reread reads a binding, whose ids are in the request: no list holds all bindings.
func reread(e action.Entry) (host.Rereading, bool) {
	var at api.BindingRef
	if e.Target.Kind != "binding" || json.Unmarshal(e.Intended, &at) != nil {
		return nil, false
	}
	return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
		now, err := c.MonitorBinding(ctx, at)
		return now.Raw.JSON(), at.AppEntitlementID, err
	}, true
}

func New(e *host.Env, h host.Host) host.Pane {
	p := &bindings{store: newBindingStore()}
	p.Pane = list.New(p.declare(e), e, h)
	return p
}

// bindingsEmpty stands in place of the list, and names the monitors whose ids are known anyway.
func bindingsEmpty(e *host.Env) string {
	words := "A monitor's bindings can't be listed; what you bind or look up stays here."
	if len(e.Tenant.Monitors) == 0 {
		return words
	}
	return words + " This demo has the monitors " + strings.Join(e.Tenant.Monitors, " and ") + "."
}

func (p *bindings) declare(e *host.Env) list.Resource[api.BindingRef, binding] {
	d := Declaration()
	return list.Resource[api.BindingRef, binding]{
		Name: d.Name, Title: d.Title, One: "binding", Scope: d.Scope,
		Key:     func(b binding) api.BindingRef { return b.ref },
		Target:  func(b binding) action.Target { return bindingTarget(e, b.ref, b.monitor) },
		Columns: bindingColumns(),
		Raw:     func(b binding) api.Original { return b.record.Raw },
		Same:    binding.same,
		Problem: func(b binding) string { return b.record.Problem },
		Fetch: func(ctx context.Context, c *api.Client, _ host.Query, _ api.PageRequest) (api.Page[binding], error) {
			p.store.recall(e.Opened, c.BaseURL())
			p.store.meet(ctx, c, e.Tenant.Monitors)
			return p.store.readAll(ctx, c)
		},
		Get: func(ctx context.Context, c *api.Client, b binding) (binding, error) {
			return p.store.readBinding(ctx, c, b.ref)
		},
		Empty: bindingsEmpty(e),
		Next: []list.Step{{ID: "bindings.create", Does: "binds an entitlement"}, {ID: "lookup", Does: "looks up a binding by its ids"},
			{ID: "bindings.pick", Does: "shows what a monitor means"}},
		Counted: "known here",
		Detail:  bindingDetail,
		Refs:    func(b binding) []widget.Ref { return bindingRefs(b.ref) },
		Verbs: []list.Verb[binding]{
			{Spec: func(*host.Env) *action.Spec[binding] { return bindSpec(e, p.store) }, Creates: true},
			{Spec: func(*host.Env) *action.Spec[binding] { return unbindSpec(e, p.store) }},
		},
		Own: []list.Command{
			{ID: "lookup", Title: "Look up a binding", Run: func(*list.Pane) tea.Cmd { return p.openLookup() }},
			{ID: "bindings.pick", Title: "Pick the monitor", Run: func(*list.Pane) tea.Cmd { return p.pickMonitor() }},
		},
		Copies: []list.Copyable[binding]{
			{Title: "monitor id", Text: func(b binding) string { return b.ref.MonitorID }},
			{Title: "app id", Text: func(b binding) string { return b.ref.AppID }}},
	}
}

func bindingRefs(r api.BindingRef) []widget.Ref {
	return []widget.Ref{{Kind: "app", ID: r.AppID}, {Kind: "entitlement", ID: r.AppID + "/" + r.AppEntitlementID},
		{Kind: "monitor", ID: r.MonitorID}}
}

func boundName(e grid.Env, r api.BindingRef) string {
	return e.Name("entitlement", r.AppID+"/"+r.AppEntitlementID)
}

// bindingTarget names a binding by all that makes it out: “Payroll Admin in Workday on side A of Hire and run payroll”.
func bindingTarget(e *host.Env, r api.BindingRef, m api.ConflictMonitor) action.Target {
	monitor := host.FirstOf(m.DisplayName, e.Name("monitor", r.MonitorID), r.MonitorID)
	return action.Target{Kind: "binding", Name: host.FirstOf(boundName(e, r), r.AppEntitlementID) + " in " +
		host.FirstOf(e.Name("app", r.AppID), r.AppID) + " on " + r.EntitlementGroup.Words() + " of " + monitor, ID: r.AppEntitlementID}
}

func bindingColumns() []grid.Column[binding] {
	return []grid.Column[binding]{
		{Name: "state", Title: "State", Min: 8, Max: 10, Priority: 1, Signed: true,
			Text: func(b binding, _ grid.Env) string { word, _ := bindingState(b); return word },
			Role: func(b binding, _ grid.Env) theme.Role { _, role := bindingState(b); return role }},
		{Name: "entitlement", Title: "Entitlement", Min: 18, Max: 44, Weight: 2,
			Text: func(b binding, e grid.Env) string { return host.FirstOf(boundName(e, b.ref), b.ref.AppEntitlementID) }},
		{Name: "side", Title: "Side", Min: 6, Max: 8, Text: func(b binding, _ grid.Env) string { return b.ref.EntitlementGroup.Words() }},
		{Name: "monitor", Title: "Monitor", Min: 16, Max: 40, Weight: 2,
			Text: func(b binding, e grid.Env) string {
				return host.FirstOf(b.monitor.DisplayName, e.Name("monitor", b.ref.MonitorID), b.ref.MonitorID)
			}},
		{Name: "app", Title: "App", Min: 10, Max: 24, Weight: 1,
			Text: func(b binding, e grid.Env) string { return host.FirstOf(e.Name("app", b.ref.AppID), b.ref.AppID) },
			Role: func(binding, grid.Env) theme.Role { return theme.Dim }},
		column.Time("bound", "Bound", 2, func(b binding) api.Time { return b.record.CreatedAt }),
		column.ID(4, func(b binding) string { return b.ref.AppEntitlementID }),
	}
}

func bindingState(b binding) (string, theme.Role) {
	switch {
	case b.read && api.BindingStateOf(b.record) == api.RecordLive:
		return "● bound", theme.Good
	case b.read:
		return "○ unbound", theme.Dim
	}
	return "? unread", theme.Warn
}

func bindingDetail(b binding, at list.DetailEnv[binding]) []widget.Section {
	word, role := bindingState(b)
	s := widget.Section{Title: host.FirstOf(boundName(at, b.ref), b.ref.AppEntitlementID),
		Fields: []widget.Field{{Label: "State", Value: word, Role: role}}}
	if b.err != nil {
		what, next := at.Env.Explain(b.err)
		s.Fields[0].Note = what + " " + next
		if api.KindOf(b.err) == api.KindUnsupported {
			s.Fields[0].Note = "This tenant doesn't offer to read a binding, so it is unknown whether it is still there."
		}
	}
	s.Fields = append(s.Fields, widget.Field{Label: "Side", Value: b.ref.EntitlementGroup.Words()},
		widget.Field{Label: "Entitlement", IDs: widget.OnlyID(b.ref.AppEntitlementID)},
		widget.Field{Label: "App", IDs: at.Called("app", b.ref.AppID)})
	return []widget.Section{s, monitorSection(b, at.Env), at.Dates(b.record.CreatedAt, b.record.UpdatedAt, b.record.DeletedAt)}
}

func monitorSection(b binding, e *host.Env) widget.Section {
	m := b.monitor
	if m.ID == "" {
		return widget.Section{Title: "Monitor", Fields: []widget.Field{{Label: "Id",
			IDs: widget.OnlyID(b.ref.MonitorID), Note: whyNoMonitor(b.nameless)}}}
	}
	state, role := widget.Switched(api.MonitorStateOf(m))
	return widget.Section{Title: "Monitor", Fields: []widget.Field{
		{Label: "Name", Value: m.DisplayName},
		{Label: "State", Value: state, Role: role},
		{Label: "Meaning", Value: monitorMeaning(m)},
		{Label: "Description", Value: m.Description},
		{Label: "Id", IDs: widget.OnlyID(m.ID), Note: e.Age(m.ID, m.CreatedAt)},
		{Label: "Set of side A", IDs: widget.OnlyID(m.EntitlementSetAID)},
		{Label: "Set of side B", IDs: widget.OnlyID(m.EntitlementSetBID)},
	}}
}

// whyNoMonitor says why a monitor's name and meaning aren't known.
func whyNoMonitor(err error) string {
	switch api.KindOf(err) {
	case api.KindNotFound:
		return "The tenant has no monitor with this id."
	case api.KindForbidden:
		return "You may not see this monitor's name and meaning."
	}
	return "The tenant doesn't show this monitor's name and meaning."
}

// monitorMeaning says in words when a monitor alerts.
func monitorMeaning(m api.ConflictMonitor) string {
	switch {
	case widget.UnreadFlag(m.Problem, m.Raw, "negateGroupB"):
		return "Alerts when somebody holds something of side A, and something or nothing of side B: which of the two can't be read."
	case m.NegateGroupB:
		return "Alerts when somebody holds A and not B: an entitlement of side A, and none of side B."
	}
	return "Alerts when somebody holds A and B: an entitlement of side A, and one of side B."
}

// Do takes the creation of a binding: its form is filled from pickers.
func (p *bindings) Do(id keymap.ID) (tea.Cmd, bool) {
	if id == "bindings.create" {
		return p.openBind(), true
	}
	return p.Pane.Do(id)
}

func (p *bindings) Receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case action.Result:
		return p.handleOutcome(msg)
	case foundBinding:
		return p.handleFound(msg)
	case list.RecordMsg:
		if api.KindOf(msg.Err) == api.KindNotFound {
			p.store.remove(list.Typed[binding](msg.Before).ref)
		}
	}
	return p.Pane.Receive(msg)
}

// handleOutcome keeps the store: what was bound is noted first, what was unbound goes.
func (p *bindings) handleOutcome(r action.Result) tea.Cmd {
	if before, ok := r.Step.Before.(binding); ok && r.Gone {
		p.store.remove(before.ref)
		return tea.Batch(p.Pane.Receive(r), p.forget(before.ref))
	}
	now, ok := r.Now.(binding)
	if !ok || !host.IsDone(r) {
		return p.Pane.Receive(r)
	}
	p.store.add(now.ref)
	commands := []tea.Cmd{p.Pane.Receive(r), p.keep(now)}
	if _, ok := p.Grid.Row(now.ref); !ok {
		p.Grid.Append([]host.AnyRow{now})
		p.Grid.Select(now.ref)
		commands = append(commands, p.After(p.Arrange()))
	}
	return tea.Batch(commands...)
}

// keep remembers a binding for the next session; without the state folder it is kept for this one.
func (p *bindings) keep(b binding) tea.Cmd {
	store, tenant := p.Env.Opened, p.Env.Client.BaseURL()
	if store == nil {
		return nil
	}
	o := state.Opened{IDs: bindingIDs(b.ref), Name: p.Target(b).Name}
	return p.Env.Saves.Command(func(ctx context.Context) tea.Msg {
		_ = store.Remember(ctx, tenant, "bindings", o)
		return nil
	})
}

func (p *bindings) forget(r api.BindingRef) tea.Cmd {
	store, tenant := p.Env.Opened, p.Env.Client.BaseURL()
	if store == nil {
		return nil
	}
	return p.Env.Saves.Command(func(ctx context.Context) tea.Msg {
		_ = store.Forget(ctx, tenant, "bindings", bindingIDs(r))
		return nil
	})
}
