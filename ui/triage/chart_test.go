package triage_test

import (
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panetest"
	"gatehouse/ui/triage"
)

// A chart in the place of the card leaves nothing of the card standing, and a pile that a bar narrowed says no more than its headline does.
func TestAChartStandsForTheCard(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 10}} {
		d := open(t, panetest.Options{W: size[0], H: size[1], Tenant: tenant.Options{Rows: 40}})
		d.Keys("3", "t", "t")
		d.Sees("more ")
		d.Keys("D")
		d.Sees("critical, ", " new suggestions")
		d.SeesNot("more entitlement", "more ↓", " more ·")
		d.Keys("<down>", "<down>", "<enter>")
		d.Sees("matching “")
		if n := len(d.Notices); n > 0 {
			t.Errorf("%v: it says %q", size, d.Notices[n-1].Text)
		}
	}
}

// A click on a bar chooses it, whether it stands in the place of the card or below it; one on a card opens no chart.
func TestAClickInTheChartOfAPile(t *testing.T) {
	for _, size := range [][2]int{{160, 60}, {80, 24}} {
		d := open(t, panetest.Options{W: size[0], H: size[1], Tenant: tenant.Options{Rows: 40}})
		d.Keys("3", "t", "t")
		d.Click("entitlements")
		of := d.Pane().(*triage.Pane).List
		if of.OnChart() {
			t.Errorf("%v: a click on the card opens the chart", size)
		}
		d.Keys("D")
		d.Click("exactly ")
		if got := of.ChartView().ChosenWords(); !strings.HasPrefix(got, "Profile covers it: exactly") {
			t.Errorf("%v: a click chose %q", size, got)
		}
	}
}
