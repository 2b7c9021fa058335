package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
)

func TestTriageJudgesOneCardAfterTheOther(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t")
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
	d.keys("3", "t", "t")
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
	d.keys("3", "t", "t", "a", "a", "<esc>")
	d.sees("✓ accepted")
	d.keys("t", "t")
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
	d.keys("3", "t", "t")
	first := firstCard(d)
	d.tenant.Faults().Add(rule)
	d.keys("a")
	d.sees("1 refused")
	d.keys("<esc>") // the trouble
	for range 20 {
		if strings.Contains(d.screen(), "✗ Accept suggestion “") {
			d.sees(first)
			return
		}
		d.keys("s")
	}
	t.Fatalf("the failed card never came back:\n%s", d.screen())
}

// firstCard is the name on the card in view.
func firstCard(d *driver) string {
	name, _, _ := strings.Cut(strings.TrimLeft(strings.Split(d.screen(), "\n")[3], "│ "), "  ") // for whom it is stands after a gap
	return strings.TrimSpace(name)
}

func TestEscLeavesThePileUnlessTroubleIsUnread(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t", "y")
	d.tells("Copied")
	d.keys("<esc>")
	d.seesNot("Triage ─ card")
	d.keys("t", "t")
	d.fault(tenant.Rule{Method: "POST", Path: stateRoute, Status: 403, Times: 1})
	d.keys("a")
	d.tells(": refused.")
	d.keys("<esc>")
	d.sees("Triage ─ card")
	d.tellsNot(": refused.")
	d.keys("<esc>")
	d.seesNot("Triage  card")
}

// What was said of a card is gone with it, whichever way the pile goes.
func TestNothingSaidOfACardStandsOverTheNext(t *testing.T) {
	for _, on := range []string{"s", "a", "b"} {
		d := newDriver(t, driverOptions{w: 120, h: 40})
		d.keys("3", "t", "t", "s", "a", "u")
		d.tells("Undone: the acceptance of suggestion “" + nameOfSuggestion(d, 1) + "”")
		d.keys(on)
		d.tellsNot("Undone")
	}
}

func TestAWithdrawnStateIsOffInTriage(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40, faults: func(tn *tenant.Tenant) { tn.Faults().RefuseRejected(true) }})
	d.keys("3", "t", "t")
	d.sees("x reject")
	d.keys("x")
	d.tells("Reject suggestion “" + nameOfSuggestion(d, 0) + "”: refused.")
	d.offers(false, "x reject")
	d.sees("a accept", "d dismiss")
	d.keys("?", "reject")
	d.tells("Reject the suggestion and show the next one. Not now: this tenant has no suggestions that are rejected; dismiss it instead.")
}

func TestARefusedDecisionIsMarkedInTriage(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.fault(tenant.Rule{Method: "POST", Path: stateRoute, Status: 403, Times: 1})
	d.keys("3", "t", "t", "a")
	d.sees("a accept (refused)")
	d.keys("?", "accept")
	d.tells("the tenant refused this before; it can be tried again")
}
