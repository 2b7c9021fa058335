package bindings_test

import (
	"testing"

	"gatehouse/ui/panes/bindings"
	"gatehouse/ui/panetest"
)

const bindRoute = "POST /api/v1/appentitlementmonitorbinding"

func open(t *testing.T) *panetest.Frame {
	t.Helper()
	return panetest.Open(t, bindings.Declaration(), panetest.Options{W: 120, H: 40})
}

// fill fills the form of a binding with ids, on side A.
func fill(d *panetest.Frame, monitor, app, entitlement string) {
	d.Keys("<enter>")
	d.Sees("Choose a conflict monitor")
	d.Pick(monitor)
	d.Keys("<tab>", "<right>", "<tab>", "<enter>")
	d.Sees("Choose an app")
	d.Pick(app)
	d.Keys("<tab>", "<enter>")
	d.Sees("Choose an entitlement")
	d.Pick(entitlement)
}

func TestABindingShowsNamesAndMeaningBeforeItIsSent(t *testing.T) {
	d := open(t)
	app, entitlement := d.Tenant.EntitlementID(2)
	d.Tells("A monitor's bindings can't be listed")
	d.Keys("n")
	fill(d, d.Tenant.MonitorID(2), app, entitlement) // a monitor with negateGroupB
	d.Sees("Deploy and approve change (A and not B)", "Ledgerline")
	d.Keys("<ctrl+s>")
	d.Sees("Bind?", "Deploy and approve change", "side A", "in Ledgerline", "▸ Cancel ◂")
	d.Tells("Alerts when somebody holds A and not B")
	d.Sent()
	d.Keys("<tab>", "<enter>")
	d.Sees("● bound")
	d.Sent(bindRoute)
	want := `{"appEntitlementId":"` + entitlement + `","appId":"` + app + `","entitlementGroup":"ENTITLEMENT_GROUP_A","monitorId":"` +
		d.Tenant.MonitorID(2) + `"}`
	if got := d.Asked(bindRoute)[0]; got != want {
		t.Errorf("sent %s\nwant %s", got, want)
	}
}

func TestAnEscapeFromTheQuestionSendsNothing(t *testing.T) {
	d := open(t)
	app, entitlement := d.Tenant.EntitlementID(2)
	d.Keys("n")
	fill(d, d.Tenant.MonitorID(0), app, entitlement)
	d.Keys("<ctrl+s>", "<esc>")
	d.Sees("Bind an entitlement", "Create vendor and pay vendor (A and B)")
	d.Sent()
}
