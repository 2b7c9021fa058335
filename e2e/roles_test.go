//go:build linux || darwin

package e2e_test

import (
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// Operation 4, and its inverse.
func TestEditARoleAndTakeItBack(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, place := s.first("roles", "systemBuiltin", false)
	s.change("roles", id, func(r map[string]any) {
		r["displayName"], r["permissions"], r["serviceRoles"] = "Desk", []string{"apps.read", "hooks.read"}, []string{"roles/vault.admin"}
	})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("6", "Roles")
	c.goTo("Roles", place)
	c.keys("e")
	c.sees(`Edit role`)
	c.keys("<ctrl+u>")
	c.types("Support desk")
	c.keys("<tab><end><backspace><backspace><backspace><backspace>")
	c.types("write")
	c.sees(`\+ hooks\.write`)
	c.sees(`− hooks\.read`)
	c.keys("<tab><ctrl+u>")
	c.sees(`− roles/vault\.admin`)
	s.untouched()
	c.keys("<ctrl+s>")
	path := "/api/v1/iam/roles/" + id
	s.sent(1, "POST", path, `{"role":{"displayName":"Support desk","permissions":["apps.read","hooks.write"],"serviceRoles":[]},
		"updateMask":"displayName,permissions,serviceRoles"}`)
	c.sees(`Saved role .*u undoes it`)
	c.sees(`^▌ +○ custom +Support desk `)
	c.sees(`hooks +write`)
	if got := s.text("roles", id, "displayName"); got != "Support desk" {
		t.Errorf("the tenant's role is called %q", got)
	}
	c.keys("u")
	s.sent(2, "POST", path, `{"role":{"displayName":"Desk","permissions":["apps.read","hooks.read"],"serviceRoles":["roles/vault.admin"]},
		"updateMask":"displayName,permissions,serviceRoles"}`)
	c.sees(`^▌ +○ custom +Desk `)
	s.quits(c, 2)
}

func TestABuiltInRoleIsNotEdited(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	_, place := s.first("roles", "systemBuiltin", true)
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("6", "Roles")
	c.goTo("Roles", place)
	c.keys("e")
	c.sees(`This role is built in`)
	c.hides(`Edit role`)
	s.quits(c, 0)
}
