package tenant

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/tenant/world"
)

// near says whether a fraction on the wire is the one that was counted; four digits travel.
func near(got any, want float64) bool {
	f, ok := got.(float64)
	return ok && math.Abs(f-want) < 0.0001
}

func (d *demo) checkSuggestions(t *testing.T) {
	for i, s := range d.suggestions {
		d.checkSuggestion(t, i, s)
	}
}

func (d *demo) checkSuggestion(t *testing.T, i int, s object) {
	t.Helper()
	d.datedOne("suggestion", i, s)
	path := "/api/v1/role-mining/suggestions/" + s.text("id") + "/users"
	var selected []any
	for _, each := range s.objects("entitlements") {
		selected = append(selected, object{"appId": each["appId"], "entitlementId": each["entitlementId"]})
	}
	covered := d.walk(path, "usersWithCoverage", map[string]any{"selectedEntitlements": selected})
	members := make([]object, 0, len(covered))
	for _, row := range covered {
		members = append(members, object(row).child("user"))
	}
	d.members[s.text("id")] = members
	if s["cohortSize"] != float64(len(members)) || len(members) == 0 || s["dimensionCount"] != float64(len(s.objects("cohortFilters"))) {
		t.Errorf("suggestion %d: cohortSize %v, %d members; %v dimensions", i, s["cohortSize"], len(members), s["dimensionCount"])
	}
	d.checkCohort(t, i, s, members)
	d.checkCoverage(t, i, s, covered)
}

// checkCohort: the members of a cohort are people who are there and fit its filters, and everybody who does is one.
func (d *demo) checkCohort(t *testing.T, i int, s object, members []object) {
	t.Helper()
	is := map[string]bool{}
	for _, user := range members {
		is[user.text("id")] = true
	}
	for id, user := range d.users {
		fits := user.text("type") == "USER_TYPE_HUMAN" && user.text("status") != "DELETED"
		for _, filter := range s.objects("cohortFilters") {
			fits = fits && slices.Contains(filter.strings("values"), profileValue(user, filter.text("attribute")))
		}
		if fits != is[id] {
			t.Errorf("suggestion %d: %v is a member: %v, fits the filters: %v", i, user["displayName"], is[id], fits)
		}
	}
}

// profileValue is what a user has of an attribute that cohorts are made of.
func profileValue(user object, attribute string) string {
	switch attribute {
	case "job_title":
		return user.text("jobTitle")
	case "manager":
		return strings.Join(user.strings("managerIds"), " ")
	case "employment_type":
		return user.text("employmentType")
	case "employment_status":
		return user.text("employmentStatus")
	case "location", "company":
		return user.child("profile").text(attribute)
	}
	return user.text(attribute)
}

// checkCoverage: every number of a suggestion is counted from who of its members holds what.
func (d *demo) checkCoverage(t *testing.T, i int, s object, covered []map[string]any) {
	t.Helper()
	list, sum, all := s.objects("entitlements"), 0.0, 0
	seen := map[grantKey]bool{}
	for _, each := range list {
		key := grantOf(each, "entitlementId")
		rec, app := d.entitlements[key], d.apps[key.app]
		granted := 0
		for _, row := range covered {
			if user, _ := at(row, "user", "id").(string); d.holders[key][user] != nil {
				granted++
			}
		}
		share := float64(granted) / float64(len(covered))
		sum += share
		if each["grantedCount"] != float64(granted) || !near(each["coverage"], share) || seen[key] {
			t.Errorf("suggestion %d, %v: grantedCount %v, coverage %v; %d of %d hold it", i, each["entitlementDisplayName"],
				each["grantedCount"], each["coverage"], granted, len(covered))
		}
		seen[key] = true
		if each["entitlementDisplayName"] != rec["displayName"] || each["appDisplayName"] != app["displayName"] ||
			each["riskLevelValueId"] != rec["riskLevelValueId"] {
			t.Errorf("suggestion %d: %v of %v, risk %v, is %v of %v, risk %v", i, each["entitlementDisplayName"], each["appDisplayName"],
				each["riskLevelValueId"], rec["displayName"], app["displayName"], rec["riskLevelValueId"])
		}
		d.before("suggestion", i, rec, s)
	}
	for _, row := range covered {
		user, _ := at(row, "user", "id").(string)
		count := 0
		for key := range seen {
			if d.holders[key][user] != nil {
				count++
			}
		}
		if row["coveredCount"] != float64(count) {
			t.Errorf("suggestion %d: %v covers %v, holds %d", i, at(row, "user", "displayName"), row["coveredCount"], count)
		}
		if count == len(list) {
			all++
		}
	}
	if s["usersWithAll"] != float64(all) || !near(s["avgCoverage"], sum/float64(len(list))) {
		t.Errorf("suggestion %d: usersWithAll %v, %d hold all; avgCoverage %v, the mean is %v", i, s["usersWithAll"], all, s["avgCoverage"],
			sum/float64(len(list)))
	}
}

// checkProfiles: what a suggestion says of access profiles agrees with itself, with the profiles, and from suggestion to suggestion.
func (d *demo) checkProfiles(t *testing.T) {
	from := map[string]int{}
	for i, s := range d.suggestions {
		state, made := s.text("suggestionState"), s.text("createdCatalogId")
		if (state == "SUGGESTION_STATE_ACCEPTED") != (made != "") {
			t.Errorf("suggestion %d: %s with the profile %q", i, state, made)
		}
		if made != "" {
			profile := d.catalog(made)
			at := profile.time("createdAt")
			if at.Before(s.time("createdAt")) || at.After(s.time("updatedAt").Add(time.Second)) {
				t.Errorf("suggestion %d of %v, changed %v, was accepted with a profile of %v", i, s["createdAt"], s["updatedAt"], at)
			}
			if from[made]++; from[made] > 1 {
				t.Errorf("suggestion %d: its profile was made from another one, too", i)
			}
		}
		exact := 0
		for _, match := range s.objects("existingProfileMatches") {
			if match.text("matchType") == "ACCESS_PROFILE_MATCH_TYPE_EXACT" {
				exact++
			}
			d.checkMatch(t, i, s, match)
		}
		if exact > 1 {
			t.Errorf("suggestion %d: %d profiles are exactly it", i, exact)
		}
	}
	for id, profile := range d.catalogs {
		d.datedOne("profile "+profile.text("displayName"), 0, profile)
		d.acted("profile "+id, profile.text("createdByUserId"), profile.time("createdAt"))
	}
	t.Logf("%d profiles, %d of them made from suggestions", len(d.catalogs), len(from))
}

func (d *demo) checkMatch(t *testing.T, i int, s, match object) {
	t.Helper()
	profile := d.catalog(match.text("catalogId"))
	if profile["displayName"] != match["catalogDisplayName"] {
		t.Errorf("suggestion %d: the profile %v is called %v here", i, profile["displayName"], match["catalogDisplayName"])
	}
	if at := s.time("lastGeneratedAt"); !at.IsZero() && profile.time("createdAt").After(at) {
		t.Errorf("suggestion %d of %s knows a profile of %v", i, at, profile["createdAt"])
	}
	asked := map[grantKey]string{}
	for _, each := range s.objects("entitlements") {
		asked[grantOf(each, "entitlementId")] = toJSON(each)
	}
	missing := match.objects("missingEntitlements")
	for _, each := range missing {
		if asked[grantOf(each, "entitlementId")] != toJSON(each) {
			t.Errorf("suggestion %d: a profile misses %v, which isn't asked for so", i, each["entitlementDisplayName"])
		}
	}
	overlap, _ := match["overlapRatio"].(float64)
	r, _ := d.tn.refOf(match.text("catalogId"))
	grants, both := &world.Profile{}, 0
	if p, ok := d.tn.profileAt(r); ok {
		grants = p
	}
	for _, place := range grants.Entitlements {
		if app, id := d.tn.EntitlementID(place); asked[grantKey{app, id}] != "" {
			both++
		}
	}
	if either := len(grants.Entitlements) + len(asked) - both; both != len(asked)-len(missing) ||
		!near(match["overlapRatio"], float64(both)/float64(either)) {
		t.Errorf("suggestion %d: a profile misses %d and overlaps by %v; %d are in both, %d in either", i, len(missing), overlap, both, either)
	}
	switch strings.TrimPrefix(match.text("matchType"), "ACCESS_PROFILE_MATCH_TYPE_") {
	case "EXACT":
		if len(missing) > 0 || overlap != 1 {
			t.Errorf("suggestion %d: an exact match misses %d, overlap %v", i, len(missing), overlap)
		}
	case "SUPERSET":
		if len(missing) > 0 || overlap <= 0 || overlap >= 1 {
			t.Errorf("suggestion %d: a superset misses %d, overlap %v", i, len(missing), overlap)
		}
	case "PARTIAL":
		if len(missing) == 0 || len(missing) >= len(asked) || overlap <= 0 || overlap >= 1 {
			t.Errorf("suggestion %d: a partial match misses %d of %d, overlap %v", i, len(missing), len(asked), overlap)
		}
	default:
		t.Errorf("suggestion %d: a match of type %v", i, match["matchType"])
	}
}

// checkRuns: a suggestion is made while its analysis runs, and the analysis counts it.
func (d *demo) checkRuns(t *testing.T) {
	brought := map[string]int{}
	unknown := 0
	for i, s := range d.suggestions {
		if s.text("runId") == "" {
			unknown++
			continue
		}
		run := d.runs[s.text("runId")]
		brought[s.text("runId")]++
		if made := s.time("createdAt"); made.Before(run.time("createdAt")) || made.After(run.time("completedAt")) {
			t.Errorf("suggestion %d of %s was made by the analysis of %v to %v", i, made, run["createdAt"], run["completedAt"])
		}
	}
	missed := 0
	for id, run := range d.runs {
		d.datedOne("run", 0, run)
		generated, _ := run["suggestionsGenerated"].(float64)
		missed += int(generated) - brought[id]
		if int(generated) < brought[id] || run["totalUsers"] != float64(len(d.users)) {
			t.Errorf("the analysis of %v generated %v, the list has %d; %v users of %d", run["createdAt"], generated, brought[id],
				run["totalUsers"], len(d.users))
		}
	}
	if missed != unknown {
		t.Errorf("the analyses generated %d more than name them; %d suggestions name none", missed, unknown)
	}
	latest := d.do(200, "GET", "/api/v1/role-mining/runs/latest", "").at("run", "id").(string)
	for _, run := range d.runs {
		if run.time("createdAt").After(d.runs[latest].time("createdAt")) {
			t.Errorf("the latest analysis is of %v, another one of %v", d.runs[latest]["createdAt"], run["createdAt"])
		}
	}
}

// checkOwn: an analysis of one's own brings suggestions that are as true as the others.
func (d *demo) checkOwn(t *testing.T) {
	const path = "/api/v1/role-mining/custom-analysis"
	id, _ := d.do(200, "POST", path+"/trigger", `{"profileFilters":[{"attribute":"department","values":["Finance","Marketing"]},`+
		`{"attribute":"employment_type","values":["Employee"]}]}`).body["id"].(string)
	d.clock.advance(miningTime)
	d.now = d.clock.now()
	found := d.do(200, "GET", path+"/"+id, "")
	rows := d.walk("/api/v1/search/role-mining/suggestions", "list",
		map[string]any{"query": "marketing", "cohortTypes": []string{"department"}})
	brought := 0
	for _, row := range rows {
		if s := object(row); !s.time("createdAt").Before(d.now.Add(-miningTime)) {
			brought++
			whole := d.do(200, "GET", "/api/v1/role-mining/suggestions/"+s.text("id"), "").at("suggestion").(map[string]any)
			d.checkSuggestion(t, brought, whole)
		}
	}
	clusters := found.rows("clusters")
	if brought == 0 || brought != len(clusters) || d.list(path, "list", "")[0]["suggestionsGenerated"] != float64(brought) {
		t.Errorf("%d suggestions of %d clusters", brought, len(clusters))
	}
	if total := len(d.walk("/api/v1/search/role-mining/suggestions", "list", nil)); total != len(d.suggestions)+brought {
		t.Errorf("%d suggestions in all, %d before, %d brought", total, len(d.suggestions), brought)
	}
}
