package ui

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
)

// soon is what counts as expiring soon.
const soon = 24 * time.Hour

// secretFacets are the axes along which the tenant narrows a search for secrets (companion.md 7.2).
func secretFacets() []facet {
	return []facet{
		{name: "status", title: "Status", several: true, state: true, of: []facetValue{
			facetValue{value: string(api.SecretStatusActive), title: "active"},
			facetValue{value: string(api.SecretStatusExpired), title: "expired"},
			facetValue{value: string(api.SecretStatusBurned), title: "burned (its view limit was reached)", words: "burned"},
			facetValue{value: string(api.SecretStatusRevoked), title: "revoked"},
			facetValue{value: string(api.SecretStatusDataDeleted), title: "data deleted"}}},
		{name: "expires", title: "Expires", of: []facetValue{facetValue{value: "soon", title: "within 24 hours", words: "expiring within 24 hours"}}},
		{name: "sharing", title: "Sharing", of: []facetValue{
			facetValue{value: string(api.SharingModeInternal), title: "internal"},
			facetValue{value: string(api.SharingModeExternal), title: "external"}}},
		{name: "type", title: "Type", of: []facetValue{
			facetValue{value: string(api.SecretTypeText), title: "text"},
			facetValue{value: string(api.SecretTypeFile), title: "file"}}},
		{name: orderFacet, title: "Order", usual: func(q query) string { return string(secretSearch(q).SortBy) }, of: []facetValue{
			facetValue{value: string(api.SecretSortCreatedDesc), title: "newest first"},
			facetValue{value: string(api.SecretSortCreatedAsc), title: "oldest first"},
			facetValue{value: string(api.SecretSortExpiresAsc), title: "expiring first"},
			facetValue{value: string(api.SecretSortNameAsc), title: "by name"}}},
		{name: "creator", title: "Creator", several: true, values: creators},
		createdFacet("since", "Created since", createdSince), createdFacet("until", "Created before", createdBefore),
	}
}

// creators are the caller, those of the loaded secrets whose names are known, and anybody else by search.
func creators(p *list) []facetValue {
	off := ""
	if p.query.choice == "mine" {
		off = "only your own are listed"
	}
	var values []facetValue
	seen := map[string]bool{"": true}
	add := func(id, name string) {
		if !seen[id] && name != "" {
			seen[id] = true
			values = append(values, facetValue{value: id, title: name, words: "by " + name, off: off})
		}
	}
	for _, id := range p.query.values("creator") {
		add(id, firstOf(p.env.Name("user", id), id))
	}
	for _, row := range p.grid.Rows() {
		s := typed[api.Secret](row)
		add(s.CreatorUserID, p.env.Name("user", s.CreatorUserID))
	}
	if me := p.env.me.UserID; p.env.meKnown && !seen[me] {
		add(me, firstOf(p.env.Name("user", me), "you"))
	}
	slices.SortStableFunc(values, func(a, b facetValue) int { return strings.Compare(strings.ToLower(a.title), strings.ToLower(b.title)) })
	return append(values, facetValue{title: "somebody else…", off: off, choose: pickCreator(p)})
}

// pickCreator asks for a user, by name or id, beginning with what is typed.
func pickCreator(p *list) func(typed string, take func(facetValue) tea.Cmd) tea.Cmd {
	return func(typed string, take func(facetValue) tea.Cmd) tea.Cmd {
		who := users()
		who.chosen = func(u api.User) tea.Cmd {
			name := firstOf(userName(u), u.ID)
			return take(facetValue{value: u.ID, title: name, words: "by " + name})
		}
		who.unnamed = func(id string) tea.Cmd { return take(facetValue{value: id, title: id, words: "by " + id}) }
		picker := newPicker(who, p.env, p.link)
		picker.field.SetValue(typed)
		return p.link.open(picker)
	}
}

// secretStrays reports whether a secret isn't in a state that the tenant was asked for, by all of its fields.
func secretStrays(q query, s api.Secret) bool {
	statuses := q.values("status")
	if len(statuses) == 0 && q.value("expires") == "soon" {
		statuses = []string{string(api.SecretStatusActive)}
	}
	is := map[api.SecretState]api.SecretStatus{api.SecretActive: api.SecretStatusActive, api.SecretExpired: api.SecretStatusExpired,
		api.SecretBurned: api.SecretStatusBurned, api.SecretDataDeleted: api.SecretStatusDataDeleted,
		api.SecretRevoked: api.SecretStatusRevoked, api.SecretDeleted: api.SecretStatusRevoked}[api.SecretStateOf(s, time.Time{})]
	return len(statuses) > 0 && is != "" && !slices.Contains(statuses, string(is))
}

// secretSearch is what the tenant is asked for. The tenant has no word for "expiring soon": it is the active ones, the first to expire first,
// as far as soon reaches.
func secretSearch(q query) api.SecretSearch {
	search := api.SecretSearch{Query: q.text, SecretType: api.SecretType(q.value("type")), SharingMode: api.SharingMode(q.value("sharing")),
		CreatorUserIDs: q.values("creator"), SortBy: api.SecretSort(firstOf(q.value(orderFacet), string(api.SecretSortCreatedDesc)))}
	for _, status := range q.values("status") {
		search.Statuses = append(search.Statuses, api.SecretStatus(status))
	}
	search.CreatedAfter, search.CreatedBefore = dayOf(q.value("since")), dayOf(q.value("until"))
	if q.value("expires") == "soon" {
		search.SortBy = api.SecretSortExpiresAsc
		if search.Statuses == nil {
			search.Statuses = []api.SecretStatus{api.SecretStatusActive}
		}
	}
	return search
}

// fetchSecrets searches all secrets as an administrator, or the caller's own.
func fetchSecrets(ctx context.Context, e *env, c *api.Client, q query, p api.PageRequest) (api.Page[api.Secret], error) {
	search := secretSearch(q)
	find := c.SearchSecrets
	if q.choice == "mine" {
		find, search.CreatorUserIDs = c.SearchMySecrets, nil
	} else {
		search.IncludeDeleted = true
	}
	page, err := find(ctx, search, p)
	if err == nil && q.value("expires") == "soon" {
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
