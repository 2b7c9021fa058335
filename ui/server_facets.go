package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
)

// serverFacets are the axes along which the tenant narrows a search for resource servers (companion.md 7.7).
func serverFacets() []facet {
	algorithm := facet{name: "algorithm", title: "Algorithm", several: true}
	for _, a := range []api.SigningAlgorithm{api.SigningAlgorithmEdDSA, api.SigningAlgorithmRS256, api.SigningAlgorithmES256} {
		algorithm.of = append(algorithm.of, facetValue{value: string(a), title: a.Words(), words: "signed with " + a.Words()})
	}
	return []facet{
		{name: "disabled", title: "State", state: true, of: []facetValue{{value: "no", title: "enabled"}, {value: "yes", title: "disabled"}}},
		algorithm,
		{name: "app", title: "App", several: true, values: serverApps},
	}
}

// serverApps are the apps of the loaded resource servers whose names are known, and any other by search.
func serverApps(p *list) []facetValue {
	var values []facetValue
	seen := map[string]bool{"": true}
	add := func(id, name string) {
		if !seen[id] && name != "" {
			seen[id] = true
			values = append(values, appValue(id, name))
		}
	}
	for _, id := range p.query.values("app") {
		name := p.env.Name("app", id)
		if name == "" {
			name = id
		}
		add(id, name)
	}
	for _, row := range p.grid.Rows() {
		s := typed[api.ResourceServer](row)
		add(s.AppID, p.env.Name("app", s.AppID))
	}
	slices.SortStableFunc(values, func(a, b facetValue) int { return strings.Compare(strings.ToLower(a.title), strings.ToLower(b.title)) })
	return append(values, facetValue{title: "another app…", choose: pickServerApp(p)})
}

func appValue(id, name string) facetValue {
	return facetValue{value: id, title: name, words: "of " + name}
}

// pickServerApp asks for an app, by name or id, beginning with what is typed.
func pickServerApp(p *list) func(typed string, take func(facetValue) tea.Cmd) tea.Cmd {
	return func(typed string, take func(facetValue) tea.Cmd) tea.Cmd {
		which := apps()
		which.chosen = func(a api.App) tea.Cmd {
			if a.DisplayName == "" {
				return take(appValue(a.ID, a.ID))
			}
			return take(appValue(a.ID, a.DisplayName))
		}
		which.unnamed = func(id string) tea.Cmd { return take(appValue(id, id)) }
		picker := newPicker(which, p.env, p.link)
		picker.field.SetValue(typed)
		return p.link.open(picker)
	}
}

// serverStrays reports whether a resource server isn't in the state that the tenant was asked for.
func serverStrays(q query, s api.ResourceServer) bool {
	state := api.ResourceServerStateOf(s)
	switch q.value("disabled") {
	case "no":
		return state == api.SwitchedOff || state == api.SwitchDeleted
	case "yes":
		return state == api.SwitchedOn || state == api.SwitchDeleted
	}
	return false
}

// serverSearch is what the tenant is asked for.
func serverSearch(q query) api.ResourceServerSearch {
	search := api.ResourceServerSearch{Query: q.text, AppIDs: q.values("app")}
	if disabled := q.value("disabled"); disabled != "" {
		is := disabled == "yes"
		search.Disabled = &is
	}
	for _, a := range q.values("algorithm") {
		search.SigningAlgorithms = append(search.SigningAlgorithms, api.SigningAlgorithm(a))
	}
	return search
}
