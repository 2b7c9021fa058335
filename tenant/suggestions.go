package tenant

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gatehouse/tenant/world"
)

// cohortOf is the cohort of the suggestion at a place.
func (t *Tenant) cohortOf(i int) *world.Cohort { return t.suggestible.At(i).Cohort }

// leadName is the name of the lead of a cohort that is a team; "" for any other.
func (t *Tenant) leadName(co *world.Cohort) string {
	if co.Sort != world.OfTeam {
		return ""
	}
	name, _ := t.world.Name(co.Lead)
	return name
}

func (t *Tenant) cohortFilters(co *world.Cohort) []object {
	var filters []object
	for _, each := range co.Filters() {
		if each.Attribute == "manager" {
			each.Values = []string{t.userID(co.Lead)}
		}
		filters = append(filters, object{"attribute": each.Attribute, "values": each.Values})
	}
	return filters
}

// members are the places of the users of a cohort, ascending.
func (t *Tenant) members(co *world.Cohort) []int {
	return co.Members.Places(co.Division * world.DivisionPeople)
}

// bundleWords are what a suggestion calls the access of a cohort; each analysis that suggests it again has other words for it.
var bundleWords = [...][4]string{
	{"baseline", "everyday access", "shared tools", "common access"},
	{"core access", "standard access", "shared tools", "baseline"},
	{"toolkit", "role access", "starter set", "daily work"},
	{"access", "working set", "shared access", "baseline"},
	{"site access", "local tools", "office access", "baseline"},
	{"baseline", "limited access", "external access", "starter set"},
}

func (t *Tenant) suggestionName(i int) string {
	if odd := t.hostileAt(i, 64, 16); odd != "" {
		return odd
	}
	g := t.suggestible.At(i)
	words := bundleWords[g.Cohort.Sort][(g.Occurrence+int(g.Cohort.Sort))%4]
	if g.Wide {
		words = [...]string{"extended access", "wider access", "all tools", "extras"}[g.Occurrence%4]
	}
	return g.Cohort.Named(t.leadName(g.Cohort)) + " " + words
}

func (t *Tenant) suggestionState(i int) string {
	switch t.suggestible.Decision(i) {
	case world.Dismissed:
		return "SUGGESTION_STATE_DISMISSED"
	case world.Accepted:
		return "SUGGESTION_STATE_ACCEPTED"
	case world.Declined:
		if t.rejects {
			return "SUGGESTION_STATE_REJECTED"
		}
		return "SUGGESTION_STATE_DISMISSED"
	case world.Parked:
		return "SUGGESTION_STATE_SNOOZED" // newer than any client
	}
	return "SUGGESTION_STATE_NEW"
}

func (t *Tenant) suggestionText(i int) string {
	if i%17 == 13 {
		return ""
	}
	g := t.suggestible.At(i)
	who := g.Cohort.Who(t.leadName(g.Cohort))
	if g.Wide {
		return "Access that a good part of " + who + " hold today. Some of it belongs to single titles or teams."
	}
	return "Access that most of " + who + " hold today."
}

func (t *Tenant) suggestionPeek(i int, field string) any {
	switch field {
	case "suggestedName":
		return t.suggestionName(i)
	case "description":
		return t.suggestionText(i)
	case "suggestionState":
		return t.suggestionState(i)
	}
	return nil
}

// suggestionBorn is when an analysis made a suggestion: towards its end, the first in the list last.
func (t *Tenant) suggestionBorn(i int) time.Time {
	g := t.suggestible.At(i)
	first, count := t.suggestible.OfRun(max(0, g.Run))
	back := float64(runTook-2*time.Minute) * (float64(i-first) + t.world.Jitter(i)) / float64(max(1, count))
	return t.pastRun(max(0, g.Run)).Add(runTook - time.Minute - time.Duration(back))
}

// decided is when somebody decided on a suggestion: some time after it was made.
func (t *Tenant) decided(i int) time.Time {
	born := t.suggestionBorn(i)
	d := t.dice(kindSuggestion, i, 0xb1)
	share := d.fraction()
	return born.Add(time.Duration((0.02 + 0.9*share*share) * float64(t.start.Sub(born))))
}

// generated is when the last analysis was that counted for a suggestion again.
func (t *Tenant) generated(i int) time.Time {
	if i < 0 {
		return t.start
	}
	before := t.start
	if t.suggestible.Decision(i) != world.Undecided {
		before = t.decided(i)
	}
	at := t.suggestionBorn(i)
	for run := t.suggestible.At(i).Run - 1; run >= 0; run-- {
		if next := t.pastRun(run).Add(runTook); next.Before(before) {
			at = next
		}
	}
	return at
}

// suggestionRecord makes a RoleMiningSuggestion (interface.md 2.3). Its numbers are counted from who holds what.
func (t *Tenant) suggestionRecord(i int) object {
	g := t.suggestible.At(i)
	grants := t.suggestible.Grants(&g)
	born, generated := t.suggestionBorn(i), t.generated(i)
	state := t.suggestionState(i)
	rec := t.suggestionFound(&g, grants).with(object{
		"id": t.id(kindSuggestion, 0, i, born), "runId": t.runID(max(0, g.Run)), "suggestedName": t.suggestionName(i),
		"description": t.suggestionText(i), "suggestionState": state, "createdCatalogId": "",
		"existingProfileMatches": t.profileMatches(&g, grants, generated),
		"createdAt":              stamp(born), "updatedAt": stamp(generated), "lastGeneratedAt": stamp(generated),
	})
	if g.Run >= 0 && t.suggestible.Decision(i) != world.Undecided {
		rec["updatedAt"] = stamp(t.decided(i))
	}
	if state == "SUGGESTION_STATE_ACCEPTED" {
		rec["createdCatalogId"] = t.profileFrom(i)
	}
	switch {
	case i%43 == 40:
		rec["existingProfileMatches"], rec["insights"] = nil, nil
	case i%43 == 41 && state != "SUGGESTION_STATE_ACCEPTED":
		delete(rec, "existingProfileMatches")
		delete(rec, "createdCatalogId")
		rec["lastGeneratedAt"] = nil
	case i%43 == 42:
		rec["runId"] = ""
	}
	return rec
}

// suggestionFound is what an analysis finds out about a cohort.
func (t *Tenant) suggestionFound(g *world.Suggestion, grants []world.Grant) object {
	size := g.Cohort.Members.Len()
	all := t.world.WithAll(g.Cohort, grants)
	list, total := make([]object, 0, len(grants)), 0.0
	for _, each := range grants {
		list = append(list, t.suggestedEntitlement(each, size))
		total += float64(each.Granted) / float64(size)
	}
	average := total / float64(len(grants))
	filters := t.cohortFilters(g.Cohort)
	confidence := average * (1 - 1.2/float64(size+2)) * (0.9 + 0.1*min(1, float64(len(grants))/8))
	return object{
		"avgCoverage": round(average, 4), "confidence": round(confidence, 3), "cohortSize": size, "dimensionCount": len(filters),
		"usersWithAll": all, "cohortFilters": filters, "entitlements": list, "insights": insights(size, all, average, list),
	}
}

func (t *Tenant) suggestedEntitlement(g world.Grant, size int) object {
	e := t.world.Entitlement(g.Entitlement)
	return object{
		"appDisplayName": t.appName(e.App), "appId": t.appID(e.App), "appResourceDisplayName": e.Resource,
		"appResourceTypeDisplayName": e.Kind, "entitlementDisplayName": e.Name(),
		"entitlementId": t.entitlementID(g.Entitlement), "riskLevelValueId": t.riskID(int(e.Risk)),
		"coverage": round(float64(g.Granted)/float64(max(size, 1)), 4), "grantedCount": g.Granted,
	}
}

// matchTypes are the words for how profiles go with a suggestion, best first.
var matchTypes = [...]string{"ACCESS_PROFILE_MATCH_TYPE_EXACT", "ACCESS_PROFILE_MATCH_TYPE_SUPERSET", "ACCESS_PROFILE_MATCH_TYPE_PARTIAL"}

// matches are the access profiles that an analysis knew at a time and that cover some or all of a suggestion.
func (t *Tenant) matches(g *world.Suggestion, grants []world.Grant, at time.Time) []world.Match {
	return t.suggestible.Matches(g, grants, func(p *world.Profile) bool { return t.profileMade(p).Before(at) })
}

// profileMatches are the access profiles that cover some or all of a suggestion already.
func (t *Tenant) profileMatches(g *world.Suggestion, grants []world.Grant, at time.Time) []object {
	out := []object{}
	for _, m := range t.matches(g, grants, at) {
		missing := []object{}
		for _, each := range m.Missing {
			missing = append(missing, t.suggestedEntitlement(each, g.Cohort.Members.Len()))
		}
		out = append(out, object{
			"catalogDisplayName": t.profileName(m.Profile), "catalogId": t.profileID(m.Profile), "matchType": matchTypes[m.Fit],
			"missingEntitlements": missing, "overlapRatio": round(m.Overlap, 4),
		})
	}
	return out
}

// heldByMembers says how many members hold all of the entitlements.
func heldByMembers(all, size, count int) string {
	what := fmt.Sprintf("all %d entitlements", count)
	if count == 1 {
		what = "the one entitlement"
	}
	switch {
	case size == 1 && all == 1:
		return "The only member holds " + what + "."
	case size == 1:
		return "The only member doesn't hold " + what + "."
	}
	return fmt.Sprintf("%d of %d members hold %s.", all, size, what)
}

// insights put a suggestion's numbers into words.
func insights(size, all int, average float64, entitlements []object) []string {
	out := []string{
		heldByMembers(all, size, len(entitlements)),
		fmt.Sprintf("On average, %d%% of the members hold each entitlement.", int(math.Round(average*100))),
	}
	app := entitlements[0].text("appDisplayName")
	if !slices.ContainsFunc(entitlements, func(e object) bool { return e.text("appDisplayName") != app }) {
		out = append(out, "All of it is in "+app+".")
	}
	if size < 6 {
		out = append(out, "The cohort is small: look at the members before accepting.")
	}
	return out
}

func round(x float64, digits int) float64 {
	scale := math.Pow(10, float64(digits))
	return math.Round(x*scale) / scale
}
