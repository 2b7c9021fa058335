//go:build linux || darwin

package e2e_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// statePath is the path of operation 2.
func statePath(id string) string { return "/api/v1/role-mining/suggestions/" + id + "/state" }

// profiles are the ids of three access profiles of the tenant.
func (s *site) profiles() (ids []string) {
	s.t.Helper()
	for i := 0; i < s.Size("suggestions") && len(ids) < 3; i++ {
		matches, _ := s.get("/api/v1/role-mining/suggestions/" +
			s.SuggestionID(i))["suggestion"].(map[string]any)["existingProfileMatches"].([]any)
		for _, m := range matches {
			if id := m.(map[string]any)["catalogId"].(string); !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	if len(ids) < 3 {
		s.t.Fatalf("the tenant's suggestions name only the profiles %q", ids)
	}
	return ids
}

// Operation 2 with its other field: an access profile that covers the suggestion is named.
func TestAcceptAsAnExistingProfileAndTakeItBack(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, profiles := s.SuggestionID(0), s.profiles()
	half, all, third := profiles[0], profiles[1], profiles[2]
	s.change("suggestions", id, func(r map[string]any) {
		r["suggestionState"], r["existingProfileMatches"] = "SUGGESTION_STATE_NEW", []map[string]any{
			{"catalogDisplayName": "Half of it", "catalogId": half, "matchType": "ACCESS_PROFILE_MATCH_TYPE_PARTIAL", "overlapRatio": 0.5},
			{"catalogDisplayName": "All of it", "catalogId": all, "matchType": "ACCESS_PROFILE_MATCH_TYPE_EXACT", "overlapRatio": 1}}
	})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("3", "Suggestions")
	c.keys("p")
	c.sees(`Accept as an existing profile`)
	c.sees(`All of it`)
	s.untouched()
	c.keys("<enter>") // the best match stands first
	s.sent(1, "POST", statePath(id), `{"state":"SUGGESTION_STATE_ACCEPTED","createdCatalogId":"`+all+`"}`)
	c.sees(`Accepted suggestion .*Its access profile is All of it \(` + all + `\)`)
	c.sees(`State +\S+ accepted`)
	c.keys("u")
	s.sent(2, "POST", statePath(id), `{"state":"SUGGESTION_STATE_NEW"}`)
	c.sees(`State +\S+ new`)

	c.keys("p")
	c.sees(`Accept as an existing profile`)
	c.types("another")
	c.keys("<enter>")
	c.sees(`The id of the access profile`)
	c.types(third)
	c.keys("<ctrl+s>")
	s.sent(3, "POST", statePath(id), `{"state":"SUGGESTION_STATE_ACCEPTED","createdCatalogId":"`+third+`"}`)
	c.sees(`Accepted suggestion .*Its access profile is ` + third)
	s.quits(c, 3)
}

// The companion that makes an access profile sends whole entitlements, those that were left in, and accepts the suggestion.
func TestCreateAnAccessProfileFromASuggestion(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.SuggestionID(0)
	filters := []map[string]any{{"attribute": "department", "values": []string{"Finance"}}}
	var left map[string]any
	s.change("suggestions", id, func(r map[string]any) {
		whole, err := json.Marshal(r["entitlements"])
		var two []map[string]any
		if err == nil {
			err = json.Unmarshal(whole, &two)
		}
		if err != nil || len(two) < 2 {
			t.Fatalf("the suggestion's entitlements are %s, %v", whole, err)
		}
		for i, coverage := range []float64{0.75, 0.5} { // with the same risk the higher coverage stands first
			two[i]["coverage"], two[i]["riskLevelValueId"] = coverage, two[0]["riskLevelValueId"]
		}
		left = two[1]
		r["suggestionState"], r["suggestedName"], r["description"] = "SUGGESTION_STATE_NEW", "Clerks", "Who books"
		r["entitlements"], r["cohortFilters"] = two[:2], filters
	})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("3", "Suggestions")
	c.keys("n")
	c.sees(`New access profile from “Clerks”`)
	c.sees(`This accepts the suggestion, and can't be undone from here\.`)
	c.types(" and bookers")
	c.keys("<tab><tab><tab><space>") // automation
	c.sees(`\[x\] on`)
	c.keys("<tab><tab><space>") // the first entitlement is left out
	c.sees(`\[ \] off`)
	s.untouched()
	c.keys("<ctrl+s>")
	want, err := json.Marshal(map[string]any{"displayName": "Clerks and bookers", "description": "Who books", "entitlements": []any{left},
		"profileFilters": filters, "enableAutomation": true, "createTasks": false, "suggestionId": id})
	c.must(err)
	s.sent(1, "POST", "/api/v1/role-mining/access-profiles", string(want))
	c.sees(`Accepted suggestion “Clerks”`)
	c.sees(`State +\S+ accepted`)
	c.sees(regexp.QuoteMeta(`subject.department in ["Finance"]`))
	made := s.text("suggestions", id, "createdCatalogId")
	c.sees(fmt.Sprintf(`access profile “[^”]+” \(%s\)`, made))
	if state := s.text("suggestions", id, "suggestionState"); state != "SUGGESTION_STATE_ACCEPTED" || made == "" {
		t.Errorf("the suggestion is %s with the profile %q", state, made)
	}
	c.keys("<esc>u")
	c.sees(`There is nothing to undo`)
	s.quits(c, 1)
}

// The latest analysis stands in the headline; a new one is a companion's.
func TestStartAnAnalysis(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("3", "Suggestions")
	c.sees(`^Suggestions .*analysis completed`)
	c.keys("A")
	c.sees(`Start a new analysis\?`)
	s.untouched()
	c.agree("Start a new analysis")
	s.sent(1, "POST", "/api/v1/role-mining/trigger", `{}`)
	c.sees(`Started analysis`)
	c.sees(`^Suggestions .*analysis running`)
	s.quits(c, 1)
}
