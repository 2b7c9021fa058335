package tenant

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gatehouse/tenant/world"
)

// entitlementsPerApp is how many entitlements an app has, as far as the collection of entitlements reaches.
const entitlementsPerApp = world.EntitlementsPerApp

var resourceKinds = world.ResourceKinds()

var riskWords = []string{"Low", "Medium", "Elevated", "High", "Critical"}

// appBorn is when an app came: before the oldest suggestion that names it.
func (t *Tenant) appBorn(i int) time.Time { return t.longAgo(kindApp, i, 1100).AddDate(0, 0, -70) }

func (t *Tenant) appID(i int) string { return t.id(kindApp, 0, i, t.appBorn(i)) }

func (t *Tenant) connectorID(i int) string { return t.id(kindConnector, i, 0, t.appBorn(i)) }

func (t *Tenant) appName(i int) string { return world.AppName(i) }

func (t *Tenant) appPeek(i int, field string) any {
	switch field {
	case "displayName":
		return t.appName(i)
	case "description":
		return "For " + world.AppPurpose(i) + "."
	}
	return nil
}

// appOwner is the place of the user who owns an app.
func (t *Tenant) appOwner(i int) int { return t.world.AppOwner(i) }

func (t *Tenant) appRecord(i int) object {
	born := t.appBorn(i)
	return object{
		"id": t.appID(i), "displayName": t.appName(i), "description": t.appPeek(i, "description"),
		"userCount": fmt.Sprint(t.world.AppUsers(i)),
		"appOwners": []object{t.users.at(t.appOwner(i))}, "createdAt": stamp(born), "updatedAt": stamp(t.touched(kindApp, i, born)),
		"deletedAt": nil,
	}
}

// searchApps is POST /api/v1/search/apps.
func (t *Tenant) searchApps(c *call) (any, error) {
	if err := c.without("onlyDirectories", "policyRefs"); err != nil {
		return nil, err
	}
	query, name := c.query(), c.in.text("displayName")
	var places []int
	if ids := c.in.strings("appIds"); len(ids) > 0 {
		places = t.placesOf(t.apps, ids)
	}
	match := func(r *row) bool {
		return r.matches(query) && (name == "" || r.text("displayName") == name) && !c.names("excludeAppIds", r, "id")
	}
	return c.search(t.apps, "list", places, match, nil)
}

// Entitlements: the place is app*entitlementsPerApp + number. Two neighbouring apps share their entitlement ids, because ids of
// entitlements are unique only within an app (companion.md 4).

func (t *Tenant) entitlementID(place int) string {
	app, number := place/entitlementsPerApp, place%entitlementsPerApp
	return t.id(kindEntitlement, app/2*2, number, t.entitlementBorn(place))
}

// entitlementBorn is when an entitlement came: soon after the younger of the two apps that have its id.
func (t *Tenant) entitlementBorn(place int) time.Time {
	app, number := place/entitlementsPerApp, place%entitlementsPerApp
	return later(t.appBorn(app/2*2), t.appBorn(app/2*2+1)).Add(time.Duration(number) * time.Hour)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// entitlementAt resolves an entitlement of an app. toolset says that the place is that of the toolset whose backing entitlement it is.
func (t *Tenant) entitlementAt(appID, id string) (place int, toolset, ok bool) {
	app, isApp := t.refOf(appID)
	r, isID := t.refOf(id)
	if !isApp || !isID || app.kind != kindApp {
		return 0, false, false
	}
	switch r.kind {
	case kindEntitlement:
		place = app.pos*entitlementsPerApp + r.pos
		return place, false, r.parent == app.pos/2*2 && t.entitlements.at(place) != nil
	case kindToolEntitlement:
		rec := t.toolsets.at(r.pos)
		return r.pos, true, rec != nil && rec["deletedAt"] == nil && rec.text("appId") == appID
	}
	return 0, false, false
}

func (t *Tenant) entitlementPeek(place int, field string) any {
	e := t.world.Entitlement(place)
	switch field {
	case "displayName":
		return e.Name()
	case "description":
		return e.Grant + " of the " + strings.ToLower(e.Kind) + " " + e.Resource + " in " + t.appName(e.App) + "."
	}
	return nil
}

func (t *Tenant) entitlementRecord(place int) object {
	e, born := t.world.Entitlement(place), t.entitlementBorn(place)
	return object{
		"id": t.entitlementID(place), "appId": t.appID(e.App), "displayName": e.Name(),
		"description": t.entitlementPeek(place, "description"), "slug": strings.ToLower(strings.ReplaceAll(e.Grant, " ", "-")),
		"appResourceId": t.id(kindResource, e.App, e.Number, born), "appResourceTypeId": t.resourceTypeID(e.App, e.Kind),
		"riskLevelValueId": t.riskID(int(e.Risk)), "grantCount": fmt.Sprint(t.world.HolderCount(place)),
		"createdAt": stamp(born), "updatedAt": stamp(t.touched(kindEntitlement, place, born)), "deletedAt": nil,
	}
}

// resourceTypeID is the id of a sort of resource of an app.
func (t *Tenant) resourceTypeID(app int, resourceKind string) string {
	return t.id(kindResourceType, app, slices.Index(resourceKinds, resourceKind), t.appBorn(app))
}

// riskID is the id of a risk level; "" for none.
func (t *Tenant) riskID(level int) string {
	if level < 0 {
		return ""
	}
	return t.id(kindRisk, 0, level, t.start.AddDate(-2, 0, level))
}

// listRiskLevels is GET /api/v1/attributes/risk_levels.
func (t *Tenant) listRiskLevels(c *call) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	return p.cut("list", len(riskWords), func(i int) object {
		return object{"id": t.riskID(i), "value": riskWords[i]}
	}), nil
}

// searchEntitlements is POST /api/v1/search/entitlements.
func (t *Tenant) searchEntitlements(c *call) (any, error) {
	if err := c.without("accessReviewId", "alias", "appUserIds", "complianceFrameworkIds", "excludeAppUserIds", "excludeImmutable",
		"excludeResourceTypeIds", "isAutomated", "membershipType", "onlyGetExpiring", "policyRefs", "requestSchemaIds", "resourceTraitIds",
		"sourceConnectorId"); err != nil {
		return nil, err
	}
	query, name := c.query(), c.in.text("displayName")
	apps := map[int]bool{}
	for _, pos := range t.placesOf(t.apps, c.in.strings("appIds")) {
		apps[pos] = true
	}
	limited := len(c.in.strings("appIds")) > 0
	if refs := c.in.objects("refs"); len(refs) > 0 {
		return t.entitlementsByRef(c, refs)
	}
	match := func(r *row) bool {
		return (!limited || apps[r.pos/entitlementsPerApp]) && r.matches(query) && (name == "" || r.text("displayName") == name) &&
			c.oneOf("riskLevelIds", r, "riskLevelValueId") && c.oneOf("resourceTypeIds", r, "appResourceTypeId") &&
			c.oneOf("resourceIds", r, "appResourceId") && !c.names("excludeAppIds", r, "appId") && !c.leavesOut(r)
	}
	return c.search(t.entitlements, "list", nil, match, wrapEntitlement)
}

// leavesOut says whether the request doesn't want an entitlement.
func (c *call) leavesOut(r *row) bool {
	return slices.ContainsFunc(c.in.objects("excludedEntitlementRefs"), func(ref object) bool {
		return ref.text("appId") == r.text("appId") && ref.text("id") == r.text("id")
	})
}

func wrapEntitlement(rec object) object { return object{"appEntitlement": rec} }

// entitlementsByRef answers a search for some entitlements, backing ones of toolsets too.
func (t *Tenant) entitlementsByRef(c *call, refs []object) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	found := make([]object, 0, len(refs))
	for _, each := range refs {
		place, toolset, ok := t.entitlementAt(each.text("appId"), each.text("id"))
		switch {
		case !ok:
		case toolset:
			found = append(found, t.backingEntitlement(t.toolsets.at(place)))
		default:
			found = append(found, t.entitlements.at(place))
		}
	}
	return p.cut("list", len(found), func(i int) object { return wrapEntitlement(found[i]) }), nil
}

// placesOf turns ids into places of a collection, those of other things left out; never nil.
func (t *Tenant) placesOf(coll *collection, ids []string) []int {
	out := make([]int, 0, len(ids))
	for _, id := range ids {
		if r, ok := t.refOf(id); ok && r.kind == coll.kind {
			out = append(out, r.pos)
		}
	}
	return sortedUnique(out)
}

// listHolders is GET /api/v1/apps/{app_id}/entitlements/{app_entitlement_id}/users.
func (t *Tenant) listHolders(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	place, toolset, ok := t.entitlementAt(c.params[0], c.params[1])
	if !ok {
		return nil, notFound("entitlement")
	}
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	users, app, made := []int(nil), place/entitlementsPerApp, time.Time{}
	if toolset {
		users, app, made = t.toolHolders(place), t.toolsetApp(place), t.born(t.toolsets, place, 240)
	} else {
		users, made = t.world.Holders(place), t.entitlementBorn(place)
	}
	return p.cut("list", len(users), func(i int) object { return t.holder(c.params[0], c.params[1], users[i], app, made) }), nil
}

// toolHolders are the users who have a toolset.
func (t *Tenant) toolHolders(toolset int) []int {
	app := t.toolsetApp(toolset)
	first := app / world.DivisionApps * world.DivisionPeople
	var out []int
	for user := first; user < min(first+world.DivisionPeople, t.users.size); user++ {
		if t.world.HoldsTool(user, app, toolset) {
			out = append(out, user)
		}
	}
	return out
}

// holder is a user's hold of an entitlement that was made at a time, through the account that the user has in the app. Both are younger
// than the user, and the hold is younger than the account.
func (t *Tenant) holder(appID, entitlement string, user, app int, made time.Time) object {
	rec := t.users.at(user)
	d := t.dice(kindAccount, user, uint64(app))
	opened := later(t.userBorn(user), t.appBorn(app)).Add(time.Duration(d.between(1, 90)) * time.Minute)
	granted := later(opened, made)
	granted = granted.Add(time.Duration(d.fraction() * float64(t.start.Sub(granted))))
	account := t.id(kindAccount, app, user, opened)
	status := "STATUS_" + rec.text("status")
	if status == "STATUS_UNKNOWN" {
		status = "STATUS_UNSPECIFIED"
	}
	return object{
		"appId": appID, "appEntitlementId": entitlement, "appUserId": account, "appEntitlementUserBindingCreatedAt": stamp(granted),
		"appUser": object{"appUser": object{
			"id": account, "appId": appID, "identityUserId": rec["id"], "displayName": rec["displayName"], "email": rec["email"],
			"username": rec["username"], "status": object{"status": status, "details": ""}, "createdAt": stamp(opened),
		}},
	}
}
