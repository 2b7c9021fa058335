package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
)

func TestABatchAsksOnceRunsAndCanBeTakenBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", " j j j j ")
	d.sees("5 marked")
	d.keys("d")
	d.sees("Dismiss?", "5 suggestions", "on tenant acme (acme.example)", "▸ Cancel ◂")
	if sent := d.mutations(); len(sent) != 0 {
		t.Fatalf("sent before it was confirmed: %v", sent)
	}
	d.keys("<tab>", "<enter>")
	d.sees("Dismiss: 5 dismissed", "takes 5 changes back")
	d.seesNot("5 marked")
	d.keys("u")
	d.sees("Take back")
	d.keys("<tab>", "<enter>")
	if sent := d.mutations(); len(sent) != 10 {
		t.Fatalf("%d state changes, want ten", len(sent))
	}
	for i := range 5 {
		record, _ := d.tenant.Record("suggestions", d.tenant.SuggestionID(i))
		if record["suggestionState"] == "SUGGESTION_STATE_DISMISSED" {
			t.Errorf("suggestion %d is still dismissed", i)
		}
	}
}

func TestFailedOnesStayMarkedAndAreListedFirst(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	rule, err := tenant.ParseFault("POST /api/v1/role-mining/suggestions/*/state status=403 times=2")
	if err != nil {
		t.Fatal(err)
	}
	d.keys("3")
	d.tenant.Faults().Add(rule)
	d.keys(" j j j ", "d", "<tab>", "<enter>")
	d.sees("Dismiss: results", "2 dismissed, 2 failed", "✗")
	d.keys("<esc>")
	d.sees("2 marked", "still marked")
	d.keys("B")
	d.sees("Dismiss: results")
}

func TestDestructiveBatchWantsTheCount(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("2", " j j ", "x")
	d.sees("3 webhooks", "Type 3 to confirm")
	d.keys("2", "<enter>")
	if sent := d.mutations(); len(sent) != 0 {
		t.Fatalf("the wrong count sent %v", sent)
	}
	d.keys("<backspace>", "3", "<enter>")
	if sent := strings.Join(d.mutations(), "\n"); strings.Count(sent, "DELETE /api/v1/webhooks/") != 3 {
		t.Fatalf("sent:\n%s", sent)
	}
}

func TestHiddenMarksAreSaid(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", " j ", "/zzzzqq", "<down>", "d")
	d.sees("2 of the marked suggestions are hidden by the filter")
}
