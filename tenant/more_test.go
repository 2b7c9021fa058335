package tenant

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestHooksAreMade(t *testing.T) {
	c := start(t, Options{})
	a := c.do(200, "POST", "/api/v1/hooks", `{"displayName":"No shell","description":"d","event":"HOOK_EVENT_TYPE_PRE_TOOL_USE",`+
		`"priority":70,"enabled":true,`+
		`"filter":{"celExpression":"true"},"builtinPattern":{"blockToolCall":{"message":"no"}}}`)
	id, _ := a.at("hook", "id").(string)
	got := c.do(200, "GET", "/api/v1/hooks/"+id, "")
	if got.text != a.text || got.at("hook", "priority") != 70.0 || got.at("hook", "enabled") != true ||
		got.at("hook", "builtinPattern", "blockToolCall", "message") != "no" ||
		got.at("hook", "createdAt") != "2026-11-27T22:24:32Z" {
		t.Errorf("made %s, read %s", a.text, got.text)
	}
	if first := c.walk("/api/v1/search/hooks", "list", map[string]any{"query": "no shell"}); len(first) != 1 || first[0]["id"] != id {
		t.Errorf("the search finds %d", len(first))
	}
	for _, each := range []struct{ field, body string }{
		{"displayName", `{"event":1,"jsonPatch":{"celExpression":"{}"}}`},
		{"event", `{"displayName":"x","jsonPatch":{"celExpression":"{}"}}`},
		{"function", `{"displayName":"x","event":1}`},
		{"jsonPatch", `{"displayName":"x","event":1,"function":{"functionId":"f"},"jsonPatch":{"celExpression":"{}"}}`},
		{"priority", `{"displayName":"x","event":1,"priority":1001,"jsonPatch":{"celExpression":"{}"}}`},
		{"builtinPattern.linkFilter", `{"displayName":"x","event":1,"builtinPattern":{"blockToolCall":{},"linkFilter":{}}}`},
		{"businessHours.days", `{"displayName":"x","event":1,"builtinPattern":{"writeAuthorization":{"businessHours":{"days":[1,7]}}}}`},
		{"businessHours.start", `{"displayName":"x","event":1,"builtinPattern":{"writeAuthorization":{"businessHours":{"start":"8 am"}}}}`},
		{"businessHours.end", `{"displayName":"x","event":1,"builtinPattern":{"writeAuthorization":{"businessHours":{"end":"24:00"}}}}`},
		{"businessHours.timezone",
			`{"displayName":"x","event":1,"builtinPattern":{"writeAuthorization":{"businessHours":{"timezone":"Mars/X"}}}}`},
		{"id", `{"id":"x","displayName":"x","event":1,"jsonPatch":{"celExpression":"{}"}}`},
	} {
		c.wrong(each.field, "POST", "/api/v1/hooks", each.body)
	}
	c.wrong("event", "POST", "/api/v1/hooks/"+id, `{"hook":{"event":0},"updateMask":"event"}`)
	c.wrong("event", "POST", "/api/v1/hooks/"+id, `{"hook":{},"updateMask":"event"}`)
	c.do(200, "POST", "/api/v1/hooks/"+id, `{"hook":{"builtinPattern":{"writeAuthorization":{"businessHours":{"timezone":"Asia/Tokyo"}}}},`+
		`"updateMask":"builtinPattern"}`)
}

func TestAnAnalysisTakesTimeAndBringsSuggestions(t *testing.T) {
	c := start(t, Options{})
	const search = "/api/v1/search/role-mining/suggestions"
	before := c.walk(search, "list", nil)
	run, _ := c.do(200, "POST", "/api/v1/role-mining/trigger", `{}`).body["runId"].(string)
	c.clock.advance(19 * time.Second)
	if got := len(c.walk(search, "list", nil)); got != len(before) {
		t.Errorf("%d suggestions before the analysis has ended, want %d", got, len(before))
	}
	c.clock.advance(time.Second)
	after := c.walk(search, "list", nil)
	if len(after) != len(before)+4 {
		t.Fatalf("%d suggestions after the analysis, %d before", len(after), len(before))
	}
	for _, row := range after[:4] {
		if row["runId"] != run || row["suggestionState"] != "SUGGESTION_STATE_NEW" || row["createdAt"] != "2026-11-27T22:24:52Z" {
			t.Errorf("brought: %v of %v at %v", row["suggestionState"], row["runId"], row["createdAt"])
		}
		path := "/api/v1/role-mining/suggestions/" + row["id"].(string)
		if got := len(c.walk(path+"/users", "list", nil)); float64(got) != row["cohortSize"] {
			t.Errorf("%d members of a cohort of %v", got, row["cohortSize"])
		}
		c.do(200, "POST", path+"/state", `{"state":"SUGGESTION_STATE_DISMISSED"}`)
	}
	runs := c.list("/api/v1/role-mining/runs", "list", "")
	if len(runs) != 10 || runs[0]["id"] != run || runs[0]["status"] != "RUN_STATUS_COMPLETED" || runs[0]["suggestionsGenerated"] != 4.0 {
		t.Errorf("%d runs, the newest %v", len(runs), runs[0])
	}
	for _, row := range after {
		if id := row["runId"]; id != "" && !slices.Contains(ids(runs, "id"), id.(string)) {
			t.Errorf("the analysis %v of a suggestion is not in the list", id)
		}
	}
}

func TestMiningSettings(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/role-mining/config"
	if got := toJSON(c.do(200, "GET", path, "").at("config")); got != `{"cohortHints":[],"maxSuggestions":500,"minCohortSize":5}` {
		t.Errorf("as made: %s", got)
	}
	const changed = `{"cohortHints":[{"attribute":"department","priority":1,"values":["Finance"]}],"maxSuggestions":2,"minCohortSize":3}`
	c.do(200, "POST", path, changed)
	if got := toJSON(c.do(200, "GET", path, "").at("config")); got != changed {
		t.Errorf("changed: %s", got)
	}
	c.do(200, "POST", "/api/v1/role-mining/trigger", `{}`)
	c.tn.FinishRun()
	if got := len(c.walk("/api/v1/search/role-mining/suggestions", "list", nil)); got != 342 {
		t.Errorf("%d suggestions after an analysis that may bring two", got)
	}
	c.wrong("minCohortSize", "POST", path, `{"minCohortSize":-1}`)
	c.wrong("maxSuggestions", "POST", path, `{"maxSuggestions":5001}`)
	c.wrong("cohortHints[0].attribute", "POST", path, `{"cohortHints":[{"attribute":"shoe_size"}]}`)
	c.wrong("cohortHints[0].weight", "POST", path, `{"cohortHints":[{"weight":1}]}`)
}

func TestCustomAnalysis(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/role-mining/custom-analysis"
	id, _ := c.do(200, "POST", path+"/trigger", `{"profileFilters":[{"attribute":"department","values":["Finance","Marketing"]},`+
		`{"attribute":"employment_type","values":["Employee"]}]}`).body["id"].(string)
	if got := c.do(200, "GET", path+"/"+id, "").body["status"]; got != "RUN_STATUS_RUNNING" {
		t.Errorf("at once: %v", got)
	}
	nobody, _ := c.do(200, "POST", path+"/trigger",
		`{"profile_filters":[{"attribute":"department","values":["Alchemy"]}]}`).body["id"].(string)
	c.clock.advance(10 * time.Second)
	a := c.do(200, "GET", path+"/"+id, "")
	members := 0
	for _, row := range c.walk("/api/v1/search/users", "list", nil) {
		if department := at(row, "user", "department"); (department == "Finance" || department == "Marketing") &&
			at(row, "user", "employmentType") == "Employee" && at(row, "user", "employmentStatus") != "Terminated" {
			members++
		}
	}
	if a.body["status"] != "RUN_STATUS_COMPLETED" || a.body["cohortSize"] != float64(members) || members == 0 ||
		len(a.rows("entitlements")) == 0 || len(a.rows("clusters")) == 0 {
		t.Errorf("%d members: %.300s", members, a.text)
	}
	counted := 0.0
	for _, facet := range a.rows("facets") {
		if facet["attribute"] == "department" {
			for _, value := range facet["values"].([]any) {
				counted += at(value, "userCount").(float64)
			}
		}
	}
	if counted != float64(members) {
		t.Errorf("the departments of the cohort count %v of %d", counted, members)
	}
	if got := c.do(200, "GET", path+"/"+nobody, ""); got.body["status"] != "RUN_STATUS_FAILED" || got.body["errorMessage"] == "" {
		t.Errorf("of nobody: %s", got.text)
	}
	list := c.list(path, "list", "")
	if len(list) != 2 || list[0]["id"] != nobody || list[1]["cohortSize"] != float64(members) ||
		list[1]["completedAt"] != "2026-11-27T22:24:42Z" {
		t.Errorf("%v", list)
	}
	c.wrong("profileFilters", "POST", path+"/trigger", `{}`)
	c.wrong("profileFilters[0].attribute", "POST", path+"/trigger", `{"profileFilters":[{"attribute":"shoe_size","values":["44"]}]}`)
	c.wrong("profileFilters[0].values", "POST", path+"/trigger", `{"profileFilters":[{"attribute":"department"}]}`)
	c.refused(404, 5, "GET", path+"/"+c.tn.HookID(0), "")
}

func TestMembersOfASuggestionAreNarrowedByFilters(t *testing.T) {
	c := start(t, Options{})
	for i := range 30 {
		path := "/api/v1/role-mining/suggestions/" + c.tn.SuggestionID(i) + "/users"
		all := c.walk(path, "list", nil)
		want := 0
		for _, user := range all {
			if user["employmentType"] == "Contractor" {
				want++
			}
		}
		if want == 0 || want == len(all) {
			continue
		}
		got := c.walk(path, "list", map[string]any{"profileFilters": []any{map[string]any{"attribute": "employment_type",
			"values": []string{"Contractor"}}}})
		if len(got) != want {
			t.Errorf("%d contractors of %d members, want %d", len(got), len(all), want)
		}
		c.wrong("profileFilters[0].attribute", "POST", path, `{"profileFilters":[{"attribute":"","values":["x"]}]}`)
		return
	}
	t.Error("no cohort has contractors and employees")
}

func TestCatalogsAreRead(t *testing.T) {
	c := start(t, Options{})
	for i := range 40 {
		rec, _ := c.tn.Record("suggestions", c.tn.SuggestionID(i))
		for _, match := range object(rec).objects("existingProfileMatches") {
			a := c.do(200, "GET", "/api/v1/catalogs/"+match.text("catalogId"), "")
			if a.at("requestCatalogView", "requestCatalog", "displayName") != match["catalogDisplayName"] {
				t.Errorf("%v, where the match has %v", a.text, match["catalogDisplayName"])
			}
		}
	}
	app, entitlement := c.tn.EntitlementID(3)
	body := toJSON(map[string]any{"displayName": "Closers", "description": "month end", "suggestionId": c.tn.SuggestionID(0),
		"entitlements": []any{map[string]any{"appId": app, "entitlementId": entitlement}}})
	made, _ := c.do(200, "POST", "/api/v1/role-mining/access-profiles", body).body["accessProfileId"].(string)
	a := c.do(200, "GET", "/api/v1/catalogs/"+made, "")
	if a.at("requestCatalogView", "requestCatalog", "displayName") != "Closers" ||
		a.at("requestCatalogView", "requestCatalog", "description") != "month end" {
		t.Errorf("%s", a.text)
	}
	c.refused(400, 9, "POST", "/api/v1/role-mining/access-profiles", body) // somebody was faster
	c.refused(404, 5, "GET", "/api/v1/catalogs/"+c.tn.HookID(0), "")
}

func TestToolsOfAToolset(t *testing.T) {
	c := start(t, Options{})
	for i := range 8 {
		rec, _ := c.tn.Record("toolsets", c.tn.ToolsetID(i))
		connector := "/api/v1/apps/" + object(rec).text("appId") + "/connectors/" + object(rec).text("connectorId")
		path := connector + "/mcp_toolsets/" + c.tn.ToolsetID(i)
		if got := c.do(200, "GET", path, ""); got.at("profile", "displayName") != rec["displayName"] {
			t.Errorf("%s", got.text)
		}
		bindings := c.list(path+"/tool_bindings", "bindings", "")
		if count, known := rec["toolCount"].(int); known && count != len(bindings) {
			t.Errorf("toolset %d: %d bindings, toolCount %d", i, len(bindings), count)
		}
		added := 0
		for _, entry := range c.list(path+"/tool_bindings/history", "list", "") {
			added += len(entry["items"].([]any))
		}
		if added != len(bindings) {
			t.Errorf("toolset %d: %d added, %d bound", i, added, len(bindings))
		}
		if len(bindings) == 0 {
			continue
		}
		tool := c.do(200, "GET", connector+"/mcp_tools/"+bindings[0]["mcpToolId"].(string), "")
		if name, _ := tool.at("tool", "displayName").(string); name == "" || !strings.HasPrefix(tool.at("tool", "classification").(string),
			"TOOL_CLASSIFICATION_") {
			t.Errorf("%s", tool.text)
		}
		c.do(200, "DELETE", path, `{}`)
		c.refused(404, 5, "GET", path+"/tool_bindings", "")
		c.refused(404, 5, "GET", path, "")
	}
}

func TestFunctionsOfHooks(t *testing.T) {
	c := start(t, Options{})
	seen, calls := 0, 0
	for _, hook := range c.walk("/api/v1/search/hooks", "list", nil) {
		id, _ := at(hook, "function", "functionId").(string)
		if id == "" {
			continue
		}
		seen++
		if name, _ := c.do(200, "GET", "/api/v1/functions/"+id, "").at("function", "displayName").(string); name == "" {
			t.Errorf("a function without a name")
		}
		calls += len(c.list("/api/v1/functions/"+id+"/invocations", "list", "100"))
	}
	if seen == 0 || calls == 0 {
		t.Errorf("%d functions, %d calls", seen, calls)
	}
	c.refused(404, 5, "GET", "/api/v1/functions/"+c.tn.HookID(0), "")
	c.refused(404, 5, "GET", "/api/v1/functions/"+c.tn.HookID(0)+"/invocations", "")
}

func TestOwnershipsAndUsers(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/search/user-ownership"
	app, entitlement := c.tn.EntitlementID(3)
	user := c.tn.UserID(90)
	before := c.walk(path, "list", map[string]any{"userId": user})
	c.do(200, "POST", "/api/v1/apps/"+app+"/entitlements/"+entitlement+"/owners", `{"userId":"`+user+`"}`)
	after := c.walk(path, "list", map[string]any{"userId": user, "ownershipTypes": []string{"USER_OWNERSHIP_TYPE_ENTITLEMENT"}})
	if !slices.ContainsFunc(after, func(row map[string]any) bool {
		return row["appId"] == app && row["entitlementId"] == entitlement && row["entitlementDisplayName"] != ""
	}) {
		t.Errorf("%d before, after: %v", len(before), after)
	}
	found := false
	for _, row := range c.walk("/api/v1/search/apps", "list", nil) {
		owner := row["appOwners"].([]any)[0].(map[string]any)["id"]
		apps := c.walk(path, "list", map[string]any{"userId": owner, "ownership_types": []int{1}})
		found = found || slices.Contains(ids(apps, "appId"), row["id"].(string))
	}
	if !found {
		t.Error("nobody owns an app")
	}
	c.wrong("userId", "POST", path, `{}`)
	c.refused(404, 5, "POST", path, `{"userId":"nonsense"}`)
	if got := c.do(200, "GET", "/api/v1/users/"+user, "").at("userView", "user", "id"); got != user {
		t.Errorf("user %v", got)
	}
	c.refused(404, 5, "GET", "/api/v1/users/nonsense", "")
}

func TestDirectoryFiltersFilterOrAreRefused(t *testing.T) {
	c := start(t, Options{})
	const users, apps, entitlements = "/api/v1/search/users", "/api/v1/search/apps", "/api/v1/search/entitlements"
	for _, each := range []struct{ field, member, value, path, body string }{
		{"departments", "department", "Finance", users, `{"departments":["Finance"],"page_size":100}`},
		{"userStatuses", "status", "DISABLED", users, `{"userStatuses":["DISABLED"],"page_size":100}`},
		{"userStatuses", "status", "DISABLED", users, `{"user_statuses":[2],"page_size":100}`},
		{"jobTitles", "jobTitle", "Design researcher", users, `{"jobTitles":["Design researcher"]}`},
		{"ids", "id", c.tn.UserID(7), users, `{"ids":["` + c.tn.UserID(7) + `"]}`},
	} {
		rows := c.do(200, "POST", each.path, each.body).rows("list")
		if len(rows) == 0 {
			t.Errorf("%s: nothing is found", each.field)
		}
		for _, row := range rows {
			if got := at(row, "user", each.member); got != each.value {
				t.Errorf("%s: a row has %v", each.field, got)
			}
		}
	}
	all := len(c.walk(users, "list", nil))
	if got := len(c.walk(users, "list", map[string]any{"excludeTypes": []string{"USER_TYPE_SERVICE"},
		"excludeIds": []string{c.tn.UserID(3)}})); got == 0 || got >= all-1 {
		t.Errorf("%d of %d users without services", got, all)
	}
	if got := c.do(200, "POST", apps, `{"displayName":"Ledgerline"}`).rows("list"); len(got) != 1 || got[0]["displayName"] != "Ledgerline" {
		t.Errorf("%d apps of that name", len(got))
	}
	if got := len(c.walk(apps, "list", map[string]any{"excludeAppIds": []string{c.tn.AppID(0), c.tn.AppID(1)}})); got != 22 {
		t.Errorf("%d apps without two of 24", got)
	}
	critical := c.do(200, "GET", "/api/v1/attributes/risk_levels", "").rows("list")[4]["id"]
	for _, row := range c.walk(entitlements, "list", map[string]any{"riskLevelIds": []any{critical}}) {
		if at(row, "appEntitlement", "riskLevelValueId") != critical {
			t.Errorf("an entitlement of another risk: %v", row)
		}
	}
	c.wrong("roleIds", "POST", users, `{"roleIds":["x"]}`)
	c.wrong("isDelegate", "POST", users, `{"isDelegate":true}`)
	c.do(200, "POST", users, `{"isDelegate":false,"roleIds":[],"delegateStatus":"DELEGATE_STATUS_UNSPECIFIED"}`)
	c.wrong("onlyDirectories", "POST", apps, `{"onlyDirectories":true}`)
	c.wrong("appUserIds", "POST", entitlements, `{"appUserIds":["x"]}`)
	for _, path := range []string{apps, entitlements} {
		c.do(200, "POST", path, `{"policyRefs":[]}`)
		c.wrong("policyRefs: the built-in tenant can't filter by it", "POST", path, `{"policy_refs":[{"id":"x"}]}`)
	}
}

func TestMembersOfACohortFitItAndArePeople(t *testing.T) {
	c := start(t, Options{})
	words := map[string]string{"department": "department", "job_title": "jobTitle", "employment_type": "employmentType"}
	for i := range 60 {
		rec, _ := c.tn.Record("suggestions", c.tn.SuggestionID(i))
		members := c.walk("/api/v1/role-mining/suggestions/"+c.tn.SuggestionID(i)+"/users", "list", nil)
		if len(members) == 0 {
			t.Errorf("suggestion %d has no members", i)
		}
		for _, user := range members {
			if user["type"] != "USER_TYPE_HUMAN" || user["status"] == "DELETED" {
				t.Errorf("suggestion %d: a member is a %v who is %v", i, user["type"], user["status"])
			}
			for _, filter := range object(rec).objects("cohortFilters") {
				member := words[filter.text("attribute")]
				if member != "" && !slices.Contains(filter.strings("values"), user[member].(string)) {
					t.Errorf("suggestion %d: a member has %v, not %v", i, user[member], filter["values"])
				}
			}
		}
	}
}
