package tenant

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func (d *demo) checkHooks(t *testing.T) {
	for i, row := range d.records("hooks") {
		hook, held := object(row), 0
		for _, sort := range []string{"function", "jsonPatch", "builtinPattern"} {
			if hook.child(sort) != nil {
				held++
			}
		}
		if priority, _ := row["priority"].(float64); held != 1 || priority < 0 || priority > 1000 {
			t.Errorf("hook %d does %d things at priority %v", i, held, row["priority"])
		}
		if ref := hook.child("function"); ref != nil {
			d.checkFunction(t, "hook", i, ref, hook)
		}
	}
	for _, row := range d.records("webhooks") {
		if err := checkWebhookURL(row["url"].(string)); err != nil {
			t.Errorf("webhook %v: %v", row["displayName"], err)
		}
	}
	for id, f := range d.functions {
		d.datedOne("function "+f.text("displayName"), 0, f)
		for i, call := range d.list("/api/v1/functions/"+id+"/invocations", "list", "100") {
			d.datedOne("invocation", i, call)
			d.before("invocation", i, f, call)
			failed, status := call["error"] != "", call["status"]
			if failed != (status == "FUNCTION_INVOCATION_STATUS_ERROR") || status == "FUNCTION_INVOCATION_STATUS_RUNNING" && i > 0 {
				t.Errorf("invocation %d of %v is %v with the error %q", i, f["displayName"], status, call["error"])
			}
		}
	}
	for i, row := range d.keys() {
		d.datedOne("gateway key", i, row)
	}
}

func (d *demo) keys() []map[string]any { return d.list("/api/v1/llm-gateway/keys", "list", "") }

// checkFunction: a function that a record calls is older than the record, and has the commit.
func (d *demo) checkFunction(t *testing.T, what string, i int, ref, rec object) {
	t.Helper()
	f := d.function(ref.text("functionId"))
	d.before(what, i, f, rec)
	n, _ := d.tn.functionNumber(ref.text("functionId"))
	if commit := ref.text("commitId"); !slices.Contains(d.tn.commits(n), commit) {
		t.Errorf("%s %d: %v has no commit %q", what, i, f["displayName"], commit)
	}
}

// checkExporters: a watermark is an event of the log, written since the exporter is there; a healthy one is minutes behind.
func (d *demo) checkExporters(t *testing.T) {
	for i, row := range d.records("exporters") {
		rec := object(row)
		mark := rec.text("watermarkEventId")
		if mark == "" || strings.HasPrefix(mark, "seq:") {
			continue
		}
		event := d.events[mark]
		if event == nil || event.time("time_dt").Before(rec.time("createdAt")) || rec.time("updatedAt").Before(event.time("time_dt")) {
			t.Errorf("exporter %d of %v, changed %v: its watermark %s is of %v", i, rec["createdAt"], rec["updatedAt"], mark, event["time_dt"])
		}
		behind := d.now.Sub(event.time("time_dt"))
		if state := rec.text("state"); (state == "EXPORT_STATE_ERROR") != (behind > time.Hour) {
			t.Errorf("exporter %d: %s, %s behind", i, state, behind)
		}
	}
}

// fixed are the members of a resource server that no change can touch.
var fixed = []string{"id", "appId", "normalizedAudience", "createdAt"}

func (d *demo) checkHistories(t *testing.T) {
	for i, row := range d.records("servers") {
		server := object(row)
		d.before("resource server", i, d.apps[server.text("appId")], server)
		for v, entry := range d.checkVersions(t, i, server) {
			d.checkEntry(t, i, v, object(entry).child("metadata"))
		}
	}
}

// checkVersions reads the history of a resource server, oldest first.
func (d *demo) checkVersions(t *testing.T, i int, server object) []map[string]any {
	t.Helper()
	path := "/api/v1/apps/" + server.text("appId") + "/xaa/resource_servers/" + server.text("id") + "/history"
	entries := d.list(path, "list", "200")
	if toJSON(entries[0]["snapshot"]) != toJSON(server) {
		t.Errorf("resource server %d isn't what its newest version says", i)
	}
	slices.Reverse(entries)
	var before object
	for v, entry := range entries {
		snapshot, metadata := object(entry).child("snapshot"), object(entry).child("metadata")
		d.checkVersion(t, i, v, before, snapshot, metadata)
		if ref := snapshot.child("modifyClaimsHook"); ref != nil {
			d.checkFunction(t, "version", v, ref, metadata)
		}
		before = snapshot
	}
	return entries
}

// What a version may change doesn't hang on the seed.
func TestHistoriesHoldWithAnySeed(t *testing.T) {
	for seed := range uint64(24) {
		c := start(t, Options{Seed: seed})
		c.direct = true
		d := &demo{console: c, now: c.clock.now(), functions: map[string]object{}}
		for i, row := range c.walk("/api/v1/search/xaa/resource_servers", "list", nil) {
			d.checkVersions(t, i, row)
		}
		if t.Failed() {
			t.Fatalf("with the seed %d", seed)
		}
	}
}

// checkEntry: who made a change was there, says why in the way that such an actor does, and the log tells of it.
func (d *demo) checkEntry(t *testing.T, i, v int, metadata object) {
	t.Helper()
	at := metadata.time("createdAt")
	event := d.events[metadata.text("syslogEventId")]
	if event["time_dt"] != metadata["createdAt"] {
		t.Errorf("server %d, version %d of %s: its event is of %v", i, v, at, event["time_dt"])
	}
	actor := metadata.child("actor")
	kindOf, user := strings.TrimPrefix(actor.text("kind"), "ACTOR_KIND_"), actor.text("userId")
	if user != "" {
		d.acted("version", user, at)
		if who := event.child("actor").child("user").text("uid"); who != user {
			t.Errorf("server %d, version %d: the event is by %q", i, v, who)
		}
	}
	if (user != "") != (kindOf == "API" || kindOf == "SUPPORT") {
		t.Errorf("server %d, version %d: %s with user %q", i, v, kindOf, user)
	}
	may := map[string]string{"API": "TICKET REASON GENERIC", "SUPPORT": "TICKET REASON CORRELATION", "SLACK": "REASON", "MSTEAMS": "REASON",
		"JIRA_CLOUD": "TICKET REASON", "WORKFLOW": "WORKFLOW CORRELATION", "INTERNAL": "BATCH", "PIPELINE": "AUTOMATION", "": "AUTOMATION"}
	kinds := map[string]int{}
	for _, each := range metadata.objects("annotations") {
		is := strings.TrimPrefix(each.text("kind"), "ANNOTATION_KIND_")
		if kinds[is]++; !slices.Contains(strings.Fields(may[kindOf]), is) || kinds[is] > 1 {
			t.Errorf("server %d, version %d: %s has an annotation %s", i, v, kindOf, is)
		}
	}
	if must := map[string]string{"JIRA_CLOUD": "TICKET", "SUPPORT": "TICKET", "WORKFLOW": "WORKFLOW"}[kindOf]; must != "" && kinds[must] == 0 {
		t.Errorf("server %d, version %d: %s without a %s", i, v, kindOf, must)
	}
}

// checkVersion: a version changes what can be changed, and what its kind says.
func (d *demo) checkVersion(t *testing.T, i, v int, before, snapshot, metadata object) {
	t.Helper()
	kindOf := metadata.text("changeKind")
	if (before == nil) != (kindOf == "CHANGE_KIND_CREATE") || snapshot["updatedAt"] != metadata["createdAt"] {
		t.Errorf("server %d, version %d of %v: %s, changed %v", i, v, metadata["createdAt"], kindOf, snapshot["updatedAt"])
	}
	if before == nil {
		return
	}
	changed := map[string]bool{}
	for name, value := range snapshot {
		if toJSON(value) != toJSON(before[name]) {
			changed[name] = true
		}
	}
	delete(changed, "updatedAt")
	for _, name := range fixed {
		if changed[name] {
			t.Errorf("server %d, version %d changes %s", i, v, name)
		}
	}
	if was := before.text("sectorId"); changed["sectorId"] && was != "" {
		t.Errorf("server %d, version %d changes the sector %s", i, v, was)
	}
	deletes, restores := kindOf == "CHANGE_KIND_HARD_DELETE", kindOf == "CHANGE_KIND_RESTORE"
	if changed["deletedAt"] != (deletes || restores) || (deletes || restores) && len(changed) > 1 || len(changed) == 0 ||
		deletes != (snapshot["deletedAt"] != nil) {
		t.Errorf("server %d, version %d: %s changes %v", i, v, kindOf, changed)
	}
	if !metadata.time("createdAt").After(before.time("updatedAt")) {
		t.Errorf("server %d, version %d is of %v, the one before it of %v", i, v, metadata["createdAt"], before["updatedAt"])
	}
}

func (d *demo) checkToolsets(t *testing.T) {
	for i, row := range d.list("/api/v1/mcp_toolsets/search", "profiles", "100") {
		rec := object(row)
		d.datedOne("toolset", i, rec)
		d.before("toolset", i, d.apps[rec.text("appId")], rec)
		connector := "/api/v1/apps/" + rec.text("appId") + "/connectors/" + rec.text("connectorId")
		path := connector + "/mcp_toolsets/" + rec.text("id") + "/tool_bindings"
		bound := map[any]any{}
		for _, binding := range d.list(path, "bindings", "100") {
			bound[binding["mcpToolId"]] = binding["createdAt"]
			tool := object(d.do(200, "GET", connector+"/mcp_tools/"+binding["mcpToolId"].(string), "").at("tool").(map[string]any))
			d.before("binding of a tool", i, tool, binding)
			d.before("binding of a tool", i, rec, binding)
		}
		if count, known := row["toolCount"].(float64); known && int(count) != len(bound) {
			t.Errorf("toolset %d: toolCount %v, %d bindings", i, count, len(bound))
		}
		added := 0
		for _, entry := range d.list(path+"/history", "list", "100") {
			metadata := object(entry).child("metadata")
			d.acted("binding of tools", metadata.child("actor").text("userId"), metadata.time("createdAt"))
			event := d.events[metadata.text("syslogEventId")]
			if event["time_dt"] != metadata["createdAt"] || event.child("actor").child("user")["uid"] != metadata.child("actor")["userId"] {
				t.Errorf("toolset %d: an entry of %v by %v, its event %v", i, metadata["createdAt"], metadata.child("actor")["userId"], event)
			}
			for _, item := range object(entry).objects("items") {
				if added++; bound[item["listIndex"]] != metadata["createdAt"] {
					t.Errorf("toolset %d: %v added %v, bound %v", i, item["listIndex"], metadata["createdAt"], bound[item["listIndex"]])
				}
			}
		}
		if added != len(bound) {
			t.Errorf("toolset %d: %d added, %d bound", i, added, len(bound))
		}
		key := grantKey{rec.text("appId"), rec.text("appEntitlementId")}
		for user, binding := range d.readHolders(key) {
			if granted := binding.time("appEntitlementUserBindingCreatedAt"); d.users[user].text("status") == "DELETED" ||
				granted.Before(rec.time("createdAt")) || granted.Before(d.users[user].time("createdAt")) {
				t.Errorf("toolset %d of %v is held by %v since %s", i, rec["createdAt"], d.users[user]["displayName"], granted)
			}
		}
	}
}

func (d *demo) checkMonitors(t *testing.T) {
	for i := range d.tn.Size("monitors") {
		monitor := object(d.do(200, "GET", "/api/v1/accessconflict/"+d.tn.MonitorID(i), "").body)
		d.datedOne("monitor", i, monitor)
		for _, b := range d.tn.firstBindings(i) {
			bound := object(d.do(200, "POST", "/api/v1/appentitlementmonitorbinding/get", toJSON(object{"appId": b.app,
				"appEntitlementId": b.entitlement, "monitorId": b.monitor, "entitlementGroup": b.side})).body)
			d.datedOne("binding of a monitor", i, bound)
			d.before("binding of a monitor", i, monitor, bound)
			d.before("binding of a monitor", i, d.entitlements[grantKey{b.app, b.entitlement}], bound)
		}
	}
}

// checkOwners: the owners of entitlements are people, and own what the entitlements say.
func (d *demo) checkOwners(t *testing.T) {
	owned := map[string]map[grantKey]bool{}
	for key, rec := range d.entitlements {
		for _, owner := range d.list("/api/v1/apps/"+key.app+"/entitlements/"+key.id+"/owners", "list", "") {
			id := owner["id"].(string)
			d.fit("owner of "+rec.text("displayName"), id)
			if owned[id] == nil {
				owned[id] = map[grantKey]bool{}
			}
			owned[id][key] = true
		}
	}
	for id := range d.users {
		list := map[grantKey]bool{}
		apps := 0
		for _, row := range d.walk("/api/v1/search/user-ownership", "list", map[string]any{"userId": id}) {
			entry := object(row)
			if entry.text("ownershipType") == "USER_OWNERSHIP_TYPE_ENTITLEMENT" {
				list[grantOf(entry, "entitlementId")] = true
				continue
			}
			apps++
			if owners := d.apps[entry.text("appId")].objects("appOwners"); len(owners) != 1 || owners[0].text("id") != id {
				t.Errorf("%v owns %v, whose owners are %v", d.users[id]["displayName"], entry["appDisplayName"], owners)
			}
		}
		for key := range list {
			if !owned[id][key] {
				t.Errorf("%v owns %v, which doesn't say so", d.users[id]["displayName"], key)
			}
		}
		if len(list) != len(owned[id]) {
			t.Errorf("%v owns %d entitlements, %d say so", d.users[id]["displayName"], len(list), len(owned[id]))
		}
	}
}

// checkLog: who is in the log was there, and so was what it was about.
func (d *demo) checkLog(t *testing.T) {
	for id, event := range d.events {
		at := event.time("time_dt")
		if at.After(d.now) || at.UnixMilli() != int64(event["time"].(float64)) {
			t.Errorf("event %s is of %v, %v", id, event["time_dt"], event["time"])
		}
		if user := event.child("actor").child("user"); user.text("uid") != "" {
			d.acted("event "+event.text("message"), user.text("uid"), at)
			if d.users[user.text("uid")]["displayName"] != user["name"] || d.users[user.text("uid")]["email"] != user["email_addr"] {
				t.Errorf("event %s is by %v, called %v", id, d.users[user.text("uid")]["displayName"], user["name"])
			}
		}
		for _, resource := range event.objects("resources") {
			if app := d.apps[resource.text("uid")]; resource.text("type") == "app" &&
				(app["displayName"] != resource["name"] || at.Before(app.time("createdAt"))) {
				t.Errorf("event %s is about the app %v, which is %v", id, resource["name"], app["displayName"])
			}
		}
	}
}
