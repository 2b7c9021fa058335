package suggestions

import (
	"slices"
	"strings"

	"gatehouse/api"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// suggestionFacets are the axes along which the tenant narrows a search for suggestions (companion.md 7.1).
func suggestionFacets() []list.Facet {
	state := list.Facet{Name: "state", Title: "State", Several: true, State: true}
	for _, s := range []api.SuggestionState{api.SuggestionStateNew, api.SuggestionStateAccepted, api.SuggestionStateDismissed,
		api.SuggestionStateRejected} {
		state.Of = append(state.Of, list.FacetValue{Value: string(s), Title: s.Words()})
	}
	match := list.Facet{Name: "match", Title: "Profile match", Several: true}
	for _, m := range []api.MatchType{api.MatchTypeExact, api.MatchTypeSuperset, api.MatchTypePartial} {
		match.Of = append(match.Of, list.FacetValue{Value: string(m), Title: m.Words(), Words: "with " + widget.Article(m.Words()) +
			" profile match"})
	}
	var met grid.Tally[host.AnyRow, string]
	return []list.Facet{state, match, {Name: "cohort", Title: "Cohort by", Several: true,
		Values: func(p *list.Pane) []list.FacetValue { return cohortTypes(p, &met) }}}
}

// cohortTypes are those that tenants are known to have, those of the loaded suggestions, and those that are chosen.
func cohortTypes(p *list.Pane, met *grid.Tally[host.AnyRow, string]) []list.FacetValue {
	types := append(p.Query.Values("cohort"), "department", "job_title", "manager")
	for _, each := range met.Of(p.Grid.Stamp(), 0, p.Grid.EachLoaded(), cohortTypesOf) {
		types = append(types, each.Value)
	}
	slices.Sort(types)
	var values []list.FacetValue
	for _, each := range slices.Compact(types) {
		words := strings.ReplaceAll(each, "_", " ")
		values = append(values, list.FacetValue{Value: each, Title: words, Words: "by " + words})
	}
	return values
}

func cohortTypesOf(row host.AnyRow, add func(string)) {
	for _, f := range list.Typed[api.Suggestion](row).CohortFilters {
		if f.Attribute != "" {
			add(f.Attribute)
		}
	}
}

// suggestionStrays reports whether a suggestion isn't in a state that the tenant was asked for.
func suggestionStrays(q host.Query, s api.Suggestion) bool {
	states := q.Values("state")
	return len(states) > 0 && !slices.Contains(states, string(s.SuggestionState))
}

// suggestionSearch is what the tenant is asked for.
func suggestionSearch(q host.Query) api.SuggestionSearch {
	search := api.SuggestionSearch{Query: q.Text, CohortTypes: q.Values("cohort")}
	for _, state := range q.Values("state") {
		search.States = append(search.States, api.SuggestionState(state))
	}
	for _, match := range q.Values("match") {
		search.MatchTypes = append(search.MatchTypes, api.MatchType(match))
	}
	return search
}
