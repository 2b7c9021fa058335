package owners

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
	"gatehouse/ui/compare"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/picker"
	"gatehouse/ui/widget"
)

// Owner is somebody who owns an entitlement, or is about to.
type Owner struct {
	User    api.User
	At      picker.EntitlementKey
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

// Pane are the owners of one entitlement at a time (operation 8). Their list lags behind the changes.
type Pane struct {
	*list.Pane
	recent []picker.EntitlementKey // the latest first
	asked  bool                    // the state folder was asked
	watch  ownerWatch
	people map[string]api.User // who was picked, so that a pending row has a name
	blind  bool                // this tenant doesn't list owners
	listed bool                // it does
}

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("owners", "Entitlement owners")
	return host.Declaration{
		Name: "owners", Title: "Entitlement owners", Key: "o", Word: "owners", Help: "Go to the owners of entitlements.",
		About: "See who owns an entitlement; add and remove owners.",
		Brief: "See and change who owns what.",
		New:   New, Reread: reread, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "owners.pick", "pick entitlement", "Choose the entitlement.", "p"),
			keymap.Bind(s, "owners.add", "add owner", "Add an owner to the entitlement.", "n"),
			keymap.Bind(s, "owners.remove", "remove", "Remove the owner from the entitlement.", "x"),
		},
	}
}

// reread finds an owner among those of the entitlement, whose ids are in the path: the pane lists those of one entitlement.
func reread(e action.Entry) (host.Rereading, bool) {
	ids, ok := compare.IDsOf(e, 2+strings.Count(e.Path, "/owners/"))
	if e.Target.Kind != "owner" || !ok {
		return nil, false
	}
	return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
		at := picker.EntitlementKey{AppID: ids[0], ID: ids[1]}
		now, err := findOwner(ctx, c, Owner{At: at, User: api.User{ID: e.Target.ID}}, action.Draft{})
		return now.User.Raw.JSON(), now.User.ID, err
	}, true
}

func New(e *host.Env, h host.Host) host.Pane {
	p := &Pane{people: map[string]api.User{}}
	p.Pane = list.New(p.declare(e), e, h)
	p.watch.sent = map[sentOwner]sentChange{}
	return p
}

// ownersEmpty stands in place of owners before an entitlement is chosen.
const ownersEmpty = "Choose the entitlement first."

func (p *Pane) declare(e *host.Env) list.Resource[string, Owner] {
	d := Declaration()
	return list.Resource[string, Owner]{
		Name: d.Name, Title: d.Title, One: "owner", Scope: d.Scope,
		Key:     func(o Owner) string { return o.User.ID },
		Target:  func(o Owner) action.Target { return ownerTarget(e, o) },
		Columns: ownerColumns(),
		Raw:     func(o Owner) api.Original { return o.User.Raw },
		Problem: func(o Owner) string { return o.User.Problem },
		Fetch:   fetchOwners,
		Empty:   ownersEmpty,
		Next:    []list.Step{{ID: "owners.pick", Does: "asks for its app and its name, or their ids"}},
		Detail: func(o Owner, at list.DetailEnv[Owner]) []widget.Section {
			return ownerSections(o, p.watch.waitsFor(sentOwner{o.At, o.User.ID}, at.Clock()), at.Env)
		},
		Unasked: func(q host.Query) bool { return q.Choice == "" },
		Verbs: []list.Verb[Owner]{
			{Spec: func(*host.Env) *action.Spec[Owner] { return addOwner(e, lateWords) }, Creates: true},
			{Spec: func(*host.Env) *action.Spec[Owner] { return removeOwner(e) }},
		},
		Own: []list.Command{{ID: "owners.pick", Title: "Choose the entitlement", Run: func(*list.Pane) tea.Cmd { return p.pick() }}},
		Copies: []list.Copyable[Owner]{
			{Title: "e-mail address", Text: func(o Owner) string { return o.User.Email }},
			{Title: "entitlement id", Text: func(o Owner) string { return o.At.ID }},
			{Title: "app id", Text: func(o Owner) string { return o.At.AppID }}},
	}
}

// fetchOwners lists the owners of the entitlement that is the query's choice.
func fetchOwners(ctx context.Context, c *api.Client, q host.Query, request api.PageRequest) (api.Page[Owner], error) {
	at, ok := entitlementIn(q.Choice)
	if !ok {
		return api.Page[Owner]{}, nil
	}
	found, err := c.Owners(ctx, at.AppID, at.ID, request)
	page := api.Page[Owner]{Next: found.Next, Problems: found.Problems, LeftOut: found.LeftOut}
	for _, u := range found.Rows {
		page.Rows = append(page.Rows, Owner{User: u, At: at})
	}
	return page, err
}

func entitlementIn(text string) (picker.EntitlementKey, bool) {
	appID, id, ok := strings.Cut(text, "/")
	return picker.EntitlementKey{AppID: appID, ID: id}, ok
}

// ownerTarget names an owner by what they own, too: entitlements of many apps are called the same.
func ownerTarget(e *host.Env, o Owner) action.Target {
	return action.Target{Kind: "owner", Name: host.UserLabel(o.User), ID: o.User.ID, Within: owns(e, o.At, "", "")}
}

// owns is an entitlement with its app, by the names that came along or are known.
func owns(e *host.Env, at picker.EntitlementKey, name, app string) string {
	if at.ID == "" {
		return ""
	}
	return "of “" + host.FirstOf(name, e.Name("entitlement", at.String()), at.ID) + "” in " +
		host.FirstOf(app, e.Name("app", at.AppID), at.AppID)
}

func ownerColumns() []grid.Column[Owner] {
	return []grid.Column[Owner]{
		{Name: "state", Title: "State", Min: 9, Max: 10, Signed: true,
			Text: func(o Owner, _ grid.Env) string { word, _ := ownerState(o); return word },
			Role: func(o Owner, _ grid.Env) theme.Role { _, role := ownerState(o); return role }},
		{Name: "name", Title: "Owner", Min: 16, Want: 22, Max: 36, Weight: 2,
			Text: func(o Owner, e grid.Env) string {
				return host.FirstOf(host.UserName(o.User), e.Name("user", o.User.ID), o.User.ID)
			}},
		{Name: "email", Title: "E-mail", Min: 24, Want: 32, Max: 48, Weight: 2, Priority: 1,
			Text: func(o Owner, _ grid.Env) string { return o.User.Email }},
		{Name: "status", Title: "Status", Min: 8, Max: 16, Priority: 3, Middle: true,
			Text: func(o Owner, _ grid.Env) string { return o.User.Status.Words() },
			Role: func(o Owner, _ grid.Env) theme.Role { return picker.UserRole(o.User) }},
		column.Dim("department", "Department", 12, 2, func(o Owner) string { return o.User.Department }),
		column.ID(4, func(o Owner) string { return o.User.ID }),
	}
}

func ownerState(o Owner) (string, theme.Role) {
	switch o.pending {
	case joining:
		return "◌ pending", theme.Pending
	case leaving:
		return "◌ leaving", theme.Pending
	}
	return "● owner", theme.Good
}

// ownerSections are the detail of an owner; watched: the list is looked at again by itself.
func ownerSections(o Owner, watched bool, e *host.Env) []widget.Section {
	word, role := ownerState(o)
	state := widget.Field{Label: "State", Value: word, Role: role}
	switch o.pending {
	case joining:
		state.Note = "Added; the tenant's list shows it later. " + lookWords(watched, e)
	case leaving:
		state.Note = "Removed; the tenant's list still shows it. " + lookWords(watched, e)
	}
	u := o.User
	return []widget.Section{
		{Title: host.FirstOf(host.UserName(u), u.ID),
			Fields: []widget.Field{state, {Label: "E-mail", Value: u.Email}, {Label: "Job title", Value: u.JobTitle},
				{Label: "Department", Value: u.Department}, {Label: "Status", Value: u.Status.Words(), Role: picker.UserRole(u)}, {Label: "Kind",
					Value: u.Type.Words()},
				{Label: "Id", IDs: widget.OnlyID(u.ID), Note: e.Age(u.ID, api.Time{})}}},
		{Title: "Owns", Fields: []widget.Field{{Label: "Entitlement",
			IDs: []widget.NamedID{{Name: e.Name("entitlement", o.At.String()), ID: o.At.ID}}},
			{Label: "App", IDs: e.Called("app", o.At.AppID)}}},
	}
}

// lookWords say whether somebody still waits for the list to show a change.
func lookWords(watched bool, e *host.Env) string {
	if watched {
		return "This is checked again automatically."
	}
	return "It is no longer checked automatically; " + e.Keys.Label("refresh") + " checks again."
}

// chosen is the entitlement whose owners are shown.
func (p *Pane) chosen() (picker.EntitlementKey, bool) { return entitlementIn(p.Query.Choice) }

func (p *Pane) Enter() tea.Cmd {
	p.watch.visible = true
	recall := p.recall()
	if _, ok := p.chosen(); ok && p.Load.Started() {
		p.Visible = true
		return tea.Batch(recall, p.After(p.RefreshRows()))
	}
	return tea.Batch(recall, p.Pane.Enter())
}

func (p *Pane) Leave() {
	p.watch.Stop()
	p.Pane.Leave()
}

func (p *Pane) Do(id keymap.ID) (tea.Cmd, bool) {
	if id == "owners.add" {
		return p.openAdd(), true
	}
	return p.Pane.Do(id)
}

func (p *Pane) Receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case list.PageMsg:
		return p.handleOwners(msg)
	case action.Result:
		return p.handleChange(msg)
	case lookDue:
		return p.handleLook(msg)
	case recalledEntitlements:
		p.Handle(msg)
		return func() tea.Msg { return host.ResolveNames{} }
	case host.NamesKnown:
		p.rename()
	}
	return p.Pane.Receive(msg)
}

// show makes an entitlement the one whose owners are shown.
func (p *Pane) show(at picker.EntitlementKey) tea.Cmd {
	p.note(at)
	p.Query.Choice = at.String()
	p.sayEmpty()
	p.rename()
	p.watch.Stop()
	p.watch.visible = p.Visible
	p.Env.Names.Want([]widget.Ref{{Kind: "app", ID: at.AppID}, {Kind: "entitlement", ID: at.String()}})
	return tea.Batch(p.After(p.Reload()), p.remember(at), func() tea.Msg { return host.ResolveNames{} })
}

// sayEmpty decides what stands in place of owners.
func (p *Pane) sayEmpty() {
	p.Pane.Empty, p.Pane.Next = "Nobody owns this entitlement.", []list.Step{{ID: "owners.add", Does: "adds an owner"}}
	if p.blind {
		p.Pane.Empty = "This tenant doesn't list the owners of an entitlement."
		p.Pane.Next = []list.Step{{ID: "owners.add", Does: "adds one anyway; it can't be shown here, nor undone"}}
	}
}

// note puts an entitlement first among the recent ones.
func (p *Pane) note(at picker.EntitlementKey) {
	kept := []picker.EntitlementKey{at}
	for _, k := range p.recent {
		if k != at && len(kept) < 20 {
			kept = append(kept, k)
		}
	}
	p.recent = kept
}

// rename writes the entitlement's name into the headline.
func (p *Pane) rename() {
	p.Choices = nil
	for _, k := range p.recent {
		p.Choices = append(p.Choices, list.Choice{Name: k.String(), Title: p.called(k)})
	}
}

// called is an entitlement by its name and its app's, as far as they are known.
func (p *Pane) called(k picker.EntitlementKey) string {
	return host.FirstOf(p.Env.Name("entitlement", k.String()), k.ID) + " in " + host.FirstOf(p.Env.Name("app", k.AppID), k.AppID)
}

// pick asks for the entitlement: a recent one, or any.
func (p *Pane) pick() tea.Cmd {
	other := func() tea.Cmd { return p.Host.Open(picker.ChooseEntitlement(p.Env, p.Host, p.show)) }
	if len(p.recent) == 0 {
		return other()
	}
	items := []host.MenuItem{{Title: "Another entitlement…", Run: other}}
	for _, k := range p.recent {
		items = append(items, host.MenuItem{Title: p.called(k), Run: func() tea.Cmd { return p.show(k) }})
	}
	return p.Host.Menu("Entitlement", items)
}

// recalledEntitlements are those of former sessions, the latest first.
type recalledEntitlements struct{ opened []state.Opened }

func (p *Pane) recall() tea.Cmd {
	store, tenant := p.Env.Opened, p.Env.Client.BaseURL()
	if store == nil || p.asked {
		return nil
	}
	p.asked = true
	return func() tea.Msg {
		opened, err := store.Opened(tenant, "owners")
		if err != nil {
			return nil
		}
		return p.Address(recalledEntitlements{opened})
	}
}

func (p *Pane) Handle(msg recalledEntitlements) {
	for _, o := range msg.opened {
		k := picker.EntitlementKey{AppID: o.IDs["appId"], ID: o.IDs["id"]}
		if host.CheckID(k.AppID) == nil && host.CheckID(k.ID) == nil && k.AppID != "" && k.ID != "" && len(p.recent) < 20 {
			p.recent = append(p.recent, k)
			p.Env.Names.Want([]widget.Ref{{Kind: "app", ID: k.AppID}, {Kind: "entitlement", ID: k.String()}})
		}
	}
	p.rename()
}

func (p *Pane) remember(at picker.EntitlementKey) tea.Cmd {
	store, tenant := p.Env.Opened, p.Env.Client.BaseURL()
	if store == nil {
		return nil
	}
	o := state.Opened{IDs: map[string]string{"appId": at.AppID, "id": at.ID}, Name: p.called(at)}
	return p.Env.Saves.Command(func(ctx context.Context) tea.Msg {
		_ = store.Remember(ctx, tenant, "owners", o)
		return nil
	})
}
