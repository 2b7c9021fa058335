package tenant

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// The sixteen operations of docs/interface.md, one test each, in its order.

func TestOp01BindEntitlement(t *testing.T) {
	c := start(t, Options{})
	app, entitlement := c.tn.EntitlementID(61)
	body := func(side string) string {
		return toJSON(map[string]any{"appEntitlementId": entitlement, "appId": app, "monitorId": c.tn.MonitorID(2), "entitlementGroup": side})
	}
	const path = "/api/v1/appentitlementmonitorbinding"
	c.refused(404, 5, "POST", path+"/get", body("ENTITLEMENT_GROUP_A"))
	a := c.do(200, "POST", path, body("ENTITLEMENT_GROUP_A"))
	for member, want := range map[string]any{"appEntitlementId": entitlement, "appId": app, "monitorId": c.tn.MonitorID(2),
		"entitlementGroup": "ENTITLEMENT_GROUP_A",
		"createdAt":        "2026-11-27T22:24:32Z", "deletedAt": nil} {
		if got := a.body[member]; got != want {
			t.Errorf("%s: %v, want %v", member, got, want)
		}
	}
	c.do(200, "POST", path+"/get", body("ENTITLEMENT_GROUP_A"))
	c.refused(404, 5, "POST", path+"/get", body("ENTITLEMENT_GROUP_B"))
	c.refused(409, 6, "POST", path, body("ENTITLEMENT_GROUP_A"))
	if got := c.do(200, "DELETE", path, body("ENTITLEMENT_GROUP_A")); got.text != "{}\n" {
		t.Errorf("unbind answers %q", got.text)
	}
	c.refused(404, 5, "POST", path+"/get", body("ENTITLEMENT_GROUP_A"))
	c.refused(404, 5, "DELETE", path, body("ENTITLEMENT_GROUP_A"))
	c.refused(400, 3, "POST", path, body("ENTITLEMENT_GROUP_UNSPECIFIED"))
	c.refused(400, 3, "POST", path, body("ENTITLEMENT_GROUP_C"))
	c.refused(400, 3, "POST", path, `{}`)
	other := map[string]any{"appEntitlementId": entitlement, "appId": app, "monitorId": c.tn.HookID(0),
		"entitlementGroup": "ENTITLEMENT_GROUP_A"}
	c.refused(404, 5, "POST", path, toJSON(other))
	other["monitorId"], other["appEntitlementId"] = c.tn.MonitorID(2), c.tn.HookID(0)
	c.refused(404, 5, "POST", path, toJSON(other))
}

func TestOp01SideHolds32(t *testing.T) {
	c := start(t, Options{})
	bind := func(n int) string {
		app, entitlement := c.tn.EntitlementID(200 + n)
		return toJSON(map[string]any{"appEntitlementId": entitlement, "appId": app, "monitorId": c.tn.MonitorID(0),
			"entitlementGroup": "ENTITLEMENT_GROUP_B"})
	}
	for n := range 30 { // two are there from the start
		c.do(200, "POST", "/api/v1/appentitlementmonitorbinding", bind(n))
	}
	c.refused(400, 9, "POST", "/api/v1/appentitlementmonitorbinding", bind(30))
	c.do(200, "DELETE", "/api/v1/appentitlementmonitorbinding", bind(3))
	c.do(200, "POST", "/api/v1/appentitlementmonitorbinding", bind(30))
}

func TestOp02SuggestionState(t *testing.T) {
	c := start(t, Options{Rejects: true})
	id := c.tn.SuggestionID(4)
	path := "/api/v1/role-mining/suggestions/" + id + "/state"
	for _, state := range []string{"DISMISSED", "NEW", "REJECTED", "NEW", "ACCEPTED"} {
		a := c.do(200, "POST", path, `{"state":"SUGGESTION_STATE_`+state+`"}`)
		if got := a.at("suggestion", "suggestionState"); got != "SUGGESTION_STATE_"+state {
			t.Errorf("answer: %v, want %s", got, state)
		}
		if a.at("suggestion", "id") != id || len(a.at("suggestion", "entitlements").([]any)) == 0 {
			t.Error("the answer is not the full suggestion")
		}
		if got := c.do(200, "GET", "/api/v1/role-mining/suggestions/"+id, "").at("suggestion", "suggestionState"); got != "SUGGESTION_STATE_"+
			state {
			t.Errorf("by id: %v, want %s", got, state)
		}
	}
	accepted := c.walk("/api/v1/search/role-mining/suggestions", "list", map[string]any{"states": []string{"SUGGESTION_STATE_ACCEPTED"}})
	if !slices.Contains(ids(accepted, "id"), id) {
		t.Error("the search does not show the accepted suggestion")
	}
	c.refused(400, 3, "POST", path, `{}`)
	c.refused(400, 3, "POST", path, `{"state":"SUGGESTION_STATE_UNSPECIFIED"}`)
	c.refused(400, 3, "POST", path, `{"state":"accepted"}`)
	c.refused(404, 5, "POST", "/api/v1/role-mining/suggestions/"+c.tn.HookID(0)+"/state", `{"state":"SUGGESTION_STATE_NEW"}`)
	c.refused(404, 5, "POST", path, `{"state":"SUGGESTION_STATE_ACCEPTED","createdCatalogId":"nonsense"}`)
	profile := ""
	for i := 0; profile == ""; i++ {
		rec, _ := c.tn.Record("suggestions", c.tn.SuggestionID(i))
		if matches := object(rec).objects("existingProfileMatches"); len(matches) > 0 {
			profile = matches[0].text("catalogId")
		}
	}
	a := c.do(200, "POST", path, toJSON(map[string]any{"state": "SUGGESTION_STATE_ACCEPTED", "createdCatalogId": profile}))
	if a.at("suggestion", "createdCatalogId") != profile {
		t.Error("createdCatalogId is not kept")
	}
	c.refused(400, 3, "POST", path, toJSON(map[string]any{"state": "SUGGESTION_STATE_DISMISSED", "createdCatalogId": profile}))
	if got := c.do(200, "POST", path, `{"state":"SUGGESTION_STATE_NEW"}`).at("suggestion", "createdCatalogId"); got != "" {
		t.Errorf("back to new, createdCatalogId is %v", got)
	}
}

func TestOp02RejectedIsNoStateUnlessAskedFor(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/role-mining/suggestions/" + c.tn.SuggestionID(4) + "/state"
	c.refused(400, 3, "POST", path, `{"state":"SUGGESTION_STATE_REJECTED"}`)
	c.refused(400, 3, "POST", path, `{"state":"SUGGESTION_STATE_SNOOZED"}`)
	c.wrong("states[1]", "POST", "/api/v1/search/role-mining/suggestions", `{"states":["SUGGESTION_STATE_NEW","SUGGESTION_STATE_REJECTED"]}`)
	c.do(200, "POST", path, `{"state":"SUGGESTION_STATE_DISMISSED"}`)
	for _, row := range c.walk("/api/v1/search/role-mining/suggestions", "list", nil) {
		if row["suggestionState"] == "SUGGESTION_STATE_REJECTED" {
			t.Errorf("%v is rejected", row["suggestedName"])
		}
	}
	with := start(t, Options{Rejects: true})
	with.tn.Faults().RefuseRejected(true)
	with.refused(400, 3, "POST", path, `{"state":"SUGGESTION_STATE_REJECTED"}`)
	with.tn.Faults().Reset()
	with.do(200, "POST", path, `{"state":"SUGGESTION_STATE_REJECTED"}`)
}

func TestOp03UpdateExporter(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/systemlog/exports/" + c.tn.ExporterID(0)
	before, _ := c.tn.Record("exporters", c.tn.ExporterID(0))
	a := c.do(200, "POST", path, `{"exporter":{"displayName":"not in the mask","datasource":{"prefix":"new/"}},`+
		`"updateMask":"datasource.prefix"}`)
	if a.at("exporter", "datasource", "prefix") != "new/" || a.at("exporter", "displayName") != "Security lake" ||
		a.at("exporter", "datasource", "datasourceId") != at(before, "datasource").(object)["datasourceId"] ||
		a.at("exporter", "datasource", "format") != "EXPORT_FORMAT_OCSF_JSON_ZSTD" {
		t.Errorf("nested path: %s", a.text)
	}
	a = c.do(200, "POST", path, `{"exporter":{"displayName":"Lake","datasource":{}},"updateMask":"displayName,datasource.prefix"}`)
	if a.at("exporter", "displayName") != "Lake" || a.at("exporter", "datasource", "prefix") != "" {
		t.Errorf("a masked field that is absent is not cleared: %s", a.text)
	}
	for _, body := range []string{`{"exporter":{}}`, `{"exporter":{"state":"EXPORT_STATE_ERROR"},"updateMask":""}`,
		`{"updateMask":"displayName"}`,
		`{"exporter":{"displayName":"x"},"updateMask":"display_name"}`, `{"exporter":{"state":"x"},"updateMask":"state"}`,
		`{"exporter":{"displayName":""},"updateMask":"displayName"}`,
		`{"exporter":{"displayName":"x"},"updateMask":"exporter.displayName"}`, `{"exporter":{"displayName":"x"},"updateMask":["displayName"]}`,
		`{"exporter":{"datasource":{}},"updateMask":"datasource"}`,
		`{"exporter":{"exportId":"other","displayName":"x"},"updateMask":"displayName"}`} {
		c.refused(400, 3, "POST", path, body)
	}
	c.refused(404, 5, "POST", "/api/v1/systemlog/exports/x", `{"exporter":{"displayName":"x"},"updateMask":"displayName"}`)
}

func TestOp04UpdateRole(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/iam/roles/" + c.tn.RoleID(9)
	a := c.do(200, "POST", path, `{"role":{"displayName":"Guards","permissions":["hooks.read","hooks.write"]},"updateMask":"permissions"}`)
	if got := toJSON(a.at("role", "permissions")); got != `["hooks.read","hooks.write"]` || a.at("role", "displayName") == "Guards" {
		t.Errorf("%s", a.text)
	}
	if got := toJSON(c.do(200, "GET", path, "").at("role", "permissions")); got != `["hooks.read","hooks.write"]` {
		t.Errorf("by id: %s", got)
	}
	if got := toJSON(c.do(200, "POST", path, `{"role":{"serviceRoles":[]},"updateMask":"serviceRoles"}`).at("role",
		"serviceRoles")); got != `[]` {
		t.Errorf("serviceRoles: %s", got)
	}
	c.refused(400, 9, "POST", "/api/v1/iam/roles/"+c.tn.RoleID(0), `{"role":{"displayName":"Root"},"updateMask":"displayName"}`)
	c.refused(400, 3, "POST", path, `{"role":{"permissions":["a","a"]},"updateMask":"permissions"}`)
	c.refused(400, 3, "POST", path, `{"role":{"permissions":["a",7]},"updateMask":"permissions"}`)
	c.refused(400, 3, "POST", path, `{"role":{"displayName":"`+strings.Repeat("x", 101)+`"},"updateMask":"displayName"}`)
	c.refused(400, 3, "POST", path, `{"role":{"systemBuiltin":true},"updateMask":"systemBuiltin"}`)
	c.refused(400, 9, "POST", "/api/v1/iam/roles/"+c.tn.RoleID(24), `{"role":{"displayName":"x"},"updateMask":"displayName"}`) // deleted
}

func TestOp05RevokeOwnSecret(t *testing.T) {
	c := start(t, Options{})
	own, others := c.tn.SecretID(11), c.tn.SecretID(1) // every ninth from the third belongs to the caller
	c.refused(403, 7, "DELETE", "/api/v1/secrets/"+others, `{}`)
	if rec, _ := c.tn.Record("secrets", others); rec["deletedAt"] != nil {
		t.Error("a refused revocation revoked")
	}
	a := c.do(200, "DELETE", "/api/v1/secrets/"+own, `{}`)
	for member, want := range map[string]any{"vaultId": own, "status": "SECRET_STATUS_REVOKED", "contentDeleted": true, "contentReady": false,
		"deletedAt": "2026-11-27T22:24:32Z"} {
		if got := a.at("secret", member); got != want {
			t.Errorf("%s: %v, want %v", member, got, want)
		}
	}
	c.clock.advance(time.Hour)
	c.refused(400, 9, "DELETE", "/api/v1/secrets/"+own, "")
	c.refused(400, 9, "DELETE", "/api/v1/secrets-admin/"+own, "")
	if got := c.do(200, "GET", "/api/v1/secrets/"+own, "").at("secret", "deletedAt"); got != "2026-11-27T22:24:32Z" {
		t.Errorf("revoked again, deletedAt is %v", got)
	}
	if got := c.do(200, "DELETE", "/api/v1/secrets-admin/"+others, `{}`).at("secret", "status"); got != "SECRET_STATUS_REVOKED" {
		t.Errorf("the administrator's revocation: %v", got)
	}
	if got := c.do(200, "GET", "/api/v1/secrets/code/"+c.tn.ShareCode(1), "").at("secret", "status"); got != "SECRET_STATUS_REVOKED" {
		t.Errorf("by code: %v", got)
	}
	c.refused(404, 5, "DELETE", "/api/v1/secrets/"+c.tn.WebhookID(0), `{}`)
}

func TestOp06SearchHooks(t *testing.T) {
	c := start(t, Options{})
	all := c.walk("/api/v1/search/hooks", "list", nil)
	if len(all) != 42 {
		t.Fatalf("%d hooks, want 42", len(all))
	}
	byName := c.walk("/api/v1/search/hooks", "list", map[string]any{"query": "sHeLL tOOls"})
	if len(byName) == 0 || !strings.Contains(byName[0]["displayName"].(string), "Stop shell tools") {
		t.Errorf("by name: %v", ids(byName, "displayName"))
	}
	byText := c.walk("/api/v1/search/hooks", "list", map[string]any{"query": "on-call GROUP"})
	if len(byText) == 0 {
		t.Error("a description is not searched")
	}
	for _, row := range all {
		if row["function"] == nil && row["builtinPattern"] == nil && row["jsonPatch"] == nil {
			t.Errorf("hook %v does nothing", row["displayName"])
		}
	}
}

func TestOp07TestPolicy(t *testing.T) {
	c := start(t, Options{})
	subject := "ext-" + strings.TrimSuffix(c.tn.userEmail(c.tn.celUser()), "@"+mailDomain)
	for _, each := range []struct{ cel, kind, value string }{
		{`"a" + "b"`, "string", "ab"}, {`1 + 2`, "int", "3"}, {`7.5`, "double", "7.5"}, {`3u`, "uint", "3"}, {`1 < 2`, "bool", "true"},
		{`null`, "null_type", "null"},
		{`[1, "x"]`, "list", `[1,"x"]`}, {`{"a": [true]}`, "map", `{"a":[true]}`}, {`duration("90s")`, "google.protobuf.Duration", "90s"},
		{`timestamp("2026-01-02T03:04:05Z")`, "google.protobuf.Timestamp", "2026-01-02T03:04:05Z"},
		{`subject.department`, "string", "Finance"}, {`subject.email.split("@")[1]`, "string", "halden.example"},
		{`subject.profile["location"]`, "string", c.tn.office(c.tn.celUser())},
		{`subject.attributes.badge`, "string", "B-2291"}, {`has(subject.manager) && task.kind == "GRANT"`, "bool", "true"},
		{`subject.employment_type == "Contractor" ? "ext-" + subject.username : subject.username`, "string", subject},
	} {
		a := c.do(200, "POST", "/api/v1/policies/test-account-provision-policy", toJSON(map[string]any{"cel": each.cel}))
		if a.body["type"] != each.kind || a.body["value"] != each.value {
			t.Errorf("%s: %s, want %s %s", each.cel, a.text, each.kind, each.value)
		}
	}
	for _, each := range []struct{ cel, want string }{
		{"subject.emial", "1:8: undefined field 'emial'"}, {"1 +\n nope", "2:2: undeclared reference to 'nope'"}, {"1 +", "1:4: Syntax error"},
		{"subject.profile.nope", "1:16: no such key: nope"}, {"1 / 0", "division by zero"}, {`"a" * 2`, "1:5: found no matching overload"},
		{"", "cel is required"},
		{strings.Repeat("1+", 9000) + "1", "too long"},
	} {
		a := c.do(400, "POST", "/api/v1/policies/test-account-provision-policy", toJSON(map[string]any{"cel": each.cel}))
		if message, _ := a.body["message"].(string); !strings.Contains(message, each.want) {
			t.Errorf("%.30s: %q, want %q", each.cel, message, each.want)
		}
	}
}

func TestOp08AddOwner(t *testing.T) {
	c := start(t, Options{})
	app, entitlement := c.tn.EntitlementID(77)
	path := "/api/v1/apps/" + app + "/entitlements/" + entitlement + "/owners"
	before := len(c.list(path, "list", ""))
	if a := c.do(200, "POST", path, `{"userId":"`+c.tn.UserID(5)+`"}`); a.text != "{}\n" {
		t.Errorf("answer %q, want an empty object", a.text)
	}
	c.refused(409, 6, "POST", path, `{"userId":"`+c.tn.UserID(5)+`"}`)
	owners := c.list(path, "list", "")
	if len(owners) != before+1 || !slices.Contains(ids(owners, "id"), c.tn.UserID(5)) {
		t.Errorf("owners %v", ids(owners, "displayName"))
	}
	c.do(200, "DELETE", path+"/"+c.tn.UserID(5), `{}`)
	if got := len(c.list(path, "list", "")); got != before {
		t.Errorf("%d owners after removal, want %d", got, before)
	}
	c.refused(404, 5, "DELETE", path+"/"+c.tn.UserID(5), `{}`)
	c.refused(400, 3, "POST", path, `{}`)
	c.refused(404, 5, "POST", path, `{"userId":"`+c.tn.HookID(5)+`"}`)
	for _, row := range c.records("users") {
		if user := object(row).child("user"); user["status"] == "DELETED" {
			c.refused(400, 9, "POST", path, `{"userId":"`+user.text("id")+`"}`)
			break
		}
	}
	c.refused(404, 5, "POST", "/api/v1/apps/"+app+"/entitlements/"+c.tn.UserID(1)+"/owners", `{"userId":"`+c.tn.UserID(5)+`"}`)
}

func TestOp08NeighbouringAppsShareEntitlementIDs(t *testing.T) {
	c := start(t, Options{})
	app0, id0 := c.tn.EntitlementID(3)
	app1, id1 := c.tn.EntitlementID(entitlementsPerApp + 3)
	if id0 != id1 || app0 == app1 {
		t.Fatalf("ids %s of %s and %s of %s: want the same id in two apps", id0, app0, id1, app1)
	}
	c.do(200, "POST", "/api/v1/apps/"+app0+"/entitlements/"+id0+"/owners", `{"userId":"`+c.tn.UserID(9)+`"}`)
	if slices.Contains(ids(c.list("/api/v1/apps/"+app1+"/entitlements/"+id1+"/owners", "list", ""), "id"), c.tn.UserID(9)) {
		t.Error("the other app's entitlement got the owner")
	}
}
