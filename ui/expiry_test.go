package ui

import (
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/host"
)

const renewIt = "run gatehouse login --tenant acme"

// signedIn is a console whose credentials are a stored login.
func signedIn(t *testing.T, left time.Duration) *driver {
	t.Helper()
	return newDriver(t, storedLogin(left))
}

// storedLogin are the options of a console whose credentials are a stored login that ends after a time; 0: nobody knows when.
func storedLogin(left time.Duration) driverOptions {
	return driverOptions{
		info: func(i *host.TenantInfo) {
			i.Renew = renewIt
			if left != 0 {
				i.Expires = startTime.Add(left)
			}
		},
		auth: func(tn *tenant.Tenant, _ string) api.Auth {
			return api.Auth{Token: tn.Token(), Source: "gatehouse login", Renew: renewIt}
		}}
}

// Once a login is refused, nothing claims its person and role any more, and every place says which command signs in again.
func TestALoginThatIsRevokedIsToldWithItsCommand(t *testing.T) {
	d := signedIn(t, 0)
	me := d.model.env.MyName()
	d.sees(me + " · Super Administrator")
	d.keys("2")
	d.fault(tenant.Rule{Path: "**", Status: 401, Message: "token revoked"})
	d.keys("r")
	d.sees("signed out")
	d.seesNot("Super Administrator")
	d.keys("3")
	d.tells("The tenant doesn't accept the credentials from gatehouse login. The tenant says: token revoked.",
		"Run gatehouse login --tenant acme, then restart gatehouse.")
	d.keys("T")
	d.tells("You are signed out: the tenant doesn't accept the credentials any more; before, you were "+me+".",
		"Run gatehouse login --tenant acme, then restart gatehouse.")
	d.seesNot("with the role")
	d.tenant.Faults().Reset()
	d.keys("<esc>", "r")
	d.sees(me + " · Super Administrator")
}

func TestALoginThatIsRevokedInABatchIsToldWithItsCommand(t *testing.T) {
	d := newCases(t, 12, storedLogin(0))
	d.keys("3")
	d.fault(decisions(tenant.Rule{Status: 401, Skip: 1}))
	d.markAllAnd("d")
	d.tells("Run gatehouse login --tenant acme, then restart gatehouse.")
	d.keys("<esc>")
	d.tells("The tenant doesn't accept the credentials any more: run gatehouse login --tenant acme, then restart gatehouse.")
}

// The end of a login is told in T whenever it is known, and by a notice as it comes near, each nearness once.
func TestTheEndOfALoginIsTold(t *testing.T) {
	d := signedIn(t, 4*24*time.Hour)
	d.seesNot("login expires")
	d.keys("T")
	at := d.model.env.Tenant.Expires.Format("2006-01-02 15:04:05 UTC")
	d.tells("Your login expires in 4d, on " + at + ".")
	d.keys("<esc>")
	minute := func(later time.Duration) {
		d.clock.advance(later)
		d.send(host.MinuteMsg{})
	}
	minute(25 * time.Hour)
	d.tells("Your login expires in 2d, on " + at + "; to renew it, run gatehouse login --tenant acme.")
	d.keys("j")
	d.model.notices.Pass()
	minute(time.Hour)
	d.seesNot("login expires")
	minute(d.model.env.Tenant.Expires.Sub(d.clock.now()) - 90*time.Minute)
	minute(time.Hour)
	d.tells("Your login expires in 30m, on " + at)
	minute(time.Hour)
	d.tells("Your login expired on " + at + ": run gatehouse login --tenant acme, then restart gatehouse.")
	d.keys("<esc>")
	minute(time.Hour)
	d.seesNot("login expired")
	d.keys("T")
	d.tells("Your login expired on " + at + ": run gatehouse login --tenant acme")
}

// What begins within a few days of the end says so at once.
func TestTheEndOfALoginIsToldAtTheStart(t *testing.T) {
	for left, want := range map[time.Duration]string{
		50 * time.Hour: "Your login expires in 2d, on ", 40 * time.Minute: "Your login expires in 40m, on ",
		-time.Minute: "Your login expired on ",
	} {
		d := signedIn(t, left)
		d.tells(want, renewIt)
	}
	d := signedIn(t, 0)
	d.keys("T")
	d.seesNot("Your login")
}
