package tenant

import (
	"cmp"
	"slices"
	"time"

	"gatehouse/tenant/world"
)

// profileAttributes are the attributes of users that cohorts are made of.
var profileAttributes = []string{"department", "job_title", "manager", "employment_type", "employment_status", "location", "company"}

// customAnalysis is the analysis of a cohort that somebody chose.
type customAnalysis struct {
	number        int
	filters       []object
	members       []int
	started, done time.Time
	brought       bool // its suggestions are there
}

// attribute is what a user has of an attribute; "" for none.
func (t *Tenant) attribute(p *world.Person, name string) string {
	switch name {
	case "department":
		return p.DepartmentName()
	case "job_title":
		return p.TitleName()
	case "manager":
		if p.Manager < 0 {
			return ""
		}
		return t.userID(p.Manager)
	case "employment_type":
		return p.EmploymentType()
	case "employment_status":
		return p.EmploymentStatus()
	case "company":
		return world.Company(p.Division)
	}
	return p.LocationName()
}

// checkFilters refuses filters that nobody can fit.
func checkFilters(filters []object) error {
	for i, filter := range filters {
		if name := filter.text("attribute"); !slices.Contains(profileAttributes, name) {
			return invalid("profileFilters[%d].attribute: %q is not an attribute of users", i, name)
		}
		if len(filter.strings("values")) == 0 {
			return invalid("profileFilters[%d].values must not be empty", i)
		}
	}
	return nil
}

// narrowed leaves those of the users that fit every filter.
func (t *Tenant) narrowed(users []int, filters []object) ([]int, error) {
	if err := checkFilters(filters); err != nil {
		return nil, err
	}
	for _, filter := range filters {
		name, values := filter.text("attribute"), filter.strings("values")
		users = slices.DeleteFunc(slices.Clone(users), func(user int) bool {
			p := t.world.Person(user)
			return !slices.Contains(values, t.attribute(&p, name))
		})
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
	var all []int
	for i := range t.users.size {
		if p := t.world.Person(i); p.Member() {
			all = append(all, i)
		}
	}
	members, err := t.narrowed(all, filters)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	a := &customAnalysis{number: len(t.analyses) + 1, filters: filters, members: members, started: now, done: now.Add(miningTime / 2)}
	if !c.lie {
		t.analyses = append(t.analyses, a)
		t.nextDue()
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
			rec["suggestionsGenerated"] = len(a.clusters(t.found(a)))
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
	out["cohortSize"], out["facetUserCount"] = len(a.members), len(a.members)
	out["appsAnalyzed"] = world.DivisionApps * len(byDivision(a.members))
	grants := t.found(a)
	out["entitlements"], out["clusters"], out["facets"] = t.analysed(a, grants), t.clusterRecords(a, grants), t.facets(a)
	return out, nil
}

// analysisLeast is how much of a cohort holds what an analysis of it lists.
const analysisLeast = 0.2

// byDivision parts users by division.
func byDivision(users []int) map[int]*world.Set {
	parts := map[int]*world.Set{}
	for _, user := range users {
		n := user / world.DivisionPeople
		if parts[n] == nil {
			parts[n] = &world.Set{}
		}
		parts[n].Add(user % world.DivisionPeople)
	}
	return parts
}

// found are the entitlements that an analysis finds, the best covered first.
func (t *Tenant) found(a *customAnalysis) []world.Grant {
	var grants []world.Grant
	for n, set := range byDivision(a.members) {
		first := n * world.DivisionEntitlements
		for place := first; place < min(first+world.DivisionEntitlements, t.entitlements.size); place++ {
			if granted := t.world.Granted(n, set, place); float64(granted) >= analysisLeast*float64(len(a.members)) {
				grants = append(grants, world.Grant{Entitlement: place, Granted: granted})
			}
		}
	}
	slices.SortFunc(grants, func(x, y world.Grant) int {
		return cmp.Or(cmp.Compare(y.Granted, x.Granted), cmp.Compare(x.Entitlement, y.Entitlement))
	})
	return grants
}

func (t *Tenant) analysed(a *customAnalysis, grants []world.Grant) []object {
	list := make([]object, 0, len(grants))
	for _, each := range grants {
		list = append(list, t.suggestedEntitlement(each, len(a.members)))
	}
	return list
}

// clusters parts what an analysis finds into what most hold, what a half holds and what a few hold.
func (a *customAnalysis) clusters(grants []world.Grant) [][]world.Grant {
	var out [][]world.Grant
	for _, least := range []float64{0.75, 0.45, analysisLeast} {
		n := 0
		for n < len(grants) && float64(grants[n].Granted) >= least*float64(len(a.members)) {
			n++
		}
		if n > 0 {
			out = append(out, grants[:n])
		}
		grants = grants[n:]
	}
	return out
}

func (t *Tenant) clusterRecords(a *customAnalysis, grants []world.Grant) []object {
	var out []object
	for _, each := range a.clusters(grants) {
		out = append(out, t.cluster(a, each))
	}
	return out
}

// cluster is the record of a cluster; its users hold all of it.
func (t *Tenant) cluster(a *customAnalysis, grants []world.Grant) object {
	total, all, alike, pairs := 0, 0, 0.0, 0
	for n, set := range byDivision(a.members) {
		left := *set
		for i := range grants {
			held := t.world.HolderSet(grants[i].Entitlement, n)
			left.And(&held)
			for k := range grants[:i] {
				other := t.world.HolderSet(grants[k].Entitlement, n)
				pairs++
				held.And(set)
				if both := held.Shared(&other); both > 0 {
					other.And(set)
					alike += float64(both) / float64(held.Len()+other.Len()-both)
				}
			}
		}
		all += left.Len()
	}
	for _, each := range grants {
		total += each.Granted
	}
	similarity := 1.0
	if pairs > 0 {
		similarity = alike / float64(pairs)
	}
	return object{"avgCoverage": round(float64(total)/float64(len(grants)*len(a.members)), 4), "avgSimilarity": round(similarity, 4),
		"userCount": all, "entitlements": t.analysed(a, grants)}
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
			p := t.world.Person(user)
			counts[t.attribute(&p, name)]++
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
