package ui

import (
	"slices"
	"strings"

	"gatehouse/api"
)

// suggestionFacets are the axes along which the tenant narrows a search for suggestions (companion.md 7.1).
func suggestionFacets() []facet {
	state := facet{name: "state", title: "State", several: true, state: true}
	for _, s := range []api.SuggestionState{api.SuggestionStateNew, api.SuggestionStateAccepted, api.SuggestionStateDismissed, api.SuggestionStateRejected} {
		state.of = append(state.of, facetValue{value: string(s), title: s.Words()})
	}
	match := facet{name: "match", title: "Profile match", several: true}
	for _, m := range []api.MatchType{api.MatchTypeExact, api.MatchTypeSuperset, api.MatchTypePartial} {
		match.of = append(match.of, facetValue{value: string(m), title: m.Words(), words: "with " + article(m.Words()) + " profile match"})
	}
	return []facet{state, match, {name: "cohort", title: "Cohort by", several: true, values: cohortTypes}}
}

// cohortTypes are those that tenants are known to have, and those of the loaded suggestions.
func cohortTypes(p *list) []facetValue {
	types := []string{"department", "job_title", "manager"}
	for _, row := range p.grid.Rows() {
		s := typed[api.Suggestion](row)
		for _, f := range s.CohortFilters {
			types = append(types, f.Attribute)
		}
	}
	types = append(types, p.query.values("cohort")...)
	slices.Sort(types)
	var values []facetValue
	for _, each := range slices.Compact(types) {
		if each != "" {
			words := strings.ReplaceAll(each, "_", " ")
			values = append(values, facetValue{value: each, title: words, words: "by " + words})
		}
	}
	return values
}

// suggestionStrays reports whether a suggestion isn't in a state that the tenant was asked for.
func suggestionStrays(q query, s api.Suggestion) bool {
	states := q.values("state")
	return len(states) > 0 && !slices.Contains(states, string(s.SuggestionState))
}

// suggestionSearch is what the tenant is asked for.
func suggestionSearch(q query) api.SuggestionSearch {
	search := api.SuggestionSearch{Query: q.text, CohortTypes: q.values("cohort")}
	for _, state := range q.values("state") {
		search.States = append(search.States, api.SuggestionState(state))
	}
	for _, match := range q.values("match") {
		search.MatchTypes = append(search.MatchTypes, api.MatchType(match))
	}
	return search
}
