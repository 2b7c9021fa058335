package ui

import (
	"testing"

	"gatehouse/tenant"
)

// An answer of 500 is an answer: its words and the request's id are told wherever the outcome is.
func TestAServersErrorIsToldAsAnAnswer(t *testing.T) {
	failing := tenant.Rule{Method: "DELETE", Path: "/api/v1/secrets-admin/*", Status: 500, Code: 2, Message: "index out of range"}
	d, _ := journalled(t, t.TempDir(), driverOptions{}, nil)
	s := secretOf(d, activeSecret(d))
	d.keys("4")
	d.onSecret(s.VaultID)
	d.fault(failing)
	d.keys("x", "<tab>", "<enter>")
	d.tells("Revoke secret “"+s.DisplayName+"”: outcome unknown. The tenant answered 500: index out of range (request ",
		"). Read again, it is still active. It may still happen; it is read again for 40s. Refresh with r before you repeat it.")
	d.keys("J")
	d.sees("? unknown")
	d.sees("The tenant answered 500 (request", "again, didn't show it;", "index out of range")
}

func TestAServersErrorInTriageAndInAListOfResults(t *testing.T) {
	failing := tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", Status: 502, Message: "deadline exceeded"}
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 2}})
	d.keys("3", "t", "t")
	d.fault(failing)
	d.keys("d")
	d.tells("The tenant answered 502: deadline exceeded (request ", "Read again, the record doesn't show it.")
	d = newDriver(t, driverOptions{})
	d.keys("3")
	d.fault(failing)
	d.keys(" j ", "d", "<tab>", "<enter>")
	d.sees("? 2 unknown: The tenant answered 502: deadline exceeded. Read again, the record doesn't show it.", "request ")
}

func TestARecordThatIsGoneIsNotSaidToShowAnything(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/hooks/*", DropAfter: true})
	d.keys("1")
	name := nameOf(d, "hooks")
	d.keys("x", name, "<enter>")
	d.tells("Deleted hook “" + name + "”. Read again, it is gone.")
}

func TestADeletionThatFailedSaysThatTheRecordIsStillThere(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/hooks/*", Status: 503, Message: "busy"})
	d.keys("1")
	name := nameOf(d, "hooks")
	d.keys("x", name, "<enter>")
	d.tells("Delete hook “"+name+"”: outcome unknown. The tenant answered 503: busy (request ", "Read again, it is still there.")
}

// A refusal that somebody faster may be the cause of is looked into, and what is true then is said, shown and written down.
func TestWhatIsDoneAlreadyIsSaidAsThat(t *testing.T) {
	for _, status := range []int{404, 409, 410} {
		d, _ := journalled(t, t.TempDir(), driverOptions{w: 100, h: 40}, nil)
		s := secretOf(d, activeSecret(d))
		d.keys("4")
		d.onSecret(s.VaultID)
		d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/secrets-admin/*", Status: status, Apply: true})
		d.keys("x", "<tab>", "<enter>")
		d.tells("Revoke secret “" + s.DisplayName +
			"”: done already, apparently by somebody else. The record, read again, shows it. Revoked ")
		d.sees("✗ revoked")
		d.keys("<esc>", "u")
		d.tells("There is nothing to undo")
		d.keys("J")
		d.keys("<enter>")
		d.sees("✓ done already")
		d.reads("The tenant refused it, and it was done already: the record, read again, shows it.")
	}
}

func TestARefusalSaysWhatTheRecordShows(t *testing.T) {
	d, _ := journalled(t, t.TempDir(), driverOptions{w: 100, h: 40}, nil)
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/webhooks/*", Status: 409, Code: 9, Message: "held"})
	d.keys("2")
	name := nameOf(d, "webhooks")
	d.keys("x", name, "<enter>")
	d.tells("Delete webhook “"+name+"”: refused.", "The tenant says: held.", "Read again, it is still there.")
	d.keys("J")
	d.keys("<enter>")
	d.reads("✗ refused", "The tenant refused it. The record, read again, didn't show it.")
	d = newDriver(t, driverOptions{})
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/webhooks/*", Status: 404, Code: 5, Apply: true})
	d.keys("2")
	d.keys("x", name, "<enter>")
	d.tells("Delete webhook “" + name + "”: done already, apparently by somebody else. Read again, it is gone.")
	d.seesNot("▌  " + name)
}

func TestARefusedEditOfWhatThereIsOnlyOneOfNamesItOnce(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/settings/contacts", Status: 409, Code: 9, Message: "contacts changed"})
	d.tenantMenu("c")
	d.keys("e", "<end>", "x", "<ctrl+s>")
	d.reads("Edit contacts: refused.")
}

// What was asked for is named with its direction, also where nothing was to be sent.
func TestASwitchIsCalledByItsDirection(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	id, name := d.tenant.HookID(0), nameOf(d, "hooks")
	record, _ := d.tenant.Record("hooks", id)
	on := record["enabled"] == true
	if err := d.tenant.UpdateAs("hooks", id, func(r map[string]any) { r["enabled"] = !on }); err != nil {
		t.Fatal(err)
	}
	d.keys("t")
	d.tells(map[bool]string{true: "Turn off", false: "Turn on"}[on] + " hook “" + name + "”: done already")
	d.wantMutations()
}
