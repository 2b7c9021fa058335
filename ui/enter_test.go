package ui

import (
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/picker"
)

func TestEnterOpensByTheOneIDThatIsAskedFor(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("6", "O")
	d.sees("enter open")
	d.paste(d.tenant.RoleID(9) + "\n")
	d.keys("<enter>")
	d.tells("Opened the role")
	d.keys("O", "not an id", "<enter>")
	d.tells("an id has no spaces", "Fix 1 field first")
}

// A terminal without bracketed paste sends the line break as an enter, right after what stands before it.
func TestALineBreakInAPasteOfKeysOpensNothing(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("6", "O", "one")
	for _, key := range []string{"x", "y", "z", "u", "v", "enter", "t"} {
		d.rush(key)
	}
	d.sees("onexyzuv t")
	d.wantMutations()
}

func TestAFormThatSendsIsNotSentByEnter(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, tenant: tenant.Options{InterfaceOnly: true}})
	d.open("3", d.tenant.SuggestionID(0))
	d.keys("p", "2abc", "<enter>", "<enter>")
	d.sees("▌  [ Accept ]", "enter once more to accept.")
	d.wantMutations()
}

func TestAWrongWordIsSaid(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("2", "x", "wrong", "<enter>")
	d.tells("That doesn't match; type it exactly.")
	d.keys("<backspace>")
	d.tellsNot("That doesn't match")
	d.wantMutations()
	d.Resize(40, 10)
	d.keys("<enter>")
	d.tells("Type Incident bridge exactly:") // there is no room for another line
}

func TestConfirmingBeforeTheTenantHasSaidWhatIsLostIsAnswered(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("9")
	rec, _ := d.tenant.Record("toolsets", d.tenant.ToolsetID(0))
	late := d.holding(func() { d.keys("x", rec["displayName"].(string), "<enter>") })
	d.tells("The tenant hasn't said yet what else would be lost.")
	d.wantMutations()
	late.deliver()
	d.tellsNot("hasn't said yet")
}

func TestEnterWithNothingToChooseIsAnswered(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, tenant: tenant.Options{InterfaceOnly: true}})
	d.tenantMenu("d")
	d.keys("p")
	d.tells("Type or paste the id")
	d.paste("not an id at all")
	d.fire(picker.Pause)
	d.keys("<enter>")
	d.tells("There is nothing to choose yet.")
	d.sees("down next", "up previous")
}

func TestAListThatFailsOffersToOpenByID(t *testing.T) {
	for _, status := range []int{400, 500, 503} {
		d := newDriver(t, driverOptions{w: 100, h: 30, faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles", Status: status})
		}})
		d.keys("6")
		d.sees("could not be loaded", "O opens a role by its id.", "O open by id")
		d.open("6", d.tenant.RoleID(7))
		d.sees("Help desk")
	}
}

func TestTheFilterOffersTheTenantOnlyWhereItCanSearch(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("6", "/")
	d.seesNot("ask the tenant")
	d.keys("<esc>", "2", "/")
	d.sees("ctrl+s ask the tenant", "enter keep", "esc back")
}

func TestDeletingAToolsetNamesItsAppAndItsConnector(t *testing.T) {
	for _, only := range []bool{false, true} {
		d := newDriver(t, driverOptions{w: 100, h: 40, tenant: tenant.Options{InterfaceOnly: only}})
		rec, _ := d.tenant.Record("toolsets", d.tenant.ToolsetID(0))
		app, connector := rec["appId"].(string), rec["connectorId"].(string)
		if only {
			d.open("9", app, connector, d.tenant.ToolsetID(0))
		} else {
			d.keys("9")
		}
		d.keys("x")
		d.tells(app, connector, d.tenant.ToolsetID(0))
	}
}

func TestABrokenConnectionIsNotWhatTheTenantSays(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles", DropBefore: true})
	}})
	d.keys("6")
	d.sees("The connection was closed too early.")
	d.seesNot("The tenant says")
}
