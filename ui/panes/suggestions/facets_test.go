package suggestions

import (
	"slices"
	"testing"

	"gatehouse/api"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// What cohorts are by is offered of all loaded suggestions, which are gone through once.
func TestCohortsAreOfferedByWhatTheLoadedSuggestionsHave(t *testing.T) {
	p := &list.Pane{Grid: grid.New(func(row host.AnyRow) host.AnyKey { return list.Typed[api.Suggestion](row).ID }, nil)}
	var met grid.Tally[host.AnyRow, string]
	offers := func() (types []string) {
		for _, v := range cohortTypes(p, &met) {
			types = append(types, v.Value)
		}
		return types
	}
	load := func(id, attribute string) {
		p.Grid.Append([]host.AnyRow{api.Suggestion{ID: id, CohortFilters: []api.ProfileFilter{{Attribute: attribute}}}})
	}
	wants := func(want ...string) {
		t.Helper()
		if got := offers(); !slices.Equal(got, want) {
			t.Errorf("offered are %q, want %q", got, want)
		}
	}
	wants("department", "job_title", "manager")
	load("1", "city")
	load("2", "")
	wants("city", "department", "job_title", "manager")
	load("3", "zone")
	p.Query.Narrow = []host.Narrowing{{Facet: "cohort", Value: "floor"}}
	wants("city", "department", "floor", "job_title", "manager", "zone")
	p.Query.Narrow = nil
	met.Of(p.Grid.Stamp(), 0, nil, nil)[0].Value = "marked by the test"
	wants("department", "job_title", "manager", "marked by the test", "zone")
}
