//go:build linux || darwin

package e2e_test

import (
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// Operation 12: no page size is sent, and the list is followed to its end.
func TestListGatewayKeys(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{Rows: 60})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("8", "Keys")
	c.keys("G")
	c.sees(`60 in all`)
	c.sees(s.KeyID(59)) // the detail of the last row has its whole id
	s.pages("/api/v1/llm-gateway/keys", "", 3)
	s.quits(c, 0)
}

func TestRevokeAGatewayKey(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.KeyID(0)
	s.change("keys", id, func(r map[string]any) { r["displayName"], r["revokedAt"] = "Chat bot", nil })
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("8", "Keys")
	c.sees(`^▌ +● active +Chat bot `)
	c.keys("x")
	c.sees(`Revoke key\?`)
	c.sees(`Type Chat bot to confirm`)
	c.afterGrace()
	c.types("Chat")
	c.keys("<enter>")
	c.settled()
	s.untouched() // the name isn't typed in full
	c.types(" bot")
	c.sees(`confirm: .*✓`)
	c.keys("<enter>")
	s.sent(1, "DELETE", "/api/v1/llm-gateway/keys/"+id, `{}`)
	c.sees(`Revoked key “Chat bot”\. Revoked \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`)
	c.sees(`^▌ +✗ revoked +Chat bot `)
	if at := s.text("keys", id, "revokedAt"); at == "" {
		t.Error("the tenant's key is not revoked")
	}
	c.keys("<esc>u")
	c.sees(`There is nothing to undo`)
	s.quits(c, 1)
}
