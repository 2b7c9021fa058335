package tenant

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// cohortSort is what the members of a cohort have in common.
type cohortSort int

const (
	cohortDepartment cohortSort = iota
	cohortTitle
	cohortLocation
	cohortTeam
	cohortContractors
)

// cohort is a group of users by attributes; its members follow from arithmetic on their places.
type cohort struct {
	sort       cohortSort
	department int
	value      int // title, location or team lead, by sort
}

func (t *Tenant) cohortOf(i int) cohort {
	d := t.dice(kindSuggestion, i, 1)
	common := [...]cohortSort{cohortDepartment, cohortTitle, cohortTitle, cohortLocation, cohortDepartment, cohortTitle, cohortTeam,
		cohortContractors, cohortTitle}
	co := cohort{sort: common[d.n(len(common))], department: d.n(len(departments))}
	switch co.sort {
	case cohortTitle:
		co.value = d.n(4)
	case cohortLocation:
		co.value = d.n(min(len(locations), max(1, t.users.size/(4*len(departments)))))
	case cohortTeam:
		teams := max(1, t.users.size/len(departments)/teamSize)
		co.value = co.department + d.n(teams)*teamSize*len(departments)
	}
	return co
}

// has says whether the user at the place belongs to the cohort.
func (co cohort) has(user int) bool {
	if departmentOf(user) != co.department {
		return false
	}
	switch co.sort {
	case cohortTitle:
		return titleOf(user) == co.value
	case cohortLocation:
		return locationOf(user) == co.value
	case cohortTeam:
		return user != co.value && user/len(departments)/teamSize == co.value/len(departments)/teamSize
	case cohortContractors:
		return isContractor(user)
	}
	return true
}

// members are the places of the cohort's users, ascending: people who are still there.
func (t *Tenant) members(co cohort) []int {
	var out []int
	from, to := co.department, t.users.size
	if co.sort == cohortTeam {
		from, to = co.value, min(to, co.value+teamSize*len(departments))
	}
	for user := from; user < to; user += len(departments) {
		if co.has(user) && isPerson(user) && t.userStatus(user) != "DELETED" {
			out = append(out, user)
		}
	}
	return out
}

// size counts the members.
func (t *Tenant) cohortSize(co cohort) int { return len(t.members(co)) }

func (t *Tenant) cohortName(co cohort) string {
	dept := departments[co.department]
	switch co.sort {
	case cohortTitle:
		return jobTitles[co.department][co.value] + "s"
	case cohortLocation:
		return dept + " in " + locations[co.value]
	case cohortTeam:
		name, _ := t.userName(co.value)
		return "Team of " + name
	case cohortContractors:
		return dept + " contractors"
	}
	return dept
}

func (t *Tenant) cohortFilters(co cohort) []object {
	filters := []object{{"attribute": "department", "values": []string{departments[co.department]}}}
	switch co.sort {
	case cohortTitle:
		filters = append(filters, object{"attribute": "job_title", "values": []string{jobTitles[co.department][co.value]}})
	case cohortLocation:
		filters = append(filters, object{"attribute": "location", "values": []string{locations[co.value]}})
	case cohortTeam:
		filters = append(filters, object{"attribute": "manager", "values": []string{t.userID(co.value)}})
	case cohortContractors:
		filters = append(filters, object{"attribute": "employment_type", "values": []string{"Contractor", "Agency"}})
	}
	return filters
}

// cohortType is the word that a search filters by: the attribute that sets the cohort apart within its department.
func (co cohort) cohortType() string {
	return [...]string{"department", "job_title", "location", "manager", "employment_type"}[co.sort]
}

var bundleWords = []string{"baseline", "daily work", "toolkit", "starter set", "reporting access", "shared folders", "on-call kit",
	"month end"}

func (t *Tenant) suggestionName(i int) string {
	if odd := t.hostileAt(i, 64, 16); odd != "" {
		return odd
	}
	d := t.dice(kindSuggestion, i, 3)
	return t.cohortName(t.cohortOf(i)) + " " + d.pick(bundleWords)
}

func (t *Tenant) suggestionState(i int) string {
	d := t.dice(kindSuggestion, i, 4)
	switch throw := d.n(100); {
	case i < 12 || throw < 88:
		return "SUGGESTION_STATE_NEW"
	case throw < 93:
		return "SUGGESTION_STATE_DISMISSED"
	case throw < 98:
		return "SUGGESTION_STATE_ACCEPTED"
	case throw < 99 && t.rejects:
		return "SUGGESTION_STATE_REJECTED"
	case throw < 99:
		return "SUGGESTION_STATE_DISMISSED"
	}
	return "SUGGESTION_STATE_SNOOZED" // newer than any client
}

// matchTypes are those of the profiles that a suggestion matches, best first; an empty list for none.
func (t *Tenant) matchTypes(i int) []string {
	d := t.dice(kindSuggestion, i, 5)
	var out []string
	for range [4]int{0, 0, 0, 1}[d.n(4)] + d.n(3) {
		out = append(out, []string{"EXACT", "SUPERSET", "PARTIAL", "PARTIAL"}[d.n(4)])
	}
	slices.Sort(out)
	for k := range out {
		if k > 0 && out[k] == "EXACT" { // two profiles can't both be it
			out[k] = "SUPERSET"
		}
	}
	for k := range out {
		out[k] = "ACCESS_PROFILE_MATCH_TYPE_" + out[k]
	}
	return out
}

func (t *Tenant) suggestionText(i int) string {
	co := t.cohortOf(i)
	if i%17 == 13 {
		return ""
	}
	return "Access that most of " + t.cohortName(co) + " hold today. Analysed across " + departments[co.department] + "."
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

// suggestionRecord makes a RoleMiningSuggestion whose numbers agree: grantedCount and coverage of each entitlement with the cohort,
// usersWithAll with the entitlement held least, overlaps with what the matches miss (interface.md 2.3).
func (t *Tenant) suggestionRecord(i int) object {
	born := t.born(t.suggestions, i, 60)
	co := t.cohortOf(i)
	size := t.cohortSize(co)
	d := t.dice(kindSuggestion, i, 6)
	entitlements, total, least := t.suggested(&d, size, i)
	average := round(total/float64(len(entitlements)), 4)
	confidence := round(min(0.99, average*(0.78+d.fraction()*0.1+0.05*float64(min(size, 40))/10)), 3)
	filters := t.cohortFilters(co)
	state := t.suggestionState(i)
	rec := object{
		"id": t.id(kindSuggestion, 0, i, born), "runId": t.runBefore(born), "suggestedName": t.suggestionName(i),
		"description":     t.suggestionText(i),
		"suggestionState": state, "createdCatalogId": "", "avgCoverage": average, "confidence": confidence, "cohortSize": size,
		"dimensionCount": len(filters), "usersWithAll": least, "cohortFilters": filters, "entitlements": entitlements,
		"existingProfileMatches": t.profileMatches(i, entitlements), "insights": insights(size, least, len(entitlements), average, entitlements),
		"createdAt": stamp(born), "updatedAt": stamp(t.touched(kindSuggestion, i, born)),
		"lastGeneratedAt": stamp(born.Add(t.start.Sub(born) / 3)),
	}
	if state == "SUGGESTION_STATE_ACCEPTED" {
		rec["createdCatalogId"] = t.profileID(i)
	}
	switch {
	case i%43 == 40:
		rec["existingProfileMatches"], rec["insights"] = nil, nil
	case i%43 == 41:
		delete(rec, "existingProfileMatches")
		delete(rec, "createdCatalogId")
		rec["lastGeneratedAt"] = nil
	case i%43 == 42:
		rec["runId"] = ""
		rec["confidence"] = 1
	}
	return rec
}

// suggested makes 1 to 60 entitlements, the best covered first.
func (t *Tenant) suggested(d *dice, size, i int) (list []object, total float64, least int) {
	count := d.between(2, 14)
	switch {
	case i%29 == 7:
		count = 60
	case i%29 == 11:
		count = 1
	case i%29 == 19:
		count = d.between(20, 48)
	}
	apps := t.entitlements.size / entitlementsPerApp
	first, spread := d.n(max(1, apps)), d.between(1, 4)
	least = size
	taken := map[int]bool{}
	coverage, fall := 0.86+d.fraction()*0.14, 0.05+d.fraction()*1.1
	for len(list) < count {
		place := (first+d.n(spread))%max(1, apps)*entitlementsPerApp + d.n(entitlementsPerApp)
		for taken[place] || place >= t.entitlements.size {
			place = (place + 1) % t.entitlements.size
		}
		taken[place] = true
		granted := max(min(size, 1), int(math.Round(coverage*float64(size))))
		held := round(float64(granted)/float64(max(size, 1)), 4)
		list = append(list, t.suggestedEntitlement(place, held, granted))
		total, least = total+held, min(least, granted)
		coverage = max(0.31, coverage-d.fraction()*fall/float64(count))
	}
	return list, total, least
}

func (t *Tenant) suggestedEntitlement(place int, coverage float64, granted int) object {
	app := place / entitlementsPerApp
	resource, resourceKind, grant, risk := t.entitlementNames(place)
	return object{
		"appDisplayName": t.appName(app), "appId": t.appID(app), "appResourceDisplayName": resource, "appResourceTypeDisplayName": resourceKind,
		"entitlementDisplayName": resource + " " + grant, "entitlementId": t.entitlementID(place), "riskLevelValueId": t.riskID(risk),
		"coverage": coverage, "grantedCount": granted,
	}
}

// profileMatches are the access profiles that cover some or all of the suggestion already.
func (t *Tenant) profileMatches(i int, entitlements []object) []object {
	types := t.matchTypes(i)
	out := make([]object, 0, len(types))
	d := t.dice(kindSuggestion, i, 7)
	n := len(entitlements)
	for k, kindOf := range types {
		missing, ratio := []object{}, 1.0
		switch {
		case strings.HasSuffix(kindOf, "SUPERSET"): // the profile grants more than is suggested
			ratio = float64(n) / float64(n+d.between(1, 6))
		case strings.HasSuffix(kindOf, "PARTIAL") && n > 1:
			lacks := d.between(1, n-1)
			missing = append(missing, entitlements[n-lacks:]...)
			ratio = float64(n-lacks) / float64(n)
		case strings.HasSuffix(kindOf, "PARTIAL"): // nothing of a single entitlement can be covered in part
			missing, ratio = append(missing, entitlements...), 0
		}
		out = append(out, object{
			"catalogDisplayName": d.pick(profileNames) + ", " + departments[d.n(len(departments))], "catalogId": t.profileID(i*4 + k + 1),
			"matchType": kindOf, "missingEntitlements": missing, "overlapRatio": round(ratio, 4),
		})
	}
	return out
}

var profileNames = []string{"Everyone baseline", "Office tools", "Reporting readers", "Release crew", "Close week", "Field kit",
	"New joiner", "Vendor desk"}

func (t *Tenant) profileID(n int) string {
	return t.id(kindProfile, 0, n, t.profileMade(n))
}

// profileMade is when an access profile of the time before the start was made.
func (t *Tenant) profileMade(n int) time.Time {
	return t.start.AddDate(0, -1-n%9, -n%27)
}

// insights put a suggestion's numbers into words.
func insights(size, all, count int, average float64, entitlements []object) []string {
	out := []string{
		fmt.Sprintf("%d of %d members hold all %d entitlements.", all, size, count),
		fmt.Sprintf("On average, %d%% of the members hold each entitlement.", int(math.Round(average*100))),
	}
	apps := map[string]bool{}
	for _, each := range entitlements {
		apps[each.text("appDisplayName")] = true
	}
	if len(apps) == 1 {
		out = append(out, "All of it is in "+entitlements[0].text("appDisplayName")+".")
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
