package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/tenant"
)

// toolsetPath is the path of operation 9 for the toolset at a place of the demo.
func toolsetPath(d *driver, i int) string {
	d.t.Helper()
	id := d.tenant.ToolsetID(i)
	rec, ok := d.tenant.Record("toolsets", id)
	if !ok {
		d.t.Fatalf("the tenant has no toolset %d", i)
	}
	return fmt.Sprintf("/api/v1/apps/%s/connectors/%s/mcp_toolsets/%s", rec["appId"], rec["connectorId"], id)
}

func TestDeletingAToolsetTellsItsCascade(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("9", "x")
	d.sees("Delete toolset?", "Its 26 tool bindings go with it. This can't be undone.",
		"The entitlement behind it goes too: “CRM read tools access”",
		"people hold it and lose that access.", "Type CRM read tools to confirm")
	d.keys("<enter>")
	if d.mutations() != nil {
		t.Fatalf("enter on a fresh dialog sent %v", d.mutations())
	}
	path := toolsetPath(d, 0)
	d.keys("CRM read tools", "<enter>")
	d.sees("Deleted toolset “CRM read tools” of Harborview CRM connector.", "32 in all")
	d.wantMutations("DELETE " + path)
	if got := d.bodies("DELETE /api/v1/apps/{}/connectors/{}/mcp_toolsets/{}"); !slices.Equal(got, []string{"{}"}) {
		t.Errorf("sent %q", got)
	}
	d.keys("u")
	d.sees("There is nothing to undo")
}

func TestNothingIsConfirmedBeforeTheTenantSaidWhoLosesAccess(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("9")
	d.Waiting(func() { d.keys("x", "CRM read tools", "<enter>") })
	d.sees("Asking the tenant what else would be lost")
	if d.mutations() != nil {
		t.Fatalf("sent %v before it was known", d.mutations())
	}
	d.settle()
	d.sees("people hold it and lose that access")
	d.keys("<enter>")
	d.sees("Deleted toolset")
}

func TestHoldersThatCantBeReadAreSaidToBe(t *testing.T) {
	for name, c := range map[string]struct {
		fault tenant.Rule
		want  string
	}{
		"missing":   {tenant.Rule{Status: 501}, "This tenant doesn't say who they are."},
		"forbidden": {tenant.Rule{Status: 403}, "You may not see who they are."},
		"failing":   {tenant.Rule{Status: 503}, "Who they are can't be read now"},
		"unknown":   {tenant.Rule{Status: 404, Code: 5}, "The tenant doesn't know that entitlement"},
		"nobody":    {tenant.Rule{Body: `{"list":[],"nextPageToken":""}`}, "Nobody holds that entitlement now."},
		"one": {tenant.Rule{Body: `{"list":[{"appUserId":"u1","appUser":{"appUser":{"email":"a@example.com"}}}]}`},
			"1 person holds it and loses that access: a@example.com."},
		"endless": {tenant.Rule{Tokens: []string{"+"}}, "people or more hold it and lose that access"},
	} {
		t.Run(name, func(t *testing.T) {
			c.fault.Method, c.fault.Path = "GET", "/api/v1/apps/*/entitlements/*/users"
			d := newDriver(t, driverOptions{})
			d.fault(c.fault)
			d.keys("9", "x")
			d.sees(c.want)
			d.keys("CRM read tools", "<enter>")
			d.sees("Deleted toolset")
		})
	}
}

func TestAToolsetIsGoneFromTheListWhateverTheListLags(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.keys("9", "x", "CRM read tools", "<enter>")
	d.sees("Deleted toolset “CRM read tools” of Harborview CRM connector.", "32 in all")
	d.seesNot("not saved", "shows the old values")
	d.keys("<esc>", "r")
	d.sees("32 in all")
}

func TestALostAnswerToADeletionIsLookedUp(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/apps/*/connectors/*/mcp_toolsets/*", DropAfter: true})
	d.keys("9", "x", "CRM read tools", "<enter>")
	d.sees("Deleted toolset “CRM read tools” of Harborview CRM connector. Read again, it is gone.", "32 in all")
	d.wantMutations("DELETE " + toolsetPath(d, 0))
}

func TestAHostileNameIsConfirmedByTheId(t *testing.T) {
	d := newDriver(t, driverOptions{w: 80, h: 24, tenant: tenant.Options{Hostile: true}})
	d.keys("9", "G", "k", "x")
	id := d.tenant.ToolsetID(31)
	d.sees("A␛[31mB red", "Type "+id+" to confirm")
	d.keys(id, "<enter>")
	d.wantMutations("DELETE " + toolsetPath(d, 31))
}

func TestTheCascadeIsReadBeforeItIsConfirmedOnTheSmallestScreen(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("9", "x")
	d.sees("more lines to read first: down", "toolset “CRM read tools”", "Type CRM read tools to confirm:")
	d.keys("CRM read tools", "<enter>")
	if d.mutations() != nil {
		t.Fatalf("confirmed unread: %v", d.mutations())
	}
	for range 14 { // beyond what must be read, into the list of holders
		d.keys("<down>")
	}
	d.sees("more in the list: down", "toolset “CRM read tools”")
	d.keys("<enter>")
	d.wantMutations("DELETE " + toolsetPath(d, 0))
}

// Holders that are only counted are listed below, one a line, and told apart by their address.
func TestHoldersThatAreCountedAreListed(t *testing.T) {
	holder := func(i int) string {
		return fmt.Sprintf(`{"appUserId":"u%d","appUser":{"appUser":{"displayName":"Sam Reyes","email":"sam%02d@example.com"}}}`, i, i)
	}
	holders := make([]string, 9)
	for i := range holders {
		holders[i] = holder(i)
	}
	for size, most := range map[[2]int]int{{160, 45}: 9, {80, 24}: 3} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/apps/*/entitlements/*/users", Body: `{"list":[` + strings.Join(holders,
			",") + `]}`})
		d.keys("9", "x")
		d.reads("9 people hold it and lose that access.")
		d.sees("Sam Reyes · sam00@example.com")
		seen := 0
		for i := range holders {
			if strings.Contains(d.screen(), fmt.Sprintf("sam%02d@", i)) {
				seen++
			}
		}
		if seen < most {
			t.Errorf("%v: %d of them are in view", size, seen)
		}
		d.keys("<down>", "<down>", "<down>", "<down>", "<down>", "<down>", "<down>", "<down>", "<down>")
		d.sees("sam08@example.com")
	}
}
