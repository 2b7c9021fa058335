package tenant

import "strings"

// What the analysis of a cohort that somebody chose suggests.

// cohortType is the word that a search filters by: the attribute that sets the cohort of a suggestion apart.
func (t *Tenant) cohortType(pos int) string {
	if a := t.own[pos]; a != nil {
		return a.filters[0].text("attribute")
	}
	return t.cohortOf(pos).Sort.Type()
}

// membersAt are the places of the users of a suggestion's cohort.
func (t *Tenant) membersAt(pos int) []int {
	if a := t.own[pos]; a != nil {
		return a.members
	}
	return t.members(t.cohortOf(pos))
}

// cohortName says whom an analysis is about.
func (t *Tenant) cohortName(a *customAnalysis) string {
	var parts []string
	for _, filter := range a.filters {
		values := make([]string, 0, len(filter.strings("values")))
		for _, value := range filter.strings("values") {
			if user, ok := t.userAt(value); ok {
				value, _ = t.userName(user)
				value = "team of " + value
			}
			values = append(values, value)
		}
		parts = append(parts, strings.Join(values, " or "))
	}
	return strings.Join(parts, ", ")
}

// bringOwn makes a suggestion of each cluster that an analysis found.
func (t *Tenant) bringOwn(a *customAnalysis) {
	if len(a.members) == 0 {
		return
	}
	if t.own == nil {
		t.own = map[int]*customAnalysis{}
	}
	at, size := stamp(a.done), len(a.members)
	for k, cluster := range t.clusterRecords(a, t.found(a)) {
		pos := t.suggestions.reserve()
		t.own[pos] = a
		average, all, list := cluster["avgCoverage"].(float64), cluster["userCount"].(int), cluster.objects("entitlements")
		t.suggestions.put(pos, object{
			"id": t.id(kindSuggestion, 0, pos, a.done), "runId": "",
			"suggestedName": t.cohortName(a) + ": " + []string{"core access", "shared access", "single access"}[k],
			"description":   "Found by an analysis of a cohort that was chosen by hand.", "suggestionState": "SUGGESTION_STATE_NEW",
			"createdCatalogId": "", "avgCoverage": average, "confidence": round(average*(1-1.2/float64(size+2)), 3), "cohortSize": size,
			"dimensionCount": len(a.filters), "usersWithAll": all, "cohortFilters": a.filters, "entitlements": list,
			"insights": insights(size, all, average, list), "existingProfileMatches": []object{},
			"createdAt": at, "updatedAt": at, "lastGeneratedAt": at,
		}, Lag{}, a.done)
	}
}
