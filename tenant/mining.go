package tenant

import (
	"slices"
	"strings"

	"gatehouse/tenant/world"
)

// searchSuggestions is POST /api/v1/search/role-mining/suggestions. Rows may leave usersWithAll out; reading by id has it.
func (t *Tenant) searchSuggestions(c *call) (any, error) {
	query, states := c.query(), c.in.strings("states")
	types, cohorts := c.in.strings("matchTypes"), c.in.strings("cohortTypes")
	if i := slices.Index(states, "SUGGESTION_STATE_REJECTED"); i >= 0 && t.faults.refusesRejected() {
		return nil, invalid("states[%d]: %q is not a value of SuggestionState", i, states[i])
	}
	match := func(r *row) bool {
		return (len(states) == 0 || slices.Contains(states, r.text("suggestionState"))) &&
			(len(cohorts) == 0 || slices.Contains(cohorts, t.cohortType(r.pos))) &&
			(r.matches(query) || t.cohortHolds(r.pos, query)) && (len(types) == 0 || t.matchesAny(r, types))
	}
	return c.search(t.suggestions, "list", nil, match, func(rec object) object {
		if at, _ := t.refOf(rec.text("id")); at.pos%9 == 6 {
			rec = rec.with(nil)
			delete(rec, "usersWithAll")
		}
		return rec
	})
}

// cohortHolds says whether a value of a suggestion's cohort filters holds a query that is in lower case.
func (t *Tenant) cohortHolds(pos int, query string) bool {
	if a := t.own[pos]; a != nil {
		return slices.ContainsFunc(a.filters, func(filter object) bool {
			return slices.ContainsFunc(filter.strings("values"), func(value string) bool { return holdsFolded(value, query) })
		})
	}
	co := t.cohortOf(pos)
	for _, each := range co.Filters() {
		if slices.ContainsFunc(each.Values, func(value string) bool { return holdsFolded(value, query) }) {
			return true
		}
	}
	// by a part of an id nobody searches
	return co.Sort == world.OfTeam && len(query) == 27 && strings.ToLower(t.userID(co.Lead)) == query
}

// matchesAny says whether a suggestion, as it was made, names a profile that goes with it in one of some ways.
func (t *Tenant) matchesAny(r *row, types []string) bool {
	return slices.ContainsFunc(r.whole().objects("existingProfileMatches"),
		func(m object) bool { return slices.Contains(types, m.text("matchType")) })
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
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if catalog != "" && !t.hasCatalog(catalog) {
		return nil, notFound("access profile")
	}
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
	if !ok {
		return nil, notFound("suggestion")
	}
	members, err := t.narrowed(t.membersAt(pos), c.in.objects("profileFilters"))
	if err != nil {
		return nil, err
	}
	selected := t.selectedPlaces(c.in.objects("selectedEntitlements"))
	covered := make([]object, 0, p.size)
	out := p.cut("list", len(members), func(i int) object {
		user := t.users.at(members[i])
		held := 0
		for _, place := range selected {
			if t.world.Holds(members[i], place) {
				held++
			}
		}
		covered = append(covered, object{"user": user, "coveredCount": held})
		return user
	})
	out["usersWithCoverage"] = []object{}
	if len(c.in.objects("selectedEntitlements")) > 0 {
		out["usersWithCoverage"] = covered
	}
	return out, nil
}

// selectedPlaces are the places of the entitlements that a request selects; what isn't one is held by nobody.
func (t *Tenant) selectedPlaces(selected []object) []int {
	var out []int
	for _, each := range selected {
		if place, toolset, ok := t.entitlementAt(each.text("appId"), each.text("entitlementId")); ok && !toolset {
			out = append(out, place)
		}
	}
	return sortedUnique(out)
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
	seen := map[[2]string]bool{}
	for i, each := range entitlements {
		key := [2]string{each.text("appId"), each.text("entitlementId")}
		if _, _, ok := t.entitlementAt(key[0], key[1]); !ok {
			return nil, notFound("entitlement")
		}
		if seen[key] {
			return nil, invalid("entitlements[%d] is there twice", i)
		}
		seen[key] = true
	}
	filters, expression := c.in.objects("profileFilters"), c.in.text("celExpression")
	if err := checkFilters(filters); err != nil {
		return nil, err
	}
	if expression == "" {
		expression = filterExpression(filters)
	}
	if err := t.bench.checkMembership("celExpression", expression); err != nil {
		return nil, err
	}
	now := t.now()
	id := t.id(kindProfile, madeHere, int(t.serial.Add(1)), now)
	if suggestion := c.in.text("suggestionId"); suggestion != "" {
		pos, ok := t.place(t.suggestions, suggestion)
		if !ok {
			return nil, notFound("suggestion")
		}
		if made := t.suggestions.at(pos).text("createdCatalogId"); made != "" {
			return nil, conflict("the suggestion has been accepted with the access profile %s", made)
		}
		t.setState(c, pos, "SUGGESTION_STATE_ACCEPTED", id)
	}
	if !c.lie {
		t.keepCatalog(t.catalog(id, c.in.text("displayName"), c.in.text("description"), callerIndex, now))
		c.note("Create", "access profile", id, c.in.text("displayName"))
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
		name := "subject." + each.text("attribute")
		switch each.text("attribute") {
		case "location", "company", "employment_status": // what only the directory knows
			name = `subject.profile["` + each.text("attribute") + `"]`
		}
		parts = append(parts, name+" in ["+strings.Join(values, ", ")+"]")
	}
	return strings.Join(parts, " && ")
}
