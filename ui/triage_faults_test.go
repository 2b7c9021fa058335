package ui

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/triage"
)

// autoTime is how often the lists of these tests refresh themselves.
const autoTime = 30 * time.Second

// newCases is a console on a tenant of n new suggestions with names of their own.
func newCases(t *testing.T, n int, o driverOptions) *driver {
	t.Helper()
	o.tenant.Rows = n
	if o.w == 0 {
		o.w, o.h = 120, 40
	}
	o.faults = func(tn *tenant.Tenant) {
		if err := makeCases(tn, n); err != nil {
			t.Fatal(err)
		}
	}
	o.options = func(o *Options) { o.Refresh = autoTime }
	return newDriver(t, o)
}

// onCase is the console with that case's card in view, and the place that the headline tells.
func (d *driver) onCase(i, place int) {
	d.t.Helper()
	title := ""
	for line := range strings.Lines(d.screen()) {
		if text, _, _ := strings.Cut(strings.Trim(line, "│┃ \n"), "  "); title == "" && len(text) == len("Case 0000") &&
			strings.HasPrefix(text, "Case ") {
			title = text
		}
	}
	if title != caseName(i) {
		d.t.Fatalf("the card in view is %q, want %q\n%s", title, caseName(i), d.screen())
	}
	d.sees(fmt.Sprintf("card %d of", place))
}

// stateOf is what the tenant holds of a case.
func (d *driver) stateOf(i int) string {
	record, _ := d.tenant.Record("suggestions", d.tenant.SuggestionID(i))
	state, _ := record["suggestionState"].(string)
	return state
}

func (d *driver) wantCases(want map[int]api.SuggestionState) {
	d.t.Helper()
	for i, state := range want {
		if got := d.stateOf(i); got != string(state) {
			d.t.Errorf("case %d is %s, want %s", i, got, state)
		}
	}
}

// decidedBy is another administrator's decision on a case.
func (d *driver) decidedBy(i int, state api.SuggestionState) {
	d.t.Helper()
	err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(i), func(r map[string]any) { r["suggestionState"] = string(state) })
	if err != nil {
		d.t.Fatal(err)
	}
}

// looksAsNow lets the next look at a case show it as it is now, whatever becomes of it: somebody is faster than look and request.
func (d *driver) looksAsNow(i int) {
	d.t.Helper()
	record, _ := d.tenant.Record("suggestions", d.tenant.SuggestionID(i))
	body, err := json.Marshal(map[string]any{"suggestion": record})
	if err != nil {
		d.t.Fatal(err)
	}
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(i), Status: 200, Body: string(body),
		Times: 1})
}

func decisions(r tenant.Rule) tenant.Rule {
	r.Method, r.Path = "POST", decisionRoute
	return r
}

// clientCredentials let the console fetch tokens, and fetch others when one is refused.
func clientCredentials(tn *tenant.Tenant, host string) api.Auth {
	return api.Auth{ClientID: tn.ClientID(host), ClientSecret: tn.ClientSecret()}
}

func TestTriageTakesALostAnswerThatWasAppliedForDone(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "t", "t")
	d.fault(decisions(tenant.Rule{DropAfter: true, Times: 1}))
	d.keys("a")
	d.onCase(1, 2)
	d.sees("1 accepted")
	d.seesNot("failed")
	if n := len(d.mutations()); n != 1 {
		t.Errorf("%d requests for one decision", n)
	}
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted})
}

func TestTriageBringsBackWhatA500LeftUndone(t *testing.T) {
	d := newCases(t, 3, driverOptions{})
	d.keys("3", "t", "t")
	d.fault(decisions(tenant.Rule{Status: 500, Times: 1}))
	d.keys("a", "d", "s")
	d.sees("1 dismissed · 1 skipped · 1 unknown")
	d.onCase(0, 1)
	d.sees("tried before", "internal server error (request", "Read again, the record")
	d.keys("a")
	d.sees("The pile is done.", "1 accepted · 1 dismissed · 1 skipped")
	d.seesNot("unknown")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted, 1: api.SuggestionStateDismissed, 2: api.SuggestionStateNew})
}

func TestTriageInAStormOfRefusals(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "t", "t")
	d.fault(decisions(tenant.Rule{Status: 429, RetryAfter: "2", Percent: 50}))
	d.Waiting(func() { d.keys("a", "d", "x", "a", "d", "x", "a", "d") })
	d.onCase(8, 9)
	d.sees("8 on the way")
	d.settle()
	d.sees("3 accepted · 3 dismissed · 2 rejected")
	d.seesNot("failed", "on the way")
	for i := range 8 {
		want := []api.SuggestionState{api.SuggestionStateAccepted, api.SuggestionStateDismissed, api.SuggestionStateRejected}[i%3]
		d.wantCases(map[int]api.SuggestionState{i: want})
	}
}

func TestTriageGoesOnWithANewToken(t *testing.T) {
	d := newCases(t, 12, driverOptions{auth: clientCredentials})
	d.keys("3", "t", "t")
	tokens := len(d.asked("POST /auth/v1/token"))
	d.fault(decisions(tenant.Rule{Revoke: true, Skip: 1, Times: 1}))
	d.keys("a", "d", "a")
	d.sees("2 accepted · 1 dismissed")
	d.seesNot("failed")
	if n := len(d.asked("POST /auth/v1/token")) - tokens; n != 1 {
		t.Errorf("%d tokens were fetched after one was revoked", n)
	}
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted, 1: api.SuggestionStateDismissed, 2: api.SuggestionStateAccepted})
}

func TestTriagePassesOverWhatOthersDecided(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "t", "t", "a")
	d.decidedBy(1, api.SuggestionStateDismissed) // in view
	d.decidedBy(2, api.SuggestionStateAccepted)
	if err := d.tenant.DeleteAs("suggestions", d.tenant.SuggestionID(3)); err != nil {
		t.Fatal(err)
	}
	d.fire(autoTime)
	d.onCase(1, 2) // what is in view never changes under a key
	d.sees("This suggestion is dismissed now; it was decided")
	sent := len(d.mutations())
	d.keys("a", "x", "d")
	if n := len(d.mutations()); n != sent {
		t.Errorf("%d decisions were sent on a card that was decided elsewhere", n-sent)
	}
	d.keys("s")
	d.onCase(4, 5)
	d.sees("1 accepted · 1 skipped · 2 decided elsewhere")
	d.tells("Skipped 2 cards that somebody else decided; the last, “" + caseName(3) + "”, isn't there any more.")
	d.keys("b") // what was decided elsewhere is not gone back to
	d.onCase(4, 5)
	d.decidedBy(2, api.SuggestionStateNew)
	d.fire(autoTime)
	d.onCase(4, 5) // and keeps its number
	d.sees("1 accepted · 1 skipped · 1 decided elsewhere")
	d.keys("s", "s", "s", "s", "s", "s", "s", "s")
	d.onCase(2, 3) // it is new again, so it comes at the end
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted, 1: api.SuggestionStateDismissed, 2: api.SuggestionStateNew,
		4: api.SuggestionStateNew})
}

func TestTriageNamesTheCardThatSomebodyElseDecided(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "t", "t")
	d.decidedBy(1, api.SuggestionStateAccepted)
	d.fire(autoTime)
	d.tellsNot("Skipped")
	d.keys("d")
	d.onCase(2, 3)
	d.tells("Skipped “" + caseName(1) + "”, which somebody else decided: it is accepted now.")
	d.keys("d", "b")
	d.tellsNot("Skipped")
}

func TestTriageSaysThatTheCardInViewIsGone(t *testing.T) {
	d := newCases(t, 6, driverOptions{})
	d.keys("3", "t", "t")
	if err := d.tenant.DeleteAs("suggestions", d.tenant.SuggestionID(0)); err != nil {
		t.Fatal(err)
	}
	d.fire(autoTime)
	d.sees("This suggestion isn't there any more.")
	d.onCase(0, 1)
	d.keys("a")
	d.wantMutations()
	d.keys("s")
	d.onCase(1, 2)
}

// Between the card that was drawn and the decision somebody else was faster, and the tenant says so.
func TestTriageShowsAConflictWithHowItIsNow(t *testing.T) {
	d := newCases(t, 3, driverOptions{})
	d.keys("3", "t", "t")
	d.looksAsNow(0)
	d.decidedBy(0, api.SuggestionStateAccepted)
	d.fault(decisions(tenant.Rule{Status: 409, Code: 9, Message: "it is decided", Times: 1}))
	d.keys("d", "s", "s")
	d.onCase(0, 1)
	d.sees("The tenant says: it is decided.", "Read again, it", "This suggestion is accepted now; it was decided")
	sent := len(d.mutations())
	d.keys("d")
	if n := len(d.mutations()); n != sent {
		t.Error("a decision was sent over somebody else's")
	}
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted})
}

// A refresh reads as far as the card in view. Those to come may stand far below it, and are still there.
func TestTriageKeepsThePileWhenTheListIsReadAgain(t *testing.T) {
	d := newCases(t, 300, driverOptions{})
	err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(290), func(r map[string]any) { r["confidence"] = 2 })
	if err != nil {
		t.Fatal(err)
	}
	d.keys("3", "F", "t", "t", "S")
	d.fire(autoTime)
	if n := d.At(2).(*triage.Pane).List.Grid.Len(); n > 200 {
		t.Fatalf("%d rows are loaded after a refresh, which tells nothing", n)
	}
	d.onCase(0, 1)
	d.keys("s")
	d.onCase(290, 2)
	d.keys("a", "b")
	d.onCase(0, 1)
	d.keys("<esc>", "r", "t", "t")
	d.onCase(0, 1)
	d.sees("card 1 of 300", "1 accepted · 1 skipped")
	d.wantCases(map[int]api.SuggestionState{290: api.SuggestionStateAccepted})
}

func TestTheListStandsWhereTriageWasLeft(t *testing.T) {
	d := newCases(t, 50, driverOptions{})
	d.keys("3", "t", "t", "s", "s", "d", "<esc>")
	if line := d.selected(); !strings.Contains(line, caseName(3)) {
		t.Errorf("the cursor is on %q", line)
	}
}

func TestTriageOnATenantThatLagsBehindItsWrites(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.keys("3", "t", "t", "a", "d")
	d.fire(autoTime)
	d.onCase(2, 3)
	d.sees("1 accepted · 1 dismissed")
	d.keys("<esc>", "r")
	d.sees("✓ accepted", "– dismissed", "2 changes pending")
	d.keys("t", "t")
	d.onCase(2, 3)
	d.keys("u")
	d.onCase(1, 2)
	d.fire(autoTime)
	d.onCase(1, 2)
	d.keys("x", "s", "s", "s")
	d.sees("1 accepted · 1 rejected · 3 skipped")
	d.tenant.Faults().Release()
	d.fire(autoTime)
	d.onCase(5, 6)
	d.sees("1 accepted · 1 rejected · 3 skipped")
	d.seesNot("elsewhere")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted, 1: api.SuggestionStateRejected, 2: api.SuggestionStateNew})
}

// Nothing can be read by its id, and answers are empty: the tenant took it, and that is all that is known.
func TestTriageGoesOnWhereNothingCanBeReadAgain(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "t", "t")
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", Status: 403})
	d.fault(decisions(tenant.Rule{Empty: true, Apply: true}))
	d.keys("a", "a")
	d.onCase(2, 3)
	d.sees("2 accepted")
	d.keys("s")
	d.fire(autoTime)
	d.onCase(3, 4)
	d.sees("2 accepted · 1 skipped")
}

func TestUndoInTriageShowsTheCardAgain(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "t", "t", "a")
	d.Waiting(func() { d.keys("d", "u") })
	d.tells("is still under way")
	d.settle()
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted, 1: api.SuggestionStateNew})
	d.onCase(1, 2)
	d.keys("x", "s", "s", "u")
	d.onCase(1, 2) // before the card that was in view
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted, 1: api.SuggestionStateNew})
	d.keys("d")
	d.onCase(4, 5)
	d.sees("1 accepted · 1 dismissed · 2 skipped")
}

func TestUndoInTriageAsksWhenSomebodyElseDecided(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "t", "t", "a")
	d.decidedBy(0, api.SuggestionStateDismissed)
	d.keys("u")
	d.tells("Somebody changed the suggestion since.", "State was set to “accepted”, and is “dismissed” now.",
		"Undoing it overwrites that.")
	d.keys("<esc>")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateDismissed})
	d.keys("u", "<tab>", "<enter>")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateNew})
	d.onCase(0, 1)
}

func TestUndoOfWhatSomebodyDeletedSaysSo(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "t", "t", "a", "d")
	if err := d.tenant.DeleteAs("suggestions", d.tenant.SuggestionID(1)); err != nil {
		t.Fatal(err)
	}
	d.keys("u")
	d.tells("Nothing was undone: somebody has deleted suggestion “" + caseName(1) + "” since.")
	d.keys("u") // the one before can still be undone
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateNew})
}

func TestTheListsFilterMakesAnotherPile(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "t", "t", "a", "s", "<esc>")
	d.keys("/", "Case 0007", "<tab>", "t", "t")
	d.onCase(7, 1)
	d.sees("card 1 of 1", "1 accepted · 1 skipped")
	d.keys("d")
	d.sees("The pile is done.")
	d.keys("<esc>", "<esc>", "t", "t")
	d.onCase(2, 2)
	d.sees("card 2 of 10", "1 accepted · 1 dismissed · 1 skipped")
	d.keys("b")
	d.onCase(1, 1)
	d.sees("skipped before")
}

func TestTriageSortsWhatIsToCome(t *testing.T) {
	for _, s := range []struct {
		presses     string
		said, field string
		values      []any // of the cases in turn
		want        []int // after the first, which stays in view
	}{
		{"S", "by confidence", "confidence", []any{0.1, 0.5, 0.9, 0.2, 0.8, 0.3}, []int{2, 4, 1, 5, 3}},
		{"SS", "by cohort size", "cohortSize", []any{9, 10, 70, 20, 20, 60}, []int{2, 5, 3, 4, 1}},
		{"SSSS", "by overlap with profiles", "existingProfileMatches",
			[]any{nil, matched(0.2), matched(0.9), nil, matched(0.5), matched(1)}, []int{5, 2, 4, 1, 3}},
	} {
		t.Run(s.said, func(t *testing.T) {
			d := newCases(t, 6, driverOptions{})
			for i, v := range s.values {
				err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(i),
					func(r map[string]any) { r["confidence"], r[s.field] = 0.5, v })
				if err != nil {
					t.Fatal(err)
				}
			}
			d.keys("3", "t", "t", s.presses)
			d.sees(s.said)
			d.onCase(0, 1)
			for n, i := range s.want {
				d.keys("s")
				d.onCase(i, n+2)
			}
		})
	}
}

// matched is an access profile that covers some of a suggestion.
func matched(overlap float64) any {
	return []any{map[string]any{"catalogId": "c", "catalogDisplayName": "Some profile", "matchType": "ACCESS_PROFILE_MATCH_TYPE_PARTIAL",
		"overlapRatio": overlap, "missingEntitlements": []any{}}}
}
