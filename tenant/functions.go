package tenant

import (
	"slices"
	"strings"
	"time"
)

// functionCount is how many functions the tenant has; hooks and resource servers name them.
const functionCount = 40

var functionNames = []string{"Score a tool call", "Route to the ticket queue", "Add claims from HR", "Look the caller's manager up",
	"Check the freeze calendar",
	"Map groups to scopes", "Shorten a grant", "Tag for the warehouse", "Ask the risk model", "Mask account numbers"}

// functionMade is when a function was made: the first before anything that could call it, then one every month or so.
func (t *Tenant) functionMade(n int) time.Time {
	d := t.dice(kindFunction, n, 2)
	return t.start.Add(-time.Duration(1400-n*34)*24*time.Hour + time.Duration(d.n(20*24*60))*time.Minute)
}

func (t *Tenant) functionID(n int) string { return t.id(kindFunction, 0, n, t.functionMade(n)) }

// functionName says what a function is for.
func functionName(n int) string {
	name := functionNames[n%len(functionNames)]
	if turn := n / len(functionNames); turn > 0 {
		name += " for " + departments[(turn*5+n)%len(departments)]
	}
	return name
}

// commits are the versions of a function, the oldest first.
func (t *Tenant) commits(n int) []string {
	d := t.dice(kindFunction, n, 1)
	out := make([]string, d.between(2, 5))
	for i := range out {
		out[i] = d.hex(40)
	}
	return out
}

// functionBefore picks a function that was there at a time.
func (t *Tenant) functionBefore(d *dice, at time.Time) int {
	n := 1
	for n < functionCount && t.functionMade(n).Before(at) {
		n++
	}
	return d.n(n)
}

// functionRef names a function that was there at a time, and one of its commits.
func (t *Tenant) functionRef(d *dice, at time.Time) object {
	n := t.functionBefore(d, at)
	return object{"functionId": t.functionID(n), "commitId": d.pick(t.commits(n))}
}

// functionNumber reads the id of a function back.
func (t *Tenant) functionNumber(id string) (int, bool) {
	r, ok := t.refOf(id)
	return r.pos, ok && r.kind == kindFunction && r.pos >= 0 && r.pos < functionCount
}

// getFunction is GET /api/v1/functions/{id}.
func (t *Tenant) getFunction(c *call) (any, error) {
	n, ok := t.functionNumber(c.params[0])
	if !ok {
		return nil, notFound("function")
	}
	name, made, commits := functionName(n), t.functionMade(n), t.commits(n)
	head := commits[len(commits)-1]
	return object{"function": object{
		"id": c.params[0], "displayName": name, "description": "Runs when a hook calls it. " + name + ".", "functionType": "FUNCTION_TYPE_ANY",
		"head": head, "publishedCommitId": head, "isDraft": false, "outboundNetworkAllowlist": []string{}, "scopedRoleIds": []string{},
		"createdAt": stamp(made), "updatedAt": stamp(t.touched(kindFunction, n, made)), "deletedAt": nil,
	}}, nil
}

// listInvocations is GET /api/v1/functions/{function_id}/invocations, newest first.
func (t *Tenant) listInvocations(c *call) (any, error) {
	n, ok := t.functionNumber(c.params[0])
	if !ok {
		return nil, notFound("function")
	}
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	d, commits := t.dice(kindInvocation, n, 1), t.commits(n)
	return p.cut("list", d.between(0, 60), func(i int) object {
		d := t.dice(kindInvocation, n<<12^i, 2)
		at := t.start.Add(-time.Duration(i)*47*time.Minute - time.Duration(d.between(1, 45))*time.Minute)
		rec := object{"id": t.id(kindInvocation, n, i, at), "functionId": c.params[0], "commitId": commits[len(commits)-1],
			"status": "FUNCTION_INVOCATION_STATUS_SUCCESS",
			"error":  "", "createdAt": stamp(at), "updatedAt": stamp(at.Add(time.Duration(d.between(20, 900)) * time.Millisecond))}
		switch throw := d.n(100); {
		case i == 0 && throw < 30:
			rec["status"], rec["updatedAt"] = "FUNCTION_INVOCATION_STATUS_RUNNING", rec["createdAt"]
		case throw > 92:
			rec["status"], rec["error"] = "FUNCTION_INVOCATION_STATUS_ERROR", "TypeError: subject.manager is undefined"
		}
		return rec
	}), nil
}

// searchOwnership is POST /api/v1/search/user-ownership: the apps and entitlements that somebody owns.
func (t *Tenant) searchOwnership(c *call) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	types := c.in.strings("ownershipTypes")
	wants := func(sort string) bool { return len(types) == 0 || slices.Contains(types, "USER_OWNERSHIP_TYPE_"+sort) }
	t.mu.RLock()
	defer t.mu.RUnlock()
	id := c.in.text("userId")
	if id == "" {
		return nil, invalid("userId is required")
	}
	user, ok := t.userAt(id)
	if !ok {
		return nil, notFound("user")
	}
	var found []object
	for i := 0; wants("APP") && i < t.apps.size; i++ {
		if t.appOwner(i) == user {
			found = append(found, t.ownership("APP", i))
		}
	}
	for place := 0; wants("ENTITLEMENT") && place < t.entitlements.size; place++ {
		if r, ok := t.owners.seen(place, t.now()); !ok || !slices.Contains(r.whole().strings("userIds"), id) {
			continue
		}
		rec := t.entitlements.at(place)
		entry := t.ownership("ENTITLEMENT", place/entitlementsPerApp)
		found = append(found, entry.with(object{"entitlementId": rec["id"], "entitlementDisplayName": rec["displayName"],
			"resourceId": rec["appResourceId"], "resourceTypeId": rec["appResourceTypeId"],
			"resourceDisplayName": t.world.Entitlement(place).Resource}))
	}
	return p.cut("list", len(found), func(i int) object { return found[i] }), nil
}

func (t *Tenant) ownership(sort string, app int) object {
	return object{"ownershipType": "USER_OWNERSHIP_TYPE_" + strings.ToUpper(sort), "appId": t.appID(app), "appDisplayName": t.appName(app),
		"resourceId": "", "resourceTypeId": "", "resourceDisplayName": "", "entitlementId": "", "entitlementDisplayName": ""}
}
