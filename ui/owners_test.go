package ui

import (
	"strings"
	"testing"
	"time"

	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes/owners"
	"gatehouse/ui/panes/tenantmenu"
	"gatehouse/ui/picker"
)

// ownersOf shows the owners of an entitlement.
func (d *driver) ownersOf(place int) (route string) {
	d.t.Helper()
	app, entitlement := d.tenant.EntitlementID(place)
	d.tenantMenu("o")
	d.keys("p")
	d.pickID(app)
	d.sees("Choose an entitlement")
	d.pickID(entitlement)
	return "/api/v1/apps/" + app + "/entitlements/" + entitlement + "/owners"
}

// addOwner fills the user into the form of a new owner and sends it.
func (d *driver) addOwner(user string) {
	d.t.Helper()
	d.keys("n")
	d.sees("Add an owner")
	d.keys("<enter>")
	d.sees("Choose a user")
	d.pickID(user)
	d.keys("<ctrl+s>")
}

func (d *driver) nameOf(user int) string {
	d.t.Helper()
	rec, ok := d.tenant.Record("users", d.tenant.UserID(user))
	if !ok {
		d.t.Fatalf("there is no user %d", user)
	}
	return rec["displayName"].(string)
}

// labelOf tells a user from others of the same name.
func (d *driver) labelOf(user int) string {
	d.t.Helper()
	rec, _ := d.tenant.Record("users", d.tenant.UserID(user))
	return d.nameOf(user) + " · " + rec["email"].(string)
}

func TestOwnerIsPendingUntilTheListShowsHim(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	route := d.ownersOf(1)
	d.tenant.Faults().Lag(tenant.Lag{For: 100 * time.Second})
	d.addOwner(d.tenant.UserID(2))
	name := d.labelOf(2)
	d.reads("Added owner “"+name+"”", "45 to 150 seconds later", "u undoes it", "◌ pending")
	d.wantMutations("POST " + route)
	if got, want := d.body("POST "+route), `{"userId":"`+d.tenant.UserID(2)+`"}`; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
	before := len(d.asked("GET " + route))
	for _, wait := range []time.Duration{5, 10, 15, 20, 30} {
		if d.timers(wait*time.Second) != 1 {
			t.Fatalf("no look is due in %d s", wait)
		}
		d.fire(wait * time.Second)
		d.sees("◌ pending")
	}
	if looks := len(d.asked("GET "+route)) - before; looks != 5 {
		t.Errorf("the owners were read %d times, want 5", looks)
	}
	d.fire(30 * time.Second)
	d.sees(name+" is shown as an owner now.", "● owner")
	d.seesNot("◌ pending")
	if d.timers(30*time.Second) != 0 {
		t.Error("it is still looked at")
	}
	d.wantMutations("POST " + route)
}

func TestOwnerIsTakenBackWhileTheListLags(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	route := d.ownersOf(1)
	d.tenant.Faults().Lag(tenant.Lag{For: 100 * time.Second})
	d.addOwner(d.tenant.UserID(2))
	d.sees("◌ pending")
	d.keys("u")
	d.reads("Undone: the addition of owner “" + d.labelOf(2) + "”")
	d.wantMutations("POST "+route, "DELETE "+route+"/"+d.tenant.UserID(2))
	d.keys("u")
	d.sees("nothing to undo")
}

func TestOwnerIsRemovedAfterAQuestion(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	route := d.ownersOf(1)
	d.addOwner(d.tenant.UserID(2))
	d.fire(5 * time.Second)
	name := d.nameOf(2)
	d.keys("/"+strings.Fields(name)[0], "<tab>", "x")
	d.sees("Remove owner?", name, "no longer owns the entitlement", "▸ Cancel ◂")
	d.keys("<enter>")
	d.wantMutations("POST " + route)
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.keys("x", "<tab>", "<enter>")
	d.sees("Removed owner", "◌ leaving")
	d.keys("x")
	d.sees("Its removal was sent already.")
	d.fire(5 * time.Second)
	d.sees("◌ leaving")
	d.tenant.Faults().Release()
	d.fire(10 * time.Second)
	d.sees("is no longer shown as an owner.")
	d.wantMutations("POST "+route, "DELETE "+route+"/"+d.tenant.UserID(2))
}

// Nobody looks while the view is not on the screen.
func TestOwnersAreNotWatchedFromElsewhere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	route := d.ownersOf(1)
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.addOwner(d.tenant.UserID(2))
	d.keys("1")
	before := len(d.asked("GET " + route))
	d.fire(5 * time.Second)
	if now := len(d.asked("GET " + route)); now != before {
		t.Errorf("the owners were read %d times from another pane", now-before)
	}
	d.keys("0")
	d.sees("◌ pending")
}

func TestOwnerOfAnotherEntitlementIsShownThere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	app, entitlement := d.tenant.EntitlementID(40)
	d.tenantMenu("o")
	d.keys("n", "<enter>")
	d.pickID(app)
	d.keys("<tab>", "<enter>")
	d.pickID(entitlement)
	d.keys("<tab>", "<enter>", "mara lind")
	d.fire(picker.Pause)
	d.keys("<enter>", "<ctrl+s>")
	d.reads("Mara Lindqvist · ", "is shown as an owner now.", "in Harborview CRM")
}

func TestOwnersWithoutCompanions(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36, tenant: tenant.Options{InterfaceOnly: true}})
	route := d.ownersOf(1)
	d.reads("This tenant doesn't list the owners of an entitlement. n adds", "nor undone")
	d.addOwner(d.tenant.UserID(2))
	d.reads("Add owner?", "Some names are unknown", "undone from here.")
	d.wantMutations()
	d.keys("<tab>", "<enter>")
	d.reads("Added owner " + d.tenant.UserID(2))
	d.seesNot("undoes it")
	d.wantMutations("POST " + route)
}

// An answer that never came is not a reason to send it again.
func TestOwnerWhoseAnswerIsLost(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	route := d.ownersOf(1)
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/apps/*/entitlements/*/owners", DropAfter: true})
	d.addOwner(d.tenant.UserID(2))
	d.tells("? Add owner", "outcome unknown. No answer came.", "it is read again for 2m 30s.",
		"ctrl+s sends it once more; done twice, it is the same.")
	d.sees("Add an owner")
	d.wantMutations("POST " + route)
}

func TestOwnersLateAnswerOfAnotherEntitlementIsDropped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	d.ownersOf(1)
	d.addOwner(d.tenant.UserID(2))
	d.fire(5 * time.Second)
	late := d.holding(func() { d.keys("r") })
	app, entitlement := d.tenant.EntitlementID(40)
	d.keys("p", "<enter>")
	d.pickID(app)
	d.pickID(entitlement)
	d.sees("in Harborview CRM")
	late.deliver()
	d.sees("in Harborview CRM")
	d.seesNot("● owner", "◌ pending")
}

func TestSomebodyWhoIsAnOwnerAlreadyIsNotAddedAgain(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	route := d.ownersOf(1)
	d.addOwner(d.tenant.UserID(2))
	d.fire(5 * time.Second)
	d.sees("● owner")
	d.keys("u")
	d.wantMutations("POST "+route, "DELETE "+route+"/"+d.tenant.UserID(2))
	d.fire(5 * time.Second)

	d.tenant.Faults().Reset()
	if n := len(d.asked("GET " + route)); n == 0 {
		t.Fatal("the owners were never read")
	}
	rows := list.TypedRows[owners.Owner](d.model.pane().(tenantmenu.View).Pane.(*owners.Pane).Grid.Rows())
	if len(rows) == 0 {
		t.Fatal("nobody owns the entitlement")
	}
	d.addOwner(rows[0].User.ID)
	d.tells("owns this entitlement already", "Nothing was sent.")
	d.tellsNot("refused")
	d.wantMutations("POST "+route, "DELETE "+route+"/"+d.tenant.UserID(2))
	d.keys("<esc>", "<esc>", "<esc>", "u")
	d.reads("There is nothing to undo")
}

// While the list still shows somebody whose removal was sent, adding the person again is no mistake.
func TestSomebodyWhoWasJustRemovedIsAddedAgain(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	route := d.ownersOf(1)
	d.addOwner(d.tenant.UserID(2))
	d.fire(5 * time.Second)
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.keys("u")
	d.addOwner(d.tenant.UserID(2))
	d.wantMutations("POST "+route, "DELETE "+route+"/"+d.tenant.UserID(2), "POST "+route)
	d.addOwner(d.tenant.UserID(2))
	d.tells("was added already; the list of owners shows it later")
	d.wantMutations("POST "+route, "DELETE "+route+"/"+d.tenant.UserID(2), "POST "+route)
}

// Where nobody can tell who was an owner before, undoing an addition could remove one who was.
func TestAnOwnerIsNotTakenBackWhereOwnersCantBeRead(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/apps/*/entitlements/*/owners", Status: 501})
	}})
	route := d.ownersOf(1)
	d.addOwner(d.tenant.UserID(2))
	d.reads("This can't be undone from here.", "It shows up 45 to 150 seconds later, and can't be watched here")
	d.keys("<tab>", "<enter>")
	d.reads("Added owner “"+d.labelOf(2)+"” of “", ". It shows up 45 to 150 seconds later, and can't be watched here")
	d.seesNot("undoes it")
	d.wantMutations("POST " + route)
}

// Before the list was asked for, nobody knows whether it can be watched; once the addition was sent, the look before it has told.
func TestAnOwnerIsAddedBeforeTheListWasAskedFor(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36, tenant: tenant.Options{InterfaceOnly: true}})
	d.tenantMenu("o")
	d.keys("n")
	d.tells("can be watched here only if this tenant lists owners")
	appID, entitlementID := d.tenant.EntitlementID(1)
	for _, id := range []string{appID, entitlementID, d.tenant.UserID(2)} {
		d.keys("<enter>")
		d.pickID(id)
		d.keys("<tab>")
	}
	d.keys("<ctrl+s>")
	d.tells("This can't be undone from here.", "can be watched here only if this tenant lists owners")
	d.keys("<tab>", "<enter>")
	d.reads("Added owner", "It shows up 45 to 150 seconds later, and can't be watched here, because owners can't be listed.")
}

func TestNoOwnersAreCountedBeforeAnEntitlementIsChosen(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	d.tenantMenu("o")
	d.reads("Choose the entitlement first")
	d.seesNot("in all", "read now")
	d.keys("<esc>", "d")
	d.seesNot("in all", "known here", "read now")
}

func TestAPendingOwnerSaysWhetherAnybodyStillLooks(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 36})
	d.ownersOf(1)
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.addOwner(d.tenant.UserID(2))
	d.keys("G")
	d.reads("This is checked")
	d.clock.advance(owners.Patience)
	d.fire(5 * time.Second)
	d.send(host.MinuteMsg{})
	d.reads("It is no longer checke")
}

// Typing in a field that is picked searches for its value, and so does a paste.
func TestTypingInAPickFieldSearches(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	route := d.ownersOf(1)
	d.keys("n")
	d.sees("User")
	d.keys("mara lind")
	d.sees("Choose a user", "> mara lind")
	d.fire(picker.Pause)
	d.keys("<enter>")
	d.sees("Mara Lindqvist")
	d.paste(d.tenant.UserID(2) + "\n")
	d.sees("Choose a user", "> "+d.tenant.UserID(2))
	d.fire(picker.Pause)
	d.keys("<enter>")
	d.seesNot("Mara Lindqvist · mara", "Choose a user")
	d.keys(" ")
	d.sees("Choose a user", "Type to search")
	d.keys("<esc>", "<ctrl+s>")
	d.wantMutations("POST " + route)
}

func TestAnUnknownUserIsSaidToBeBeforeItIsSent(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	d.ownersOf(1)
	const nobody = "2Yl3aJQ21K1qbExZ0J3VIHpR7aa"
	d.keys("n", "<enter>")
	d.pickID(nobody)
	d.keys("<enter>") // back
	d.sees("Choose a user", "> "+nobody)
	d.keys("<enter>")
	d.useAnyway("user", nobody)
	d.keys("<ctrl+s>")
	d.reads("Add owner?", "The tenant has no user with this id: "+nobody+".", "make sure that the ids are right")
	d.wantMutations()
}

// The list lags, so undo isn't compared with it: that is said.
func TestUndoingAnOwnerSaysThatItWasNotCompared(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	d.ownersOf(1)
	d.tenant.Faults().Lag(tenant.Lag{For: 100 * time.Second})
	d.addOwner(d.tenant.UserID(2))
	d.keys("u")
	d.tells("Undone", "The tenant shows such changes minutes later, so it wasn't compared with what is there now.")
}
