package tenant

import (
	"strings"
	"testing"
	"time"

	"github.com/segmentio/ksuid"
)

// demo is all that the demo shows to a client, read through the handler.
type demo struct {
	*console
	now          time.Time
	users, apps  map[string]object
	risks        map[string]bool
	entitlements map[grantKey]object
	holders      map[grantKey]map[string]object // by user
	suggestions  []object
	members      map[string][]object // of suggestions
	runs         map[string]object
	catalogs     map[string]object // that suggestions name
	functions    map[string]object
	events       map[string]object // of the log
}

// grantKey names an entitlement: its id is unique only within its app.
type grantKey struct{ app, id string }

func grantOf(o object, id string) grantKey { return grantKey{o.text("appId"), o.text(id)} }

// byID are records by their id.
func byID(rows []map[string]any) map[string]object {
	out := map[string]object{}
	for _, row := range rows {
		out[object(row).text("id")] = row
	}
	return out
}

// TestNothingInTheDemoContradictsItself walks the whole demo: every count against the list it counts, every id against the record it names,
// every date against those it depends on, every state against what may go with it.
func TestNothingInTheDemoContradictsItself(t *testing.T) {
	d := readDemo(t)
	d.records("history")
	for _, name := range []string{"hooks", "webhooks", "secrets", "servers", "exporters", "roles"} {
		d.dated(name, d.records(name))
	}
	for _, each := range []struct {
		name  string
		check func(*testing.T)
	}{
		{"people", d.checkPeople}, {"holders", d.checkHolders}, {"suggestions", d.checkSuggestions}, {"profiles", d.checkProfiles},
		{"runs", d.checkRuns}, {"hooks", d.checkHooks}, {"exporters", d.checkExporters}, {"histories", d.checkHistories},
		{"toolsets", d.checkToolsets}, {"monitors", d.checkMonitors}, {"owners", d.checkOwners}, {"log", d.checkLog},
		{"an analysis of one's own", d.checkOwn}, // last: it changes the demo
	} {
		t.Run(each.name, func(t *testing.T) {
			d.console.t = t
			each.check(t)
		})
	}
}

func readDemo(t *testing.T) *demo {
	t.Helper()
	c := start(t, Options{Seed: 1})
	c.shapes, c.direct = 40, true
	d := &demo{console: c, now: c.clock.now(), users: map[string]object{}, risks: map[string]bool{"": true},
		entitlements: map[grantKey]object{}, holders: map[grantKey]map[string]object{}, members: map[string][]object{},
		catalogs: map[string]object{}, functions: map[string]object{}, events: map[string]object{}}
	for _, row := range c.records("users") {
		user := object(row).child("user")
		d.users[user.text("id")] = user
	}
	d.apps = byID(c.records("apps"))
	for _, row := range c.list("/api/v1/attributes/risk_levels", "list", "") {
		d.risks[row["id"].(string)] = true
	}
	for _, row := range c.records("entitlements") {
		rec := object(row).child("appEntitlement")
		key := grantOf(rec, "id")
		d.entitlements[key], d.holders[key] = rec, d.readHolders(key)
	}
	d.runs = byID(c.list("/api/v1/role-mining/runs", "list", ""))
	for _, row := range c.records("suggestions") {
		whole := object(c.do(200, "GET", "/api/v1/role-mining/suggestions/"+row["id"].(string), "").at("suggestion").(map[string]any))
		d.suggestions = append(d.suggestions, whole)
	}
	for _, row := range c.walk(logPath, "list", nil) {
		d.events[uid(row)] = row
	}
	return d
}

// readHolders are the users who hold an entitlement, each with the binding.
func (d *demo) readHolders(key grantKey) map[string]object {
	out := map[string]object{}
	for _, row := range d.list("/api/v1/apps/"+key.app+"/entitlements/"+key.id+"/users", "list", "100") {
		user, _ := at(row, "appUser", "appUser", "identityUserId").(string)
		if out[user] != nil {
			d.t.Errorf("%v is listed twice as a holder of %v", d.users[user]["displayName"], key)
		}
		out[user] = row
	}
	return out
}

// dated holds the dates of records to each other: made, changed, ended, and not yet to come; the id says when, too.
func (d *demo) dated(what string, rows []map[string]any) {
	d.t.Helper()
	for i, row := range rows {
		d.datedOne(what, i, row)
	}
}

func (d *demo) datedOne(what string, i int, rec object) {
	d.t.Helper()
	made := rec.time("createdAt")
	if made.IsZero() {
		d.t.Errorf("%s %d has no createdAt", what, i)
		return
	}
	for _, name := range []string{"createdAt", "updatedAt", "deletedAt", "revokedAt", "completedAt", "lastGeneratedAt"} {
		at := rec.time(name)
		if !at.IsZero() && (at.Before(made) || at.After(d.now)) {
			d.t.Errorf("%s %d: %s is %s, made %s, now %s", what, i, name, at, made, d.now)
		}
		if ended := name == "deletedAt" || name == "revokedAt"; ended && !at.IsZero() &&
			(!at.After(made) || rec.time("updatedAt").After(at)) {
			d.t.Errorf("%s %d: made %s, ended %s, changed %s", what, i, made, at, rec.time("updatedAt"))
		}
	}
	for _, name := range []string{"id", "vaultId", "exportId"} {
		if id, err := ksuid.Parse(rec.text(name)); err == nil && id.Time().Unix() != made.Unix() {
			d.t.Errorf("%s %d: the id says %s, createdAt %s", what, i, id.Time().UTC(), made)
		}
	}
}

// before says that something was there when something else was made.
func (d *demo) before(what string, i int, earlier, later object) {
	d.t.Helper()
	if earlier.time("createdAt").IsZero() || later.time("createdAt").Before(earlier.time("createdAt")) {
		d.t.Errorf("%s %d: made %v, but %v is of %v", what, i, later["createdAt"], earlier["displayName"], earlier["createdAt"])
	}
}

func (d *demo) checkPeople(t *testing.T) {
	for id, user := range d.users {
		d.datedOne("user "+user.text("displayName"), 0, user)
		status := user.text("status")
		if (status == "DELETED") != (user["deletedAt"] != nil) || status != user.text("directoryStatus") ||
			user.text("type") == "USER_TYPE_HUMAN" && (status == "DELETED") != (user.text("employmentStatus") == "Terminated") {
			t.Errorf("%v is %s, in the directory %v, deleted %v, employment %v", user["displayName"], status, user["directoryStatus"],
				user["deletedAt"], user["employmentStatus"])
		}
		seen := map[string]bool{id: true}
		for at := user; len(at.strings("managerIds")) > 0; { // up to the top, and never round
			id := at.strings("managerIds")[0]
			manager := d.users[id]
			if manager.text("type") != "USER_TYPE_HUMAN" || manager.text("status") == "DELETED" || seen[id] {
				t.Errorf("%v is managed by %v, a %v who is %v", at["displayName"], manager["displayName"], manager["type"], manager["status"])
				break
			}
			seen[id], at = true, manager
		}
		again := d.do(200, "GET", "/api/v1/users/"+id, "").at("userView", "user")
		if toJSON(again) != toJSON(user) {
			t.Errorf("%v is another user by id", user["displayName"])
		}
	}
	me := d.do(200, "GET", "/api/v1/auth/introspect", "").body["userId"].(string)
	if d.users[me].text("status") != "ENABLED" {
		t.Errorf("the caller is %v", d.users[me]["status"])
	}
}

func (d *demo) checkHolders(t *testing.T) {
	of := map[string]map[string]bool{}
	for key, rec := range d.entitlements {
		d.datedOne("entitlement "+rec.text("displayName"), 0, rec)
		app := d.apps[key.app]
		d.before("entitlement "+rec.text("displayName"), 0, app, rec)
		if rec.text("grantCount") != itoa(len(d.holders[key])) || !d.risks[rec.text("riskLevelValueId")] {
			t.Errorf("%v: grantCount %v, %d holders, risk %v", rec["displayName"], rec["grantCount"], len(d.holders[key]), rec["riskLevelValueId"])
		}
		if of[key.app] == nil {
			of[key.app] = map[string]bool{}
		}
		for id, binding := range d.holders[key] {
			of[key.app][id] = true
			user, granted := d.users[id], binding.time("appEntitlementUserBindingCreatedAt")
			account := binding.child("appUser").child("appUser")
			if user == nil || user.text("status") == "DELETED" || account["displayName"] != user["displayName"] {
				t.Errorf("%v of %v is held by %v, who is %v", rec["displayName"], app["displayName"], account["displayName"], user["status"])
			}
			if granted.Before(user.time("createdAt")) || granted.Before(rec.time("createdAt")) || granted.After(d.now) ||
				account.time("createdAt").Before(app.time("createdAt")) || granted.Before(account.time("createdAt")) {
				t.Errorf("%v of %s since %s: user of %v, account of %v, entitlement of %v", rec["displayName"], user["displayName"], granted,
					user["createdAt"], account["createdAt"], rec["createdAt"])
			}
		}
	}
	for id, app := range d.apps {
		d.datedOne("app "+app.text("displayName"), 0, app)
		if app.text("userCount") != itoa(len(of[id])) {
			t.Errorf("%v: userCount %v, %d people hold something of it", app["displayName"], app["userCount"], len(of[id]))
		}
		for _, owner := range app.objects("appOwners") {
			d.fit("owner of "+app.text("displayName"), owner.text("id"))
		}
	}
}

// fit says that an id is that of a person who may act today.
func (d *demo) fit(what, id string) {
	d.t.Helper()
	if user := d.users[id]; user.text("type") != "USER_TYPE_HUMAN" || user.text("status") != "ENABLED" {
		d.t.Errorf("%s: %v, a %v who is %v", what, user["displayName"], user["type"], user["status"])
	}
}

// acted says that an id is that of a person who was there at a time.
func (d *demo) acted(what, id string, at time.Time) {
	d.t.Helper()
	d.fit(what, id)
	if made := d.users[id].time("createdAt"); at.Before(made) {
		d.t.Errorf("%s: at %s by %v, there since %s", what, at, d.users[id]["displayName"], made)
	}
}

// function reads a function that something refers to, once.
func (d *demo) function(id string) object {
	if d.functions[id] == nil {
		d.functions[id] = object(d.do(200, "GET", "/api/v1/functions/"+id, "").at("function").(map[string]any))
	}
	return d.functions[id]
}

// catalog reads an access profile that something refers to, once.
func (d *demo) catalog(id string) object {
	if d.catalogs[id] == nil {
		view := object(d.do(200, "GET", "/api/v1/catalogs/"+id, "").at("requestCatalogView").(map[string]any))
		d.catalogs[id] = view.child("requestCatalog").with(object{"memberCount": view["memberCount"]})
	}
	return d.catalogs[id]
}

func itoa(n int) string { return strings.TrimSpace(toJSON(n)) }
