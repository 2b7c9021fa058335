package ui

import (
	"context"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
)

// State is the state of a suggestion on the tenant: "NEW".
func (d *driver) State(i int) string {
	d.t.Helper()
	record, ok := d.tenant.Record("suggestions", d.tenant.SuggestionID(i))
	if !ok {
		d.t.Fatalf("the tenant has no suggestion %d", i)
	}
	return record["suggestionState"].(string)[len("SUGGESTION_STATE_"):]
}

func (d *driver) wantStates(want ...string) {
	d.t.Helper()
	for i, w := range want {
		if got := d.State(i); got != w {
			d.t.Errorf("suggestion %d is %s, want %s\n%s", i, got, w, d.screen())
		}
	}
}

func TestUndoWaitsForTheLastChangeRatherThanReachPastIt(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "a", "j")
	late := d.holding(func() { d.keys("a", "u") })
	d.tells("The acceptance of suggestion “", "is still under way. It will be undone once there is an answer.")
	late.deliver()
	d.wantStates("ACCEPTED", "NEW")
	d.sees("Undone: the acceptance of suggestion “")
	d.keys("u")
	d.wantStates("NEW", "NEW")
}

// The record in view says so at once, beside its row.
func TestARecordSaysThatItsChangeIsBeingUndone(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("1", "t")
	looked := d.holding(func() { d.keys("u") })
	d.Waiting(looked.deliver)
	d.sees("undoing the toggle")
	d.sees("There is no answer yet.")
	d.settle()
	d.seesNot("There is no answer yet.")
}

func TestUndoThreeTimesTakesBackThreeNewestFirst(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "a", "j", "d", "j", "x", "j", "a")
	d.wantStates("ACCEPTED", "DISMISSED", "REJECTED", "ACCEPTED")
	d.tenant.ForgetRequests()
	late := d.holding(func() { d.keys("u", "u", "u") })
	late.deliver()
	d.wantStates("ACCEPTED", "NEW", "NEW", "NEW")
	route := func(i int) string {
		return "POST /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(i) + "/state"
	}
	d.wantMutations(route(3), route(2), route(1))
	d.keys("u", "u")
	d.wantStates("NEW", "NEW", "NEW", "NEW")
	d.sees("There is nothing to undo")
}

func TestUndoGoesBackStepByStepOnOneRecord(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "d", "a")
	d.wantStates("ACCEPTED")
	d.keys("u")
	d.wantStates("DISMISSED")
	d.keys("u")
	d.wantStates("NEW")
}

// A creation and an edit of what was created go back in that order, too: the step that made the record knew no id.
func TestUndoOfACreationComesAfterTheEditsOfIt(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("2", "n", "Brand new", "<tab>", "https://hooks.example.com/new", "<ctrl+s>")
	d.keys("e", "er", "<ctrl+s>")
	d.sees("Saved webhook", "Brand newer")
	d.keys("u")
	d.sees("Undone: the edit of webhook “Brand new")
	d.seesNot("Brand newer ")
	d.keys("u", "Brand new", "<enter>")
	d.sees("Undone: the creation of webhook “Brand new”", "27 in all")
	d.keys("u")
	d.sees("There is nothing to undo")
}

func TestUndoSaysFirstThatTheLastChangeCannotBeTakenBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "a")
	d.sees("u undo acceptance")
	d.keys("A", "<tab>", "<enter>")
	d.sees("Started analysis", "u undo…")
	d.keys(":", "take back")
	d.sees("Undo: the last change can't be")
	d.keys("<esc>", "u")
	d.tells("The start of analysis “role mining” can't be undone. u again undoes the change before it: the acceptance of")
	d.wantStates("ACCEPTED")
	d.sees("u undo acceptance")
	d.keys("u")
	d.wantStates("NEW")
}

func TestUndoWithNothingBeforeWhatCannotBeTakenBack(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("2", "x", "Incident bridge", "<enter>")
	d.sees("Deleted webhook “Incident bridge”")
	d.seesNot("u undo")
	d.keys("u")
	d.sees("There is nothing to undo: the deletion of webhook “Incident bridge” can't be undone.")
}

// What was done to a record that is gone for good can't be undone any more.
func TestUndoForgetsWhatWasDoneToARecordThatIsGone(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("2", "e", "<ctrl+u>", "Bridge", "<ctrl+s>")
	d.sees("Saved webhook", "u undoes it")
	d.keys("x", "Bridge", "<enter>")
	d.sees("Deleted webhook “Bridge”")
	sent := len(d.mutations())
	d.keys("u", "u")
	d.sees("nothing to undo")
	if len(d.mutations()) != sent {
		t.Errorf("sent %v", d.mutations()[sent:])
	}
}

func TestAFailedChangeIsNoneToUndo(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "a", "j")
	remove := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", Status: 403})
	late := d.holding(func() { d.keys("a", "u") })
	late.deliver()
	d.sees(": refused.")
	d.wantStates("ACCEPTED", "NEW")
	remove()
	d.keys("u")
	d.wantStates("NEW", "NEW")
}

func TestAnUndoThatFailsIsTriedAgainAndStopsTheOthers(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "a", "j", "a")
	remove := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", Status: 403})
	late := d.holding(func() { d.keys("u", "u") })
	late.deliver()
	d.tells("Undoing the acceptance of suggestion “", ": refused. You may not do this on this tenant.")
	d.wantStates("ACCEPTED", "ACCEPTED")
	remove()
	d.keys("u")
	d.wantStates("ACCEPTED", "NEW")
	d.keys("u")
	d.wantStates("NEW", "NEW")
}

func TestAnUndoThatIsNotConfirmedStaysToBeTakenBack(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("2", "n", "Brand new", "<tab>", "https://hooks.example.com/new", "<ctrl+s>")
	d.keys("u", "<esc>")
	d.wantMutations("POST /api/v1/webhooks")
	d.keys("u")
	d.sees("Undo the creation of webhook “Brand new”?")
}

func TestUndoAfterAnAnswerThatNeverCame(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "a", "j")
	remove := d.fault(tenant.Rule{Path: "/api/v1/role-mining/suggestions/**", DropAfter: true})
	d.keys("d")
	d.sees("outcome unknown")
	remove()
	d.keys("<esc>", "u")
	d.tells("The dismissal of suggestion “", "can't be undone while its outcome is unknown. u again undoes the change before it")
	d.wantStates("ACCEPTED", "DISMISSED")
}

func TestUndoSurvivesGoingToAnotherTenantAndBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	first := d.model.options.Connection
	other(t, d, tenant.Options{Seed: 2})
	open := d.model.options.Open
	d.model.options.Open = func(ctx context.Context, name string) (*Connection, error) {
		if name == "acme" {
			return &first, nil
		}
		return open(ctx, name)
	}
	d.keys("3", "a", "T", "beta", "<enter>")
	d.sees("You are on beta")
	d.seesNot("u undo")
	d.keys("u")
	d.sees("There is nothing to undo on this tenant")
	d.keys("T", "acme", "<enter>")
	d.sees("You are on acme", "u undo acceptance")
	d.keys("u")
	d.wantSuggestion(0, api.SuggestionStateNew, "")
}

// Undoing a creation is deleting, which a tenant may lack: what will be tried is said, and what was refused is remembered.
func TestTakingBackACreationSaysWhatItTries(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40, tenant: tenant.Options{InterfaceOnly: true}})
	d.keys("2", "n", "first", "<tab>", "https://hooks.example.com/1", "<ctrl+s>")
	d.tells("Created webhook “first”", "u undoes it with “Delete webhook”.")
	d.keys("u")
	d.tells("Undoing it does this: delete webhook.")
	d.keys("first", "<enter>")
	d.tells("This tenant doesn't offer this operation.")
	d.sees("u undo creation (refused)")
	d.keys("<esc>", "n", "second", "<tab>", "https://hooks.example.com/2", "<ctrl+s>")
	d.tells("Created webhook “second”", "Undoing it needs “Delete webhook”, which this tenant refused before; u tries it again.")
	d.keys("u")
	d.tells("This tenant refused it before.")
}
