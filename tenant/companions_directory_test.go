package tenant

import (
	"slices"
	"strings"
	"testing"
	"time"
)

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
