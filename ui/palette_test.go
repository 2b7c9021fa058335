package ui

import "testing"

func TestARequestInThePaletteScrollsToItsEnd(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("<ctrl+p>", "turn on or off", "<ctrl+r>")
	d.sees("/api/v1/hooks", "down scrolls", "esc back")
	for range 40 {
		d.keys("<down>")
	}
	d.sees("up shows the beginning", "esc back")
	d.wantMutations()
}

// What can't be chosen comes after what matches as well and can, and says why when it is chosen all the same.
func TestThePaletteSaysWhyACommandIsOff(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.onSecret(d.revokedSecret())
	d.keys(":", "revoke", "<enter>")
	d.sees("Paste it; it isn't shown")
	d.seesNot("can't be chosen now")
	for range 3 {
		d.keys("<esc>")
	}
	d.keys(":", "revoke secret", "<enter>")
	d.sees("“Revoke secret” can't be chosen now: ", "revoked already.")
	d.keys("<down>")
	d.seesNot("can't be chosen now")
	d.wantMutations()
}

// revokedSecret is a secret that is revoked.
func (d *driver) revokedSecret() string {
	d.t.Helper()
	for i := range d.tenant.Size("secrets") {
		if rec, _ := d.tenant.Record("secrets", d.tenant.SecretID(i)); rec["status"] == "SECRET_STATUS_REVOKED" {
			return d.tenant.SecretID(i)
		}
	}
	d.t.Fatal("no secret is revoked")
	return ""
}
