package secrets_test

import (
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panes/secrets"
	"gatehouse/ui/panetest"
)

func open(t *testing.T, o panetest.Options) *panetest.Frame {
	t.Helper()
	return panetest.Open(t, secrets.Declaration(), o)
}

func TestNothingLeftByFacetsSaysWhichTheyAre(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Fault(tenant.Rule{Path: "/api/v1/search/secrets-admin", Match: "EXTERNAL", Body: `{"list":[],"nextPageToken":""}`})
	d.Keys("f", "external", "<enter>")
	d.Sees("The tenant has no secrets for this choice: external.", "esc clears the last choice.")
}

func TestTheOrderThatHoldsIsMarkedInTheFacets(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Keys("f", "order")
	d.Sees("● Order: newest first", "○ Order: oldest first")
	d.Keys("<esc>", "f", "by name", "<enter>", "f", "order")
	d.Sees("○ Order: newest first", "● Order: by name")
	d.Keys("<esc>", "<esc>", "f", "24 hours", "<enter>", "f", "order")
	d.Sees("● Order: expiring first", "○ Order: newest first")
}

// Over all secrets, events speak of secrets whose codes nobody knows here: they are known by their shape.
func TestEventsOfOtherSecretsDontShowTheirCodes(t *testing.T) {
	const events = `{"list":[{"metadata":{"uid":"1"},"message":"Opened ZX81-QW34-TY56",
		"resources":[{"uid":"v2","name":"Deploy key KQ7M-2HVX-9TRW"}],
		"http_request":{"user_agent":"curl https://acme.example/secrets/AB12-CD34-EF56"},
		"unmapped":{"share_url":"https://acme.example/secrets/MN12-PQ34-RS56","old":"GH12-JK34-LM56"}}]}`
	for _, size := range [][2]int{{240, 60}, {80, 24}} {
		d := open(t, panetest.Options{W: size[0], H: size[1], Before: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/secrets-admin/audit_events", Body: events})
		}})
		codes := []string{"ZX81", "KQ7M", "AB12", "MN12", "GH12"}
		d.Keys("A")
		d.SeesNot(codes...)
		d.Sees("pened [hidden]")
		d.Keys("<enter>")
		d.SeesNot(codes...)
		d.Sees("Deploy key [hidden]")
		d.Keys("v")
		d.SeesNot(codes...)
		d.Keys("<esc>", "<esc>", "Y")
		d.SeesNot(codes...)
		if copied := strings.Join(d.Copied, "\n"); strings.Contains(copied, "ZX81") {
			t.Errorf("copied %q", copied)
		}
	}
}
