package tenant

import (
	"slices"
	"testing"
	"time"
)

const logPath = "/api/v1/systemlog/events"

func uid(event map[string]any) string {
	s, _ := at(event, "metadata", "uid").(string)
	return s
}

func TestTheAuditOfAllSecretsAndAPastThatStays(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/search/secrets-admin/audit_events"
	all := c.walk(path, "list", nil)
	if len(all) < 500 {
		t.Fatalf("%d events over all secrets", len(all))
	}
	for k := range all[1:] {
		if all[k]["time"].(float64) < all[k+1]["time"].(float64) {
			t.Fatalf("event %d is older than the next", k)
		}
	}
	actor, ip := at(all[3], "actor", "user", "uid"), at(all[3], "src_endpoint", "ip")
	for _, filter := range []map[string]any{{"actorUserId": actor}, {"clientIp": ip}} {
		got := c.walk(path, "list", filter)
		if len(got) == 0 || len(got) == len(all) || !slices.ContainsFunc(got, func(e map[string]any) bool { return uid(e) == uid(all[3]) }) {
			t.Errorf("%v: %d of %d events", filter, len(got), len(all))
		}
	}
	vault := at(all[0], "resources").([]any)[0].(map[string]any)["uid"]
	first := c.do(200, "POST", path, toJSON(map[string]any{"vaultId": vault})).text
	c.clock.advance(20 * time.Second)
	if again := c.do(200, "POST", path, toJSON(map[string]any{"vaultId": vault})).text; again != first {
		t.Error("what happened to a secret is another past twenty seconds later")
	}
}

func TestTheAuditOfOnesOwnSecretsLeavesAddressesOut(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/search/secrets/audit_events"
	mine := c.walk("/api/v1/search/secrets/mine", "list", nil)[0]["vaultId"].(string)
	events := c.walk(path, "list", map[string]any{"vaultId": mine})
	if len(events) == 0 || events[0]["src_endpoint"] != nil || events[len(events)-1]["activity_name"] != "Create" {
		t.Errorf("%v", events)
	}
	c.wrong("vaultId", "POST", path, `{}`)
	for i := range 20 {
		if rec, _ := c.tn.Record("secrets", c.tn.SecretID(i)); rec["creatorUserId"] != c.tn.UserID(0) {
			c.refused(403, 7, "POST", path, `{"vaultId":"`+c.tn.SecretID(i)+`"}`)
			return
		}
	}
}

func TestEveryChangeIsAnEventOfTheLog(t *testing.T) {
	c := start(t, Options{})
	app, entitlement := c.tn.EntitlementID(3)
	binding := toJSON(map[string]any{"appId": app, "appEntitlementId": entitlement, "monitorId": c.tn.MonitorID(1),
		"entitlementGroup": "ENTITLEMENT_GROUP_A"})
	for _, each := range []struct{ message, method, path, body string }{
		{"Webhook created", "POST", "/api/v1/webhooks", `{"displayName":"New","url":"https://a.example.com"}`},
		{"Webhook changed", "POST", "/api/v1/webhooks/" + c.tn.WebhookID(1), `{"webhook":{"displayName":"Other"},"updateMask":"displayName"}`},
		{"Webhook deleted", "DELETE", "/api/v1/webhooks/" + c.tn.WebhookID(1), `{}`},
		{"Hook created", "POST", "/api/v1/hooks", `{"displayName":"New","event":1,"jsonPatch":{"celExpression":"{}"}}`},
		{"Hook deleted", "DELETE", "/api/v1/hooks/" + c.tn.HookID(3), ""},
		{"Suggestion changed", "POST", "/api/v1/role-mining/suggestions/" + c.tn.SuggestionID(0) + "/state", `{"state":3}`},
		{"Role changed", "POST", "/api/v1/iam/roles/" + c.tn.RoleID(9), `{"role":{"displayName":"R"},"updateMask":"displayName"}`},
		{"Exporter changed", "POST", "/api/v1/systemlog/exports/" + c.tn.ExporterID(0),
			`{"exporter":{"displayName":"X"},"updateMask":"displayName"}`},
		{"Contacts changed", "POST", "/api/v1/settings/contacts",
			`{"contacts":{"billingEmails":["a@halden.example"]},"updateMask":"billingEmails"}`},
		{"Notification settings changed", "POST", "/api/v1/settings/notifications/user", `{"channelSettings":{}}`},
		{"Owners of an entitlement changed", "POST", "/api/v1/apps/" + app + "/entitlements/" + entitlement + "/owners", `{"userId":"` +
			c.tn.UserID(90) + `"}`},
		{"Binding of a conflict monitor created", "POST", "/api/v1/appentitlementmonitorbinding", binding},
		{"Binding of a conflict monitor deleted", "DELETE", "/api/v1/appentitlementmonitorbinding", binding},
		{"Secret revoked", "DELETE", "/api/v1/secrets-admin/" + c.tn.SecretID(1), `{}`},
		{"Gateway key deleted", "DELETE", "/api/v1/llm-gateway/keys/" + c.tn.KeyID(0), `{}`},
		{"Personal client created", "POST", "/api/v1/iam/personal_clients", `{"displayName":"c"}`},
		{"Role mining settings changed", "POST", "/api/v1/role-mining/config", `{}`},
		{"Role mining analysis created", "POST", "/api/v1/role-mining/trigger", `{}`},
	} {
		c.clock.advance(time.Second)
		c.do(200, each.method, each.path, each.body)
		newest := c.do(200, "POST", logPath, `{"sortDirection":"SORT_DIRECTION_DESC","pageSize":10}`).rows("list")[0]
		if newest["message"] != each.message || at(newest, "actor", "user", "uid") != c.tn.UserID(0) ||
			newest["time"] != float64(c.clock.now().UnixMilli()) {
			t.Errorf("%s %s: the newest event is %q by %v at %v", each.method, each.path, newest["message"], at(newest, "actor", "user", "name"),
				newest["time_dt"])
		}
	}
	c.refused(400, 3, "POST", "/api/v1/webhooks", `{"displayName":"","url":"https://a.example.com"}`)
	if newest := c.do(200, "POST", logPath, `{"sortDirection":2}`).rows("list")[0]; newest["message"] != "Role mining analysis created" {
		t.Errorf("what was refused is an event: %v", newest["message"])
	}
	trail := c.do(200, "POST", "/api/v1/search/secrets-admin/audit_events", `{"vaultId":"`+c.tn.SecretID(1)+`"}`).rows("list")[0]
	found := c.do(200, "POST", logPath, toJSON(map[string]any{"sinceEventUid": uid(trail), "untilEventUid": uid(trail)})).rows("list")
	if len(found) != 1 || found[0]["message"] != "Secret revoked" {
		t.Errorf("the audit's revocation in the log: %v", found)
	}
}

func TestTheLogIsReadBothWaysAndWithinBounds(t *testing.T) {
	c := start(t, Options{})
	var up []map[string]any
	since := c.clock.now().Add(-3 * time.Hour).Format(time.RFC3339)
	up = c.walk(logPath, "list", map[string]any{"since": since})
	down := c.walk(logPath, "list", map[string]any{"since": since, "sortDirection": "SORT_DIRECTION_DESC"})
	if len(up) < 180 || len(down) != len(up) {
		t.Fatalf("%d events up, %d down", len(up), len(down))
	}
	for i := range up {
		if uid(up[i]) != uid(down[len(down)-1-i]) {
			t.Fatalf("event %d is another one the other way", i)
		}
	}
	between := c.walk(logPath, "list", map[string]any{"sinceEventUid": uid(up[10]), "untilEventUid": uid(up[20])})
	if len(between) != 11 || uid(between[0]) != uid(up[10]) || uid(between[10]) != uid(up[20]) {
		t.Errorf("between two events: %d", len(between))
	}
	c.wrong("sinceEventUid", "POST", logPath, `{"sinceEventUid":"nonsense"}`)
	c.wrong("since", "POST", logPath, `{"since":"yesterday"}`)
	c.wrong("sortDirection", "POST", logPath, `{"sortDirection":"DESC"}`)
}

func TestWhatPointsIntoTheLogIsThere(t *testing.T) {
	c := start(t, Options{})
	for i := range 9 {
		rec, _ := c.tn.Record("exporters", c.tn.ExporterID(i))
		mark, _ := rec["watermarkEventId"].(string)
		if mark == "" || mark == "seq:0000482113" {
			continue
		}
		if found := c.do(200, "POST", logPath, `{"sinceEventUid":"`+mark+`","untilEventUid":"`+mark+`"}`).rows("list"); len(found) != 1 ||
			uid(found[0]) != mark {
			t.Errorf("exporter %d: its watermark is not in the log", i)
		}
		written := c.do(200, "POST", "/api/v1/systemlog/exports/"+c.tn.ExporterID(i)+"/events", `{}`).rows("list")
		if len(written) != 25 || uid(written[0]) != mark {
			t.Errorf("exporter %d: its events don't end at its watermark", i)
		}
	}
	path := "/api/v1/apps/" + c.tn.ServerAppID(2) + "/xaa/resource_servers/" + c.tn.ServerID(2)
	for _, entry := range c.list(path+"/history", "list", "200") {
		id, _ := at(entry, "metadata", "syslogEventId").(string)
		found := c.do(200, "POST", logPath, `{"sinceEventUid":"`+id+`","untilEventUid":"`+id+`"}`).rows("list")
		if len(found) != 1 || uid(found[0]) != id || found[0]["time_dt"] != at(entry, "metadata", "createdAt") {
			t.Errorf("the event of a version is not in the log: %v", found)
		}
	}
}

// On a large tenant the list of the log reaches back over some of the records; what the others name is there all the same.
func TestWhatPointsIntoTheLogIsThereOnALargeTenant(t *testing.T) {
	c := start(t, Options{Rows: 3000})
	c.shapes = 0
	find := func(id, made any) {
		t.Helper()
		found := c.do(200, "POST", logPath, toJSON(object{"sinceEventUid": id, "untilEventUid": id})).rows("list")
		if len(found) != 1 || uid(found[0]) != id || found[0]["time_dt"] != made {
			t.Errorf("the event %v of %v: %v", id, made, found)
		}
	}
	for _, i := range []int{0, 63, 64, 2999} {
		entries := c.list("/api/v1/apps/"+c.tn.ServerAppID(i)+"/xaa/resource_servers/"+c.tn.ServerID(i)+"/history", "list", "200")
		for _, entry := range []map[string]any{entries[0], entries[len(entries)-1]} {
			find(at(entry, "metadata", "syslogEventId"), at(entry, "metadata", "createdAt"))
		}
	}
	for _, i := range []int{999, 1000, 2999} {
		for _, event := range c.walk("/api/v1/search/secrets-admin/audit_events", "list", map[string]any{"vaultId": c.tn.SecretID(i)}) {
			find(uid(event), event["time_dt"])
		}
	}
	last := c.do(200, "GET", "/api/v1/mcp_toolsets/search?page_size=100", "").rows("profiles")[99]
	path := "/api/v1/apps/" + last["appId"].(string) + "/connectors/" + last["connectorId"].(string) + "/mcp_toolsets/" + last["id"].(string)
	for _, entry := range c.list(path+"/tool_bindings/history", "list", "") {
		find(at(entry, "metadata", "syslogEventId"), at(entry, "metadata", "createdAt"))
	}
	// Where only one bound is such an event, it says from when or until when.
	id, _ := at(c.list("/api/v1/apps/"+c.tn.ServerAppID(2999)+"/xaa/resource_servers/"+c.tn.ServerID(2999)+"/history", "list", "200")[0],
		"metadata", "syslogEventId").(string)
	all := c.walk(logPath, "list", nil)
	before, after := c.walk(logPath, "list", map[string]any{"untilEventUid": id}), c.walk(logPath, "list", map[string]any{"sinceEventUid": id})
	if len(before) == 0 || len(after) == 0 || len(before)+len(after) != len(all) {
		t.Errorf("%d events until then, %d since, %d in all", len(before), len(after), len(all))
	}
	c.wrong("sinceEventUid", "POST", logPath, `{"sinceEventUid":"`+c.tn.HookID(1)+`"}`)
}

func TestAChangedResourceServerHasANewVersion(t *testing.T) {
	c := start(t, Options{})
	path := "/api/v1/apps/" + c.tn.ServerAppID(2) + "/xaa/resource_servers/" + c.tn.ServerID(2)
	before := c.do(200, "GET", path, "")
	versions := len(c.list(path+"/history", "list", "200"))
	c.clock.advance(time.Minute)
	a := c.do(200, "POST", path, `{"resourceServer":{"disabled":true,"displayName":"not in the mask","maxGrantLifetime":"900s",`+
		`"signingAlgorithm":"XAA_SIGNING_ALGORITHM_ES256"},`+
		`"updateMask":"disabled,maxGrantLifetime,signingAlgorithm"}`)
	for member, want := range map[string]any{"disabled": true, "maxGrantLifetime": "900s", "signingAlgorithm": "XAA_SIGNING_ALGORITHM_ES256",
		"displayName": before.at("resourceServer", "displayName"), "updatedAt": "2026-11-27T22:25:32Z", "createdAt": before.at("resourceServer",
			"createdAt")} {
		if got := a.at("resourceServer", member); got != want {
			t.Errorf("%s: %v, want %v", member, got, want)
		}
	}
	history := c.list(path+"/history", "list", "200")
	newest := history[0]
	if len(history) != versions+1 || toJSON(newest["snapshot"]) != toJSON(a.at("resourceServer")) ||
		at(newest, "metadata", "changeKind") != "CHANGE_KIND_PUT" ||
		at(newest, "metadata", "actor", "userId") != c.tn.UserID(0) {
		t.Errorf("%d versions after the change, %d before; the newest: %v", len(history), versions, newest["metadata"])
	}
	event := c.do(200, "POST", logPath, `{"sortDirection":"SORT_DIRECTION_DESC"}`).rows("list")[0]
	if uid(event) != at(newest, "metadata", "syslogEventId") || event["message"] != "Resource server changed" ||
		event["time_dt"] != at(newest, "metadata", "createdAt") {
		t.Errorf("the version's event is %v, the log's newest %v", at(newest, "metadata", "syslogEventId"), event)
	}
	for _, each := range []struct{ field, body string }{
		{"updateMask", `{"resourceServer":{"normalizedAudience":"https://other.example.com"},"updateMask":"normalizedAudience"}`},
		{"sectorId", `{"resourceServer":{"sectorId":"other"},"updateMask":"sectorId"}`},
		{"resourceServer.id", `{"resourceServer":{"id":"other","disabled":true},"updateMask":"disabled"}`},
		{"resourceServer.signingAlgorithm", `{"resourceServer":{"signingAlgorithm":"HS256"},"updateMask":"signingAlgorithm"}`},
		{"resourceServer.maxGrantLifetime", `{"resourceServer":{"maxGrantLifetime":"1h"},"updateMask":"maxGrantLifetime"}`},
		{"maxGrantLifetime", `{"resourceServer":{"maxGrantLifetime":"-1s"},"updateMask":"maxGrantLifetime"}`},
		{"resourceUris", `{"resourceServer":{"resourceUris":["/v1"]},"updateMask":"resourceUris"}`},
		{"resourceUris", `{"resourceServer":{"resourceUris":["https://a.example.com/x","https://a.example.com/x"]},"updateMask":"resourceUris"}`},
		{"displayName", `{"resourceServer":{"displayName":""},"updateMask":"displayName"}`},
		{"modifyClaimsHook.functionId", `{"resourceServer":{"modifyClaimsHook":{"disabled":true}},"updateMask":"modifyClaimsHook"}`},
	} {
		c.wrong(each.field, "POST", path, each.body)
	}
	c.refused(404, 5, "GET", "/api/v1/apps/"+c.tn.ServerAppID(3)+"/xaa/resource_servers/"+c.tn.ServerID(2), "")
	deleted := "/api/v1/apps/" + c.tn.ServerAppID(9) + "/xaa/resource_servers/" + c.tn.ServerID(9)
	c.refused(400, 9, "POST", deleted, `{"resourceServer":{"disabled":true},"updateMask":"disabled"}`)
}

// Secrets are opened by those whom they are for, in bursts, each from one address, as often as their records say; all but one.
func TestSecretsAreOpenedInBurstsByTheirRecipients(t *testing.T) {
	c := start(t, Options{})
	events := map[any][]map[string]any{}
	for _, event := range c.walk("/api/v1/search/secrets-admin/audit_events", "list", nil) {
		vault := at(event, "resources").([]any)[0].(map[string]any)["uid"]
		events[vault] = append(events[vault], event)
	}
	users := map[string]object{}
	for _, row := range c.records("users") {
		user := object(row).child("user")
		users[user.text("id")] = user
	}
	views, bursts, incidents := 0, 0, 0
	byOffice := map[any]int{}
	for i, row := range c.records("secrets") {
		rec := object(row)
		trail := secretTrail{rec: rec, events: events[row["vaultId"]], users: users}
		trail.check(t, i)
		views, bursts = views+trail.views, bursts+trail.bursts
		byOffice[len(trail.addresses)]++
		if trail.strangers > 0 {
			incidents++
			if i != incident || trail.addresses[oddAddress] != trail.strangers || rec.text("status") != "SECRET_STATUS_ACTIVE" {
				t.Errorf("secret %d, %s, was opened %d times by somebody it isn't for, from %v", i, rec.text("status"), trail.strangers,
					trail.addresses)
			}
		}
	}
	if incidents != 1 || bursts < views/3 {
		t.Errorf("%d incidents, want 1; %d of %d views follow another one closely", incidents, bursts, views)
	}
	t.Logf("%d views, %d close after another from the same address; addresses per secret: %v", views, bursts, byOffice)
}

// secretTrail is what the audit says about a secret, newest first.
type secretTrail struct {
	rec                      object
	events                   []map[string]any
	users                    map[string]object
	views, bursts, strangers int
	addresses                map[any]int // of views
}

func (s *secretTrail) check(t *testing.T, i int) {
	t.Helper()
	s.addresses = map[any]int{}
	oldest := s.events[len(s.events)-1]
	if oldest["activity_name"] != "Create" || oldest["time_dt"] != s.rec["createdAt"] ||
		at(oldest, "actor", "user", "uid") != s.rec["creatorUserId"] {
		t.Errorf("secret %d: the oldest event is %v by %v", i, oldest["message"], at(oldest, "actor", "user", "name"))
	}
	for k, event := range s.events {
		user := s.users[at(event, "actor", "user", "uid").(string)]
		when := object(event).time("time_dt")
		if user != nil && (user.text("status") != "ENABLED" || user.text("type") != "USER_TYPE_HUMAN" || !user.time("createdAt").Before(when)) {
			t.Errorf("secret %d: %v by %v, a %v who is %v since %v", i, event["message"], user["displayName"], user["type"], user["status"],
				user["createdAt"])
		}
		if k > 0 && object(s.events[k-1]).time("time_dt").Before(when) {
			t.Errorf("secret %d: event %d is newer than the one before it", i, k)
		}
		if event["activity_name"] == "Read" {
			s.view(k, event)
		}
		if event["activity_name"] == "Delete" && (k > 0 || event["time_dt"] != s.rec["deletedAt"]) {
			t.Errorf("secret %d: revoked %v, deletedAt %v", i, event["time_dt"], s.rec["deletedAt"])
		}
	}
	if float64(s.views) != s.rec["currentViews"] {
		t.Errorf("secret %d: %d views in the audit, currentViews %v", i, s.views, s.rec["currentViews"])
	}
	if newest := s.events[0]; s.rec.text("status") != "SECRET_STATUS_DATA_DELETED" && newest["time_dt"] != s.rec["updatedAt"] {
		t.Errorf("secret %d: the newest event is of %v, updatedAt %v", i, newest["time_dt"], s.rec["updatedAt"])
	}
}

// view counts a view: is it by somebody the secret is for, does it follow another one closely?
func (s *secretTrail) view(k int, event map[string]any) {
	s.views++
	ip := at(event, "src_endpoint", "ip")
	s.addresses[ip]++
	user, mail := at(event, "actor", "user", "uid").(string), at(event, "actor", "user", "email_addr").(string)
	ids, mails := s.rec.strings("allowedUserIds"), s.rec.strings("allowedEmails")
	if said := s.rec["allowedUserIds"] != nil; said && !slices.Contains(ids, user) && !slices.Contains(mails, mail) {
		s.strangers++
	}
	if k > 0 && at(s.events[k-1], "src_endpoint", "ip") == ip &&
		s.events[k-1]["time"].(float64)-event["time"].(float64) <= float64(3*time.Minute/time.Millisecond) {
		s.bursts++
	}
}

// What follows from each other in a history does: a sector stays once it is set, a restore follows a deletion, and nothing is deleted in
// the instant it was made.
func TestHistoriesChangeOnlyWhatCanBeChanged(t *testing.T) {
	c := start(t, Options{})
	for i := range c.tn.Size("resource-servers") {
		path := "/api/v1/apps/" + c.tn.ServerAppID(i) + "/xaa/resource_servers/" + c.tn.ServerID(i) + "/history"
		entries := c.list(path, "list", "200")
		slices.Reverse(entries)
		sector, deleted := "", false
		for n, entry := range entries {
			now, _ := at(entry, "snapshot", "sectorId").(string)
			if sector != "" && now != sector {
				t.Errorf("server %d, version %d: the sector %s has become %q", i, n, sector, now)
			}
			kind := at(entry, "metadata", "changeKind")
			if kind == "CHANGE_KIND_RESTORE" && !deleted {
				t.Errorf("server %d, version %d: restored, but it wasn't deleted", i, n)
			}
			sector, deleted = now, kind == "CHANGE_KIND_HARD_DELETE"
			if is := at(entry, "snapshot", "deletedAt") != nil; is != deleted {
				t.Errorf("server %d, version %d: %v with deletedAt %v", i, n, kind, at(entry, "snapshot", "deletedAt"))
			}
		}
	}
	audiences := map[any]bool{}
	for i, row := range c.records("servers") {
		if audience := row["normalizedAudience"]; audiences[audience] {
			t.Errorf("server %d: the audience %v is another one's", i, audience)
		} else {
			audiences[audience] = true
		}
	}
	for _, name := range []string{"webhooks", "exporters", "roles", "users"} {
		for i := range c.tn.Size(name) {
			rec, _ := c.tn.Record(name, c.tn.ID(name, i))
			if rec["deletedAt"] != nil && !object(rec).time("deletedAt").After(object(rec).time("createdAt")) {
				t.Errorf("%s %d was made %v and deleted %v", name, i, rec["createdAt"], rec["deletedAt"])
			}
		}
	}
}
