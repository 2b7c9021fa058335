package history

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/picker"
	"gatehouse/ui/widget"
)

// serverFacets are the axes along which the tenant narrows a search for resource servers (companion.md 7.7).
func serverFacets() []list.Facet {
	met := grid.Tally[host.AnyRow, widget.NamedID]{Order: grid.ByValue(widget.NamedID.Compare)}
	algorithm := list.Facet{Name: "algorithm", Title: "Algorithm", Several: true}
	for _, a := range []api.SigningAlgorithm{api.SigningAlgorithmEdDSA, api.SigningAlgorithmRS256, api.SigningAlgorithmES256} {
		algorithm.Of = append(algorithm.Of, list.FacetValue{Value: string(a), Title: a.Words(), Words: "signed with " + a.Words()})
	}
	return []list.Facet{
		{Name: "disabled", Title: "State", State: true,
			Of: []list.FacetValue{{Value: "no", Title: "enabled"}, {Value: "yes", Title: "disabled"}}},
		algorithm,
		{Name: "app", Title: "App", Several: true, Values: func(p *list.Pane) []list.FacetValue { return serverApps(p, &met) }},
	}
}

// serverApps are the apps of the loaded resource servers whose names are known, and any other by search.
func serverApps(p *list.Pane, met *grid.Tally[host.AnyRow, widget.NamedID]) []list.FacetValue {
	var values []list.FacetValue
	seen := map[string]bool{"": true}
	add := func(at int, id, name string) {
		if !seen[id] && name != "" {
			seen[id] = true
			values = slices.Insert(values, at, appValue(id, name))
		}
	}
	named := func(row host.AnyRow, is func(widget.NamedID)) {
		id := list.Typed[api.ResourceServer](row).AppID
		if name := p.Env.Name("app", id); name != "" {
			is(widget.NamedID{ID: id, Name: name})
		}
	}
	for _, each := range met.Of(p.Grid.Stamp(), p.Env.Names.Changes(), p.Grid.EachLoaded(), named) {
		add(len(values), each.Value.ID, each.Value.Name)
	}
	for _, id := range p.Query.Values("app") {
		of := widget.NamedID{ID: id, Name: host.FirstOf(p.Env.Name("app", id), id)}
		at, _ := slices.BinarySearchFunc(values, of, func(v list.FacetValue, of widget.NamedID) int {
			return widget.NamedID{ID: v.Value, Name: v.Title}.Compare(of)
		})
		add(at, of.ID, of.Name)
	}
	return append(values, list.FacetValue{Title: "another app…", Choose: pickServerApp(p)})
}

func appValue(id, name string) list.FacetValue {
	return list.FacetValue{Value: id, Title: name, Words: "of " + name}
}

// pickServerApp asks for an app, by name or id, beginning with what is typed.
func pickServerApp(p *list.Pane) func(typed string, take func(list.FacetValue) tea.Cmd) tea.Cmd {
	return func(typed string, take func(list.FacetValue) tea.Cmd) tea.Cmd {
		which := picker.Apps()
		which.Chosen = func(a api.App) tea.Cmd {
			if a.DisplayName == "" {
				return take(appValue(a.ID, a.ID))
			}
			return take(appValue(a.ID, a.DisplayName))
		}
		which.Unnamed = func(id string) tea.Cmd { return take(appValue(id, id)) }
		picker := picker.New(which, p.Env, p.Host)
		picker.Field.SetValue(typed)
		return p.Host.Open(picker)
	}
}

// serverStrays reports whether a resource server isn't in the state that the tenant was asked for.
func serverStrays(q host.Query, s api.ResourceServer) bool {
	state := api.ResourceServerStateOf(s)
	switch q.Value("disabled") {
	case "no":
		return state == api.SwitchedOff || state == api.SwitchDeleted
	case "yes":
		return state == api.SwitchedOn || state == api.SwitchDeleted
	}
	return false
}

// serverSearch is what the tenant is asked for.
func serverSearch(q host.Query) api.ResourceServerSearch {
	search := api.ResourceServerSearch{Query: q.Text, AppIDs: q.Values("app")}
	if disabled := q.Value("disabled"); disabled != "" {
		is := disabled == "yes"
		search.Disabled = &is
	}
	for _, a := range q.Values("algorithm") {
		search.SigningAlgorithms = append(search.SigningAlgorithms, api.SigningAlgorithm(a))
	}
	return search
}
