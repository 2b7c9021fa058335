package ui

import (
	"slices"
	"testing"

	"gatehouse/tenant"
)

const keyRevoke = "DELETE /api/v1/llm-gateway/keys/{}"

func TestARevokedKeyNeedsItsNameTyped(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("8", "x")
	d.sees("Revoke key?", "on tenant acme (acme.example)", "can't be undone", "Type Support assistant to confirm")
	d.keys("<enter>", " ", "y", "<enter>")
	d.paste("Support assistant")
	d.keys("<enter>")
	if d.mutations() != nil {
		t.Fatalf("sent %v", d.mutations())
	}
	d.keys("<ctrl+u>", "Support assistant", "<enter>")
	d.sees("Revoked key “Support assistant”. Revoked 2026-11-27", "✗ revoked")
	d.wantMutations("DELETE /api/v1/llm-gateway/keys/" + d.tenant.KeyID(0))
	if got := d.bodies(keyRevoke); !slices.Equal(got, []string{"{}"}) {
		t.Errorf("sent %q", got)
	}
	d.keys("x")
	d.sees("This key is revoked already.")
	d.keys("u")
	d.sees("There is nothing to undo")
}

func TestALostAnswerToARevocationIsLookedUpInTheList(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("8")
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/llm-gateway/keys/*", DropAfter: true})
	d.keys("x", "Support assistant", "<enter>")
	d.sees("Revoked key “Support assistant”", "read again, shows it")
	d.wantMutations("DELETE /api/v1/llm-gateway/keys/" + d.tenant.KeyID(0))
}

func TestARefusedRevocationChangesNoRow(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("8")
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/llm-gateway/keys/*", Status: 403, Message: "role missing"})
	d.keys("x", "Support assistant", "<enter>")
	d.sees("Revoke key “Support assistant”: refused.", "You may not do this on this tenant", "● active   Support assistant")
}

func TestATenantWithoutRevocationSaysSo(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{InterfaceOnly: true}})
	d.keys("8")
	d.sees("14 in all")
	d.keys("x", "Support assistant", "<enter>")
	d.sees("This tenant doesn't offer this operation.")
}
