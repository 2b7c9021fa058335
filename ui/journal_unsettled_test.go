package ui

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"gatehouse/action"
	"gatehouse/api"
)

// withUnsettled is a console after a program that was killed while a suggestion was being dismissed.
func withUnsettled(t *testing.T, dir, id string) (*driver, *action.FileJournal) {
	t.Helper()
	return journalled(t, dir, driverOptions{options: func(o *Options) {
		e := entryOf(t, "suggestions.dismiss", "Dismiss", action.Target{Kind: "suggestion", Name: "Night shift", ID: id})(
			api.UpdateSuggestionState(id, api.SuggestionStateDismissed, ""))
		e.Tenant = action.Tenant{Name: "acme", URL: o.Client.BaseURL()}
		unanswered(t, dir, e)
	}}, nil)
}

func TestAnOfferToCheckThatIsDeclinedIsNotMadeAgain(t *testing.T) {
	dir := t.TempDir()
	id := newDriver(t, driverOptions{}).tenant.SuggestionID(0)
	d, journal := withUnsettled(t, dir, id)
	d.tells("It is unknown whether this was done", "c there checks it; esc leaves it as it is.")
	d.keys("<esc>")
	d.tellsNot("It is unknown whether this was done")
	d.tells("Left as it is. The journal keeps it as unknown, and can still check it.")
	if left, err := journal.Unsettled(context.Background(), d.client.BaseURL()); err != nil || len(left) != 0 {
		t.Errorf("the next start would ask about %v, %v", left, err)
	}
	d.keys("J")
	d.sees("? unknown", "Left unchecked")
	d.reads("You were")
	d.keys("c")
	d.tells("Still unknown: nothing shows that it was done. It doesn't show the intended suggestion state (“dismissed”; it is “new”).")
	d.sees("? unknown", "Checked afterwards")
	d.wantMutations()
}

// What is to be checked need not be the latest entry: the key finds it.
func TestTheKeyThatChecksFindsWhatIsUnknown(t *testing.T) {
	dir := t.TempDir()
	id := newDriver(t, driverOptions{}).tenant.SuggestionID(0)
	d, journal := withUnsettled(t, dir, id)
	d.keys("t", "J") // a hook is switched after it
	d.sees("2 in all")
	d.keys("c")
	d.tells("Still unknown: nothing shows that it was done.")
	if line := d.selected(); !strings.Contains(line, "Night shift") {
		t.Errorf("the cursor is on %q", line)
	}
	if left, err := journal.Unsettled(context.Background(), d.client.BaseURL()); err != nil || len(left) != 0 {
		t.Errorf("%v, %v are still unsettled", left, err)
	}
	d.keys("k", "c") // of the one that nobody has looked at for good there is none any more; the switched hook is known
	d.tells("The outcome of this entry is known.")
}

func TestAJournalThatCantBeReadIsNotAnEmptyOne(t *testing.T) {
	d, journal := journalled(t, t.TempDir(), driverOptions{}, nil)
	if err := os.WriteFile(journal.Path(), []byte("no journal at all\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.keys("J")
	d.tells("The journal could not be loaded.", "none of the lines in", "journal.jsonl is an entry")
	d.tellsNot("No change was sent yet")
}

func TestUndoNamesWhoChangedARecordFromThisComputer(t *testing.T) {
	dir := t.TempDir()
	d, _ := journalled(t, dir, driverOptions{}, nil)
	id := d.tenant.SuggestionID(0)
	d.keys("3", "a")
	d.clock.advance(3 * time.Minute)
	if err := d.tenant.UpdateAs("suggestions", id,
		func(r map[string]any) { r["suggestionState"] = "SUGGESTION_STATE_DISMISSED" }); err != nil {
		t.Fatal(err)
	}
	e := entryOf(t, "suggestions.dismiss", "Dismiss", action.Target{Kind: "suggestion", Name: "x", ID: id})(
		api.UpdateSuggestionState(id, api.SuggestionStateDismissed, ""))
	e.At, e.By, e.Tenant.URL = d.clock.now(), action.Person{ID: d.tenant.UserID(0), Name: "Mara Lindqvist"}, d.client.BaseURL()
	unanswered(t, dir, e)
	d.clock.advance(2 * time.Minute)
	d.keys("u")
	d.tells("Somebody changed the suggestion since.",
		"This computer's journal has it: “Dismiss” by you, in another gatehouse, 2m ago (2026-11-27 12:03:")
	d.tellsNot("doesn't say by whom")
}
