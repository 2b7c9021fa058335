package suggestions

import (
	"slices"
	"strings"

	"gatehouse/api"
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
	return []list.Facet{state, match, {Name: "cohort", Title: "Cohort by", Several: true, Values: cohortTypes}}
}

// cohortTypes are those that tenants are known to have, and those of the loaded suggestions.
func cohortTypes(p *list.Pane) []list.FacetValue {
	types := []string{"department", "job_title", "manager"}
	for _, row := range p.Grid.Rows() {
		s := list.Typed[api.Suggestion](row)
		for _, f := range s.CohortFilters {
			types = append(types, f.Attribute)
		}
	}
	types = append(types, p.Query.Values("cohort")...)
	slices.Sort(types)
	var values []list.FacetValue
	for _, each := range slices.Compact(types) {
		if each != "" {
			words := strings.ReplaceAll(each, "_", " ")
			values = append(values, list.FacetValue{Value: each, Title: words, Words: "by " + words})
		}
	}
	return values
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
