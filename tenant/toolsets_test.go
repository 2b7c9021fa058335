package tenant

import (
	"strings"
	"testing"
)

// TestToolsetsAreOfTheAppTheirNameSpeaksOf: most are; an app that is younger than the toolset can't be.
func TestToolsetsAreOfTheAppTheirNameSpeaksOf(t *testing.T) {
	c := start(t, Options{})
	homes := map[string]string{"CRM read tools": "Harborview CRM", "Ticket triage tools": "Cobalt Tickets", "Deploy tools": "Northbeam Deploy",
		"Ledger lookups": "Ledgerline", "Docs search tools": "Brightkiln Docs", "Expense tools": "Saffron Expenses",
		"Chat posting":      "Tidepool Chat",
		"Warehouse queries": "Atlas Warehouse", "Candidate tools": "Fernway HR", "Contract search": "Bramble Contracts",
		"Monitoring tools": "Kestrel Monitoring"}
	fit, all := 0, 0
	for _, row := range c.list("/api/v1/mcp_toolsets/search", "profiles", "100") {
		name, _, _ := strings.Cut(row["displayName"].(string), " for ")
		if home := homes[name]; home != "" {
			all++
			if row["connectorDisplayName"] == home+" connector" {
				fit++
			}
		}
	}
	if all < len(homes) || fit*10 < all*9 {
		t.Errorf("%d of %d toolsets are of the app that their name speaks of", fit, all)
	}
}
