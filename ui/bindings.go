package ui

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
	"gatehouse/ui/grid"
)

// bindings are the entitlements on the sides of conflict monitors (operation 1), as far as they were made or looked up here.
type bindings struct {
	*list
	book    *bindingBook
	monitor string // the id of the monitor that was picked last
}

func newBindings(e *env, l *link) pane {
	p := &bindings{book: newBindingBook()}
	p.list = newList(p.declare(e), e, l)
	return p
}

// bindingsEmpty stands in place of the list, and names the monitors whose ids are known anyway.
func bindingsEmpty(e *env) string {
	words := "A monitor's bindings can't be listed; what you bind or look up stays here."
	if len(e.tenant.Monitors) == 0 {
		return words
	}
	return words + " This demo has the monitors " + strings.Join(e.tenant.Monitors, " and ") + "."
}

func (p *bindings) declare(e *env) resource[api.BindingRef, binding] {
	return resource[api.BindingRef, binding]{
		name: "bindings", title: "Conflict monitor bindings", one: "binding", scope: keymap.ScopeBindings,
		key:     func(b binding) api.BindingRef { return b.ref },
		target:  func(b binding) action.Target { return bindingTarget(e, b.ref, b.monitor) },
		columns: bindingColumns(),
		raw:     func(b binding) json.RawMessage { return b.record.Raw },
		problem: func(b binding) string { return b.record.Problem },
		fetch: func(ctx context.Context, c *api.Client, _ query, _ api.PageRequest) (api.Page[binding], error) {
			p.book.recall(e.opened, c.BaseURL())
			p.book.meet(ctx, c, e.tenant.Monitors)
			return p.book.readAll(ctx, c)
		},
		get: func(ctx context.Context, c *api.Client, b binding) (binding, error) {
			return p.book.readBinding(ctx, c, b.ref)
		},
		empty: bindingsEmpty(e),
		next: []step{{"bindings.create", "binds an entitlement"}, {"lookup", "looks up a binding by its ids"},
			{"bindings.pick", "shows what a monitor means"}},
		counted: "known here",
		detail:  bindingDetail,
		refs:    func(b binding) []ref { return bindingRefs(b.ref) },
		verbs: []verb[binding]{
			{spec: func(*env) *action.Spec[binding] { return bindSpec(e, p.book) }, creates: true},
			{spec: func(*env) *action.Spec[binding] { return unbindSpec(e, p.book) }},
		},
		own: []command{
			{id: "lookup", title: "Look up a binding", run: func(*list) tea.Cmd { return p.openLookup() }},
			{id: "bindings.pick", title: "Pick the monitor", run: func(*list) tea.Cmd { return p.pickMonitor() }},
		},
		copies: []copyable[binding]{
			{"monitor id", func(b binding) string { return b.ref.MonitorID }},
			{"app id", func(b binding) string { return b.ref.AppID }}},
	}
}

func bindingRefs(r api.BindingRef) []ref {
	return []ref{{"app", r.AppID}, {"entitlement", r.AppID + "/" + r.AppEntitlementID}, {"monitor", r.MonitorID}}
}

func boundName(e grid.Env, r api.BindingRef) string {
	return e.Name("entitlement", r.AppID+"/"+r.AppEntitlementID)
}

// bindingTarget names a binding by all that makes it out: “Payroll Admin in Workday on side A of Hire and run payroll”.
func bindingTarget(e *env, r api.BindingRef, m api.ConflictMonitor) action.Target {
	monitor := firstOf(m.DisplayName, e.Name("monitor", r.MonitorID), r.MonitorID)
	return action.Target{Kind: "binding", Name: firstOf(boundName(e, r), r.AppEntitlementID) + " in " + firstOf(e.Name("app", r.AppID), r.AppID) + " on " + r.EntitlementGroup.Words() + " of " + monitor, ID: r.AppEntitlementID}
}

func bindingColumns() []grid.Column[binding] {
	return []grid.Column[binding]{
		{Name: "state", Title: "State", Min: 8, Max: 10, Priority: 1, Signed: true, Text: func(b binding, _ grid.Env) string { word, _ := bindingState(b); return word },
			Role: func(b binding, _ grid.Env) theme.Role { _, role := bindingState(b); return role }},
		{Name: "entitlement", Title: "Entitlement", Min: 18, Max: 44, Weight: 2,
			Text: func(b binding, e grid.Env) string { return firstOf(boundName(e, b.ref), b.ref.AppEntitlementID) }},
		{Name: "side", Title: "Side", Min: 6, Max: 8, Text: func(b binding, _ grid.Env) string { return b.ref.EntitlementGroup.Words() }},
		{Name: "monitor", Title: "Monitor", Min: 16, Max: 40, Weight: 2,
			Text: func(b binding, e grid.Env) string {
				return firstOf(b.monitor.DisplayName, e.Name("monitor", b.ref.MonitorID), b.ref.MonitorID)
			}},
		{Name: "app", Title: "App", Min: 10, Max: 24, Weight: 1,
			Text: func(b binding, e grid.Env) string { return firstOf(e.Name("app", b.ref.AppID), b.ref.AppID) },
			Role: func(binding, grid.Env) theme.Role { return theme.Dim }},
		timeColumn("bound", "Bound", 2, func(b binding) api.Time { return b.record.CreatedAt }),
		idColumn(4, func(b binding) string { return b.ref.AppEntitlementID }),
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

func bindingDetail(b binding, at detailEnv[binding]) []section {
	word, role := bindingState(b)
	s := section{title: firstOf(boundName(at, b.ref), b.ref.AppEntitlementID), fields: []field{{label: "State", value: word, role: role}}}
	if b.err != nil {
		what, next := at.env.explain(b.err)
		s.fields[0].note = what + " " + next
		if api.KindOf(b.err) == api.KindUnsupported {
			s.fields[0].note = "This tenant doesn't offer to read a binding, so it is unknown whether it is still there."
		}
	}
	s.fields = append(s.fields, field{label: "Side", value: b.ref.EntitlementGroup.Words()},
		field{label: "Entitlement", value: b.ref.AppEntitlementID}, field{label: "App", value: at.named("app", b.ref.AppID)})
	return []section{s, monitorSection(b, at.env), at.dates(b.record.CreatedAt, b.record.UpdatedAt, b.record.DeletedAt)}
}

func monitorSection(b binding, e *env) section {
	m := b.monitor
	if m.ID == "" {
		return section{title: "Monitor", fields: []field{{label: "Id", value: b.ref.MonitorID, note: whyNoMonitor(b.nameless)}}}
	}
	state, role := switched(api.MonitorStateOf(m))
	return section{title: "Monitor", fields: []field{
		{label: "Name", value: m.DisplayName},
		{label: "State", value: state, role: role},
		{label: "Meaning", value: monitorMeaning(m)},
		{label: "Description", value: m.Description},
		{label: "Id", value: m.ID, note: e.age(m.ID, m.CreatedAt)},
		{label: "Set of side A", value: m.EntitlementSetAID},
		{label: "Set of side B", value: m.EntitlementSetBID},
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
	case unreadFlag(m.Problem, m.Raw, "negateGroupB"):
		return "Alerts when somebody holds something of side A, and something or nothing of side B: which of the two can't be read."
	case m.NegateGroupB:
		return "Alerts when somebody holds A and not B: an entitlement of side A, and none of side B."
	}
	return "Alerts when somebody holds A and B: an entitlement of side A, and one of side B."
}

// do takes the creation of a binding: its form is filled from pickers.
func (p *bindings) do(id keymap.ID) (tea.Cmd, bool) {
	if id == "bindings.create" {
		return p.openBind(), true
	}
	return p.list.do(id)
}

func (p *bindings) receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case action.Result:
		return p.tookOutcome(msg)
	case foundBinding:
		return p.tookFound(msg)
	case recordMsg:
		if api.KindOf(msg.err) == api.KindNotFound {
			p.book.remove(typed[binding](msg.before).ref)
		}
	}
	return p.list.receive(msg)
}

// tookOutcome keeps the book: what was bound is noted first, what was unbound goes.
func (p *bindings) tookOutcome(r action.Result) tea.Cmd {
	if before, ok := r.Step.Before.(binding); ok && r.Gone {
		p.book.remove(before.ref)
		return tea.Batch(p.list.receive(r), p.forget(before.ref))
	}
	now, ok := r.Now.(binding)
	if !ok || !isDone(r) {
		return p.list.receive(r)
	}
	p.book.add(now.ref)
	commands := []tea.Cmd{p.list.receive(r), p.keep(now)}
	if _, ok := p.grid.Row(now.ref); !ok {
		p.grid.Append([]anyRow{now})
		p.grid.Select(now.ref)
		commands = append(commands, p.after(p.arrange()))
	}
	return tea.Batch(commands...)
}

// keep remembers a binding for the next session; without the state folder it is kept for this one.
func (p *bindings) keep(b binding) tea.Cmd {
	store, tenant := p.env.opened, p.env.client.BaseURL()
	if store == nil {
		return nil
	}
	o := state.Opened{IDs: bindingIDs(b.ref), Name: p.target(b).Name}
	return p.env.saves.command(func(ctx context.Context) tea.Msg {
		_ = store.Remember(ctx, tenant, "bindings", o)
		return nil
	})
}

func (p *bindings) forget(r api.BindingRef) tea.Cmd {
	store, tenant := p.env.opened, p.env.client.BaseURL()
	if store == nil {
		return nil
	}
	return p.env.saves.command(func(ctx context.Context) tea.Msg {
		_ = store.Forget(ctx, tenant, "bindings", bindingIDs(r))
		return nil
	})
}
