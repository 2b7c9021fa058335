package ui

import (
	"encoding/json"
	"testing"

	"gatehouse/tenant"
)

const auditRoute = "POST /api/v1/search/secrets-admin/audit_events"

// lastAudit is what the tenant was asked for last.
func lastAudit(d *driver) map[string]any {
	d.t.Helper()
	asked := d.asked(auditRoute)
	var body map[string]any
	if len(asked) == 0 || json.Unmarshal([]byte(asked[len(asked)-1]), &body) != nil {
		d.t.Fatalf("asked %v", asked)
	}
	delete(body, "pageSize")
	return body
}

func (d *driver) wantAudit(want map[string]any) {
	d.t.Helper()
	got := lastAudit(d)
	if len(got) != len(want) {
		d.t.Errorf("asked %v, want %v", got, want)
	}
	for name, value := range want {
		if got[name] != value {
			d.t.Errorf("asked %v, want %s=%v", got, name, value)
		}
	}
}

func TestAuditEventsAreNarrowedByPersonAndAddress(t *testing.T) {
	const events = `{"list":[
		{"metadata":{"uid":"1"},"message":"Secret opened",
			"actor":{"user":{"uid":"2xUserUserUserUserUserUser1","name":"Ana Lima","email_addr":"ana@example.com"}},
			"src_endpoint":{"ip":"203.0.113.7"}},
		{"metadata":{"uid":"2"},"message":"Secret opened",
			"actor":{"user":{"email_addr":"guest@elsewhere.example"}},"src_endpoint":{"ip":"2001:db8::1"}}]}`
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/secrets-admin/audit_events", Body: events})
	}})
	d.keys("4", "A")
	id := secretOf(d, 0).VaultID
	d.sees("f show only")
	d.keys("f")
	d.sees("○ Person: Ana Lima · ana@example.com", "○ Person: guest@elsewhere.example", "Person: somebody else…",
		"○ IP address: 203.0.113.7", "○ IP address: 2001:db8::1",
		"○ Secrets: all, not only this one", "choose a person or an address first")
	d.keys("Ana", "<enter>")
	d.wantAudit(map[string]any{"vaultId": id, "actorUserId": "2xUserUserUserUserUserUser1"})
	d.sees("by Ana Lima")
	d.keys("f", "not only", "<enter>")
	d.wantAudit(map[string]any{"actorUserId": "2xUserUserUserUserUserUser1"})
	d.sees("over all secrets")
	d.keys("f", "IP address: 198.51.100.9", "<enter>") // typed
	d.wantAudit(map[string]any{"actorUserId": "2xUserUserUserUserUserUser1", "clientIp": "198.51.100.9"})
	d.keys("<esc>", "<esc>", "<esc>")
	d.wantAudit(map[string]any{"vaultId": id})
	d.keys("f", "person: Guest@Elsewhere.example", "<enter>")
	d.wantAudit(map[string]any{"vaultId": id, "actorEmail": "Guest@Elsewhere.example"})
	d.keys("f", "not only", "<enter>", "f", "person: Guest@", "<enter>") // without the person, all secrets mean nothing
	d.wantAudit(map[string]any{"vaultId": id})
	d.seesNot("over all secrets")
}

// The order is no choice of what to show: the menu says that it is there, and it stands apart.
func TestTheMenuThatHoldsAnOrderSaysSo(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("4", "f")
	d.sees("Show only, and order")
	d.keys("<esc>", "3", "f")
	d.sees("Show only")
	d.seesNot("and order")
}
