package tenant

import "gatehouse/tenant/world"

var toolsetNames = []string{"CRM read tools", "Ticket triage tools", "Deploy tools", "Ledger lookups", "Docs search tools", "Expense tools",
	"Chat posting",
	"Warehouse queries", "Candidate tools", "Contract search", "Monitoring tools"}

// toolsetHomes are the apps that the names speak of, by their place within a division.
var toolsetHomes = [...]int{2, 5, 4, 0, 10, 15, 13, 7, 6, 19, 16}

// toolsetHome is what a toolset is called, as a place among the names, and the app that the name speaks of, whose tools it has. Where that
// app is younger than the toolset, it is the next name whose app isn't.
func (t *Tenant) toolsetHome(i int) (name, app int) {
	turn, born := i/len(toolsetNames), t.born(t.toolsets, i, 240)
	for k := range toolsetNames {
		name = (i + k) % len(toolsetNames)
		app = (turn%t.world.Divisions()*world.DivisionApps + toolsetHomes[name]) % t.apps.size
		if t.appBorn(app).Before(born) {
			break
		}
	}
	return name, app
}

// toolsetApp is the app whose tools a toolset has.
func (t *Tenant) toolsetApp(i int) int {
	_, app := t.toolsetHome(i)
	return app
}

func (t *Tenant) toolsetPeek(i int, field string) any {
	switch field {
	case "displayName":
		if odd := t.hostileAt(i, 31, 1); odd != "" {
			return odd
		}
		name, _ := t.toolsetHome(i)
		if turn := i / len(toolsetNames); turn > 0 {
			return toolsetNames[name] + " for " + departments[(turn*5+i)%len(departments)]
		}
		return toolsetNames[name]
	case "description":
		return "Tools of " + t.appName(t.toolsetApp(i)) + " that may be used without asking."
	case "appId":
		return t.appID(t.toolsetApp(i))
	case "deletedAt":
		return ""
	}
	return nil
}

// toolsetRecord makes an MCPAccessProfile (companion.md 7.9).
func (t *Tenant) toolsetRecord(i int) object {
	born := t.born(t.toolsets, i, 240)
	app := t.toolsetApp(i)
	d := t.dice(kindToolset, i, 2)
	d.next() // the count of tools
	rec := object{
		"id": t.id(kindToolset, 0, i, born), "appId": t.appID(app), "connectorId": t.connectorID(app), "connectorDisplayName": t.appName(app) +
			" connector",
		"appEntitlementId": t.id(kindToolEntitlement, 0, i, born), "displayName": t.toolsetPeek(i, "displayName"),
		"description": t.toolsetPeek(i, "description"), "toolCount": t.toolCount(i), "requestable": d.chance(60),
		"createdAt": stamp(born), "updatedAt": stamp(t.touched(kindToolset, i, born)), "deletedAt": nil,
	}
	switch i % 8 {
	case 3:
		delete(rec, "toolCount") // not computed
	case 6:
		rec["toolCount"] = nil
	}
	return rec
}

// backingEntitlement is the entitlement that stands behind a toolset.
func (t *Tenant) backingEntitlement(toolset object) object {
	return object{
		"id": toolset["appEntitlementId"], "appId": toolset["appId"], "displayName": toolset.text("displayName") + " access",
		"description": "Backs the access profile " + toolset.text("displayName") + ".", "riskLevelValueId": t.riskID(2), "slug": "mcp-access",
		"createdAt": toolset["createdAt"], "updatedAt": toolset["updatedAt"], "deletedAt": toolset["deletedAt"],
	}
}

// searchToolsets is GET /api/v1/mcp_toolsets/search; its rows are in "profiles".
func (t *Tenant) searchToolsets(c *call) (any, error) {
	query := c.query()
	return c.search(t.toolsets, "profiles", nil, func(r *row) bool { return r.text("deletedAt") == "" && r.matches(query) }, nil)
}

// listToolsets is GET /api/v1/apps/{app_id}/connectors/{connector_id}/mcp_toolsets.
func (t *Tenant) listToolsets(c *call) (any, error) {
	app, connector := c.params[0], c.params[1]
	r, ok := t.refOf(connector)
	t.mu.RLock()
	pos, known := t.place(t.apps, app)
	t.mu.RUnlock()
	if !ok || !known || r.kind != kindConnector || r.parent != pos {
		return nil, notFound("connector")
	}
	return c.search(t.toolsets, "profiles", nil, func(r *row) bool { return r.text("appId") == app && r.text("deletedAt") == "" }, nil)
}

// deleteToolset is operation 9: a soft delete that takes the tool bindings and the backing entitlement with it.
func (t *Tenant) deleteToolset(c *call) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	pos, ok := t.toolsetPlace(c)
	if !ok {
		return nil, notFound("access profile")
	}
	before := t.toolsets.at(pos)
	now := stamp(t.now())
	c.commit(t.toolsets, pos, before, before.with(object{"deletedAt": now, "updatedAt": now, "toolCount": 0}))
	return object{}, nil
}
