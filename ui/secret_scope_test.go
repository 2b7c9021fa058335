package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
)

// Who may not list everybody's secrets may still list its own, and is told so until that is refused, too.
func TestForbiddenSecretsLeadToOnesOwn(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.fault(tenant.Rule{Path: "/api/v1/search/secrets-admin", Status: 403, Message: "role missing"})
	d.keys("4")
	d.reads("You may not list the secrets.", "The tenant says: role missing.", "m lists your own. O opens a secret by its id.")
	d.keys("m")
	d.sees("your own", "in all")
	d.seesNot("You may not list")
	d.keys("m")
	d.sees("You may not list the secrets.", "m lists your own.")
	heal := d.fault(tenant.Rule{Path: "/api/v1/search/secrets/mine", Status: 403})
	d.keys("m")
	d.sees("You may not list the secrets.")
	d.seesNot("lists your own", "lists everybody's")
	heal()
	d.keys("r")
	d.sees("your own", "in all")
}

// On a tenant without the companion operations nothing is offered that needs them.
func TestSecretsWithoutAListOfferOnlyWhatWorks(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	d.open("4", ownSecret(d))
	footer := d.screen()[strings.LastIndex(d.screen(), "\n"):]
	for _, hint := range []string{"m all/mine", "f facets", "A audit", "A who"} {
		if strings.Contains(footer, hint) {
			t.Errorf("%q is offered: %s", hint, footer)
		}
	}
	d.keys("f")
	d.sees("This tenant doesn't offer a list of its secrets.")
	d.keys("A")
	d.sees("This tenant doesn't offer audit events.")
}

// What a list within a record holds is said with the record's own name.
func TestAFailingListNamesWhatItIsOf(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.fault(tenant.Rule{Path: "/api/v1/search/secrets-admin/audit_events", Status: 403})
	d.fault(tenant.Rule{Path: "/api/v1/role-mining/suggestions/*/users", Status: 403})
	d.fault(tenant.Rule{Path: "/api/v1/apps/*/xaa/resource_servers/*/history", Status: 403})
	d.keys("4", "A")
	d.tells("You may not list the audit events of “" + secretOf(d, 0).DisplayName + "”.")
	d.keys("3", "m")
	d.tells("You may not list the members of “" + nameOf(d, "suggestions") + "”.")
	d.open("5", d.tenant.ServerAppID(3), d.tenant.ServerID(3))
	d.tells("You may not list the changes of “Deploy gateway internal”.")
}
