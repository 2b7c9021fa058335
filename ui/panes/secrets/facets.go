package secrets

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/picker"
	"gatehouse/ui/widget"
)

// soon is what counts as expiring soon.
const soon = 24 * time.Hour

// secretFacets are the axes along which the tenant narrows a search for secrets (companion.md 7.2).
func secretFacets() []list.Facet {
	met := grid.Tally[host.AnyRow, widget.NamedID]{Order: grid.ByValue(widget.NamedID.Compare)}
	return []list.Facet{
		{Name: "status", Title: "Status", Several: true, State: true, Of: []list.FacetValue{
			list.FacetValue{Value: string(api.SecretStatusActive), Title: "active"},
			list.FacetValue{Value: string(api.SecretStatusExpired), Title: "expired"},
			list.FacetValue{Value: string(api.SecretStatusBurned), Title: "burned (its view limit was reached)", Words: "burned"},
			list.FacetValue{Value: string(api.SecretStatusRevoked), Title: "revoked"},
			list.FacetValue{Value: string(api.SecretStatusDataDeleted), Title: "data deleted"}}},
		{Name: "expires", Title: "Expires",
			Of: []list.FacetValue{list.FacetValue{Value: "soon", Title: "within 24 hours", Words: "expiring within 24 hours"}}},
		{Name: "sharing", Title: "Sharing", Of: []list.FacetValue{
			list.FacetValue{Value: string(api.SharingModeInternal), Title: "internal"},
			list.FacetValue{Value: string(api.SharingModeExternal), Title: "external"}}},
		{Name: "type", Title: "Type", Of: []list.FacetValue{
			list.FacetValue{Value: string(api.SecretTypeText), Title: "text"},
			list.FacetValue{Value: string(api.SecretTypeFile), Title: "file"}}},
		{Name: host.OrderFacet, Title: "Order", Usual: func(q host.Query) string { return string(secretSearch(q).SortBy) }, Of: []list.FacetValue{
			list.FacetValue{Value: string(api.SecretSortCreatedDesc), Title: "newest first"},
			list.FacetValue{Value: string(api.SecretSortCreatedAsc), Title: "oldest first"},
			list.FacetValue{Value: string(api.SecretSortExpiresAsc), Title: "expiring first"},
			list.FacetValue{Value: string(api.SecretSortNameAsc), Title: "by name"}}},
		{Name: "creator", Title: "Creator", Several: true, Values: func(p *list.Pane) []list.FacetValue { return creators(p, &met) }},
		createdFacet("since", "Created since", createdSince), createdFacet("until", "Created before", createdBefore),
	}
}

// creators are the caller, those of the loaded secrets whose names are known, and anybody else by search.
func creators(p *list.Pane, met *grid.Tally[host.AnyRow, widget.NamedID]) []list.FacetValue {
	off := ""
	if p.Query.Choice == "mine" {
		off = "only your own are listed"
	}
	value := func(id, name string) list.FacetValue {
		return list.FacetValue{Value: id, Title: name, Words: "by " + name, Off: off}
	}
	named := func(row host.AnyRow, is func(widget.NamedID)) {
		id := list.Typed[api.Secret](row).CreatorUserID
		if name := p.Env.Name("user", id); id != "" && name != "" {
			is(widget.NamedID{ID: id, Name: name})
		}
	}
	people := met.Of(p.Grid.Stamp(), p.Env.Names.Changes(), p.Grid.EachLoaded(), named)
	values := make([]list.FacetValue, 0, len(people)+8)
	for _, each := range people {
		values = append(values, value(each.Value.ID, each.Value.Name))
	}
	add := func(id, name string) {
		v := value(id, name)
		if at, there := slices.BinarySearchFunc(values, v, byTitle); !there && id != "" {
			values = slices.Insert(values, at, v)
		}
	}
	chosen := p.Query.Values("creator")
	for _, id := range chosen {
		add(id, host.FirstOf(p.Env.Name("user", id), id))
	}
	if me := p.Env.Me.UserID; p.Env.MeKnown && !slices.Contains(chosen, me) {
		add(me, host.FirstOf(p.Env.Name("user", me), "you"))
	}
	return append(values, list.FacetValue{Title: "somebody else…", Off: off, Choose: pickCreator(p)})
}

// byTitle is the order of values, the same each time where titles are alike.
func byTitle(a, b list.FacetValue) int {
	return widget.NamedID{Name: a.Title, ID: a.Value}.Compare(widget.NamedID{Name: b.Title, ID: b.Value})
}

// pickCreator asks for a user, by name or id, beginning with what is typed.
func pickCreator(p *list.Pane) func(typed string, take func(list.FacetValue) tea.Cmd) tea.Cmd {
	return func(typed string, take func(list.FacetValue) tea.Cmd) tea.Cmd {
		who := picker.Users()
		who.Chosen = func(u api.User) tea.Cmd {
			name := host.FirstOf(host.UserName(u), u.ID)
			return take(list.FacetValue{Value: u.ID, Title: name, Words: "by " + name})
		}
		who.Unnamed = func(id string) tea.Cmd { return take(list.FacetValue{Value: id, Title: id, Words: "by " + id}) }
		picker := picker.New(who, p.Env, p.Host)
		picker.Field.SetValue(typed)
		return p.Host.Open(picker)
	}
}

// SecretStrays reports whether a secret isn't in a state that the tenant was asked for, by all of its fields.
func SecretStrays(q host.Query, s api.Secret) bool {
	statuses := q.Values("status")
	if len(statuses) == 0 && q.Value("expires") == "soon" {
		statuses = []string{string(api.SecretStatusActive)}
	}
	is := map[api.SecretState]api.SecretStatus{api.SecretActive: api.SecretStatusActive, api.SecretExpired: api.SecretStatusExpired,
		api.SecretBurned: api.SecretStatusBurned, api.SecretDataDeleted: api.SecretStatusDataDeleted,
		api.SecretRevoked: api.SecretStatusRevoked, api.SecretDeleted: api.SecretStatusRevoked}[api.SecretStateOf(s, time.Time{})]
	return len(statuses) > 0 && is != "" && !slices.Contains(statuses, string(is))
}

// secretSearch is what the tenant is asked for. The tenant has no word for "expiring soon": it is the active ones, the first to expire
// first, as far as soon reaches.
func secretSearch(q host.Query) api.SecretSearch {
	search := api.SecretSearch{Query: q.Text, SecretType: api.SecretType(q.Value("type")), SharingMode: api.SharingMode(q.Value("sharing")),
		CreatorUserIDs: q.Values("creator"), SortBy: api.SecretSort(host.FirstOf(q.Value(host.OrderFacet), string(api.SecretSortCreatedDesc)))}
	for _, status := range q.Values("status") {
		search.Statuses = append(search.Statuses, api.SecretStatus(status))
	}
	search.CreatedAfter, search.CreatedBefore = dayOf(q.Value("since")), dayOf(q.Value("until"))
	if q.Value("expires") == "soon" {
		search.SortBy = api.SecretSortExpiresAsc
		if search.Statuses == nil {
			search.Statuses = []api.SecretStatus{api.SecretStatusActive}
		}
	}
	return search
}

// fetchSecrets searches all secrets as an administrator, or the caller's own.
func fetchSecrets(ctx context.Context, e *host.Env, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.Secret], error) {
	search := secretSearch(q)
	find := c.SearchSecrets
	if q.Choice == "mine" {
		find, search.CreatorUserIDs = c.SearchMySecrets, nil
	} else {
		search.IncludeDeleted = true
	}
	page, err := find(ctx, search, p)
	if err == nil && q.Value("expires") == "soon" {
		page = expiringSoon(page, e.Now())
	}
	return page, err
}

// expiringSoon leaves out what expires later, or has expired. Once a page that is in order reaches beyond that, no later page can matter.
func expiringSoon(page api.Page[api.Secret], now time.Time) api.Page[api.Secret] {
	until := now.Add(soon)
	inOrder := slices.IsSortedFunc(page.Rows, func(a, b api.Secret) int { return a.ContentExpiresAt.Compare(b.ContentExpiresAt.Time) })
	if n := len(page.Rows); n > 0 && inOrder && page.Rows[n-1].ContentExpiresAt.After(until) {
		page.Next = ""
	}
	page.Rows = slices.DeleteFunc(page.Rows, func(s api.Secret) bool {
		return !s.ContentExpiresAt.Known() || s.ContentExpiresAt.Before(now) || s.ContentExpiresAt.After(until)
	})
	return page
}
