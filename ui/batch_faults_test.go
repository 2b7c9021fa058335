package ui

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/list"
)

// markAllAnd marks every loaded case, and confirms the batch of that key.
func (d *driver) markAllAnd(key string) {
	d.t.Helper()
	d.keys("F", "*", key, "<tab>", "<enter>")
}

// truthful fails unless every line of the last result list is true, and what was not done is what is marked.
func (d *driver) truthful(n int, wanted api.SuggestionState) {
	d.t.Helper()
	b := d.model.changes.LastBatch()
	if b == nil || !b.Over {
		d.t.Fatalf("no batch has ended:\n%s", d.screen())
	}
	for _, lie := range untrue(b, d.tenant, n, wanted) {
		d.t.Error(lie)
	}
	marked := map[string]bool{}
	for _, s := range list.TypedRows[api.Suggestion](d.suggestions().Grid.Marked()) {
		marked[s.SuggestedName] = true
	}
	for name, l := range resultsIn(b) {
		if marked[name] != (l.sign != "✓") {
			d.t.Errorf("%s is listed with %s, marked: %t", name, l.sign, marked[name])
		}
	}
}

func (d *driver) suggestions() *list.Pane {
	return d.model.tabs[3].stack[0].(*list.Pane)
}

// decisionsOn counts the decisions that reached the tenant, by record.
func (d *driver) decisionsOn() map[string]int {
	counts := map[string]int{}
	for _, m := range d.mutations() {
		counts[m]++
	}
	return counts
}

func TestABatchTakesLostAnswersThatWereAppliedForDone(t *testing.T) {
	d := newCases(t, 40, driverOptions{})
	d.keys("3")
	d.fault(decisions(tenant.Rule{DropAfter: true, Every: 3}))
	d.markAllAnd("d")
	d.sees("Dismiss: 40 done.")
	d.truthful(40, api.SuggestionStateDismissed)
	for route, n := range d.decisionsOn() {
		if n != 1 {
			t.Errorf("%s was sent %d times", route, n)
		}
	}
}

// A pile is dismissed, and the tenant fails in every way it knows. Each line of the list is what the tenant holds.
func TestTheResultListOfAStormyBatchIsTrue(t *testing.T) {
	for name, faults := range map[string][]tenant.Rule{
		"5 % without a trace":     {decisions(tenant.Rule{Percent: 5, Status: 500})},
		"5 % of reads and writes": {{Percent: 5, Status: 500}},
		"applied and not, by turns": {decisions(tenant.Rule{Percent: 20, Status: 500}),
			decisions(tenant.Rule{Percent: 20, Status: 502, HTML: true, Apply: true})},
		"broken connections": {decisions(tenant.Rule{Percent: 10, DropBefore: true}),
			decisions(tenant.Rule{Percent: 10, DropAfter: true})},
		"refusals of every kind": {decisions(tenant.Rule{Every: 7, Status: 403, Message: "frozen"}),
			decisions(tenant.Rule{Every: 5, Status: 409}), decisions(tenant.Rule{Every: 3, Status: 429, Times: 60})},
		"stale answers, some of them": {decisions(tenant.Rule{Every: 2, Stale: true}), decisions(tenant.Rule{Every: 9, Lie: true})},
		"lost, and never readable": {decisions(tenant.Rule{Percent: 10, DropAfter: true}),
			{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", Status: 403}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cases := 80
			if name == "5 % without a trace" {
				cases = 500
			}
			d := newCases(t, cases, driverOptions{w: 60, h: 16}) // each of thousands of screens is drawn and checked
			d.keys("3", "F", "*", "d", "<tab>")
			for _, f := range faults {
				d.fault(f)
			}
			d.keys("<enter>")
			d.sees("Dismiss: results")
			d.truthful(cases, api.SuggestionStateDismissed)
			left := d.suggestions().Grid.MarkCount()
			if left == 0 || left > cases/2 {
				t.Fatalf("%d are marked after the first run, which tells nothing", left)
			}
			d.tenant.Faults().Reset()
			d.tenant.ForgetRequests()
			d.keys("<esc>", "<esc>")
			d.sees(fmt.Sprintf("%d marked", left))
			d.keys("d", "<tab>", "<enter>")
			for i := range cases {
				if got := d.stateOf(i); got != string(api.SuggestionStateDismissed) {
					t.Fatalf("case %d is %s after it was run again", i, got)
				}
			}
			if sent := len(d.mutations()); sent > left {
				t.Errorf("%d were sent the second time, and %d were left", sent, left)
			}
		})
	}
}

func TestABatchOutlivesAStormOfRefusals(t *testing.T) {
	const refusals = 3 // of all, so that no change is refused as often as one may be tried, whatever the order
	d := newCases(t, 60, driverOptions{})
	d.keys("3")
	d.fault(decisions(tenant.Rule{Status: 429, RetryAfter: "3", Skip: 20, Times: refusals}))
	d.markAllAnd("d")
	d.sees("Dismiss: 60 done.")
	d.seesNot("marked")
	d.truthful(60, api.SuggestionStateDismissed)
	if n := len(d.mutations()); n != 60+refusals {
		t.Errorf("%d decisions reached the tenant, want one for each and the refused ones", n)
	}
}

func TestATokenRevokedInTheMiddleOfABatchIsRenewedOnce(t *testing.T) {
	d := newCases(t, 60, driverOptions{auth: clientCredentials})
	d.keys("3")
	tokens := len(d.asked("POST /auth/v1/token"))
	d.fault(decisions(tenant.Rule{Revoke: true, Skip: 20, Times: 1}))
	d.markAllAnd("d")
	d.sees("Dismiss: 60 done.")
	d.truthful(60, api.SuggestionStateDismissed)
	if n := len(d.asked("POST /auth/v1/token")) - tokens; n != 1 {
		t.Errorf("%d tokens were fetched for one that was revoked", n)
	}
	if n := len(d.mutations()); n < 61 || n > 60+8 {
		t.Errorf("%d decisions reached the tenant, want one for each and again those that were out with the old token", n)
	}
}

func TestCredentialsThatStayRefusedEndTheBatchHonestly(t *testing.T) {
	for name, o := range map[string]driverOptions{"a token of its own": {}, "credentials that are refused": {auth: clientCredentials}} {
		t.Run(name, func(t *testing.T) {
			d := newCases(t, 100, o)
			d.keys("3")
			d.fault(decisions(tenant.Rule{Revoke: true, Skip: 20, Times: 1}))
			d.fault(tenant.Rule{Path: "/auth/v1/token", Status: 401,
				Body: `{"error":"invalid_client","error_description":"the client was deleted"}`})
			d.markAllAnd("d")
			d.sees("Dismiss: results", "not sent", "doesn't accept the credentials")
			found := regexp.MustCompile(`(\d+) done`).FindStringSubmatch(d.screen())
			if found == nil {
				t.Fatalf("nothing is said to be done:\n%s", d.screen())
			}
			if done, _ := strconv.Atoi(found[1]); done > 20 || done < 20-8 { // those that are out when the token is revoked are refused
				t.Errorf("%d are done, want the 20 before the token was revoked, or less those that were out", done)
			}
			d.truthful(100, api.SuggestionStateDismissed)
			if n := len(d.mutations()); n > 20+8 {
				t.Errorf("%d decisions reached the tenant, want those before and those that were out", n)
			}
			d.keys("<esc>")
			d.sees("80 marked", "What was not done is still marked")
		})
	}
}

func TestABatchSaysWhatOthersDecidedMeanwhile(t *testing.T) {
	d := newCases(t, 10, driverOptions{})
	d.keys("3", "*", "d", "<tab>")
	d.looksAsNow(3)
	d.looksAsNow(5)
	d.decidedBy(3, api.SuggestionStateAccepted) // and the answer about it is lost
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(3) + "/state", DropBefore: true})
	if err := d.tenant.DeleteAs("suggestions", d.tenant.SuggestionID(5)); err != nil {
		t.Fatal(err)
	}
	d.keys("<enter>")
	list := resultsIn(d.model.changes.LastBatch())
	if l := list[caseName(3)]; l.sign != "?" ||
		l.reason != "No answer came. Read again, it shows something else: somebody else changed it meanwhile." {
		t.Errorf("what somebody accepted is listed with %+v", l)
	}
	if l := list[caseName(5)]; l.sign != "✗" ||
		l.reason != "The tenant doesn't have it. The tenant says: suggestion not found. Read again, it isn't there." {
		t.Errorf("what somebody deleted is listed with %+v", l)
	}
	d.wantCases(map[int]api.SuggestionState{2: api.SuggestionStateDismissed, 3: api.SuggestionStateAccepted, 4: api.SuggestionStateDismissed})
	d.keys("<esc>", "<esc>")
	d.sees("1 marked", "✓ accepted") // what is gone has left the list
}

func TestUndoOfABatchLeavesAloneWhatOthersChanged(t *testing.T) {
	d := newCases(t, 10, driverOptions{})
	d.keys("3", "*", "d", "<tab>", "<enter>")
	d.sees("Dismiss: 10 done.")
	d.decidedBy(3, api.SuggestionStateAccepted)
	if err := d.tenant.DeleteAs("suggestions", d.tenant.SuggestionID(5)); err != nil {
		t.Fatal(err)
	}
	d.keys("u")
	d.sees("Undo the dismissal of 10 suggestions?", "What somebody else changed since is left alone.")
	d.keys("<tab>", "<enter>")
	d.sees("Undo for 1 suggestion, too?")
	d.tells("Somebody changed the suggestion since.", "State was set to “dismissed”, and is “accepted” now.", "▸ Leave it ◂")
	d.keys("<enter>")
	d.sees("8 done, 2 changed by somebody else")
	list := resultsIn(d.model.changes.LastBatch())
	for i, why := range map[int]string{
		3: "Not undone: somebody has changed it since. State was set to “dismissed”, and is “accepted” now; changed just now.",
		5: "Not undone: somebody has deleted it since."} {
		if l := list[caseName(i)]; l.sign != "!" || l.reason != why {
			t.Errorf("case %d is listed with %+v", i, l)
		}
	}
	for i := range 10 {
		if i != 3 && i != 5 {
			d.wantCases(map[int]api.SuggestionState{i: api.SuggestionStateNew})
		}
	}
	d.wantCases(map[int]api.SuggestionState{3: api.SuggestionStateAccepted})
	d.keys("<esc>")
	d.tells("What somebody else changed since was left alone")
	d.sees("✓ accepted")
	d.keys("<esc>", "u")
	d.sees("There is nothing to undo")
}

func TestUndoOfABatchTakesBackWhatOthersChangedWhenThatIsWanted(t *testing.T) {
	d := newCases(t, 6, driverOptions{})
	d.keys("3", "*", "d", "<tab>", "<enter>")
	d.decidedBy(2, api.SuggestionStateAccepted)
	d.decidedBy(4, api.SuggestionStateRejected)
	d.keys("u", "<tab>", "<enter>")
	d.sees("Undo for 2 suggestions, too?", "accepted, changed just now", "rejected, changed just now", "▸ Leave them ◂", "Undo")
	d.keys("<tab>", "<enter>")
	for i := range 6 {
		d.wantCases(map[int]api.SuggestionState{i: api.SuggestionStateNew})
	}
	d.keys("<esc>", "<esc>", "u")
	d.sees("There is nothing to undo")
}

func TestUndoOfABatchIsTakenUpWhereItFailed(t *testing.T) {
	d := newCases(t, 10, driverOptions{})
	d.keys("3", "*", "d", "<tab>", "<enter>")
	d.fault(decisions(tenant.Rule{Status: 403, Times: 3}))
	d.keys("u", "<tab>", "<enter>")
	d.sees("7 done, 3 refused")
	d.keys("<esc>", "<esc>", "u")
	d.sees("3 suggestions")
	d.keys("<tab>", "<enter>")
	for i := range 10 {
		d.wantCases(map[int]api.SuggestionState{i: api.SuggestionStateNew})
	}
	d.keys("u")
	d.sees("There is nothing to undo")
}

func TestABatchOnATenantThatLagsBehindItsWrites(t *testing.T) {
	d := newCases(t, 20, driverOptions{})
	d.tenant.Faults().Lag(tenant.Lag{Hold: true})
	d.keys("3")
	d.markAllAnd("d")
	d.sees("Dismiss: 20 done.")
	d.truthful(20, api.SuggestionStateDismissed)
	d.keys("r")
	d.sees("– dismissed", "20 changes pending in the tenant's list")
	d.seesNot("○ new")
	d.keys("u", "<tab>", "<enter>")
	d.sees("20 done")
	d.keys("r")
	d.sees("○ new")
	d.seesNot("– dismissed")
	d.tenant.Faults().Release()
	d.keys("r")
	d.seesNot("pending", "– dismissed")
	for i := range 20 {
		d.wantCases(map[int]api.SuggestionState{i: api.SuggestionStateNew})
	}
}

func TestEscStopsWhatHasNotStarted(t *testing.T) {
	d := newCases(t, 60, driverOptions{})
	d.keys("3", "F", "*", "d", "<tab>")
	hang := decisions(tenant.Rule{Hang: true, Skip: 20})
	d.fault(hang)
	d.Waiting(func() { d.keys("<enter>") })
	finish := d.background()
	d.until("eight that hang", func() bool { return len(d.mutations()) == 28 })
	d.Waiting(func() { d.keys("<esc>") })
	d.sees("Stopping: what was sent is waited for.")
	d.Waiting(func() { d.keys("<esc>", "q", "<enter>") }) // it can't be left behind
	d.sees("Stopping: what was sent is waited for.")
	d.tenant.Faults().Reset() // their connections end, and they were not applied
	finish()
	d.settle()
	d.sees("20 done, 32 not sent, 8 unknown")
	d.truthful(60, api.SuggestionStateDismissed)
	if n := len(d.mutations()); n != 28 {
		t.Errorf("%d decisions reached the tenant, want the 28 that had started", n)
	}
	list := resultsIn(d.model.changes.LastBatch())
	for i := range 60 { // they start in the order of the rows
		if started := list[caseName(i)].sign != "·"; started != (i < 28) {
			t.Errorf("case %d was started: %t", i, started)
		}
	}
	d.keys("<esc>", "<esc>")
	d.sees("40 marked")
	d.keys("d", "<tab>", "<enter>")
	d.seesNot("marked")
	for i := range 60 {
		d.wantCases(map[int]api.SuggestionState{i: api.SuggestionStateDismissed})
	}
}

func TestTheResultListHasRoomForReasons(t *testing.T) {
	for _, size := range goldenSizes {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			d := newCases(t, 12, driverOptions{})
			d.keys("3", "*", "d", "<tab>")
			d.fault(decisions(tenant.Rule{Status: 403, Message: "suggestions are frozen until the review of the quarter has ended", Times: 1}))
			d.keys("<enter>")
			d.Resize(size[0], size[1])
			text := ""
			for range 30 { // all of it can be scrolled to
				text += " " + d.said()
				d.keys("j")
			}
			if want := "suggestions are frozen until the review of the quarter has ended"; !strings.Contains(text, want) {
				t.Errorf("the reason isn't all there:\n%s", d.screen())
			}
		})
	}
}

func TestQuittingInABatchSaysHowManyHaveNotStarted(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.fault(decisions(tenant.Rule{Hang: true}))
	d.keys("3", "*", "d")
	d.hold = true
	d.keys("<tab>", "<enter>")
	for range 8 { // as many as are sent at once
		d.carry().deliver()
	}
	d.until("eight changes at the tenant", func() bool { return len(d.mutations()) == 8 })
	d.keys("<ctrl+c>")
	d.sees("Quit now?", "Not sent yet: 4 changes.", "have no answer yet", "… and 3 more")
	d.keys("<esc>")
	d.seesNot("Quit now?")
	d.tenant.Faults().Reset()
	d.hold = false
	d.settle()
	d.sees("8 unknown", "4 done")
	d.keys("<esc>", "<esc>", "q")
	if !d.quit {
		t.Error("with everything answered, q didn't quit at once")
	}
}
