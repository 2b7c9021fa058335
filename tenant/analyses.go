package tenant

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// profileAttributes are the attributes of users that cohorts are made of.
var profileAttributes = []string{"department", "job_title", "manager", "employment_type", "employment_status", "location"}

// customAnalysis is the analysis of a cohort that somebody chose.
type customAnalysis struct {
	number        int
	filters       []object
	members       []int
	started, done time.Time
}

// attribute is what a user has of an attribute.
func (t *Tenant) attribute(user int, name string) string {
	switch name {
	case "department":
		return departments[departmentOf(user)]
	case "job_title":
		return jobTitles[departmentOf(user)][titleOf(user)]
	case "manager":
		return t.userID(managerOf(user))
	case "employment_type":
		return employmentOf(user)
	case "employment_status":
		if t.userStatus(user) == "DELETED" {
			return "Terminated"
		}
		return "Active"
	}
	return locations[locationOf(user)]
}

// narrowed leaves those of the users that fit every filter.
func (t *Tenant) narrowed(users []int, filters []object) ([]int, error) {
	for i, filter := range filters {
		name := filter.text("attribute")
		if !slices.Contains(profileAttributes, name) {
			return nil, invalid("profileFilters[%d].attribute: %q is not an attribute of users", i, name)
		}
		values := filter.strings("values")
		if len(values) == 0 {
			return nil, invalid("profileFilters[%d].values must not be empty", i)
		}
		users = slices.DeleteFunc(slices.Clone(users), func(user int) bool { return !slices.Contains(values, t.attribute(user, name)) })
	}
	return users, nil
}

func (t *Tenant) analysisID(a *customAnalysis) string {
	return t.id(kindAnalysis, 0, a.number, a.started)
}

// triggerAnalysis is POST /api/v1/role-mining/custom-analysis/trigger.
func (t *Tenant) triggerAnalysis(c *call) (any, error) {
	filters := c.in.objects("profileFilters")
	if len(filters) == 0 {
		return nil, invalid("profileFilters must not be empty")
	}
	all := make([]int, t.users.size)
	for i := range all {
		all[i] = i
	}
	members, err := t.narrowed(all, filters)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	a := &customAnalysis{len(t.analyses) + 1, filters, members, now, now.Add(miningTime / 2)}
	if !c.lie {
		t.analyses = append(t.analyses, a)
		c.note("Create", "custom analysis", t.analysisID(a), "")
	}
	return object{"id": t.analysisID(a)}, nil
}

// analysisState is how far an analysis is; one of nobody fails.
func (t *Tenant) analysisState(a *customAnalysis) (status, message string) {
	switch {
	case t.now().Before(a.done):
		return "RUN_STATUS_RUNNING", ""
	case len(a.members) == 0:
		return "RUN_STATUS_FAILED", "no user fits the filters"
	}
	return "RUN_STATUS_COMPLETED", ""
}

// listAnalyses is GET /api/v1/role-mining/custom-analysis, newest first.
func (t *Tenant) listAnalyses(c *call) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return p.cut("list", len(t.analyses), func(i int) object {
		a := t.analyses[len(t.analyses)-1-i]
		status, message := t.analysisState(a)
		rec := object{"id": t.analysisID(a), "status": status, "errorMessage": message, "profileFilters": a.filters, "cohortSize": 0,
			"suggestionsGenerated": 0, "createdAt": stamp(a.started), "completedAt": nil}
		if status != "RUN_STATUS_RUNNING" {
			rec["cohortSize"], rec["completedAt"] = len(a.members), stamp(a.done)
		}
		if status == "RUN_STATUS_COMPLETED" {
			rec["suggestionsGenerated"] = len(t.clusters(a))
		}
		return rec
	}), nil
}

// getAnalysis is GET /api/v1/role-mining/custom-analysis/{id}; the result is the whole answer.
func (t *Tenant) getAnalysis(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	r, ok := t.refOf(c.params[0])
	if !ok || r.kind != kindAnalysis || r.pos < 1 || r.pos > len(t.analyses) {
		return nil, notFound("custom analysis")
	}
	a := t.analyses[r.pos-1]
	status, message := t.analysisState(a)
	out := object{"id": c.params[0], "status": status, "errorMessage": message, "cohortSize": 0, "appsAnalyzed": 0, "facetUserCount": 0,
		"clusters": []object{}, "entitlements": []object{}, "facets": []object{}}
	if status != "RUN_STATUS_COMPLETED" {
		return out, nil
	}
	out["cohortSize"], out["facetUserCount"], out["appsAnalyzed"] = len(a.members), len(a.members), t.apps.size
	out["entitlements"], out["clusters"], out["facets"] = t.analysed(a), t.clusters(a), t.facets(a)
	return out, nil
}

// analysed are the entitlements that an analysis finds, the best covered first.
func (t *Tenant) analysed(a *customAnalysis) []object {
	d := t.dice(kindAnalysis, a.number, uint64(len(a.members)))
	list, _, _ := t.suggested(&d, len(a.members), 29*a.number+1)
	return list
}

// clusters parts the entitlements of an analysis into those that most hold and those that a part holds.
func (t *Tenant) clusters(a *customAnalysis) []object {
	list := t.analysed(a)
	half := (len(list) + 1) / 2
	var out []object
	for _, part := range [][]object{list[:half], list[half:]} {
		if len(part) == 0 {
			continue
		}
		total, least := 0.0, len(a.members)
		for _, each := range part {
			total += each["coverage"].(float64)
			least = min(least, each["grantedCount"].(int))
		}
		average := round(total/float64(len(part)), 4)
		out = append(out, object{"avgCoverage": average, "avgSimilarity": round(average*average, 4), "userCount": least, "entitlements": part})
	}
	return out
}

// facets count the members of an analysis by their attributes, the commonest values first.
func (t *Tenant) facets(a *customAnalysis) []object {
	words := map[string]string{"department": "Department", "job_title": "Job title", "employment_type": "Employment type",
		"location": "Location"}
	var out []object
	for _, name := range profileAttributes {
		if words[name] == "" {
			continue
		}
		counts := map[string]int{}
		for _, user := range a.members {
			counts[t.attribute(user, name)]++
		}
		values := make([]object, 0, len(counts))
		for value, n := range counts {
			values = append(values, object{"value": value, "displayName": value, "userCount": n})
		}
		slices.SortFunc(values, func(x, y object) int {
			return cmp.Or(cmp.Compare(y["userCount"].(int), x["userCount"].(int)), cmp.Compare(x.text("value"), y.text("value")))
		})
		out = append(out, object{"attribute": name, "displayName": words[name], "values": values})
	}
	return out
}

// keepCatalog stores an access profile that was made here.
func (t *Tenant) keepCatalog(rec object) {
	if t.catalogs == nil {
		t.catalogs = map[string]object{}
	}
	t.catalogs[rec.text("id")] = rec
}

func (t *Tenant) catalog(id, name, description string, made time.Time) object {
	return object{"id": id, "displayName": name, "description": description, "published": true, "visibleToEveryone": false,
		"requestBundle":   true,
		"createdByUserId": t.userID(callerIndex), "createdAt": stamp(made), "updatedAt": stamp(made), "deletedAt": nil}
}

// getCatalog is GET /api/v1/catalogs/{id}: an access profile, by the id that a suggestion has for it.
func (t *Tenant) getCatalog(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	id := c.params[0]
	r, ok := t.refOf(id)
	if !ok || r.kind != kindProfile {
		return nil, notFound("access profile")
	}
	rec, members := t.catalogs[id], 0
	switch {
	case rec == nil && r.parent == 1:
		return nil, notFound("access profile")
	case rec == nil:
		d := t.dice(kindProfile, r.pos, 1)
		members = d.between(3, 120)
		rec = t.catalog(id, t.profileName(r.pos), "", t.profileMade(r.pos))
	}
	return object{"requestCatalogView": object{"requestCatalog": rec, "memberCount": fmt.Sprint(members)}}, nil
}

// profileName is the name of an access profile: that of the match that names it, else that of the suggestion it was made from.
func (t *Tenant) profileName(n int) string {
	if i, k := (n-1)/4, (n-1)%4; n > 0 && i < t.suggestions.size {
		entitlements := t.suggestionRecord(i).objects("entitlements")
		if matches := t.profileMatches(i, entitlements); k < len(matches) {
			return matches[k].text("catalogDisplayName")
		}
	}
	return t.suggestionName(n)
}
