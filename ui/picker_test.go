package ui

import (
	"strings"
	"testing"
	"time"

	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/picker"
	"gatehouse/ui/widget"
)

// pickApp opens the picker of apps in the view of owners.
func (d *driver) pickApp() {
	d.t.Helper()
	d.tenantMenu("o")
	d.keys("p")
	d.sees("Choose an app")
}

func TestPickerAsksTheTenantAsOneTypes(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.pickApp()
	d.sees("Ledgerline", "24 found")
	d.keys("harbor")
	d.sees("Asking the tenant")
	if n := len(d.asked("POST /api/v1/search/apps")); n != 1 {
		t.Fatalf("%d searches were sent before the pause, want 1", n)
	}
	d.fire(picker.Pause)
	d.sees("Harborview CRM", "1 found")
	d.seesNot("Ledgerline")
	// Every key has its timer; only the last one asks.
	if all := d.asked("POST /api/v1/search/apps"); len(all) != 2 || !strings.Contains(all[1], `"query":"harbor"`) {
		t.Errorf("the tenant was asked %v", all)
	}
}

// Enter never takes a row of an older question.
func TestPickerTakesNothingWhileItIsAsking(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.pickApp()
	d.keys("harbor", "<enter>")
	d.sees("Choose an app", "Asking the tenant")
	d.fire(picker.Pause)
	d.keys("<enter>")
	d.sees("Choose an entitlement")
}

func TestPickerDropsLateAnswers(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.pickApp()
	d.keys("star")
	late := d.holding(func() { d.fire(picker.Pause) })
	d.keys("<ctrl+u>", "quill")
	d.fire(picker.Pause)
	d.sees("Quillbase")
	late.deliver()
	d.sees("Quillbase")
	d.seesNot("Starling Pay")
}

func TestPickerFindsById(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.pickApp()
	d.paste(d.tenant.AppID(3))
	d.fire(picker.Pause)
	d.sees("Starling Pay", "1 found")
	d.keys("<ctrl+u>")
	d.paste(d.tenant.UserID(3)) // an id of another kind looks the same
	d.fire(picker.Pause)
	d.reads("The tenant has no app with this id", "enter asks whether to use it anyway")
}

func TestPickerLoadsMoreAsTheCursorGetsThere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 12})
	d.pickApp()
	d.keys("<enter>")
	d.sees("Choose an entitlement", "10 found, more below")
	d.keys("<pgdown>")
	d.sees("20 found")
}

func TestPickerTypesEveryKeyAndCloses(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.pickApp()
	d.keys("qQ?:/jkG09 x")
	d.sees("> qQ?:/jkG09 x")
	d.fire(picker.Pause)
	d.reads("The tenant found no app for “qQ?:/jkG09 x”")
	d.keys("<esc>")
	d.seesNot("Choose an app")
}

func TestPickerWithoutASearchTakesIds(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, tenant: tenant.Options{InterfaceOnly: true}})
	d.pickApp()
	d.reads("This tenant doesn't offer this search. Type or paste the id of the app instead.")
	d.keys("<enter>")
	d.sees("Choose an app")
	d.paste(d.tenant.AppID(0))
	d.fire(picker.Pause)
	d.reads("The name can't be looked up here", "enter takes it as it is")
	d.keys("<enter>")
	d.sees("Choose an entitlement")
}

// The names of the apps that entitlements are in come after these, mostly within the same second.
func TestPickerShowsNamesThatComeLater(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/apps", Status: 503})
	}})
	app, _ := d.tenant.EntitlementID(0)
	d.tenantMenu("d")
	d.keys("n", "<down>", "<down>", "<down>", "<enter>")
	d.sees("Choose an entitlement", app)
	d.model.env.Names.Learn(map[widget.Ref]string{{Kind: "app", ID: app}: "Zebulon"})
	d.send(host.NamesMsg{Session: d.model.session})
	d.sees("Zebulon")
	d.seesNot(app)
}

// A tenant that sends the same page for ever is found out.
func TestPickerStopsAtRepeatedPages(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.fault(tenant.Rule{Path: "/api/v1/search/apps", Body: `{"list":[{"id":"a1","displayName":"One"}],"nextPageToken":"p1"}`})
	d.pickApp()
	d.sees("1 found", "incomplete")
}

func TestPickerFitsEveryScreen(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}, {24, 6}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("0", "o", "p", "a")
		d.fire(picker.Pause)
		d.Resize(2, 2)
		d.Resize(size[0], size[1])
		d.keys("<down>", "<enter>", "<esc>")
	}
}

// The e-mail address tells two people of one name apart, so it is there at any width, and whole before less important columns have theirs.
func TestUsersShowTheirAddressesWhole(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.tenantMenu("o")
		d.keys("n", "<tab>", "<tab>", "<enter>")
		rec, _ := d.tenant.Record("users", d.tenant.UserID(1))
		d.sees(rec["email"].(string), rec["displayName"].(string))
	}
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.tenantMenu("o")
	d.keys("n", "<tab>", "<tab>", "<enter>")
	rec, _ := d.tenant.Record("users", d.tenant.UserID(1))
	d.sees(rec["email"].(string)[:20])
}

// useAnyway says yes to an id that the tenant doesn't know.
func (d *driver) useAnyway(one, id string) {
	d.t.Helper()
	d.sees("Use an unknown id?")
	d.tells("The tenant has no "+one+" with the id "+id+". Use it anyway?", "▸ Back ◂")
	d.keys("<tab>", "<enter>")
	d.seesNot("Use an unknown id?", "Choose ")
}

// An id that the tenant says it doesn't know is used only by a choice of its own, wherever it is typed.
func TestAnUnknownIDIsAskedAboutWhereverItIsTyped(t *testing.T) {
	const nobody = "2Yl3aJQ21K1qbExZ0J3VIHpR7aa"
	for name, c := range map[string]struct {
		one  string
		keys []string
	}{
		"an app of owners":        {"app", []string{"0", "o", "p"}},
		"the app of a new owner":  {"app", []string{"0", "o", "n", "<enter>"}},
		"the monitor of bindings": {"conflict monitor", []string{"0", "d", "p"}},
		"a creator of secrets":    {"user", []string{"4", "f", "somebody else", "<enter>"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{w: 120, h: 36})
			d.keys(c.keys...)
			d.fire(picker.Pause)
			d.keys("<ctrl+u>")
			d.paste(nobody)
			d.fire(picker.Pause)
			d.keys("<enter>")
			d.reads("Use an unknown id?", "The tenant has no "+c.one+" with the id "+nobody)
			d.keys("<esc>")
			d.sees("> " + nobody)
			d.keys("<esc>")
			d.seesNot(nobody)
			d.wantMutations()
		})
	}
}

// What a picker was told just now it shows at once the next time.
func TestAPickerAsksAgainOnlyLater(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.pickApp()
	apps := func() int { return len(d.asked("POST /api/v1/search/apps")) }
	if n := apps(); n != 1 {
		t.Fatalf("the tenant was asked %d times for the apps", n)
	}
	again := d.holding(func() { d.keys("<esc>", "p") })
	d.sees("Choose an app", "Ledgerline", "24 found")
	again.deliver()
	if n := apps(); n != 1 {
		t.Errorf("the tenant was asked %d times for the apps that it named just now", n)
	}
	d.keys("harbor")
	d.fire(picker.Pause)
	d.sees("Harborview CRM", "1 found")
	d.keys("<ctrl+u>")
	d.fire(picker.Pause)
	d.sees("24 found")
	if n := apps(); n != 2 {
		t.Errorf("the tenant was asked %d times for the apps, want once more, for a text", n)
	}
	d.keys("<esc>")
	d.clock.advance(31 * time.Second)
	d.keys("p")
	d.sees("24 found")
	if n := apps(); n != 3 {
		t.Errorf("the tenant was asked %d times for the apps, want once more after half a minute", n)
	}
	d.model.env.Changing()
	d.keys("<esc>", "p")
	if n := apps(); n != 4 {
		t.Errorf("the tenant was asked %d times for the apps, want once more after a change", n)
	}
}

// The entitlements of one app aren't taken for those of another.
func TestAPickerKeepsTheEntitlementsOfAnAppForThatApp(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.pickApp()
	d.keys("<enter>")
	first := strings.Fields(strings.Trim(d.selected(), "│▌ "))[0]
	d.keys("<esc>", "p", "<down>", "<enter>")
	d.sees("Choose an entitlement")
	d.seesNot(first)
	asked := len(d.asked("POST /api/v1/search/entitlements"))
	d.keys("<esc>", "p", "<enter>")
	d.sees(first)
	if n := len(d.asked("POST /api/v1/search/entitlements")); n > asked+1 { // for the page that follows
		t.Errorf("the tenant was asked %d times more", n-asked)
	}
}
