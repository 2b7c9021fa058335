package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/batch"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
)

func TestABatchAsksOnceRunsAndCanBeTakenBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", " j j j j ")
	d.sees("5 marked")
	d.keys("d")
	d.sees("Dismiss 5 suggestions?", "5 suggestions", "on tenant acme (acme.example)", "▸ Cancel ◂")
	if sent := d.mutations(); len(sent) != 0 {
		t.Fatalf("sent before it was confirmed: %v", sent)
	}
	d.keys("<tab>", "<enter>")
	d.sees("Dismiss: 5 done", "undoes 5 changes")
	d.seesNot("5 marked")
	d.keys("u")
	d.sees("Undo")
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
	d.sees("Dismiss: results", "2 done, 2 refused", "✗")
	d.keys("<esc>")
	d.sees("2 marked", "still marked")
	d.keys("B")
	d.sees("Dismiss: results")
}

func TestTheListOfResultsSaysEachReasonOnceAndWhole(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	why := "the separation of duties policy of this tenant keeps four eyes on every suggestion of the finance department"
	rule, err := tenant.ParseFault(`POST /api/v1/role-mining/suggestions/*/state status=400 code=9 times=2 message="` + why + `"`)
	if err != nil {
		t.Fatal(err)
	}
	d.keys("3")
	d.tenant.Faults().Add(rule)
	d.keys(" j j j ", "d", "<tab>", "<enter>")
	d.sees("✗ 2 refused: ", "✓ 2 done", "request ")
	text := strings.Join(strings.Fields(strings.NewReplacer("│", " ").Replace(d.screen())), " ")
	if n := strings.Count(text, why); n != 1 {
		t.Errorf("the reason stands there %d times:\n%s", n, d.screen())
	}
}

func TestTheSessionCanBeLockedWhileABatchIsUnderWay(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	d.keys("3", " j ", "d")
	d.hold = true
	d.keys("<tab>", "<enter>")
	d.sees("esc stops what was not sent yet")
	d.keys("<ctrl+o>", "<tab>", "<enter>")
	if !d.model.env.Client.ReadOnly() {
		t.Error("the session is not locked")
	}
	d.hold = false
	d.settle()
}

func TestWhatALockKeepsBackWasNotStarted(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	d.keys("3", " j ", "d")
	d.model.env.Client.Lock() // between the question and the first request
	b := newBatchResults(d)
	if got := b.Summary(); got != "2 not sent" {
		t.Errorf("the batch ended with %q", got)
	}
	if got := strings.Join(draw.StripStyles(b.Entries(90)), "\n"); !strings.Contains(got,
		"2 not sent: This session is read-only, so nothing was sent.") {
		t.Errorf("the list says\n%s", got)
	}
}

// newBatchResults are the results of the plan in the dialog, run although the session is locked.
func newBatchResults(d *driver) *batch.Batch {
	plan := d.model.overlay().(*dialog.Confirm).Ask.Plan
	b := batch.New(plan, nil, d.model.env)
	run := d.model.env.Runner.Start(plan)
	for event, ok := run.Next(d.t.Context()); ok; event, ok = run.Next(d.t.Context()) {
		b.Handle(event)
	}
	b.Over = true
	return b
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
