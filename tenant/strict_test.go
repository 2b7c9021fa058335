package tenant

import (
	"strings"
	"testing"
)

// wrong sends a request that must be refused as a bad argument, in words that name the field.
func (c *console) wrong(field, method, path, body string) {
	c.t.Helper()
	a := c.do(400, method, path, body)
	message, _ := a.body["message"].(string)
	if a.body["code"] != 3.0 || !strings.Contains(message, field) {
		c.t.Errorf("%s %s %s: code %v, %q, want code 3 and the name %s", method, path, body, a.body["code"], message, field)
	}
}

func TestWhatAClientGetsWrongIsNotTakenForNothing(t *testing.T) {
	c := start(t, Options{})
	const suggestions, secrets, hooks = "/api/v1/search/role-mining/suggestions", "/api/v1/search/secrets-admin", "/api/v1/search/hooks"
	const servers, audit, users = "/api/v1/search/xaa/resource_servers", "/api/v1/search/secrets-admin/audit_events", "/api/v1/search/users"
	for _, each := range []struct{ field, path, body string }{
		{"pageToken", hooks, `{"pageToken":5}`},
		{"pageToken", hooks, `{"pageToken":"no-token-of-this-list"}`},
		{"page_size", hooks, `{"page_size":[25]}`},
		{"pageSize", hooks, `{"pageSize":3000000000}`},
		{"pageSize", hooks, `{"pageSize":"0x19"}`},
		{"pageSize", hooks, `{"pageSize":true}`},
		{"refs", hooks, `{"refs":"x"}`},
		{"refs[1]", hooks, `{"refs":[{"id":"a"},"x"]}`},
		{"refs[0].name", hooks, `{"refs":[{"name":"x"}]}`},
		{"refs[0]", hooks, `{"refs":[null]}`},
		{"filter", hooks, `{"filter":"x"}`},
		{"query", hooks, `{"query":7}`},
		{"query", hooks, `{"query":"a","query":"b"}`},
		{"page_size", hooks, `{"pageSize":10,"page_size":20}`},
		{"UTF-8", hooks, "{\"query\":\"a\xffb\"}"},
		{"UTF-8", hooks, `{"query":"\ud83d"}`},
		{"UTF-8", hooks, `{"query":"\ude00\ud83d"}`},
		{"states", suggestions, `{"states":"SUGGESTION_STATE_NEW"}`},
		{"states[0]", suggestions, `{"states":["FOO"]}`},
		{"states[1]", suggestions, `{"states":["SUGGESTION_STATE_NEW","new"]}`},
		{"states[0]", suggestions, `{"states":[17]}`},
		{"matchTypes[0]", suggestions, `{"matchTypes":["EXACT"]}`},
		{"cohortTypes[0]", suggestions, `{"cohortTypes":[3]}`},
		{"includeDeleted", secrets, `{"includeDeleted":"true"}`},
		{"include_deleted", secrets, `{"include_deleted":1}`},
		{"statuses[0]", secrets, `{"statuses":["ACTIVE"]}`},
		{"secretType", secrets, `{"secretType":"TEXT"}`},
		{"sharingMode", secrets, `{"sharingMode":9}`},
		{"sortBy", secrets, `{"sortBy":"NAME"}`},
		{"createdAfter", secrets, `{"createdAfter":"yesterday"}`},
		{"createdAfter", secrets, `{"createdAfter":1764300000}`},
		{"createdBefore", secrets, `{"createdBefore":"2026-02-30T00:00:00Z"}`},
		{"createdBefore", secrets, `{"createdBefore":"2026-11-28T00:00:00.1234567891Z"}`},
		{"creatorUserIds", secrets, `{"creatorUserIds":{}}`},
		{"disabled", servers, `{"disabled":"no"}`},
		{"signingAlgorithmFilter[0]", servers, `{"signingAlgorithmFilter":["ES256"]}`},
		{"vaultId", audit, `{"vaultId":["x"]}`},
		{"clientIp", audit, `{"clientIp":1}`},
		{"userStatuses[0]", users, `{"userStatuses":["ACTIVE"]}`},
	} {
		c.wrong(each.field, "POST", each.path, each.body)
	}
	c.wrong("page_size", "GET", "/api/v1/hooks?page_size=ten", "")
	c.wrong("page_size", "GET", "/api/v1/hooks?page_size=10&page_size=20", "")
	c.wrong("limit", "GET", "/api/v1/hooks?limit=10", "")
	c.wrong("page_token", "GET", "/api/v1/hooks?page_token=abc", "")
	c.wrong("force", "DELETE", "/api/v1/hooks/"+c.tn.HookID(1), `{"force":true}`)
}

func TestATokenOfAnotherListIsRefused(t *testing.T) {
	c := start(t, Options{Rows: 60})
	token := c.do(200, "POST", "/api/v1/search/webhooks", `{"query":"a","pageSize":10}`).next()
	if token == "" {
		t.Fatal("one page only")
	}
	c.do(200, "POST", "/api/v1/search/webhooks", `{"query":"a","page_size":"10","page_token":"`+token+`"}`)
	c.wrong("pageToken", "POST", "/api/v1/search/webhooks", `{"query":"b","pageToken":"`+token+`"}`)
	c.wrong("pageToken", "POST", "/api/v1/search/hooks", `{"query":"a","pageToken":"`+token+`"}`)
	c.wrong("page_token", "GET", "/api/v1/hooks?page_token="+token, "")
}

func TestRequestsMayBeWrittenAsProto3JSONAllows(t *testing.T) {
	c := start(t, Options{})
	const secrets = "/api/v1/search/secrets-admin"
	want := c.do(200, "POST", secrets, `{"pageSize":10,"includeDeleted":true,"statuses":["SECRET_STATUS_REVOKED"],`+
		`"sortBy":"SEARCH_SORT_BY_CREATED_ASC"}`).text
	for _, body := range []string{
		`{"page_size":10,"include_deleted":true,"statuses":["SECRET_STATUS_REVOKED"],"sort_by":"SEARCH_SORT_BY_CREATED_ASC"}`,
		`{"pageSize":"10","includeDeleted":true,"statuses":[4],"sortBy":2}`,
		`{"pageSize":1e1,"includeDeleted":true,"statuses":[4],"sortBy":2,"query":null,"creatorUserIds":null}`,
		` {"pageSize":10.0,"includeDeleted":true,"statuses":[4],"sortBy":2} `,
	} {
		if got := c.do(200, "POST", secrets, body).text; got != want {
			t.Errorf("%s: another answer than in lowerCamelCase", body)
		}
	}
	made := c.do(200, "POST", "/api/v1/iam/personal_clients", `{"display_name":"Created by Cone"}`) // as the vendor's client library writes it
	if got := made.at("client", "displayName"); got != "Created by Cone" {
		t.Errorf("display_name: %s", made.text)
	}
	state := c.do(200, "POST", "/api/v1/role-mining/suggestions/"+c.tn.SuggestionID(0)+"/state", `{"state":2,"created_catalog_id":""}`)
	if got := state.at("suggestion", "suggestionState"); got != "SUGGESTION_STATE_DISMISSED" {
		t.Errorf("state 2: %v", got)
	}
	smile := c.do(200, "POST", "/api/v1/webhooks", `{"displayName":"\ud83d\ude00 \\ud83d","url":"https://a.example.com"}`)
	if got := smile.at("webhook", "displayName"); got != "😀 \\ud83d" {
		t.Errorf("a pair of surrogates: %v", got)
	}
}

func TestUpdatesAreStrict(t *testing.T) {
	c := start(t, Options{})
	webhook, hook := "/api/v1/webhooks/"+c.tn.WebhookID(1), "/api/v1/hooks/"+c.tn.HookID(7)
	for _, each := range []struct{ field, path, body string }{
		{"updateMask", webhook, `{"webhook":{"displayName":"x"},"updateMask":"display_name"}`},
		{"updateMask", webhook, `{"webhook":{"displayName":"x"},"updateMask":"displayName, url"}`},
		{"updateMask", webhook, `{"webhook":{"displayName":"x"},"updateMask":["displayName"]}`},
		{"updateMask", webhook, `{"webhook":{"displayName":"x"},"updateMask":"createdAt"}`},
		{"updateMask", webhook, `{"webhook":{"displayName":"x"},"updateMask":"displayName.first"}`},
		{"webhook.name", webhook, `{"webhook":{"name":"x"},"updateMask":"displayName"}`},
		{"webhook.callbackTimeout", webhook, `{"webhook":{"callbackTimeout":"1e6s"},"updateMask":"callbackTimeout"}`},
		{"webhook.callbackTimeout", webhook, `{"webhook":{"callbackTimeout":"0x1p17s"},"updateMask":"callbackTimeout"}`},
		{"webhook.callbackTimeout", webhook, `{"webhook":{"callbackTimeout":"86400.0000000001s"},"updateMask":"callbackTimeout"}`},
		{"webhook.callbackTimeout", webhook, `{"webhook":{"callbackTimeout":691200},"updateMask":"callbackTimeout"}`},
		{"updateMask", hook, `{"hook":{"builtinPattern":{"linkFilter":{}}},"updateMask":"builtinPattern.linkFilter.hosts"}`},
		{"hook.event", hook, `{"hook":{"event":"PRE_TOOL_USE"},"updateMask":"event"}`},
		{"hook.priority", hook, `{"hook":{"priority":"high"},"updateMask":"priority"}`},
		{"hook.jsonPatch", hook, `{"hook":{"function":{"functionId":"f"},"jsonPatch":{"celExpression":"{}"}},"updateMask":"jsonPatch"}`},
		{"hook.builtinPattern.linkFilter", hook,
			`{"hook":{"builtinPattern":{"blockToolCall":{},"linkFilter":{}}},"updateMask":"builtinPattern"}`},
		{"hook.builtinPattern.linkFilter.action", hook,
			`{"hook":{"builtinPattern":{"linkFilter":{"action":"DROP"}}},"updateMask":"builtinPattern"}`},
		{"hook.jsonPatch.staticOverlay.a", hook, `{"hook":{"jsonPatch":{"staticOverlay":{"a":1,"a":2}}},"updateMask":"jsonPatch"}`},
	} {
		c.wrong(each.field, "POST", each.path, each.body)
	}
}

func TestAnUpdateWithoutAMaskWritesWhatTheObjectHolds(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/webhooks/" + c.tn.WebhookID(1)
	before := c.do(200, "GET", path, "")
	a := c.do(200, "POST", path, `{"webhook":{"displayName":"All of it","description":"","url":"https://all.example.com/in",`+
		`"callbackTimeout":"86400s","createdAt":"2020-01-01T00:00:00Z"}}`)
	for member, want := range map[string]any{"displayName": "All of it", "description": "", "url": "https://all.example.com/in",
		"callbackTimeout": "86400s",
		"createdAt":       before.at("webhook", "createdAt")} {
		if got := a.at("webhook", member); got != want {
			t.Errorf("%s: %v, want %v", member, got, want)
		}
	}
	a = c.do(200, "POST", path, `{"webhook":{"displayName":"Only this"},"updateMask":""}`)
	if a.at("webhook", "displayName") != "Only this" || a.at("webhook", "url") != "https://all.example.com/in" {
		t.Errorf("a field that the object doesn't hold was written: %s", a.text)
	}
	c.wrong("displayName", "POST", path, `{"webhook":{"displayName":""}}`)
}

func TestAddressesThatTheServiceWouldRefuse(t *testing.T) {
	c := start(t, Options{})
	for _, url := range []string{"https://h3.exam\u200bple.com/in", "https://h\u00ad3.example.com/", "https://\u202eexample.com/",
		"https://100.64.0.1/", "https://198.18.0.9/",
		"https://192.0.0.8/", "https://240.0.0.1/", "https://255.255.255.255/", "https://224.0.0.1/", "https://2130706433/", "https://0x7f.1/",
		"https://127.1/",
		"https://[64:ff9b::a00:1]/", "https://[fe80::1]/", "https://a..example.com/", "https://-a.example.com/", "https://a_b.example.com/",
		"https://example.com./x",
		"https://a.example.com:0443/", "https://a b.example.com/", "https://a.example.com/\u0000", "https://a.example.com/\u200b",
		" https://a.example.com/",
		"https://a.example.com/x y", "https://" + strings.Repeat("a", 64) + ".example.com/", "https://a.example.com/" +
			strings.Repeat("x", 2048)} {
		c.wrong("url", "POST", "/api/v1/webhooks", toJSON(map[string]any{"displayName": "x", "url": url}))
	}
	for _, url := range []string{"https://bücher.example.com/", "https://xn--bcher-kva.example.com/", "https://日本.example.com/受信",
		"https://a.example.com:443/x?y=1#z", "https://203.0.113.9/"} {
		c.do(200, "POST", "/api/v1/webhooks", toJSON(map[string]any{"displayName": "x", "url": url}))
	}
	for _, mail := range []string{"a\u200b@halden.example", "a@halden\u200b.example", "a@b", "a@-x.example", "a b@halden.example",
		"a@halden.example "} {
		c.wrong("billingEmails", "POST", "/api/v1/settings/contacts",
			toJSON(map[string]any{"contacts": map[string]any{"billingEmails": []string{mail}}, "updateMask": "billingEmails"}))
	}
	for _, cidr := range []string{"10.0.0.0", "10.0.0.0/33", "10.0.0.5/8", "fe80::1%eth0/64", "everywhere"} {
		c.wrong("allowSourceCidr", "POST", "/api/v1/iam/personal_clients",
			toJSON(map[string]any{"displayName": "x", "allowSourceCidr": []string{cidr}}))
	}
	for _, expires := range []string{"0s", "-60s", "1d", "P1D", "9e9s"} {
		c.wrong("expires", "POST", "/api/v1/iam/personal_clients", toJSON(map[string]any{"displayName": "x", "expires": expires}))
	}
}

func TestAStateConflictIsAConflict(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/role-mining/suggestions/" + c.tn.SuggestionID(0) + "/state"
	c.do(200, "POST", path, `{"state":"SUGGESTION_STATE_ACCEPTED"}`)
	c.refused(400, 9, "POST", path, `{"state":"SUGGESTION_STATE_ACCEPTED"}`)
	c.do(200, "POST", path, `{"state":"SUGGESTION_STATE_NEW"}`)
	c.refused(400, 9, "POST", path, `{"state":"SUGGESTION_STATE_NEW"}`)
}

// Settings that can't work are refused, as the real service's validation would; what a hook has already may stay.
func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/hooks/" + c.tn.HookID(7)
	for _, each := range [][2]string{
		{"linkFilter.allowedHosts", `{"linkFilter":{"allowedHosts":["docs.example.com","https://a.example.com"]}}`},
		{"linkFilter.allowedHosts", `{"linkFilter":{"allowedHosts":["a.example.com/x"]}}`},
		{"linkFilter.allowedHosts", `{"linkFilter":{"allowedHosts":["a.example.com:8443"]}}`},
		{"linkFilter.allowedHosts", `{"linkFilter":{"allowedHosts":["exam\u200bple.com"]}}`},
		{"linkFilter.allowedHosts", `{"linkFilter":{"allowedHosts":[""]}}`},
		{"secretsMasking.additionalPatterns", `{"secretsMasking":{"additionalPatterns":["ok","("]}}`},
		{"toolOutputSizeGuard.maxBytes", `{"toolOutputSizeGuard":{"maxBytes":-1}}`},
		{"queryScopeLimit.maxLimit", `{"queryScopeLimit":{"fields":["limit"],"maxLimit":-250}}`},
		{"queryScopeLimit.fields", `{"queryScopeLimit":{"fields":[" "]}}`},
		{"encodedContentGuard.minHexRun", `{"encodedContentGuard":{"minHexRun":"-5"}}`},
		{"sensitiveFileGuard.blockedPatterns", `{"sensitiveFileGuard":{"blockedPatterns":["*.pem",""]}}`},
	} {
		c.wrong(each[0], "POST", path, `{"hook":{"builtinPattern":`+each[1]+`},"updateMask":"builtinPattern"}`)
		c.wrong(each[0], "POST", "/api/v1/hooks", `{"displayName":"h","event":1,"builtinPattern":`+each[1]+`}`)
	}
	for _, each := range []string{`{"linkFilter":{"allowedHosts":["*.example.com","bücher.example.com"]}}`, `{"linkFilter":{}}`,
		`{"secretsMasking":{"additionalPatterns":["[a-z]+\\.corp"]}}`, `{"toolOutputSizeGuard":{"maxBytes":0}}`} {
		c.do(200, "POST", path, `{"hook":{"builtinPattern":`+each+`},"updateMask":"builtinPattern"}`)
	}
	for _, row := range c.walk("/api/v1/search/hooks", "list", nil) {
		if pattern, ok := row["builtinPattern"].(map[string]any); ok {
			c.do(200, "POST", "/api/v1/hooks/"+row["id"].(string),
				toJSON(object{"hook": object{"builtinPattern": pattern}, "updateMask": "builtinPattern"}))
		}
	}
	grant := c.do(200, "GET", "/api/v1/role-mining/suggestions/"+c.tn.SuggestionID(0), "").at("suggestion", "entitlements").([]any)[0]
	c.wrong("entitlements[1]", "POST", "/api/v1/role-mining/access-profiles",
		toJSON(object{"displayName": "Twice", "entitlements": []any{grant, grant}}))
}

// What a request refers to has to be there; what a record refers to already may stay.
func TestReferencesToNothingAreRefused(t *testing.T) {
	c := start(t, Options{})
	hook, server := "/api/v1/hooks/"+c.tn.HookID(7), "/api/v1/apps/"+c.tn.ServerAppID(2)+"/xaa/resource_servers/"+c.tn.ServerID(2)
	role, exporter := "/api/v1/iam/roles/"+c.tn.RoleID(9), "/api/v1/systemlog/exports/"+c.tn.ExporterID(0)
	function, other := c.tn.functionID(3), c.tn.functionID(4)
	commit := c.tn.commits(3)[0]
	for _, each := range []struct{ field, path, body string }{
		{"function.functionId", "/api/v1/hooks", `{"displayName":"h","event":1,"function":{"functionId":"f"}}`},
		{"function.functionId", hook, `{"hook":{"function":{"functionId":"` + c.tn.HookID(1) + `"}},"updateMask":"function"}`},
		{"function.functionId", hook, `{"hook":{"function":{"commitId":"x"}},"updateMask":"function"}`},
		{"function.commitId", hook, `{"hook":{"function":{"functionId":"` + other + `","commitId":"` + commit + `"}},"updateMask":"function"}`},
		{"modifyClaimsHook.functionId", server,
			`{"resourceServer":{"modifyClaimsHook":{"functionId":"f"}},"updateMask":"modifyClaimsHook"}`},
		{"modifyClaimsHook.commitId", server, `{"resourceServer":{"modifyClaimsHook":{"functionId":"` + function +
			`","commitId":"0"}},"updateMask":"modifyClaimsHook"}`},
		{"permissions", role, `{"role":{"permissions":["apps.read","apps.fly"]},"updateMask":"permissions"}`},
		{"serviceRoles", role, `{"role":{"serviceRoles":["roles/none"]},"updateMask":"serviceRoles"}`},
		{"datasource.datasourceId", exporter, `{"exporter":{"datasource":{"datasourceId":"ds1"}},"updateMask":"datasource.datasourceId"}`},
		{"datasource.datasourceId", exporter,
			`{"exporter":{"datasource":{"datasourceId":"` + c.tn.ExporterID(1) + `"}},"updateMask":"datasource.datasourceId"}`},
		{"scopedRoles[1]", "/api/v1/iam/personal_clients", `{"displayName":"c","scopedRoles":["Auditor","Emperor"]}`},
	} {
		c.wrong(each.field, "POST", each.path, each.body)
	}
	for _, each := range [][2]string{
		{hook, `{"hook":{"function":{"functionId":"` + function + `","commitId":"` + commit + `"}},"updateMask":"function"}`},
		{hook, `{"hook":{"function":{"functionId":"` + other + `"}},"updateMask":"function"}`},
		{role, `{"role":{"permissions":["apps.read"],"serviceRoles":["roles/vault.admin"]},"updateMask":"permissions,serviceRoles"}`},
		{exporter, `{"exporter":{"datasource":{"datasourceId":"` + c.tn.DatasourceID(3) + `"}},"updateMask":"datasource.datasourceId"}`},
	} {
		c.do(200, "POST", each[0], each[1])
	}
	older := func(m map[string]any) { m["permissions"] = []string{"apps.read", "of.an.older.release"} }
	if err := c.tn.UpdateAs("roles", c.tn.RoleID(9), older); err != nil {
		t.Fatal(err)
	}
	c.do(200, "POST", role, `{"role":{"permissions":["of.an.older.release","apps.write"]},"updateMask":"permissions"}`)
}

// A hook whose filter or patch doesn't compile would deny calls: it can't be made, and it can't become so.
func TestExpressionsOfHooksAreCompiled(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/hooks/" + c.tn.HookID(7)
	for _, each := range []struct{ member, cel, want string }{
		{"filter", "tool.name ==", "filter.celExpression: invalid CEL expression: 1:13: Syntax error"},
		{"filter", "nope", "1:1: undeclared reference to 'nope'"},
		{"filter", "subject.emial == ''", "undefined field 'emial'"}, {"filter", `"a" + "b"`, "the result is of type string"},
		{"jsonPatch", "{", "jsonPatch.celExpression: invalid CEL expression: 1:2: Syntax error"},
		{"jsonPatch", "1 + 2", "the result is of type int"},
		{"filter", strings.Repeat("true && ", 3000) + "true", "filter.celExpression is too long"},
	} {
		work := map[string]any{each.member: map[string]any{"celExpression": each.cel}}
		c.wrong(each.want, "POST", path, toJSON(map[string]any{"hook": work, "updateMask": each.member + ".celExpression"}))
		work["displayName"], work["event"] = "h", 1
		if each.member == "filter" {
			work["jsonPatch"] = map[string]any{"celExpression": "{}"}
		}
		c.wrong(each.want, "POST", "/api/v1/hooks", toJSON(work))
	}
	for _, row := range c.walk("/api/v1/search/hooks", "list", nil) {
		in := map[string]any{"filter": row["filter"]}
		if patch, ok := row["jsonPatch"].(map[string]any); ok && patch["celExpression"] != nil {
			in["jsonPatch"] = patch
		}
		c.do(200, "POST", "/api/v1/hooks/"+row["id"].(string), toJSON(map[string]any{"hook": in, "updateMask": "filter"}))
	}
	for _, patch := range []string{`{"args": {}}`, `[{"op": "remove", "path": "/a"}]`, `args`} {
		c.do(200, "POST", path, toJSON(map[string]any{"hook": map[string]any{"jsonPatch": map[string]any{"celExpression": patch}},
			"updateMask": "jsonPatch"}))
	}
	broken := func(m map[string]any) { m["filter"] = map[string]any{"celExpression": "nope"} }
	if err := c.tn.UpdateAs("hooks", c.tn.HookID(7), broken); err != nil { // made before expressions were compiled
		t.Fatal(err)
	}
	c.do(200, "POST", path, `{"hook":{"enabled":false},"updateMask":"enabled"}`)
}
