package ui

import (
	"encoding/json"
	"maps"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
)

func TestUndoOfAnEditSaysWhichValuesSomebodyChangedAndWhen(t *testing.T) {
	d := newDriver(t, driverOptions{})
	id := d.tenant.WebhookID(0)
	d.keys("2", "e", "<ctrl+u>", "Bridge", "<tab>", "<ctrl+u>", "https://hooks.example.com/bridge", "<ctrl+s>")
	d.sees("Saved webhook")
	d.clock.advance(3 * time.Minute)
	err := d.tenant.UpdateAs("webhooks", id, func(r map[string]any) {
		r["displayName"], r["description"] = "Bridge of somebody", "nobody asked for this"
	})
	if err != nil {
		t.Fatal(err)
	}
	d.clock.advance(2 * time.Minute)
	d.keys("u")
	d.sees("Undo the edit of webhook “")
	d.tells("Somebody changed the webhook since.", "Name was set to “Bridge”, and is “Bridge of somebody” now.",
		"It was changed 2m ago (2026-11-27 12:03:",
		"the tenant doesn't say by whom.", "Undoing it overwrites that.", "▸ Cancel ◂ Undo")
	d.tellsNot("URL was set", "Description")
	d.keys("<esc>")
	d.sees("Bridge of somebody", "nobody asked for this") // what was read is shown
	d.wantMutations("POST /api/v1/webhooks/" + id)
	d.keys("u", "<tab>", "<enter>")
	d.sees("Undone: the edit of webhook “")
	record, _ := d.tenant.Record("webhooks", id)
	if record["displayName"] != "Incident bridge" || record["description"] != "nobody asked for this" {
		t.Errorf("the webhook is %v", record)
	}
}

// An answer may carry the record as it was before: there somebody else may have been faster than the row showed.
func answerAsBefore(t *testing.T, d *driver, i int, state api.SuggestionState) tenant.Rule {
	t.Helper()
	record, _ := d.tenant.Record("suggestions", d.tenant.SuggestionID(i))
	before := maps.Clone(record)
	before["suggestionState"] = string(state)
	body, err := json.Marshal(map[string]any{"suggestion": before})
	if err != nil {
		t.Fatal(err)
	}
	return tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(i) + "/state", Body: string(body),
		Apply: true, Times: 1}
}

func TestWhatSomebodyElseHadDecidedBeforeIsSaid(t *testing.T) {
	d := newCases(t, 4, driverOptions{})
	d.keys("3")
	d.looksAsNow(0)
	d.decidedBy(0, api.SuggestionStateRejected)
	d.fault(answerAsBefore(t, d, 0, api.SuggestionStateRejected))
	d.keys("a")
	d.tells("Accepted suggestion “"+caseName(0)+"”.",
		"State was “rejected” before, not “new” as you saw it: somebody else had changed it.")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted})
	d.keys("u") // back to what it truly was
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateRejected})

	d.fault(answerAsBefore(t, d, 1, api.SuggestionStateNew)) // as the row showed it: nobody was there
	d.keys("j", "a")
	d.tells("Accepted suggestion “" + caseName(1) + "”.")
	d.tellsNot("somebody else had changed it")
}

func TestWhatSomebodyElseHadDecidedBeforeIsSaidOfABatchAndInTriage(t *testing.T) {
	d := newCases(t, 4, driverOptions{})
	d.keys("3")
	d.looksAsNow(1)
	d.decidedBy(1, api.SuggestionStateRejected)
	d.fault(answerAsBefore(t, d, 1, api.SuggestionStateRejected))
	d.keys(" j ", "d", "<tab>", "<enter>")
	d.tells("Dismiss: 2 done. Somebody else had changed 1 of them before; B shows which.")
	d.keys("B")
	d.tells("State was “rejected” before, not “new” as you saw it: somebody else had changed it.")
	d.keys("<esc>", "<esc>", "t", "t")
	d.looksAsNow(2)
	d.decidedBy(2, api.SuggestionStateRejected)
	d.fault(answerAsBefore(t, d, 2, api.SuggestionStateRejected))
	d.keys("a")
	d.tells("State was “rejected” before, not “new” as you saw it")
	d.onCase(3, 2)
}
