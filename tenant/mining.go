package tenant

import (
	"slices"
	"strings"
	"time"
)

// miningRun is an analysis that was started here.
type miningRun struct {
	number  int
	started time.Time
	done    time.Time
}

// miningTime is how long an analysis takes.
const miningTime = 20 * time.Second

// searchSuggestions is POST /api/v1/search/role-mining/suggestions. Rows may leave usersWithAll out; reading by id has it.
func (t *Tenant) searchSuggestions(c *call) (any, error) {
	query, states := c.query(), c.in.strings("states")
	types, cohorts := c.in.strings("matchTypes"), c.in.strings("cohortTypes")
	match := func(r *row) bool {
		return (len(states) == 0 || slices.Contains(states, r.text("suggestionState"))) &&
			(len(cohorts) == 0 || slices.Contains(cohorts, t.cohortOf(r.pos).cohortType())) &&
			(len(types) == 0 || t.matchesAny(r.pos, types)) && r.matches(query)
	}
	return c.search(t.suggestions, "list", nil, match, func(rec object) object {
		if at, _ := t.refOf(rec.text("id")); at.pos%9 == 6 {
			rec = rec.with(nil)
			delete(rec, "usersWithAll")
		}
		return rec
	})
}

func (t *Tenant) matchesAny(pos int, types []string) bool {
	return slices.ContainsFunc(t.matchTypes(pos), func(each string) bool { return slices.Contains(types, each) })
}

func (t *Tenant) getSuggestion(c *call) (any, error) { return c.get(t.suggestions, "suggestion") }

// updateSuggestionState is operation 2; the target state is in the body field state (companion.md 6).
func (t *Tenant) updateSuggestionState(c *call) (any, error) {
	state, catalog := c.in.text("state"), c.in.text("createdCatalogId")
	switch state {
	case "SUGGESTION_STATE_NEW", "SUGGESTION_STATE_DISMISSED", "SUGGESTION_STATE_ACCEPTED":
	case "", "SUGGESTION_STATE_UNSPECIFIED":
		return nil, invalid("state is required")
	case "SUGGESTION_STATE_REJECTED":
		if !t.faults.refusesRejected() {
			break
		}
		fallthrough
	default: // states that nobody can choose
		return nil, invalid("state: %q is not a value of SuggestionState", state)
	}
	if catalog != "" {
		if state != "SUGGESTION_STATE_ACCEPTED" {
			return nil, invalid("createdCatalogId goes with accepting only")
		}
		if r, ok := t.refOf(catalog); !ok || r.kind != kindProfile {
			return nil, notFound("access profile")
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	pos, ok := t.place(t.suggestions, c.params[0])
	if !ok {
		return nil, notFound("suggestion")
	}
	now := t.suggestions.at(pos)
	if now.text("suggestionState") == state && (catalog == "" || catalog == now.text("createdCatalogId")) {
		return nil, conflict("the suggestion is in the state %s already", state)
	}
	return object{"suggestion": t.setState(c, pos, state, catalog)}, nil
}

func (t *Tenant) setState(c *call, pos int, state, catalog string) object {
	before := t.suggestions.at(pos)
	after := before.with(object{"suggestionState": state, "createdCatalogId": catalog, "updatedAt": stamp(t.now())})
	return c.commit(t.suggestions, pos, before, after)
}

// suggestionUsers is POST /api/v1/role-mining/suggestions/{suggestion_id}/users.
func (t *Tenant) suggestionUsers(c *call) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.place(t.suggestions, c.params[0])
	if !ok || pos < 0 {
		return nil, notFound("suggestion")
	}
	members := t.members(t.cohortOf(pos))
	selected := t.selectedCounts(t.suggestions.at(pos), c.in.objects("selectedEntitlements"))
	users := make([]object, 0, p.size)
	covered := make([]object, 0, p.size)
	out := p.cut("list", len(members), func(i int) object {
		user := t.users.at(members[i])
		held := 0
		for _, granted := range selected { // the first members hold the most, so that usersWithAll is the least granted
			if i < granted {
				held++
			}
		}
		users = append(users, user)
		covered = append(covered, object{"user": user, "coveredCount": held})
		return user
	})
	out["usersWithCoverage"] = []object{}
	if len(c.in.objects("selectedEntitlements")) > 0 {
		out["usersWithCoverage"] = covered
	}
	return out, nil
}

// selectedCounts returns how many members hold each of the selected entitlements of a suggestion.
func (t *Tenant) selectedCounts(suggestion object, selected []object) []int {
	var out []int
	for _, each := range suggestion.objects("entitlements") {
		for _, one := range selected {
			if one.text("appId") == each.text("appId") && one.text("entitlementId") == each.text("entitlementId") {
				granted, _, _ := each.number("grantedCount")
				out = append(out, granted)
			}
		}
	}
	return out
}

func (t *Tenant) runID(n int) string { return t.id(kindRun, 0, n, t.start.AddDate(0, 0, -7*n)) }

// latestRun is GET /api/v1/role-mining/runs/latest.
func (t *Tenant) latestRun(*call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	now := t.now()
	run := object{
		"id": t.runID(1), "status": "RUN_STATUS_COMPLETED", "triggerType": "TRIGGER_TYPE_SCHEDULED", "triggerDetail": "weekly",
		"totalUsers": t.users.size, "cohortsAnalyzed": 1200, "suggestionsGenerated": t.suggestions.size, "errorMessage": "",
		"createdAt": stamp(t.start.AddDate(0, 0, -7)), "completedAt": stamp(t.start.AddDate(0, 0, -7).Add(11 * time.Minute)),
		"updatedAt": stamp(t.start.AddDate(0, 0, -7).Add(11 * time.Minute)),
	}
	if t.mining == nil {
		return object{"run": run}, nil
	}
	run["id"], run["triggerType"], run["triggerDetail"] = t.id(kindRun, 0, -t.mining.number, t.mining.started), "TRIGGER_TYPE_MANUAL", t.userID(callerIndex)
	run["createdAt"] = stamp(t.mining.started)
	if now.Before(t.mining.done) {
		share := float64(now.Sub(t.mining.started)) / float64(miningTime)
		run["status"], run["completedAt"], run["updatedAt"] = "RUN_STATUS_RUNNING", nil, stamp(now)
		run["cohortsAnalyzed"], run["suggestionsGenerated"] = int(share*1200), int(share*float64(t.suggestions.size))
		return object{"run": run}, nil
	}
	run["completedAt"], run["updatedAt"] = stamp(t.mining.done), stamp(t.mining.done)
	return object{"run": run}, nil
}

// triggerMining is POST /api/v1/role-mining/trigger.
func (t *Tenant) triggerMining(c *call) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	if t.mining != nil && now.Before(t.mining.done) {
		return nil, conflict("an analysis is already running")
	}
	next := &miningRun{number: 1, started: now, done: now.Add(miningTime)}
	if t.mining != nil {
		next.number = t.mining.number + 1
	}
	if !c.lie {
		t.mining = next
	}
	return object{"runId": t.id(kindRun, 0, -next.number, now)}, nil
}

// FinishRun ends an analysis that is under way, now.
func (t *Tenant) FinishRun() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.mining != nil && t.now().Before(t.mining.done) {
		done := *t.mining
		done.done = t.now()
		t.mining = &done
	}
}

// createAccessProfile is POST /api/v1/role-mining/access-profiles; it accepts the suggestion it names.
func (t *Tenant) createAccessProfile(c *call) (any, error) {
	if err := checkName(c.in.text("displayName")); err != nil {
		return nil, err
	}
	entitlements := c.in.objects("entitlements")
	if len(entitlements) == 0 {
		return nil, invalid("entitlements must not be empty")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, each := range entitlements {
		if _, _, ok := t.entitlementAt(each.text("appId"), each.text("entitlementId")); !ok {
			return nil, notFound("entitlement")
		}
	}
	expression := c.in.text("celExpression")
	if expression == "" {
		expression = filterExpression(c.in.objects("profileFilters"))
	}
	id := t.id(kindProfile, 1, int(t.serial.Add(1)), t.now())
	if suggestion := c.in.text("suggestionId"); suggestion != "" {
		pos, ok := t.place(t.suggestions, suggestion)
		if !ok {
			return nil, notFound("suggestion")
		}
		t.setState(c, pos, "SUGGESTION_STATE_ACCEPTED", id)
	}
	return object{"accessProfileId": id, "celExpression": expression}, nil
}

// filterExpression writes cohort filters as a CEL expression.
func filterExpression(filters []object) string {
	var parts []string
	for _, each := range filters {
		var values []string
		for _, value := range each.strings("values") {
			values = append(values, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)+`"`)
		}
		parts = append(parts, "subject."+each.text("attribute")+" in ["+strings.Join(values, ", ")+"]")
	}
	return strings.Join(parts, " && ")
}
