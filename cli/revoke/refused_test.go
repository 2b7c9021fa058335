package revoke_test

import (
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
)

// A refusal that somebody faster may be the cause of is looked into: a secret that is revoked by then counts as revoked, whoever did it.
func TestRevokeThatIsRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		rule   tenant.Rule
		status int
		now    api.SecretStatus
		says   string
		json   []string
	}{
		{"404, and it is revoked", tenant.Rule{Status: 404, Code: 5, Apply: true}, 0, api.SecretStatusRevoked,
			"Done already, apparently by somebody else: ",
			[]string{`"outcome":"done already"`, `"status":"SECRET_STATUS_REVOKED"`, `"error":""`}},
		{"409, and it is revoked", tenant.Rule{Status: 409, Code: 9, Apply: true}, 0, api.SecretStatusRevoked,
			"Done already, apparently by somebody else: ",
			[]string{`"outcome":"done already"`, `"error":""`}},
		{"410, and it is revoked", tenant.Rule{Status: 410, Apply: true}, 0, api.SecretStatusRevoked,
			"Done already, apparently by somebody else: ", nil},
		{"409, and it is active", tenant.Rule{Status: 409, Code: 9, Message: "held by a case"}, 1, api.SecretStatusActive,
			"Read again, it is still active.",
			[]string{`"outcome":"refused"`, `"status":"SECRET_STATUS_ACTIVE"`, "held by a case"}},
		{"404, and it is active", tenant.Rule{Status: 404, Code: 5}, 4, api.SecretStatusActive, "Read again, it is still active.",
			[]string{`"outcome":"refused"`, `"reason":"not_found"`}},
		{"302 after it was revoked", tenant.Rule{Redirect: "/login", Status: 302, Apply: true}, 0, api.SecretStatusRevoked, "Revoked ",
			[]string{`"outcome":"done"`, `"error":""`}},
		{"302, and it is active", tenant.Rule{Redirect: "/login", Status: 302}, 1, api.SecretStatusActive, "Still unknown: ",
			[]string{`"outcome":"unknown"`, "The tenant answered 302: unexpected redirect to another path"}},
		{"the answer is lost, and it is revoked", tenant.Rule{DropAfter: true}, 0, api.SecretStatusRevoked, "Revoked ",
			[]string{`"outcome":"done"`, `"error":""`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			s := b.Secret(false)
			c.rule.Method, c.rule.Path = "DELETE", "**"
			b.Tenant.Faults().Add(c.rule)
			b.Wants(b.Run("revoke", "--yes", "--json", s.VaultID), c.status, append(c.json, c.says)...)
			b.WantsStatus(s, c.now)
			if got := b.Changes(); len(got) != 1 {
				t.Errorf("sent %q, want one change", got)
			}
			if said := b.Said(); strings.Contains(said, "read it again first") {
				t.Errorf("it asks for what was done: %s", said)
			}
		})
	}
}
