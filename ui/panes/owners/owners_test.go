package owners_test

import (
	"testing"
	"time"

	"gatehouse/tenant"
	"gatehouse/ui/panes/owners"
	"gatehouse/ui/panetest"
)

// ownersOf shows the owners of an entitlement; route is that of their list.
func ownersOf(t *testing.T, place int) (d *panetest.Frame, route string) {
	t.Helper()
	d = panetest.Open(t, owners.Declaration(), panetest.Options{W: 120, H: 36})
	app, entitlement := d.Tenant.EntitlementID(place)
	d.Keys("p")
	d.Pick(app)
	d.Sees("Choose an entitlement")
	d.Pick(entitlement)
	return d, "/api/v1/apps/" + app + "/entitlements/" + entitlement + "/owners"
}

// addOwner fills a user into the form of a new owner and sends it.
func addOwner(d *panetest.Frame, user string) {
	d.Keys("n")
	d.Sees("Add an owner")
	d.Keys("<enter>")
	d.Sees("Choose a user")
	d.Pick(user)
	d.Keys("<ctrl+s>")
}

func TestOwnersAreListedForAPickedEntitlement(t *testing.T) {
	d, route := ownersOf(t, 1)
	d.Sees("in Ledgerline")
	if n := len(d.Asked("GET " + route)); n != 1 {
		t.Errorf("the owners were read %d times, want 1", n)
	}
	d.Sent()
}

// The tenant's list lags behind the change: it is looked at again, less and less often, until it shows it.
func TestANewOwnerIsPendingUntilTheListShowsHim(t *testing.T) {
	d, route := ownersOf(t, 1)
	d.Tenant.Faults().Lag(tenant.Lag{For: 100 * time.Second})
	addOwner(d, d.Tenant.UserID(2))
	d.Sees("◌ pending")
	d.Sent("POST " + route)
	if got, want := d.Asked("POST " + route)[0], `{"userId":"`+d.Tenant.UserID(2)+`"}`; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
	before := len(d.Asked("GET " + route))
	for _, wait := range []time.Duration{5, 10, 15, 20, 30} {
		if d.Timers(wait*time.Second) != 1 {
			t.Fatalf("no look is due in %d s", wait)
		}
		d.Fire(wait * time.Second)
		d.Sees("◌ pending")
	}
	if looks := len(d.Asked("GET "+route)) - before; looks != 5 {
		t.Errorf("the owners were read %d times, want 5", looks)
	}
	d.Fire(30 * time.Second)
	d.Sees("is shown as an owner now.", "● owner")
	d.SeesNot("◌ pending")
	if d.Timers(30*time.Second) != 0 {
		t.Error("it is still looked at")
	}
}

func TestAnotherChangeIsLookedForSoonAgain(t *testing.T) {
	d, _ := ownersOf(t, 1)
	d.Tenant.Faults().Lag(tenant.Lag{For: 100 * time.Second})
	addOwner(d, d.Tenant.UserID(2))
	d.Fire(5 * time.Second)
	d.Fire(10 * time.Second)
	if d.Timers(15*time.Second) != 1 {
		t.Fatal("the first change isn't looked for less often by now")
	}
	addOwner(d, d.Tenant.UserID(3))
	if d.Timers(5*time.Second) != 1 {
		t.Error("the next change isn't looked for in 5 s")
	}
}
