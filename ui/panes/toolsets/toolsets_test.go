package toolsets_test

import (
	"strings"
	"testing"

	"gatehouse/ui/panes/toolsets"
	"gatehouse/ui/panetest"
)

func open(t *testing.T, o panetest.Options) *panetest.Frame {
	t.Helper()
	return panetest.Open(t, toolsets.Declaration(), o)
}

func TestAnUnknownToolCountIsNotNone(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Sees("33 in all", "CRM read tools", "Harborview CRM")
	for range 3 { // its count is left out
		d.Keys("j")
	}
	d.Sees("Ledger lookups", "unknown", "mean that there are none.")
	if !strings.Contains(d.Selected(), "?") {
		t.Errorf("the row reads %q", d.Selected())
	}
	d.Keys("x")
	d.Sees("Its tool bindings go with it; their number is unknown here.")
	d.SeesNot("It binds no tools")
	d.Keys("<esc>", "/", "tools:<1", "<tab>")
	d.SeesNot("Ledger lookups")
}

func TestTheToolsetsOfOneConnector(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Keys("p")
	d.Sees("List a connector's toolsets", "App id", "Connector id")
	d.Keys("<ctrl+s>")
	d.Sees("Toolsets › Harborview CRM connector", "CRM read tools")
	d.SeesNot("Ticket triage tools")
	d.Keys("x")
	d.Sees("Delete toolset?")
	d.Keys("<esc>", "<esc>")
	d.Sees("Toolsets  1 of 33 in all")
	if n := d.Tenant.Count("GET /api/v1/apps/{}/connectors/{}/mcp_toolsets"); n == 0 {
		t.Error("the connector's list was never asked for")
	}
}

func TestToolsetsAreSearchedByTheTenant(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Keys("/", "ledger", "<ctrl+s>")
	d.Sees("“ledger” on the tenant", "Ledger lookups")
	d.SeesNot("CRM read tools")
}
