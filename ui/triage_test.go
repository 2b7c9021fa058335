package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
)

func TestTriageJudgesOneCardAfterTheOther(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t")
	d.sees("Triage", "card 1 of", nameOf(d, "suggestions"), "Covered already", "entitlement")
	d.keys("a")
	d.sees("card 2 of", "1 accepted")
	d.keys("d", "s", "x")
	d.sees("1 accepted · 1 dismissed · 1 rejected · 1 skipped", "card 5 of")
	d.keys("b")
	d.sees("card 3 of", "skipped before")
	for i, want := range []string{"ACCEPTED", "DISMISSED", "NEW", "REJECTED"} {
		record, _ := d.tenant.Record("suggestions", d.tenant.SuggestionID(i))
		if record["suggestionState"] != "SUGGESTION_STATE_"+want {
			t.Errorf("suggestion %d is %v, want %s", i, record["suggestionState"], want)
		}
	}
}

func TestTriageDrawsTheNextCardBeforeTheAnswer(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t")
	d.hold = true
	d.keys("a")
	d.sees("card 2 of", "1 on the way")
	d.hold = false
	d.settle()
	d.sees("1 accepted")
	d.seesNot("on the way")
}

func TestTriageKeepsItsPlaceAndUndoComesBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "a", "a", "<esc>")
	d.sees("✓ accepted")
	d.keys("t")
	d.sees("card 3 of", "2 accepted")
	d.keys("u")
	d.sees("card 2 of", "1 accepted")
}

func TestTriageBringsAFailedCardBackAtTheEndWithTheReason(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40, tenant: tenant.Options{Rows: 12}})
	rule, err := tenant.ParseFault("POST /api/v1/role-mining/suggestions/*/state status=403 times=1")
	if err != nil {
		t.Fatal(err)
	}
	d.keys("3", "t")
	first := firstCard(d)
	d.tenant.Faults().Add(rule)
	d.keys("a")
	d.sees("1 failed")
	d.keys("<esc>") // the notice
	for range 20 {
		if strings.Contains(d.screen(), "✗ Accept failed") {
			d.sees(first)
			return
		}
		d.keys("s")
	}
	t.Fatalf("the failed card never came back:\n%s", d.screen())
}

// firstCard is the name on the card in view.
func firstCard(d *driver) string {
	name, _, _ := strings.Cut(strings.Split(d.screen(), "\n")[3], "  ") // what stands beside it begins after a gap
	return strings.TrimSpace(name)
}

func TestTriageSortsTheCardsToCome(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "S")
	d.sees("by confidence")
}
