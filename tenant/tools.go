package tenant

import (
	"strings"
	"time"
)

// toolsPerApp is how many tools the connector of an app has.
const toolsPerApp = 48

var toolVerbs = []string{"list", "read", "search", "create", "update", "delete", "export", "approve"}

var toolThings = []string{"records", "reports", "files", "tickets", "members", "settings"}

// toolCount is how many tools a toolset has.
func (t *Tenant) toolCount(i int) int {
	d := t.dice(kindToolset, i, 2)
	return d.n(40)
}

// toolsetPlace finds the toolset of an app's connector that a path names; a deleted one is none.
func (t *Tenant) toolsetPlace(c *call) (int, bool) {
	pos, ok := t.place(t.toolsets, c.params[2])
	if !ok {
		return 0, false
	}
	rec := t.toolsets.at(pos)
	return pos, rec.text("appId") == c.params[0] && rec.text("connectorId") == c.params[1] && rec.text("deletedAt") == ""
}

// getToolset is GET /api/v1/apps/{app_id}/connectors/{connector_id}/mcp_toolsets/{id}.
func (t *Tenant) getToolset(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.toolsetPlace(c)
	if !ok {
		return nil, notFound("access profile")
	}
	return object{"profile": t.toolsets.at(pos)}, nil
}

func (t *Tenant) toolID(app, number int) string { return t.id(kindTool, app, number, t.appBorn(app)) }

// listTools is GET …/mcp_toolsets/{id}/tool_bindings; its rows are in "bindings".
func (t *Tenant) listTools(c *call) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.toolsetPlace(c)
	if !ok {
		return nil, notFound("access profile")
	}
	rec := t.toolsets.at(pos)
	return p.cut("bindings", t.toolCount(pos), func(i int) object {
		at := stamp(t.boundAt(pos, i))
		return object{"accessProfileId": rec["id"], "appId": rec["appId"], "connectorId": rec["connectorId"],
			"mcpToolId": t.toolID(t.toolsetApp(pos), t.boundTool(pos, i)), "createdAt": at, "updatedAt": at, "deletedAt": nil}
	}), nil
}

// boundTool is the number of the i-th tool of a toolset.
func (t *Tenant) boundTool(toolset, i int) int { return (toolset*11 + i) % toolsPerApp }

// boundAt is when the i-th tool of a toolset was bound: four at a time, from the toolset's making on.
func (t *Tenant) boundAt(toolset, i int) time.Time {
	born := t.born(t.toolsets, toolset, 240)
	steps := t.toolCount(toolset)/4 + 2
	return born.Add(t.start.Sub(born) / time.Duration(steps) * time.Duration(i/4))
}

// toolHistory is GET …/mcp_toolsets/{id}/tool_bindings/history, newest first.
func (t *Tenant) toolHistory(c *call) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.toolsetPlace(c)
	if !ok {
		return nil, notFound("access profile")
	}
	tools := t.toolCount(pos)
	steps := (tools + 3) / 4
	return p.cut("list", steps, func(i int) object {
		step := steps - 1 - i
		at := t.boundAt(pos, step*4)
		d := t.dice(kindBinding, pos<<12^step, 1)
		items := []object{}
		for k := step * 4; k < min(tools, step*4+4); k++ {
			items = append(items, object{"changeKind": "LIST_CHANGE_KIND_ADDED", "listIndex": t.toolID(t.toolsetApp(pos), t.boundTool(pos, k))})
		}
		return object{"items": items, "metadata": object{
			"id": t.id(kindBinding, pos, step, at), "syslogEventId": "", "traceId": d.hex(32), "createdAt": stamp(at),
			"actor": object{"kind": "ACTOR_KIND_API", "userId": t.userID(t.person(d.n(t.users.size)))}, "annotations": []object{},
		}}
	}), nil
}

// getTool is GET /api/v1/apps/{app_id}/connectors/{connector_id}/mcp_tools/{id}.
func (t *Tenant) getTool(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	app, ok := t.place(t.apps, c.params[0])
	r, known := t.refOf(c.params[2])
	if !ok || !known || r.kind != kindTool || r.parent != app || c.params[1] != t.connectorID(app) {
		return nil, notFound("tool")
	}
	verb, thing := toolVerbs[r.pos%len(toolVerbs)], toolThings[r.pos/len(toolVerbs)%len(toolThings)]
	sort := map[string]string{"create": "WRITE", "update": "WRITE", "delete": "DESTRUCTIVE", "export": "SENSITIVE",
		"approve": "DANGEROUS"}[verb]
	if sort == "" {
		sort = "READ"
	}
	name := upperFirst(verb) + " " + thing
	made := stamp(t.appBorn(app))
	return object{"tool": object{
		"id": c.params[2], "appId": c.params[0], "connectorId": c.params[1], "displayName": name, "defaultDisplayName": name,
		"toolName": strings.ToLower(verb + "_" + thing), "description": name + " of " + t.appName(app) + ".",
		"classification": "TOOL_CLASSIFICATION_" + sort, "defaultClassification": "TOOL_CLASSIFICATION_" + sort,
		"state": "MCP_TOOL_STATE_APPROVED", "visibility": "TOOL_VISIBILITY_AVAILABLE", "defaultVisibility": "TOOL_VISIBILITY_AVAILABLE",
		"requestable": true, "requestableViaToolset": true, "createdAt": made, "updatedAt": made, "deletedAt": nil,
	}}, nil
}
