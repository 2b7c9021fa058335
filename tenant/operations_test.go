package tenant

import (
	"fmt"
	"net/url"
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

func TestOp09DeleteToolset(t *testing.T) {
	c := start(t, Options{})
	rec, _ := c.tn.Record("toolsets", c.tn.ToolsetID(4))
	app, connector, entitlement := rec["appId"].(string), rec["connectorId"].(string), rec["appEntitlementId"].(string)
	path := "/api/v1/apps/" + app + "/connectors/" + connector + "/mcp_toolsets"
	holders := "/api/v1/apps/" + app + "/entitlements/" + entitlement + "/users"
	if len(c.list(holders, "list", "")) == 0 {
		t.Error("nobody holds the backing entitlement")
	}
	if !slices.Contains(ids(c.list(path, "profiles", ""), "id"), c.tn.ToolsetID(4)) {
		t.Error("the connector does not list its toolset")
	}
	if got := c.do(200, "GET", "/api/v1/mcp_toolsets/search?query=ledger+LOOKUPS", "").rows("profiles"); len(got) == 0 {
		t.Error("the search finds no toolset by name")
	}
	c.refused(404, 5, "DELETE", "/api/v1/apps/"+c.tn.AppID(0)+"/connectors/"+connector+"/mcp_toolsets/"+c.tn.ToolsetID(4), `{}`)
	c.refused(404, 5, "DELETE", "/api/v1/apps/"+app+"/connectors/x/mcp_toolsets/"+c.tn.ToolsetID(4), `{}`)
	if a := c.do(200, "DELETE", path+"/"+c.tn.ToolsetID(4), `{}`); a.text != "{}\n" {
		t.Errorf("answer %q, want an empty object", a.text)
	}
	if after, _ := c.tn.Record("toolsets", c.tn.ToolsetID(4)); after["deletedAt"] != "2026-11-27T22:24:32Z" {
		t.Errorf("deletedAt %v: it is not a soft delete", after["deletedAt"])
	}
	c.refused(404, 5, "GET", holders, "")
	c.refused(404, 5, "DELETE", path+"/"+c.tn.ToolsetID(4), `{}`)
	if slices.Contains(ids(c.list("/api/v1/mcp_toolsets/search", "profiles", "100"), "id"), c.tn.ToolsetID(4)) {
		t.Error("the search still shows the deleted toolset")
	}
}

func TestOp10History(t *testing.T) {
	c := start(t, Options{})
	for i := range c.tn.Size("resource-servers") {
		path := "/api/v1/apps/" + c.tn.ServerAppID(i) + "/xaa/resource_servers/" + c.tn.ServerID(i) + "/history"
		entries := c.list(path, "list", "10")
		if len(entries) < 3 || len(entries) > 40 {
			t.Errorf("server %d has %d versions, want 3 to 40", i, len(entries))
		}
		for k, entry := range entries[:len(entries)-1] {
			if at(entry, "metadata", "createdAt").(string) < at(entries[k+1], "metadata", "createdAt").(string) {
				t.Errorf("server %d: entry %d is older than the one after it", i, k)
			}
			if n := differences(at(entry, "snapshot"), at(entries[k+1], "snapshot")); n == 0 {
				t.Errorf("server %d: versions %d and %d do not differ", i, k, k+1)
			}
		}
		if got := at(entries[len(entries)-1], "metadata", "changeKind"); got != "CHANGE_KIND_CREATE" {
			t.Errorf("server %d: the oldest entry is %v", i, got)
		}
	}
	c.refused(404, 5, "GET", "/api/v1/apps/"+c.tn.AppID(0)+"/xaa/resource_servers/"+c.tn.ServerID(0)+"/history", "")
	c.refused(404, 5, "GET", "/api/v1/apps/"+c.tn.ServerAppID(0)+"/xaa/resource_servers/"+c.tn.HookID(0)+"/history", "")
}

// differences counts the members that differ between two snapshots, the time of the change left out.
func differences(a, b any) int {
	n := 0
	for name, value := range a.(map[string]any) {
		if name != "updatedAt" && toJSON(value) != toJSON(at(b, name)) {
			n++
		}
	}
	return n
}

func TestOp10LongHistory(t *testing.T) {
	c := start(t, Options{Rows: 1000})
	path := "/api/v1/apps/" + c.tn.ServerAppID(0) + "/xaa/resource_servers/" + c.tn.ServerID(0) + "/history"
	entries := c.list(path, "list", "200")
	seen := map[string]bool{}
	for _, entry := range entries {
		seen[at(entry, "metadata", "id").(string)] = true
	}
	if len(entries) != 1000 || len(seen) != 1000 {
		t.Errorf("%d entries, %d different, want 1000", len(entries), len(seen))
	}
	first := c.do(200, "GET", path+"?page_size=10", "")
	if err := c.tn.UpdateAs("resource-servers", c.tn.ServerID(0),
		func(m map[string]any) { m["disabled"] = m["disabled"] != true }); err != nil {
		t.Fatal(err)
	}
	second := c.do(200, "GET", path+"?page_size=10&page_token="+url.QueryEscape(first.next()), "")
	if got, want := at(second.rows("list")[0], "metadata", "id"), at(entries[10], "metadata", "id"); got != want {
		t.Errorf("a new entry moved the second page: it starts with %v, want %v", got, want)
	}
	if got := c.do(200, "GET", path, "").rows("list"); at(got[1], "metadata", "id") != at(entries[0], "metadata", "id") {
		t.Error("the new entry is not first")
	}
}

func TestOp11Notifications(t *testing.T) {
	c := start(t, Options{})
	a := c.do(200, "GET", "/api/v1/settings/notifications/user", "")
	for _, channel := range []string{"email", "slack", "teams"} {
		for _, category := range []string{"accessProvisioned", "approvalNeeded", "commentOnRequest", "completion", "connectorIssues",
			"expiringAccess",
			"provisioningRequest", "requestCreated", "reviews", "system", "taskReminders", "digest"} {
			cell := a.at("userNotificationSettings", "channelSettings", channel, category)
			if _, ok := at(cell, "enabled").(bool); !ok {
				t.Errorf("%s.%s: %v", channel, category, cell)
			}
		}
	}
	if a.at("userNotificationSettings", "channelSettings", "teams", "isConfigured") != false ||
		a.at("userNotificationSettings", "channelSettings", "email", "isConfigured") != nil {
		t.Error("isConfigured belongs to slack and teams")
	}
}

func TestOp12Keys(t *testing.T) {
	c := start(t, Options{Rows: 60})
	a := c.do(200, "GET", "/api/v1/llm-gateway/keys", "")
	if len(a.rows("list")) != 25 || a.next() == "" {
		t.Errorf("%d keys, next %q", len(a.rows("list")), a.next())
	}
	if got := c.list("/api/v1/llm-gateway/keys", "list", ""); len(got) != 60 {
		t.Errorf("%d keys in all, want 60", len(got))
	}
}

func TestOp13Contacts(t *testing.T) {
	c := start(t, Options{})
	a := c.do(200, "GET", "/api/v1/settings/contacts", "")
	for _, list := range []string{"billingEmails", "operationsEmails", "securityEmails"} {
		if got, _ := a.at("contacts", list).([]any); len(got) == 0 {
			t.Errorf("%s is empty", list)
		}
	}
}

func TestOp14UpdateWebhook(t *testing.T) {
	c := start(t, Options{})
	id := c.tn.WebhookID(1)
	path := "/api/v1/webhooks/" + id
	before, _ := c.tn.Record("webhooks", id)
	a := c.do(200, "POST", path, `{"webhook":{"id":"`+id+`","displayName":"New","description":"ignored"},"updateMask":"displayName"}`)
	if a.at("webhook", "displayName") != "New" || a.at("webhook", "description") != before["description"] ||
		a.at("webhook", "url") != before["url"] ||
		a.at("webhook", "updatedAt") != "2026-11-27T22:24:32Z" || a.at("webhook", "createdAt") != before["createdAt"] {
		t.Errorf("the mask does not decide what changes: %s", a.text)
	}
	a = c.do(200, "POST", path, `{"webhook":{"description":"","url":"https://two.example.com/x"},"updateMask":"description,url"}`)
	if a.at("webhook", "description") != "" || a.at("webhook", "url") != "https://two.example.com/x" ||
		a.at("webhook", "displayName") != "New" {
		t.Errorf("%s", a.text)
	}
	for _, body := range []string{`{"webhook":{"id":"` + id + `"}}`, `{"webhook":{"displayName":"x"},"updateMask":"name"}`,
		`{"webhook":{"displayName":"x"},"updateMask":"displayName,"}`,
		`{"webhook":{"displayName":""},"updateMask":"displayName"}`, `{"webhook":{"url":"http://a.example.com"},"updateMask":"url"}`,
		`{"webhook":{},"updateMask":"url"}`,
		`{"webhook":{"id":"other","displayName":"x"},"updateMask":"displayName"}`, `{"webhook":{"createdAt":""},"updateMask":"createdAt"}`, `[]`,
		`{"webhook":`, `"text"`} {
		c.refused(400, 3, "POST", path, body)
	}
	c.refused(400, 9, "POST", "/api/v1/webhooks/"+c.tn.WebhookID(21), `{"webhook":{"displayName":"x"},"updateMask":"displayName"}`) // deleted
	c.refused(404, 5, "POST", "/api/v1/webhooks/"+c.tn.HookID(1), `{"webhook":{"displayName":"x"},"updateMask":"displayName"}`)
}

func TestOp15SearchWebhooks(t *testing.T) {
	c := start(t, Options{})
	if got := c.walk("/api/v1/search/webhooks", "list", nil); len(got) != 27 {
		t.Errorf("%d webhooks, want 27", len(got))
	}
	for _, query := range []string{"incident BRIDGE", "opens an incident", "リリース", "журнал"} {
		if got := c.walk("/api/v1/search/webhooks", "list", map[string]any{"query": query}); len(got) == 0 {
			t.Errorf("%q finds nothing", query)
		}
	}
	if got := c.walk("/api/v1/search/webhooks", "list", map[string]any{"query": "example.com/v1"}); len(got) != 0 {
		t.Errorf("the query is matched against URLs: %v", ids(got, "url"))
	}
}

func TestOp16CreateWebhook(t *testing.T) {
	c := start(t, Options{})
	const good = `{"displayName":"New","url":"https://new.example.com/in","callbackTimeout":"86400s","description":"d"}`
	a := c.do(200, "POST", "/api/v1/webhooks", good)
	id, _ := a.at("webhook", "id").(string)
	for member, want := range map[string]any{"displayName": "New", "url": "https://new.example.com/in", "callbackTimeout": "86400s",
		"description": "d",
		"createdAt":   "2026-11-27T22:24:32Z", "updatedAt": "2026-11-27T22:24:32Z"} {
		if got := a.at("webhook", member); got != want {
			t.Errorf("%s: %v, want %v", member, got, want)
		}
	}
	if got := c.do(200, "GET", "/api/v1/webhooks/"+id, "").at("webhook", "displayName"); got != "New" {
		t.Errorf("by id: %v", got)
	}
	if got := c.do(200, "POST", "/api/v1/webhooks", `{"displayName":"New","url":"https://new.example.com"}`).at("webhook",
		"callbackTimeout"); got != "691200s" {
		t.Errorf("the default timeout is %v, want 8 days", got)
	}
	for _, text := range []string{"", "http://a.example.com", "https://a.example.com:8443/", "https://me:pw@a.example.com/",
		"https://me@a.example.com/", "https://localhost/",
		"https://a.localhost/", "https://127.0.0.1/", "https://10.1.2.3/", "https://192.168.0.1/", "https://169.254.1.1/", "https://[::1]/",
		"https://[fd00::1]/",
		"https://intranet/", "https://printer.local/", "https://db.internal/", "https://0.0.0.0/", "https://[::ffff:10.0.0.1]/",
		"ftp://a.example.com/", "https:///x", "not a url"} {
		c.refused(400, 3, "POST", "/api/v1/webhooks", toJSON(map[string]any{"displayName": "x", "url": text}))
	}
	for _, text := range []string{"https://a.example.com:443/", "https://203.0.113.9/", "https://[2606:4700::1]/", "HTTPS://A.EXAMPLE.COM/"} {
		c.do(200, "POST", "/api/v1/webhooks", toJSON(map[string]any{"displayName": "x", "url": text}))
	}
	for timeout, status := range map[string]int{"86400s": 200, "2592000s": 200, "86399s": 400, "2592001s": 400, "86399.5s": 400, "1d": 400,
		"691200": 400, "-1s": 400} {
		c.do(status, "POST", "/api/v1/webhooks", fmt.Sprintf(`{"displayName":"x","url":"https://a.example.com","callbackTimeout":%q}`, timeout))
	}
	c.refused(400, 3, "POST", "/api/v1/webhooks", `{"url":"https://a.example.com"}`)
	c.refused(400, 3, "POST", "/api/v1/webhooks", toJSON(map[string]any{"displayName": strings.Repeat("名", 101),
		"url": "https://a.example.com"}))
	c.do(200, "POST", "/api/v1/webhooks", toJSON(map[string]any{"displayName": strings.Repeat("名", 100), "url": "https://a.example.com"}))
}
