package suggestions

import (
	"maps"
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
	var met cohortTypes
	return []list.Facet{state, match, {Name: "cohort", Title: "Cohort by", Several: true, Values: met.values}}
}

// cohortTypes are those of the loaded suggestions. They are counted once for the same rows: there may be many.
type cohortTypes struct {
	rows  grid.Stamp
	known map[string]bool
}

// values are those that tenants are known to have, those of the loaded suggestions, and those that are chosen.
func (c *cohortTypes) values(p *list.Pane) []list.FacetValue {
	if at := p.Grid.Stamp(); c.known == nil || !at.SameRows(c.rows) {
		c.rows, c.known = at, map[string]bool{"department": true, "job_title": true, "manager": true}
		for row := range p.Grid.EachLoaded() {
			for _, f := range list.Typed[api.Suggestion](row).CohortFilters {
				c.known[f.Attribute] = true
			}
		}
		delete(c.known, "")
	}
	types := slices.AppendSeq(p.Query.Values("cohort"), maps.Keys(c.known))
	slices.Sort(types)
	var values []list.FacetValue
	for _, each := range slices.Compact(types) {
		words := strings.ReplaceAll(each, "_", " ")
		values = append(values, list.FacetValue{Value: each, Title: words, Words: "by " + words})
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
