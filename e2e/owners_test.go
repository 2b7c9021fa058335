//go:build linux || darwin

package e2e_test

import (
	"fmt"
	"regexp"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// ownersPath is the path of operation 8 for the entitlement at i.
func (s *site) ownersPath(i int) string {
	app, entitlement := s.EntitlementID(i)
	return "/api/v1/apps/" + app + "/entitlements/" + entitlement + "/owners"
}

// ownersOf shows the owners of the entitlement at i.
func (c *console) ownersOf(s *site, i int) {
	c.t.Helper()
	app, entitlement := s.EntitlementID(i)
	c.tenantMenu("o", "Entitlement owners")
	c.keys("p")
	c.pick("an app", app)
	c.pick("an entitlement", entitlement)
}

// Operation 8: the list may lag behind, and undo removes the owner all the same.
func TestAddAnOwnerAndTakeItBack(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	s.Faults().Lag(tenant.Lag{Hold: true})
	user, path := s.UserID(2), s.ownersPath(1)
	name := regexp.QuoteMeta(s.text("users", user, "displayName"))
	label := name + " · " + regexp.QuoteMeta(s.text("users", user, "email"))
	c := s.open(term.Options{Width: 160, Height: 45})
	c.ownersOf(s, 1)
	c.sees(`^(Tenant › )?Entitlement owners .*in all`)
	c.keys("n")
	c.sees(`Add an owner`)
	c.keys("<enter>")
	c.pick("a user", user)
	c.sees(label)
	s.untouched()
	c.keys("<ctrl+s>")
	s.sent(1, "POST", path, fmt.Sprintf(`{"userId":%q}`, user))
	c.sees(`Added owner “` + label + `”.*45 to 150 seconds later`)
	c.sees(`◌ pending .*` + name)
	c.keys("u")
	s.sent(2, "DELETE", path+"/"+user, `{}`)
	c.sees(`Undone: .*owner “` + label + `”`)
	s.quits(c, 2)
}

// An owner who was there is removed after a question.
func TestRemoveAnOwner(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.ownersOf(s, 1)
	c.sees(`^▌ +● owner`)
	owner := s.get(s.ownersPath(1))["list"].([]any)[0].(map[string]any)
	c.keys("x")
	c.sees(`Remove owner\?`)
	c.sees(`owner “` + regexp.QuoteMeta(owner["displayName"].(string)+" · "+owner["email"].(string)) + `”`)
	c.sees(`no longer owns the entitlement`)
	s.untouched()
	c.agree("Remove owner")
	s.sent(1, "DELETE", s.ownersPath(1)+"/"+owner["id"].(string), `{}`)
	c.sees(`Removed owner`)
	s.quits(c, 1)
}
