package tenant

import (
	"strings"
	"testing"
)

// A toolset has the tools of the app that its name speaks of, and that was there before it.
func TestToolsetsAreOfTheAppTheirNameSpeaksOf(t *testing.T) {
	homes := map[string]string{"CRM read tools": "Harborview CRM", "Ticket triage tools": "Cobalt Tickets", "Deploy tools": "Northbeam Deploy",
		"Ledger lookups": "Ledgerline", "Docs search tools": "Brightkiln Docs", "Expense tools": "Saffron Expenses",
		"Chat posting":      "Tidepool Chat",
		"Warehouse queries": "Atlas Warehouse", "Candidate tools": "Fernway HR", "Contract search": "Bramble Contracts",
		"Monitoring tools": "Kestrel Monitoring"}
	for seed := range uint64(12) {
		c := start(t, Options{Seed: seed})
		c.direct = true
		for i, row := range c.list("/api/v1/mcp_toolsets/search", "profiles", "100") {
			name, _, _ := strings.Cut(row["displayName"].(string), " for ")
			if home := homes[name]; home == "" || row["connectorDisplayName"] != home+" connector" {
				t.Errorf("seed %d: toolset %d, %s, is of the %v", seed, i, name, row["connectorDisplayName"])
			}
			if app := c.tn.appBorn(c.tn.toolsetApp(i)); !app.Before(object(row).time("createdAt")) {
				t.Errorf("seed %d: toolset %d of %v has tools of an app of %s", seed, i, row["createdAt"], app)
			}
		}
	}
}
