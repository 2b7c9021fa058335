package ui

import (
	"testing"

	"gatehouse/tenant"
)

func TestContactsSendOnlyTheListThatChanged(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 36})
	d.tenantMenu("c")
	d.sees("platform-oncall@halden.example")
	d.keys("e", "<tab>")
	d.paste("\noncall-2@halden.example")
	d.sees("+ oncall-2@halden.example")
	d.keys("<ctrl+s>")
	d.sees("Saved contacts.", "oncall-2@halden.example", "u undoes it")
	want := `{"contacts":{"operationsEmails":["platform-oncall@halden.example","oncall-2@halden.example"]},"updateMask":"operationsEmails"}`
	if got := d.body("POST /api/v1/settings/contacts"); got != want {
		t.Errorf("sent %s\nwant %s", got, want)
	}
	d.keys("u")
	d.sees("Undone: the edit of contacts.")
	d.seesNot("oncall-2@halden.example")
	want = `{"contacts":{"operationsEmails":["platform-oncall@halden.example"]},"updateMask":"operationsEmails"}`
	if got := d.body("POST /api/v1/settings/contacts"); got != want {
		t.Errorf("undo sent %s\nwant %s", got, want)
	}
	d.keys("u")
	d.sees("nothing to undo")
}

func TestContactsAreJudgedAsTheyAreTyped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 36})
	d.tenantMenu("c")
	d.keys("e")
	d.paste("\nnot an address")
	d.sees("not an address: is not an e-mail address")
	d.keys("<ctrl+s>")
	d.sees("Fix 1 field first")
	d.wantMutations()
	d.keys("<ctrl+u>")
	d.paste("Ana <ana@halden.example>")
	d.sees("write only the address")
	d.keys("<ctrl+u>")
	d.keys("<ctrl+s>")
	d.sees("Nothing was changed")
	d.wantMutations()
}

// An emptied list is sent as an empty list, not left out.
func TestContactsCanBeEmptied(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 36})
	d.tenantMenu("c")
	d.keys("e", "<tab>", "<ctrl+u>", "<ctrl+s>")
	d.sees("nobody")
	if got, want := d.body("POST /api/v1/settings/contacts"),
		`{"contacts":{"operationsEmails":[]},"updateMask":"operationsEmails"}`; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}

func TestContactsThatTheTenantDidNotTakeAreNotSaved(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 36})
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/settings/contacts", Lie: true})
	d.tenantMenu("c")
	d.keys("e")
	d.paste("\nx@halden.example")
	d.keys("<ctrl+s>")
	d.sees("not saved", "x@halden.example")
	if sent := len(d.mutations()); sent != 1 {
		t.Errorf("%d writes were sent, want 1", sent)
	}
}

func TestContactsCannotBeSavedWithoutTheCompanion(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 36, tenant: tenant.Options{InterfaceOnly: true}})
	d.tenantMenu("c")
	d.keys("e")
	d.paste("\nx@halden.example")
	d.keys("<ctrl+s>")
	d.sees("doesn't offer this operation", "x@halden.example")
}

func TestContactsFailToLoadInWords(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	remove := d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/settings/contacts", Status: 403, Message: "no role"})
	d.tenantMenu("c")
	d.sees("You may not see the contacts.", "no role")
	remove()
	d.keys("r")
	d.sees("accounts@halden.example")
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/settings/contacts", Status: 403, Message: "no role"})
	d.keys("r")
	d.sees("accounts@halden.example", "r tries again")
}

// An answer to a reading that was given up never shows.
func TestContactsLateAnswerIsDropped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("0")
	late := d.holding(func() { d.keys("c") })
	d.Waiting(func() { d.keys("<esc>") })
	late.deliver()
	d.sees("▌ c  Contacts")
	d.keys("c")
	d.sees("accounts@halden.example")
}
