package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
)

// tenantMenu goes to pane 0 and into one of its views.
func (d *driver) tenantMenu(key string) {
	d.t.Helper()
	d.keys("0")
	d.sees("Entitlement owners")
	d.keys(key)
}

// body are the bodies of the requests of the kind "POST /api/v1/settings/contacts", the latest last.
func (d *driver) body(route string) string {
	d.t.Helper()
	all := d.asked(route)
	if len(all) == 0 {
		d.t.Fatalf("no %s came\n%s", route, d.screen())
	}
	return all[len(all)-1]
}

// reads is sees for sentences that may be broken over several lines.
func (d *driver) reads(texts ...string) {
	d.t.Helper()
	screen := unboxed(d.screen())
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			d.t.Fatalf("%q can't be read on the screen:\n%s", text, d.screen())
		}
	}
}

func TestPaletteGoesDirectlyToAView(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys(":", "contacts", "<enter>")
	d.sees("accounts@halden.example")
	d.keys(":", "entitlement owners", "<enter>")
	d.sees("Choose the entitlement first")
	d.keys("<esc>")
	d.sees("▌ o  Entitlement owners")
}

func TestTheTenantMenuFitsEveryScreen(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}, {24, 6}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("0")
		for i := range 5 {
			d.keys("g")
			d.keys(strings.Split(strings.Repeat("j", i), "")...)
			d.keys("<enter>")
			d.Resize(200, 60)
			d.Resize(size[0], size[1])
			if i == 2 {
				d.keys("subject.email", "<ctrl+s>", "<esc>")
			}
			d.keys("<esc>")
		}
		d.sees("Entitlement owners")
	}
}

// Every one of the sixteen operations of this pane can be carried out where nothing but these is offered.
func TestTheTenantMenuWithoutCompanionsReads(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, tenant: tenant.Options{InterfaceOnly: true}})
	d.tenantMenu("c")
	d.sees("accounts@halden.example")
	d.keys("<esc>", "m")
	d.sees("Approval needed", "not set up")
	d.keys("<esc>", "b", "1 + 1", "<ctrl+s>")
	d.sees("int", "2")
}
