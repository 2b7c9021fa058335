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

// owner is somebody who owns an entitlement, or is about to.
type owner struct {
	user    api.User
	at      entitlementKey
	pending pending
}

// pending is a change of an owner that was sent and that the tenant's list doesn't show yet.
type pending int

// The pending changes.
const (
	shownAlready pending = iota
	joining
	leaving
)

// owners are the owners of one entitlement at a time (operation 8). Their list lags behind the changes.
type owners struct {
	*list
	recent []entitlementKey // the latest first
	asked  bool             // the state folder was asked
	watch  ownerWatch
	people map[string]api.User // who was picked, so that a pending row has a name
	blind  bool                // this tenant doesn't list owners
	listed bool                // it does
}

func newOwners(e *env, l *link) pane {
	p := &owners{people: map[string]api.User{}}
	p.list = newList(p.declare(e), e, l)
	p.watch.sent = map[sentOwner]sentChange{}
	return p
}

// ownersEmpty stands in place of owners before an entitlement is chosen.
const ownersEmpty = "Choose the entitlement first."

func (p *owners) declare(e *env) resource[string, owner] {
	return resource[string, owner]{
		name: "owners", title: "Entitlement owners", one: "owner", scope: keymap.ScopeOwners,
		key:     func(o owner) string { return o.user.ID },
		target:  func(o owner) action.Target { return ownerTarget(e, o) },
		columns: ownerColumns(),
		raw:     func(o owner) json.RawMessage { return o.user.Raw },
		problem: func(o owner) string { return o.user.Problem },
		fetch:   fetchOwners,
		empty:   ownersEmpty,
		next:    []step{{"owners.pick", "asks for its app and its name, or their ids"}},
		detail: func(o owner, at detailEnv[owner]) []section {
			return ownerSections(o, p.watch.waitsFor(sentOwner{o.at, o.user.ID}, at.now()), at.env)
		},
		unasked: func(q query) bool { return q.choice == "" },
		verbs: []verb[owner]{
			{spec: func(*env) *action.Spec[owner] { return addOwner(e, lateWords) }, creates: true},
			{spec: func(*env) *action.Spec[owner] { return removeOwner(e) }},
		},
		own: []command{{id: "owners.pick", title: "Choose the entitlement", run: func(*list) tea.Cmd { return p.pick() }}},
		copies: []copyable[owner]{
			{"e-mail address", func(o owner) string { return o.user.Email }},
			{"entitlement id", func(o owner) string { return o.at.id }},
			{"app id", func(o owner) string { return o.at.appID }}},
	}
}

// fetchOwners lists the owners of the entitlement that is the query's choice.
func fetchOwners(ctx context.Context, c *api.Client, q query, request api.PageRequest) (api.Page[owner], error) {
	at, ok := entitlementIn(q.choice)
	if !ok {
		return api.Page[owner]{}, nil
	}
	found, err := c.Owners(ctx, at.appID, at.id, request)
	page := api.Page[owner]{Next: found.Next, Problems: found.Problems, LeftOut: found.LeftOut}
	for _, u := range found.Rows {
		page.Rows = append(page.Rows, owner{user: u, at: at})
	}
	return page, err
}

func (k entitlementKey) String() string { return k.appID + "/" + k.id }

func entitlementIn(text string) (entitlementKey, bool) {
	appID, id, ok := strings.Cut(text, "/")
	return entitlementKey{appID, id}, ok
}

// ownerTarget names an owner by what they own, too: entitlements of many apps are called the same.
func ownerTarget(e *env, o owner) action.Target {
	return action.Target{Kind: "owner", Name: userLabel(o.user), ID: o.user.ID, Within: owns(e, o.at, "", "")}
}

// owns is an entitlement with its app, by the names that came along or are known.
func owns(e *env, at entitlementKey, name, app string) string {
	if at.id == "" {
		return ""
	}
	return "of “" + firstOf(name, e.Name("entitlement", at.String()), at.id) + "” in " + firstOf(app, e.Name("app", at.appID), at.appID)
}

func ownerColumns() []grid.Column[owner] {
	return []grid.Column[owner]{
		{Name: "state", Title: "State", Min: 9, Max: 10, Signed: true, Text: func(o owner, _ grid.Env) string { word, _ := ownerState(o); return word },
			Role: func(o owner, _ grid.Env) theme.Role { _, role := ownerState(o); return role }},
		{Name: "name", Title: "Owner", Min: 16, Want: 22, Max: 36, Weight: 2,
			Text: func(o owner, e grid.Env) string {
				return firstOf(userName(o.user), e.Name("user", o.user.ID), o.user.ID)
			}},
		{Name: "email", Title: "E-mail", Min: 24, Want: 32, Max: 48, Weight: 2, Priority: 1, Text: func(o owner, _ grid.Env) string { return o.user.Email }},
		{Name: "status", Title: "Status", Min: 8, Max: 8, Priority: 3, Text: func(o owner, _ grid.Env) string { return o.user.Status.Words() },
			Role: func(o owner, _ grid.Env) theme.Role { return userRole(o.user) }},
		dimColumn("department", "Department", 12, 2, func(o owner) string { return o.user.Department }),
		idColumn(4, func(o owner) string { return o.user.ID }),
	}
}

func ownerState(o owner) (string, theme.Role) {
	switch o.pending {
	case joining:
		return "◌ pending", theme.Pending
	case leaving:
		return "◌ leaving", theme.Pending
	}
	return "● owner", theme.Good
}

// ownerSections are the detail of an owner; watched: the list is looked at again by itself.
func ownerSections(o owner, watched bool, e *env) []section {
	word, role := ownerState(o)
	state := field{label: "State", value: word, role: role}
	switch o.pending {
	case joining:
		state.note = "Added; the tenant's list shows it later. " + lookWords(watched, e)
	case leaving:
		state.note = "Removed; the tenant's list still shows it. " + lookWords(watched, e)
	}
	u := o.user
	return []section{
		{title: firstOf(userName(u), u.ID), fields: []field{state, {label: "E-mail", value: u.Email}, {label: "Job title", value: u.JobTitle},
			{label: "Department", value: u.Department}, {label: "Status", value: u.Status.Words(), role: userRole(u)}, {label: "Kind", value: u.Type.Words()},
			{label: "Id", value: u.ID, note: e.age(u.ID, api.Time{})}}},
		{title: "Owns", fields: []field{{label: "Entitlement", value: firstOf(e.Name("entitlement", o.at.String()), o.at.id), note: o.at.id},
			{label: "App", value: e.named("app", o.at.appID)}}},
	}
}

// lookWords say whether somebody still waits for the list to show a change.
func lookWords(watched bool, e *env) string {
	if watched {
		return "This is checked again automatically."
	}
	return "It is no longer checked automatically; " + e.keys.Label("refresh") + " checks again."
}

// chosen is the entitlement whose owners are shown.
func (p *owners) chosen() (entitlementKey, bool) { return entitlementIn(p.query.choice) }

func (p *owners) enter() tea.Cmd {
	p.watch.visible = true
	recall := p.recall()
	if _, ok := p.chosen(); ok && p.load.started {
		p.visible = true
		return tea.Batch(recall, p.after(p.refreshRows()))
	}
	return tea.Batch(recall, p.list.enter())
}

func (p *owners) leave() {
	p.watch.stop()
	p.list.leave()
}

func (p *owners) do(id keymap.ID) (tea.Cmd, bool) {
	if id == "owners.add" {
		return p.openAdd(), true
	}
	return p.list.do(id)
}

func (p *owners) receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case pageMsg:
		return p.tookOwners(msg)
	case action.Result:
		return p.tookChange(msg)
	case lookDue:
		return p.tookLook(msg)
	case recalledEntitlements:
		p.took(msg)
		return func() tea.Msg { return resolveNames{} }
	case namesKnown:
		p.rename()
	}
	return p.list.receive(msg)
}

// show makes an entitlement the one whose owners are shown.
func (p *owners) show(at entitlementKey) tea.Cmd {
	p.note(at)
	p.query.choice = at.String()
	p.sayEmpty()
	p.rename()
	p.watch.stop()
	p.watch.visible = p.visible
	p.env.names.want([]ref{{"app", at.appID}, {"entitlement", at.String()}})
	return tea.Batch(p.after(p.reload()), p.remember(at), func() tea.Msg { return resolveNames{} })
}

// sayEmpty decides what stands in place of owners.
func (p *owners) sayEmpty() {
	p.list.empty, p.list.next = "Nobody owns this entitlement.", []step{{"owners.add", "adds an owner"}}
	if p.blind {
		p.list.empty = "This tenant doesn't list the owners of an entitlement."
		p.list.next = []step{{"owners.add", "adds one anyway; it can't be shown here, nor undone"}}
	}
}

// note puts an entitlement first among the recent ones.
func (p *owners) note(at entitlementKey) {
	kept := []entitlementKey{at}
	for _, k := range p.recent {
		if k != at && len(kept) < 20 {
			kept = append(kept, k)
		}
	}
	p.recent = kept
}

// rename writes the entitlement's name into the headline.
func (p *owners) rename() {
	p.choices = nil
	for _, k := range p.recent {
		p.choices = append(p.choices, choice{k.String(), p.called(k)})
	}
}

// called is an entitlement by its name and its app's, as far as they are known.
func (p *owners) called(k entitlementKey) string {
	return firstOf(p.env.Name("entitlement", k.String()), k.id) + " in " + firstOf(p.env.Name("app", k.appID), k.appID)
}

// pick asks for the entitlement: a recent one, or any.
func (p *owners) pick() tea.Cmd {
	other := func() tea.Cmd { return p.link.open(chooseEntitlement(p.env, p.link, p.show)) }
	if len(p.recent) == 0 {
		return other()
	}
	items := []menuItem{{title: "Another entitlement…", run: other}}
	for _, k := range p.recent {
		items = append(items, menuItem{title: p.called(k), run: func() tea.Cmd { return p.show(k) }})
	}
	return p.link.menu("Entitlement", items)
}

// recalledEntitlements are those of former sessions, the latest first.
type recalledEntitlements struct{ opened []state.Opened }

func (p *owners) recall() tea.Cmd {
	store, tenant := p.env.opened, p.env.client.BaseURL()
	if store == nil || p.asked {
		return nil
	}
	p.asked = true
	return func() tea.Msg {
		opened, err := store.Opened(tenant, "owners")
		if err != nil {
			return nil
		}
		return p.address(recalledEntitlements{opened})
	}
}

func (p *owners) took(msg recalledEntitlements) {
	for _, o := range msg.opened {
		k := entitlementKey{o.IDs["appId"], o.IDs["id"]}
		if checkID(k.appID) == nil && checkID(k.id) == nil && k.appID != "" && k.id != "" && len(p.recent) < 20 {
			p.recent = append(p.recent, k)
			p.env.names.want([]ref{{"app", k.appID}, {"entitlement", k.String()}})
		}
	}
	p.rename()
}

func (p *owners) remember(at entitlementKey) tea.Cmd {
	store, tenant := p.env.opened, p.env.client.BaseURL()
	if store == nil {
		return nil
	}
	o := state.Opened{IDs: map[string]string{"appId": at.appID, "id": at.id}, Name: p.called(at)}
	return p.env.saves.command(func(ctx context.Context) tea.Msg {
		_ = store.Remember(ctx, tenant, "owners", o)
		return nil
	})
}
