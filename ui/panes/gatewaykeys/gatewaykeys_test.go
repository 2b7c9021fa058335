package gatewaykeys_test

import (
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panes/gatewaykeys"
	"gatehouse/ui/panetest"
)

func open(t *testing.T, o panetest.Options) *panetest.Frame {
	t.Helper()
	return panetest.Open(t, gatewaykeys.Declaration(), o)
}

func TestKeysAreListedWithoutAPageSize(t *testing.T) {
	d := open(t, panetest.Options{Tenant: tenant.Options{Rows: 60}})
	d.Keys("G")
	d.Sees("60 in all", "● active", "✗ revoked", "gk_live_", "unknown")
	tokens := 0
	for _, r := range d.Tenant.Requests() {
		if r.Route != "GET /api/v1/llm-gateway/keys" {
			continue
		}
		if r.Query.Has("page_size") {
			t.Errorf("a page size was sent: %v", r.Query)
		}
		if r.Query.Has("page_token") {
			tokens++
		}
	}
	if tokens != 2 {
		t.Errorf("%d later pages asked for, want 2", tokens)
	}
}
