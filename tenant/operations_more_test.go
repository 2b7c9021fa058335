package tenant

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

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
