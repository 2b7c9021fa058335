package ui

import (
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/lag"
)

func TestAListThatLagsBehindIsNotBelieved(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.keys("a")
	d.sees("✓ accepted")
	d.keys("r")
	d.sees("✓ accepted", "1 change pending in the tenant's list")
	d.keys("u", "r") // undone, while the list shows neither
	d.selectedIs("○ new")
	d.tenant.Faults().Release()
	d.keys("r")
	d.selectedIs("○ new")
	d.seesNot("pending")
	d.wantMutations("POST /api/v1/role-mining/suggestions/"+d.tenant.SuggestionID(0)+"/state",
		"POST /api/v1/role-mining/suggestions/"+d.tenant.SuggestionID(0)+"/state")
}

func TestAListIsBelievedWhenSomebodyElseChangedTheRecord(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3", "a")
	d.sees("✓ accepted")
	err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(0),
		func(r map[string]any) { r["suggestionState"] = "SUGGESTION_STATE_DISMISSED" })
	if err != nil {
		t.Fatal(err)
	}
	d.keys("r")
	d.selectedIs("– dismissed")
	d.seesNot("pending")
}

func TestALaggingListIsBelievedInTheEnd(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.keys("a")
	d.clock.advance(lag.Limit)
	d.keys("r")
	d.selectedIs("○ new")
	d.seesNot("pending")
}

func TestAPageReadBeforeAnActionDoesntUndoItOnTheScreen(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	late := d.holding(func() { d.keys("r") })
	d.keys("a")
	d.sees("✓ accepted")
	late.deliver()
	d.sees("✓ accepted")
	d.seesNot("pending")
}

func TestARecordReadBeforeAnActionDoesntUndoItOnTheScreen(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	late := d.holding(func() { d.keys("<enter>") })
	d.keys("a")
	d.sees("✓ accepted")
	late.deliver()
	d.sees("✓ accepted")
}

func TestADeletedRecordDoesntComeBackFromALaggingList(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("2")
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	name := "Incident bridge"
	d.keys("x", name, "<enter>")
	d.sees("26 in all")
	d.keys("r")
	d.sees("26 in all", "1 change pending in the tenant's list")
}

func TestACreatedRecordStaysInViewWhileTheListLags(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("2")
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.keys("n", "Brand new", "<tab>", "https://hooks.example.com/new", "<ctrl+s>")
	d.sees("Created webhook “Brand new”", "28 in all")
	d.keys("r")
	d.sees("Brand new", "28 in all", "1 change pending in the tenant's list")
	d.tenant.Faults().Release()
	d.keys("r")
	d.sees("Brand new", "28 in all")
	d.seesNot("pending")
}

func TestAResultNeverAddsARowToAnotherList(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	result := d.holding(func() { d.keys("a") })
	d.keys("/", "Legal", "<ctrl+s>")
	rows := d.line("on the tenant")
	before := d.selected()
	result.deliver()
	if got := d.line("on the tenant"); got != rows {
		t.Errorf("the list was %q, and after the result %q", rows, got)
	}
	if got := d.selected(); got != before {
		t.Errorf("the result moved the cursor from %q to %q", before, got)
	}
	d.sees("Accepted suggestion")
}
