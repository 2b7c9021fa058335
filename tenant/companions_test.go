package tenant

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestHookEnableEditDelete(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/hooks/" + c.tn.HookID(7)
	if got := c.do(200, "POST", path, `{"hook":{"enabled":false,"displayName":"x"},"updateMask":"enabled"}`).at("hook",
		"enabled"); got != false {
		t.Errorf("enabled: %v", got)
	}
	if got := c.do(200, "GET", path, "").at("hook", "displayName"); got != "Prompt injection scan" {
		t.Errorf("displayName changed without being in the mask: %v", got)
	}
	a := c.do(200, "POST", path, `{"hook":{"jsonPatch":{"celExpression":"{}"}},"updateMask":"jsonPatch"}`)
	if a.at("hook", "builtinPattern") != nil || a.at("hook", "jsonPatch", "celExpression") != "{}" {
		t.Errorf("one sort of work does not replace another: %s", a.text)
	}
	if got := c.do(200, "POST", path, `{"hook":{"filter":{"celExpression":"true"}},"updateMask":"filter.celExpression"}`).at("hook", "filter",
		"celExpression"); got != "true" {
		t.Errorf("filter: %v", got)
	}
	overlay := c.do(200, "POST", path,
		`{"hook":{"jsonPatch":{"staticOverlay":{"a":{"b":[1]}}}},"updateMask":"jsonPatch.staticOverlay"}`).at("hook", "jsonPatch")
	if toJSON(overlay) != `{"staticOverlay":{"a":{"b":[1]}}}` {
		t.Errorf("jsonPatch holds %s, want the overlay alone", toJSON(overlay))
	}
	for _, body := range []string{`{"hook":{"priority":1001},"updateMask":"priority"}`, `{"hook":{"priority":-1},"updateMask":"priority"}`,
		`{"hook":{},"updateMask":"jsonPatch"}`,
		`{"hook":{"enabled":"no"},"updateMask":"enabled"}`, `{"hook":{}}`, `{"hook":{"filter":{"cel":""}},"updateMask":"filter.cel"}`,
		`{"hook":{"description":"` + strings.Repeat("d", 2049) + `"},"updateMask":"description"}`} {
		c.refused(400, 3, "POST", path, body)
	}
	c.do(200, "DELETE", path, `{}`)
	c.refused(404, 5, "GET", path, "")
	c.refused(404, 5, "DELETE", path, `{}`)
	if got := len(c.walk("/api/v1/search/hooks", "list", nil)); got != 41 {
		t.Errorf("%d hooks after one was deleted", got)
	}
	if got := len(c.list("/api/v1/hooks", "list", "")); got != 41 {
		t.Errorf("the list has %d hooks after one was deleted", got)
	}
}

func TestWebhookTestAndDelete(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/webhooks/" + c.tn.WebhookID(2)
	a := c.do(200, "POST", path+"/test", `{}`)
	if a.at("webhook", "state") != "WEBHOOK_STATE_PENDING" || a.at("webhook", "webhookId") != c.tn.WebhookID(2) ||
		a.at("webhook", "attempts") != 0.0 {
		t.Errorf("delivery: %s", a.text)
	}
	if again := c.do(200, "POST", path+"/test", `{}`); again.at("webhook", "id") == a.at("webhook", "id") {
		t.Error("two deliveries have the same id")
	}
	if got := c.do(200, "DELETE", path, "").text; got != "{}\n" {
		t.Errorf("delete answers %q", got)
	}
	c.refused(404, 5, "GET", path, "")
	c.refused(404, 5, "POST", path+"/test", `{}`)
	c.refused(404, 5, "POST", path, `{"webhook":{"displayName":"x"},"updateMask":"displayName"}`)
}

func TestSuggestionMembersAgreeWithTheSuggestion(t *testing.T) {
	c := start(t, Options{})
	for i := range 40 {
		id := c.tn.SuggestionID(i)
		rec, _ := c.tn.Record("suggestions", id)
		var selected []map[string]any
		for _, each := range object(rec).objects("entitlements") {
			selected = append(selected, map[string]any{"appId": each["appId"], "entitlementId": each["entitlementId"]})
		}
		path := "/api/v1/role-mining/suggestions/" + id + "/users"
		users := c.walk(path, "list", nil)
		covered := c.walk(path, "usersWithCoverage", map[string]any{"selectedEntitlements": selected})
		if len(users) != rec["cohortSize"].(int) || len(covered) != len(users) {
			t.Fatalf("suggestion %d: %d members and %d with coverage, cohortSize %v", i, len(users), len(covered), rec["cohortSize"])
		}
		all := 0
		for _, each := range covered {
			if each["coveredCount"] == float64(len(selected)) {
				all++
			}
			for _, filter := range object(rec).objects("cohortFilters") {
				if filter.text("attribute") == "department" && at(each, "user", "department") != filter.strings("values")[0] {
					t.Errorf("suggestion %d: a member is in %v", i, at(each, "user", "department"))
				}
			}
		}
		if all != rec["usersWithAll"].(int) {
			t.Errorf("suggestion %d: %d members hold all, usersWithAll %v", i, all, rec["usersWithAll"])
		}
	}
}

func TestSuggestionFilters(t *testing.T) {
	c := start(t, Options{Rejects: true})
	const path = "/api/v1/search/role-mining/suggestions"
	all := c.walk(path, "list", nil)
	for _, state := range []string{"NEW", "DISMISSED", "ACCEPTED", "REJECTED"} {
		got := c.walk(path, "list", map[string]any{"states": []string{"SUGGESTION_STATE_" + state}})
		want := 0
		for _, row := range all {
			if row["suggestionState"] == "SUGGESTION_STATE_"+state {
				want++
			}
		}
		if len(got) != want || want == 0 {
			t.Errorf("%s: %d rows, want %d (not 0)", state, len(got), want)
		}
	}
	for _, row := range c.walk(path, "list", map[string]any{"matchTypes": []string{"ACCESS_PROFILE_MATCH_TYPE_EXACT"}}) {
		if !strings.Contains(toJSON(row["existingProfileMatches"]), "_EXACT") && row["existingProfileMatches"] != nil {
			t.Errorf("%v has no exact match", row["suggestedName"])
		}
	}
	teams := c.walk(path, "list", map[string]any{"cohortTypes": []string{"manager"}})
	if len(teams) == 0 {
		t.Fatal("no suggestion is about a team")
	}
	for _, filter := range teams[0]["cohortFilters"].([]any) {
		if at(filter, "attribute") == "manager" { // the id of the manager is in no name
			query := strings.ToUpper(at(filter, "values").([]any)[0].(string))
			if got := c.walk(path, "list", map[string]any{"query": query}); !slices.Contains(ids(got, "id"), teams[0]["id"].(string)) {
				t.Errorf("a value of the cohort's filters finds %d suggestions, not the one", len(got))
			}
		}
	}
	for _, row := range c.walk(path, "list", map[string]any{"cohortTypes": []string{"job_title"}}) {
		if !strings.Contains(toJSON(row["cohortFilters"]), "job_title") {
			t.Errorf("%v is not about a job title", row["suggestedName"])
		}
	}
	unknown := 0
	for _, row := range all {
		if _, there := row["usersWithAll"]; !there {
			unknown++
			full := c.do(200, "GET", "/api/v1/role-mining/suggestions/"+row["id"].(string), "")
			if full.at("suggestion", "usersWithAll") == nil {
				t.Errorf("%v: reading by id leaves usersWithAll out too", row["suggestedName"])
			}
		}
	}
	if unknown == 0 {
		t.Error("no row of the list leaves usersWithAll out")
	}
}

func TestMiningRuns(t *testing.T) {
	c := start(t, Options{})
	const latest = "/api/v1/role-mining/runs/latest"
	if got := c.do(200, "GET", latest, "").at("run", "status"); got != "RUN_STATUS_COMPLETED" {
		t.Errorf("status %v", got)
	}
	id := c.do(200, "POST", "/api/v1/role-mining/trigger", `{}`).body["runId"]
	a := c.do(200, "GET", latest, "")
	if a.at("run", "id") != id || a.at("run", "status") != "RUN_STATUS_RUNNING" || a.at("run", "triggerType") != "TRIGGER_TYPE_MANUAL" ||
		a.at("run", "completedAt") != nil {
		t.Errorf("%s", a.text)
	}
	c.refused(400, 9, "POST", "/api/v1/role-mining/trigger", `{}`)
	c.clock.advance(10 * time.Second)
	if got := c.do(200, "GET", latest, "").at("run", "cohortsAnalyzed"); got != float64(c.tn.cohortCount()/2) {
		t.Errorf("half way, %v cohorts analysed, want half of %d", got, c.tn.cohortCount())
	}
	c.clock.advance(10 * time.Second)
	if got := c.do(200, "GET", latest, "").at("run", "status"); got != "RUN_STATUS_COMPLETED" {
		t.Errorf("at the end: %v", got)
	}
	c.do(200, "POST", "/api/v1/role-mining/trigger", `{}`)
	c.tn.FinishRun()
	if got := c.do(200, "GET", latest, "").at("run", "status"); got != "RUN_STATUS_COMPLETED" {
		t.Errorf("after FinishRun: %v", got)
	}
}

// TestAccessProfilesHaveMembersThatCanBeTold: the expression that filters become is one that the tenant can evaluate.
func TestAccessProfilesHaveMembersThatCanBeTold(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/role-mining/access-profiles"
	rec, _ := c.tn.Record("suggestions", c.tn.SuggestionID(3))
	in := map[string]any{"displayName": "Kit", "entitlements": rec["entitlements"]}
	for _, attribute := range profileAttributes {
		in["profileFilters"] = []any{map[string]any{"attribute": attribute, "values": []string{`a "b" \`}}}
		expression, _ := c.do(200, "POST", path, toJSON(in)).body["celExpression"].(string)
		got := c.do(200, "POST", "/api/v1/policies/test-account-provision-policy", toJSON(map[string]any{"cel": expression}))
		if got.body["type"] != "bool" || got.body["value"] != "false" {
			t.Errorf("%s is %v %v", expression, got.body["type"], got.body["value"])
		}
	}
	in["profileFilters"] = []any{map[string]any{"attribute": "shoe_size", "values": []string{"44"}}}
	c.wrong("profileFilters[0].attribute", "POST", path, toJSON(in))
	in["profileFilters"], in["celExpression"] = nil, "subject.email +"
	c.wrong("celExpression", "POST", path, toJSON(in))
	in["celExpression"] = "1 + 1"
	c.wrong("celExpression", "POST", path, toJSON(in))
}

func TestAccessProfileAcceptsTheSuggestion(t *testing.T) {
	c := start(t, Options{})
	id := c.tn.SuggestionID(3)
	rec, _ := c.tn.Record("suggestions", id)
	in := map[string]any{"displayName": "Finance kit", "description": "", "entitlements": rec["entitlements"],
		"profileFilters":   rec["cohortFilters"],
		"enableAutomation": true, "createTasks": false, "suggestionId": id}
	a := c.do(200, "POST", "/api/v1/role-mining/access-profiles", toJSON(in))
	if cel, _ := a.body["celExpression"].(string); !strings.HasPrefix(cel, `subject.`) || !strings.Contains(cel, ` in ["`) {
		t.Errorf("celExpression %q", cel)
	}
	got := c.do(200, "GET", "/api/v1/role-mining/suggestions/"+id, "")
	if got.at("suggestion", "suggestionState") != "SUGGESTION_STATE_ACCEPTED" ||
		got.at("suggestion", "createdCatalogId") != a.body["accessProfileId"] {
		t.Errorf("the suggestion: %v %v", got.at("suggestion", "suggestionState"), got.at("suggestion", "createdCatalogId"))
	}
	in["entitlements"] = []any{}
	c.refused(400, 3, "POST", "/api/v1/role-mining/access-profiles", toJSON(in))
	in["entitlements"], in["suggestionId"] = rec["entitlements"], "nonsense"
	c.refused(404, 5, "POST", "/api/v1/role-mining/access-profiles", toJSON(in))
}
