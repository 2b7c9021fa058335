package ui

import (
	"testing"

	"gatehouse/state"
	"gatehouse/tenant"
	"gatehouse/ui/picker"
)

const bindRoute = "POST /api/v1/appentitlementmonitorbinding"

// pickID takes an id in the picker that is open.
func (d *driver) pickID(id string) {
	d.t.Helper()
	d.paste(id)
	d.fire(picker.Pause)
	d.keys("<enter>")
}

// fillBinding fills the form of a binding with ids.
func (d *driver) fillBinding(monitor, app, entitlement string) {
	d.t.Helper()
	d.keys("<enter>")
	d.sees("Choose a conflict monitor")
	d.pickID(monitor)
	d.keys("<tab>", "<right>", "<tab>", "<enter>")
	d.sees("Choose an app")
	d.pickID(app)
	d.keys("<tab>", "<enter>")
	d.sees("Choose an entitlement")
	d.pickID(entitlement)
}

func TestBindShowsNamesAndMeaningBeforeItIsSent(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	app, entitlement := d.tenant.EntitlementID(2)
	d.tenantMenu("d")
	d.reads("A monitor's bindings can't be listed")
	d.keys("n")
	d.fillBinding(d.tenant.MonitorID(2), app, entitlement) // a monitor with negateGroupB
	d.sees("Deploy and approve change (A and not B)", "Ledgerline")
	d.wantMutations()
	d.keys("<ctrl+s>")
	d.sees("Bind?", "Deploy and approve change", "side A", "in Ledgerline", "▸ Cancel ◂")
	d.reads("Alerts when somebody holds A and not B")
	d.wantMutations()
	d.keys("<tab>", "<enter>")
	d.sees("Created binding", "u undoes it", "● bound")
	want := `{"appEntitlementId":"` + entitlement + `","appId":"` + app + `","entitlementGroup":"ENTITLEMENT_GROUP_A","monitorId":"` +
		d.tenant.MonitorID(2) + `"}`
	if got := d.body(bindRoute); got != want {
		t.Errorf("sent %s\nwant %s", got, want)
	}
	d.keys("u")
	d.sees("Undone: the creation of binding “")
	d.seesNot("● bound")
	d.wantMutations(bindRoute, "DELETE /api/v1/appentitlementmonitorbinding")
	d.keys("u")
	d.sees("nothing to undo")
}

func TestBindByNameThroughPickers(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.tenantMenu("d")
	d.keys("n", "<enter>")
	d.pickID(d.tenant.MonitorID(0))
	d.sees("Create vendor and pay vendor (A and B)")
	d.keys("<tab>", "<right>", "<right>", "<tab>", "<enter>", "quill")
	d.fire(picker.Pause)
	d.keys("<enter>", "<tab>", "<enter>", "<down>", "<enter>", "<ctrl+s>")
	d.sees("Bind?", "side B", "in Quillbase")
	d.reads("Alerts when somebody holds A and B")
}

func TestCancelledQuestionKeepsTheForm(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	app, entitlement := d.tenant.EntitlementID(2)
	d.tenantMenu("d")
	d.keys("n")
	d.fillBinding(d.tenant.MonitorID(0), app, entitlement)
	d.keys("<ctrl+s>", "<esc>")
	d.sees("Bind an entitlement", "Create vendor and pay vendor (A and B)", "ctrl+s bind")
	d.keys("<ctrl+s>")
	d.sees("Bind?")
	d.wantMutations()
}

func TestBindingIsLookedUpAndUnbound(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	app, entitlement := d.tenant.EntitlementID(5) // bound to side A of monitor 0 from the start
	d.tenantMenu("d")
	d.keys("O")
	d.fillBinding(d.tenant.MonitorID(0), app, entitlement)
	d.keys("<ctrl+s>")
	d.sees("It is bound:", "● bound", "Create vendor and pay vendor")
	d.wantMutations()
	d.keys("x")
	d.sees("Unbind?", "no longer counts this entitlement on side A", "▸ Cancel ◂")
	d.keys("<enter>")
	d.wantMutations()
	d.keys("x", "<tab>", "<enter>")
	d.sees("Deleted binding", "u undo deletion")
	d.keys("u")
	d.sees("Undone: the deletion of binding “", "● bound")
}

func TestBindingThatIsNotThere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	app, entitlement := d.tenant.EntitlementID(2)
	d.tenantMenu("d")
	d.keys("O")
	d.fillBinding(d.tenant.MonitorID(0), app, entitlement)
	d.keys("<ctrl+s>")
	d.reads("It isn't bound:")
	d.seesNot("● bound")
}

func TestBindingThatSomebodyElseMadeFirst(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	app, entitlement := d.tenant.EntitlementID(5)
	d.tenantMenu("d")
	d.keys("n")
	d.fillBinding(d.tenant.MonitorID(0), app, entitlement)
	d.keys("<ctrl+s>", "<tab>", "<enter>")
	d.reads("done already, apparently by somebody else.", "The record, read again, shows it.")
	d.sees("● bound")
	d.keys("u")
	d.tells("There is nothing to undo")
	d.wantMutations() // it is looked at first
}

func TestBindWithoutCompanions(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40, tenant: tenant.Options{InterfaceOnly: true}})
	app, entitlement := d.tenant.EntitlementID(2)
	d.tenantMenu("d")
	d.keys("n")
	d.fillBinding(d.tenant.MonitorID(2), app, entitlement)
	d.sees(d.tenant.MonitorID(2)+" (unknown name)", entitlement+" (unknown name)")
	d.keys("<ctrl+s>")
	d.reads("Some names are unknown", "What the monitor does is unknown")
	d.keys("<tab>", "<enter>")
	d.reads("Created binding", "u undoes it")
	d.wantMutations(bindRoute)
}

// bindHere binds an entitlement to side A of monitor 2 and says yes.
func (d *driver) bindHere(entitlement int) {
	d.t.Helper()
	app, id := d.tenant.EntitlementID(entitlement)
	d.tenantMenu("d")
	d.keys("n")
	d.fillBinding(d.tenant.MonitorID(2), app, id)
	d.keys("<ctrl+s>", "<tab>", "<enter>")
	d.reads("Created binding")
}

func TestABindingOfAMonitorThatCantBeReadIsTakenBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/accessconflict/*", Status: 403})
	}})
	d.bindHere(2)
	d.reads("u undoes it", "You may not see this monitor's")
	d.keys("u")
	d.wantMutations(bindRoute, "DELETE /api/v1/appentitlementmonitorbinding")
	d.seesNot("● bound")
}

// What the tenant answers to unbinding decides whether it is offered: 404, 405 and 501 are said of the operation where bindings can't
// be read either.
func TestUnbindingThatTheTenantDoesntOfferIsNotOfferedAgain(t *testing.T) {
	for _, status := range []int{404, 405, 501} {
		d := newDriver(t, driverOptions{w: 120, h: 40, tenant: tenant.Options{InterfaceOnly: true},
			faults: func(tn *tenant.Tenant) { tn.Faults().LackCompanions(status) }})
		d.bindHere(2)
		d.sees("x unbind ")
		d.keys("x", "<tab>", "<enter>")
		d.reads(": refused.", "This tenant doesn't offer this operation.")
		d.offers(false, "x unbind")
		d.keys(":", "unbind")
		d.reads("not offered here; it can be tried again")
		d.keys("<esc>", "<esc>", "<esc>")
		d.bindHere(3)
		d.reads("It can't be undone from here: the tenant refused to unbind before.")
		d.seesNot("undoes it")
	}
}

func TestANotFoundOfABindingIsNotARefusal(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	app, entitlement := d.tenant.EntitlementID(5)
	d.tenantMenu("d")
	d.keys("O")
	d.fillBinding(d.tenant.MonitorID(0), app, entitlement)
	d.keys("<ctrl+s>")
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/appentitlementmonitorbinding", Status: 404, Code: 5, Message: "no such binding"})
	d.keys("x", "<tab>", "<enter>")
	d.reads(": refused.", "no such binding")
	d.sees("x unbind")
	d.seesNot("(refused)")
}

func TestAMonitorThatTheTenantDoesntKnowIsSaidToBeUnknown(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.tenantMenu("d")
	d.keys("p")
	d.pickID(d.tenant.UserID(4))
	d.useAnyway("conflict monitor", d.tenant.UserID(4))
	d.reads("the tenant has no monitor with this id")
	app, entitlement := d.tenant.EntitlementID(2)
	d.keys("n", "<tab>", "<right>", "<tab>", "<enter>")
	d.pickID(app)
	d.keys("<tab>", "<enter>")
	d.pickID(entitlement)
	d.keys("<ctrl+s>")
	d.reads("What the monitor does is unknown: the tenant has no monitor with this id.")
}

func TestTheBuiltInTenantNamesMonitors(t *testing.T) {
	var ids []string
	d := newDriver(t, driverOptions{w: 80, h: 24, options: func(o *Options) { o.Tenant.Monitors = ids },
		faults: func(tn *tenant.Tenant) { ids = []string{tn.MonitorID(0), tn.MonitorID(2)} }})
	d.tenantMenu("d")
	d.reads("This demo has the monitors " + ids[0] + " and " + ids[1])
	d.keys("p")
	d.sees("Create vendor and pay", "A and B", "Deploy and approve", "A and not B")
	d.keys("<down>", "<enter>")
	d.reads("Monitor “Deploy and approve change”. Alerts when somebody holds A and not B")
}

// A write whose answer was lost is looked up, never sent again.
func TestBindWhoseAnswerIsLost(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	app, entitlement := d.tenant.EntitlementID(2)
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/appentitlementmonitorbinding", DropAfter: true})
	d.tenantMenu("d")
	d.keys("n")
	d.fillBinding(d.tenant.MonitorID(0), app, entitlement)
	d.keys("<ctrl+s>", "<tab>", "<enter>")
	d.reads("Created binding", "read again, shows it")
	d.wantMutations(bindRoute)
}

func TestPickedMonitorTellsWhatItMeans(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.tenantMenu("d")
	d.keys("p")
	d.reads("Conflict monitors can't be listed. Type or paste the id")
	d.paste(d.tenant.UserID(4))
	d.fire(picker.Pause)
	d.reads("The tenant has no conflict monitor with this id")
	d.keys("<ctrl+u>")
	d.pickID(d.tenant.MonitorID(0))
	d.reads("Monitor “Create vendor and pay vendor”. Alerts when somebody holds A and B")
	d.keys("n")
	d.sees("Create vendor and pay vendor (A and B)")
}

func TestBindingsAreRemembered(t *testing.T) {
	dir := t.TempDir()
	d := newDriver(t, driverOptions{w: 120, h: 40, options: func(o *Options) { o.Opened = state.Open(dir, nil) }})
	app, entitlement := d.tenant.EntitlementID(5)
	store := state.Open(dir, nil)
	gone := map[string]string{"monitorId": d.tenant.MonitorID(0), "entitlementGroup": "ENTITLEMENT_GROUP_B", "appId": app,
		"appEntitlementId": entitlement}
	kept := map[string]string{"monitorId": d.tenant.MonitorID(0), "entitlementGroup": "ENTITLEMENT_GROUP_A", "appId": app,
		"appEntitlementId": entitlement}
	for _, ids := range []map[string]string{gone, kept} {
		if err := store.Remember(t.Context(), d.client.BaseURL(), "bindings", state.Opened{IDs: ids}); err != nil {
			t.Fatal(err)
		}
	}
	d.tenantMenu("d")
	d.sees("● bound", "side A", "1 known here")
}

// A detail without a record has no keys: they go to the list again.
func TestTheFocusLeavesADetailThatIsGone(t *testing.T) {
	for _, w := range []int{160, 80} {
		d := newDriver(t, driverOptions{w: w, h: 40})
		d.bindHere(2)
		d.keys("<enter>")
		d.sees("● bound")
		d.keys("u")
		d.sees("n binds an entitlement")
		d.seesNot("● bound", "h to the list", "next record")
	}
}
