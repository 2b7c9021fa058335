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

// toolsAtATime is how many tools are bound to a toolset together.
const toolsAtATime = 4

// bindingSteps is how often tools were bound to a toolset.
func (t *Tenant) bindingSteps(toolset int) int {
	return (t.toolCount(toolset) + toolsAtATime - 1) / toolsAtATime
}

// bindingEventID is the id of the event of the log that tells of such a time.
func (t *Tenant) bindingEventID(toolset, step int) string {
	return t.id(kindBindingEvent, toolset, step, t.boundAt(toolset, step*toolsAtATime))
}

// binder is who bound tools to a toolset.
func (t *Tenant) binder(toolset, step int) int {
	d := t.dice(kindBinding, toolset<<12^step, 2)
	return t.personBefore(d.n(t.users.size), t.boundAt(toolset, step*toolsAtATime))
}

// boundAt is when the i-th tool of a toolset was bound: some at a time, from the toolset's making on.
func (t *Tenant) boundAt(toolset, i int) time.Time {
	born := t.born(t.toolsets, toolset, 240)
	return born.Add(t.start.Sub(born) / time.Duration(t.bindingSteps(toolset)+2) * time.Duration(i/toolsAtATime))
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
	tools, steps := t.toolCount(pos), t.bindingSteps(pos)
	return p.cut("list", steps, func(i int) object {
		step := steps - 1 - i
		at := t.boundAt(pos, step*toolsAtATime)
		d := t.dice(kindBinding, pos<<12^step, 1)
		items := []object{}
		for k := step * toolsAtATime; k < min(tools, (step+1)*toolsAtATime); k++ {
			items = append(items, object{"changeKind": "LIST_CHANGE_KIND_ADDED", "listIndex": t.toolID(t.toolsetApp(pos), t.boundTool(pos, k))})
		}
		return object{"items": items, "metadata": object{
			"id": t.id(kindBinding, pos, step, at), "syslogEventId": t.bindingEventID(pos, step), "traceId": d.hex(32),
			"createdAt": stamp(at), "actor": object{"kind": "ACTOR_KIND_API", "userId": t.userID(t.binder(pos, step))},
			"annotations": t.reasons(&d, "API"),
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
