//go:build linux || darwin

package e2e_test

import (
	"fmt"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

const bindingPath = "/api/v1/appentitlementmonitorbinding"

// bindingBody is the body of operation 1 and of its companions.
func bindingBody(monitor, app, entitlement, side string) string {
	return fmt.Sprintf(`{"monitorId":%q,"appId":%q,"appEntitlementId":%q,"entitlementGroup":"ENTITLEMENT_GROUP_%s"}`, monitor, app,
		entitlement, side)
}

// fillBinding fills the form of a binding: side A is one step away, B two.
func (c *console) fillBinding(monitor, app, entitlement, side string) {
	c.t.Helper()
	c.keys("<enter>")
	c.pick("a conflict monitor", monitor)
	c.keys("<tab><right>")
	if side == "B" {
		c.keys("<right>")
	}
	c.keys("<tab><enter>")
	c.pick("an app", app)
	c.keys("<tab><enter>")
	c.pick("an entitlement", entitlement)
}

// Operation 1: the question says in words what the monitor alerts on; undo unbinds.
func TestBindAnEntitlementAndTakeItBack(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	app, entitlement := s.EntitlementID(2)
	monitor := s.MonitorID(2) // with negateGroupB
	body := bindingBody(monitor, app, entitlement, "B")
	c := s.open(term.Options{Width: 160, Height: 45})
	c.tenantMenu("d", "Conflict monitor bindings")
	c.keys("n")
	c.sees(`Bind an entitlement`)
	c.fillBinding(monitor, app, entitlement, "B")
	c.sees(`Deploy and approve change \(A and not B\)`)
	c.keys("<ctrl+s>")
	c.sees(`Bind\?`)
	c.sees(`on side B of[\s│]+Deploy and approve`)
	c.sees(`Alerts when somebody holds A and not B`)
	s.untouched()
	c.agree("Bind")
	s.sent(1, "POST", bindingPath, body)
	c.sees(`Created binding .*u undoes it`)
	c.sees(`^▌ +● bound .*side B +Deploy and ap`)
	c.keys("u")
	s.sent(2, "DELETE", bindingPath, body)
	c.sees(`Undone: the \S+ of binding`)
	c.misses(`● bound`)
	s.quits(c, 2)
}

// A binding that was there is looked up by its ids and taken away; undo binds again.
func TestUnbindAnEntitlementAndTakeItBack(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	app, entitlement := s.EntitlementID(5) // on side A of the first monitor from the start
	body := bindingBody(s.MonitorID(0), app, entitlement, "A")
	c := s.open(term.Options{Width: 160, Height: 45})
	c.tenantMenu("d", "Conflict monitor bindings")
	c.keys("O")
	c.fillBinding(s.MonitorID(0), app, entitlement, "A")
	c.keys("<ctrl+s>")
	s.asked(1, "POST", bindingPath+"/get", "", body)
	c.sees(`^▌ +● bound .*side A +Create vendor`)
	c.keys("x")
	c.sees(`Unbind\?`)
	c.sees(`no longer counts this entitlement on side A`)
	s.untouched()
	c.agree("Unbind")
	s.sent(1, "DELETE", bindingPath, body)
	c.sees(`Deleted binding`)
	c.misses(`● bound`)
	c.keys("u")
	s.sent(2, "POST", bindingPath, body)
	c.sees(`^▌ +● bound .*side A`)
	s.quits(c, 2)
}
