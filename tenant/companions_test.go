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

func TestSecretSearches(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/search/secrets-admin"
	shown := c.walk(path, "list", nil)
	all := c.walk(path, "list", map[string]any{"includeDeleted": true})
	if len(all) != 180 || len(shown) >= len(all) {
		t.Fatalf("%d secrets, %d with deleted ones; want fewer than 180, and 180", len(shown), len(all))
	}
	for _, row := range shown {
		if row["deletedAt"] != nil {
			t.Errorf("%v is deleted", row["vaultId"])
		}
	}
	check := func(name string, query map[string]any, holds func(map[string]any) bool) {
		t.Helper()
		query["includeDeleted"] = true
		want := 0
		for _, row := range all {
			if holds(row) {
				want++
			}
		}
		got := c.walk(path, "list", query)
		for _, row := range got {
			if !holds(row) {
				t.Errorf("%s: %v %v is not wanted", name, row["vaultId"], row["status"])
			}
		}
		if len(got) != want || want == 0 || want == len(all) {
			t.Errorf("%s: %d rows, want %d of %d (some, not all)", name, len(got), want, len(all))
		}
	}
	for _, status := range []string{"ACTIVE", "EXPIRED", "BURNED", "REVOKED", "DATA_DELETED"} {
		check(status, map[string]any{"statuses": []string{"SECRET_STATUS_" + status}},
			func(m map[string]any) bool { return m["status"] == "SECRET_STATUS_"+status })
	}
	check("type", map[string]any{"secretType": "SECRET_TYPE_FILE"},
		func(m map[string]any) bool { return m["secretType"] == "SECRET_TYPE_FILE" })
	check("mode", map[string]any{"sharingMode": "PAPER_VAULT_SHARING_MODE_EXTERNAL"},
		func(m map[string]any) bool { return m["sharingMode"] == "PAPER_VAULT_SHARING_MODE_EXTERNAL" })
	check("creator", map[string]any{"creatorUserIds": []string{c.tn.UserID(0)}},
		func(m map[string]any) bool { return m["creatorUserId"] == c.tn.UserID(0) })
	check("after", map[string]any{"createdAfter": "2026-11-01T00:00:00Z"},
		func(m map[string]any) bool { return m["createdAt"].(string) >= "2026-11-01T00:00:00Z" })
	check("before", map[string]any{"createdBefore": "2026-11-01T00:00:00Z"},
		func(m map[string]any) bool { return m["createdAt"].(string) < "2026-11-01T00:00:00Z" })
	check("query", map[string]any{"query": "PASSWORD"}, func(m map[string]any) bool {
		return strings.Contains(strings.ToLower(m["displayName"].(string)), "password")
	})
	c.refused(400, 3, "POST", path, `{"createdAfter":"yesterday"}`)
	c.refused(400, 3, "POST", path, `{"sortBy":"NAME"}`)
}

func TestMySecretsAreMine(t *testing.T) {
	c := start(t, Options{})
	mine := c.walk("/api/v1/search/secrets/mine", "list", nil)
	for _, row := range mine {
		if row["creatorUserId"] != c.tn.UserID(0) || row["deletedAt"] != nil {
			t.Errorf("mine: %v", row["vaultId"])
		}
	}
	if len(mine) == 0 {
		t.Error("the caller has no secrets")
	}
}

func TestSecretOrders(t *testing.T) {
	c := start(t, Options{Rows: 333})
	for sort, field := range map[string]string{"CREATED_DESC": "createdAt", "CREATED_ASC": "createdAt", "EXPIRES_ASC": "contentExpiresAt",
		"NAME_ASC": "displayName"} {
		rows := c.walk("/api/v1/search/secrets-admin", "list", map[string]any{"sortBy": "SEARCH_SORT_BY_" + sort, "includeDeleted": true,
			"pageSize": 30})
		key := func(row map[string]any) string {
			text, _ := row[field].(string)
			if field != "displayName" {
				at, _ := time.Parse(time.RFC3339Nano, text)
				return at.Format("2006-01-02T15:04:05.000000000")
			}
			return strings.ToLower(text)
		}
		if len(rows) != 333 {
			t.Errorf("%s: %d rows", sort, len(rows))
		}
		for i := range rows[1:] {
			a, b := key(rows[i]), key(rows[i+1])
			if sort == "CREATED_DESC" {
				a, b = b, a
			}
			if a > b {
				t.Errorf("%s: row %d (%s) and the next (%s) are in the wrong order", sort, i, a, b)
			}
		}
	}
}

func TestSortedSecretsSurviveARevocationDuringAWalk(t *testing.T) {
	c := start(t, Options{})
	first := c.do(200, "POST", "/api/v1/search/secrets-admin", `{"sortBy":"SEARCH_SORT_BY_NAME_ASC","pageSize":10}`)
	in := map[string]any{"sortBy": "SEARCH_SORT_BY_NAME_ASC", "pageSize": 10, "pageToken": first.next()}
	second := c.do(200, "POST", "/api/v1/search/secrets-admin", toJSON(in)).rows("list")
	c.do(200, "DELETE", "/api/v1/secrets-admin/"+second[0]["vaultId"].(string), `{}`)
	again := c.do(200, "POST", "/api/v1/search/secrets-admin", toJSON(in)).rows("list")
	if again[0]["vaultId"] != second[1]["vaultId"] {
		t.Errorf("the page starts with %v, want the one after the revoked", again[0]["displayName"])
	}
}

func TestLookingAtASecretUsesNoView(t *testing.T) {
	c := start(t, Options{})
	id := c.tn.SecretID(11)
	before, _ := c.tn.Record("secrets", id)
	for _, path := range []string{"/api/v1/secrets/" + id, "/api/v1/secrets-admin/" + id, "/api/v1/secrets/code/" + c.tn.ShareCode(11)} {
		a := c.do(200, "GET", path, "")
		if a.at("secret", "vaultId") != id || a.at("secret", "currentViews") != float64(before["currentViews"].(int)) {
			t.Errorf("%s: %s", path, a.text)
		}
		if a.at("secret", "shareUrl") != c.server.URL+"/secrets/"+c.tn.ShareCode(11) {
			t.Errorf("shareUrl %v is not an address of this tenant", a.at("secret", "shareUrl"))
		}
	}
	c.do(200, "GET", "/api/v1/secrets/code/"+strings.ToLower(c.tn.ShareCode(11)), "")
	c.refused(404, 5, "GET", "/api/v1/secrets/code/AAAA-BBBB-CCCC", "")
	c.refused(403, 7, "GET", "/api/v1/secrets/"+c.tn.SecretID(1), "")
	if after, _ := c.tn.Record("secrets", id); toJSON(after) != toJSON(before) {
		t.Error("looking changed the secret")
	}
}

func TestActiveSecretsExpire(t *testing.T) {
	c := start(t, Options{})
	soon := c.walk("/api/v1/search/secrets-admin", "list", map[string]any{"statuses": []string{"SECRET_STATUS_ACTIVE"},
		"sortBy": "SEARCH_SORT_BY_EXPIRES_ASC"})
	c.clock.advance(6 * time.Minute)
	a := c.do(200, "GET", "/api/v1/secrets-admin/"+soon[0]["vaultId"].(string), "")
	if a.at("secret", "status") != "SECRET_STATUS_EXPIRED" {
		t.Errorf("%v, after it expired at %v", a.at("secret", "status"), soon[0]["contentExpiresAt"])
	}
	left := c.walk("/api/v1/search/secrets-admin", "list", map[string]any{"statuses": []string{"SECRET_STATUS_ACTIVE"}})
	if len(left) >= len(soon) {
		t.Errorf("%d active secrets, %d six minutes before", len(left), len(soon))
	}
}

func TestAuditEvents(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/search/secrets-admin/audit_events"
	checked := false
	for i := range 60 {
		rec, _ := c.tn.Record("secrets", c.tn.SecretID(i))
		want := rec["currentViews"].(int) + 1
		if rec["deletedAt"] != nil {
			want++
		}
		events := c.walk(path, "list", map[string]any{"vaultId": c.tn.SecretID(i)})
		if len(events) != want {
			t.Fatalf("secret %d: %d events, want %d", i, len(events), want)
		}
		for k := range events[1:] {
			if events[k]["time"].(float64) < events[k+1]["time"].(float64) {
				t.Errorf("secret %d: event %d is older than the next", i, k)
			}
		}
		actor := at(events[0], "actor", "user", "uid")
		if actor == "" || checked {
			continue
		}
		checked = true
		for _, event := range c.walk(path, "list", map[string]any{"vaultId": c.tn.SecretID(i), "actorUserId": actor}) {
			if at(event, "actor", "user", "uid") != actor {
				t.Errorf("an event of somebody else")
			}
		}
	}
	c.refused(404, 5, "POST", path, `{"vaultId":"nonsense"}`)
	before := len(c.walk(path, "list", map[string]any{"vaultId": c.tn.SecretID(1)}))
	c.do(200, "DELETE", "/api/v1/secrets-admin/"+c.tn.SecretID(1), `{}`)
	after := c.walk(path, "list", map[string]any{"vaultId": c.tn.SecretID(1)})
	if len(after) != before+1 || after[0]["activity_name"] != "Delete" || at(after[0], "actor", "user", "uid") != c.tn.UserID(0) {
		t.Errorf("the revocation is not in the trail: %v", after[0])
	}
}

func TestExportersAndRolesAreListed(t *testing.T) {
	c := start(t, Options{})
	if got := len(c.list("/api/v1/systemlog/exports", "list", "")); got != 9 {
		t.Errorf("%d exporters", got)
	}
	refs := []map[string]any{{"exportId": c.tn.ExporterID(3)}}
	if got := ids(c.walk("/api/v1/search/systemlog/exports", "list", map[string]any{"refs": refs}), "exportId"); !slices.Equal(got,
		[]string{c.tn.ExporterID(3)}) {
		t.Errorf("by ref: %v", got)
	}
	if got := c.walk("/api/v1/search/systemlog/exports", "list", map[string]any{"displayName": "SIEM intake"}); len(got) != 1 {
		t.Errorf("by displayName: %d", len(got))
	}
	if got := c.do(200, "GET", "/api/v1/systemlog/exports/"+c.tn.ExporterID(3), "").at("exporter", "state"); got != "EXPORT_STATE_ERROR" {
		t.Errorf("state %v", got)
	}
	if got := len(c.list("/api/v1/iam/roles", "list", "10")); got != 26 {
		t.Errorf("%d roles", got)
	}
	if got := c.do(200, "GET", "/api/v1/iam/roles/"+c.tn.RoleID(0), "").at("role", "systemBuiltin"); got != true {
		t.Errorf("systemBuiltin %v", got)
	}
}

func TestResourceServerSearch(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/search/xaa/resource_servers"
	if got := len(c.walk(path, "list", nil)); got != 12 {
		t.Errorf("%d servers", got)
	}
	for _, off := range []bool{true, false} {
		for _, row := range c.walk(path, "list", map[string]any{"disabled": off}) {
			if row["disabled"] != off {
				t.Errorf("%v: disabled %v", row["displayName"], row["disabled"])
			}
		}
	}
	app := c.tn.ServerAppID(2)
	if got := c.walk(path, "list", map[string]any{"appIds": []string{app}}); len(got) != 1 || got[0]["appId"] != app {
		t.Errorf("by app: %v", ids(got, "displayName"))
	}
	if got := c.list("/api/v1/apps/"+app+"/xaa/resource_servers", "resourceServers", ""); len(got) != 1 || got[0]["id"] != c.tn.ServerID(2) {
		t.Errorf("of an app: %v", ids(got, "displayName"))
	}
	refs := []map[string]any{{"appId": app, "id": c.tn.ServerID(2)}}
	if got := c.walk(path, "list", map[string]any{"refs": refs}); len(got) != 1 {
		t.Errorf("by ref: %d", len(got))
	}
	for _, row := range c.walk(path, "list", map[string]any{"signingAlgorithmFilter": []string{"XAA_SIGNING_ALGORITHM_RS256"}}) {
		if row["signingAlgorithm"] != "XAA_SIGNING_ALGORITHM_RS256" {
			t.Errorf("%v", row["signingAlgorithm"])
		}
	}
	c.refused(404, 5, "GET", "/api/v1/apps/x/xaa/resource_servers", "")
}

func TestKeysAreRevokedOnce(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/llm-gateway/keys/" + c.tn.KeyID(0)
	if got := c.do(200, "DELETE", path, `{}`).at("gatewayKey", "revokedAt"); got != "2026-11-27T22:24:32Z" {
		t.Errorf("revokedAt %v", got)
	}
	c.clock.advance(time.Minute)
	c.refused(400, 9, "DELETE", path, `{}`)
	if rec, _ := c.tn.Record("keys", c.tn.KeyID(0)); rec["revokedAt"] != "2026-11-27T22:24:32Z" {
		t.Errorf("revoked again: %v", rec["revokedAt"])
	}
	c.refused(404, 5, "DELETE", "/api/v1/llm-gateway/keys/x", `{}`)
}

func TestDirectorySearches(t *testing.T) {
	c := start(t, Options{})
	refs := []map[string]any{{"id": c.tn.UserID(0)}, {"id": c.tn.UserID(40)}}
	got := c.walk("/api/v1/search/users", "list", map[string]any{"refs": refs})
	if len(got) != 2 || at(got[0], "user", "displayName") != "Mara Lindqvist" {
		t.Errorf("users by ref: %v", got)
	}
	mail := at(got[1], "user", "email").(string)
	if got := c.walk("/api/v1/search/users", "list", map[string]any{"email": strings.ToUpper(mail)}); len(got) != 1 ||
		at(got[0], "user", "id") != c.tn.UserID(40) {
		t.Errorf("user by e-mail: %v", got)
	}
	if got := c.walk("/api/v1/search/users", "list", map[string]any{"query": "lindqvist"}); len(got) != 1 {
		t.Errorf("users by name: %d", len(got))
	}
	if got := c.walk("/api/v1/search/apps", "list", map[string]any{"query": "ledger"}); len(got) == 0 {
		t.Error("no app by name")
	}
	if got := c.walk("/api/v1/search/apps", "list", map[string]any{"appIds": []string{c.tn.AppID(3)}}); len(got) != 1 ||
		got[0]["id"] != c.tn.AppID(3) {
		t.Errorf("apps by id: %v", got)
	}
	rows := c.walk("/api/v1/search/entitlements", "list", map[string]any{"appIds": []string{c.tn.AppID(3)}})
	for _, row := range rows {
		if at(row, "appEntitlement", "appId") != c.tn.AppID(3) {
			t.Errorf("an entitlement of another app")
		}
	}
	if len(rows) != entitlementsPerApp {
		t.Errorf("%d entitlements", len(rows))
	}
	toolset, _ := c.tn.Record("toolsets", c.tn.ToolsetID(0))
	app, entitlement := c.tn.EntitlementID(5)
	byRef := c.walk("/api/v1/search/entitlements", "list", map[string]any{"refs": []map[string]any{{"appId": app, "id": entitlement},
		{"appId": toolset["appId"], "id": toolset["appEntitlementId"]}, {"appId": c.tn.AppID(9), "id": "nonsense"}}})
	if len(byRef) != 2 || at(byRef[1], "appEntitlement", "displayName") != toolset["displayName"].(string)+" access" {
		t.Errorf("entitlements by ref: %v", byRef)
	}
	words := map[string]bool{}
	for _, row := range c.list("/api/v1/attributes/risk_levels", "list", "") {
		words[row["id"].(string)] = true
	}
	if risk := at(rows[1], "appEntitlement", "riskLevelValueId"); risk != "" && !words[risk.(string)] {
		t.Errorf("riskLevelValueId %v has no word", risk)
	}
	holders := c.list("/api/v1/apps/"+app+"/entitlements/"+entitlement+"/users", "list", "")
	if len(holders) < 3 || at(holders[0], "appUser", "appUser", "displayName") == "" {
		t.Errorf("holders: %v", holders)
	}
}

func TestMonitor(t *testing.T) {
	c := start(t, Options{})
	a := c.do(200, "GET", "/api/v1/accessconflict/"+c.tn.MonitorID(2), "")
	if a.body["id"] != c.tn.MonitorID(2) || a.body["negateGroupB"] != true || a.body["displayName"] != "Deploy and approve change" {
		t.Errorf("%s", a.text)
	}
	c.refused(404, 5, "GET", "/api/v1/accessconflict/"+c.tn.HookID(2), "")
}

func TestContactsUpdate(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/settings/contacts"
	a := c.do(200, "POST", path, `{"contacts":{"billingEmails":["new@halden.example"],"securityEmails":[]},"updateMask":"billingEmails"}`)
	if toJSON(a.at("contacts", "billingEmails")) != `["new@halden.example"]` || len(a.at("contacts", "securityEmails").([]any)) != 3 {
		t.Errorf("%s", a.text)
	}
	if got := c.do(200, "POST", path, `{"contacts":{},"updateMask":"billingEmails"}`).at("contacts", "billingEmails"); toJSON(got) != "[]" {
		t.Errorf("cleared: %v", got)
	}
	for _, body := range []string{`{"contacts":{"billingEmails":["x"]},"updateMask":"billingEmails"}`,
		`{"contacts":{"billingEmails":["Jo <jo@halden.example>"]},"updateMask":"billingEmails"}`,
		`{"contacts":{"billingEmails":["a@b.example","a@b.example"]},"updateMask":"billingEmails"}`, `{"contacts":{"createdAt":null}}`,
		`{"contacts":{},"updateMask":"createdAt"}`,
		`{"contacts":{"billingEmails":"a@b.example"},"updateMask":"billingEmails"}`} {
		c.refused(400, 3, "POST", path, body)
	}
}

func TestNotificationsUpdate(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/settings/notifications/user"
	whole := c.do(200, "GET", path, "").at("userNotificationSettings").(map[string]any)
	email := at(whole, "channelSettings", "email").(map[string]any)
	was := at(email, "reviews", "enabled").(bool)
	at(email, "reviews").(map[string]any)["enabled"] = !was
	at(email, "system").(map[string]any)["enabled"] = false // locked: the organization decides
	at(email, "system").(map[string]any)["locked"] = false
	at(whole, "channelSettings", "teams").(map[string]any)["isConfigured"] = true
	a := c.do(200, "POST", path, toJSON(whole))
	got := c.do(200, "GET", path, "")
	if a.text != got.text {
		t.Error("the answer is not what is read afterwards")
	}
	channels := got.at("userNotificationSettings", "channelSettings")
	if at(channels, "email", "reviews", "enabled") != !was || at(channels, "email", "system", "enabled") != true ||
		at(channels, "email", "system", "locked") != true ||
		at(channels, "teams", "isConfigured") != false || at(channels, "email", "agentActivity") == nil {
		t.Errorf("%s", got.text)
	}
	c.refused(400, 3, "POST", path, `{}`)
	c.refused(400, 3, "POST", path, `{"channelSettings":{"fax":{}}}`)
	c.refused(400, 3, "POST", path, `{"channelSettings":{"email":{"digest":{"frequency":"HOURLY"}}}}`)
	c.refused(400, 3, "POST", path, `{"channelSettings":{"email":{"digest":{"dayOfWeek":"WEEKDAY_FUNDAY"}}}}`)
}

func TestIntrospect(t *testing.T) {
	c := start(t, Options{})
	a := c.do(200, "GET", "/api/v1/auth/introspect", "")
	if a.body["userId"] != c.tn.UserID(0) || a.body["principleId"] == "" || a.body["tenantId"] == "" ||
		toJSON(a.body["roles"]) != `["Super Administrator"]` {
		t.Errorf("%s", a.text)
	}
}
