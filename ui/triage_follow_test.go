package ui

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/triage"
	"gatehouse/ui/widget"
)

const stateRoute = "/api/v1/role-mining/suggestions/*/state"

// sorting through all cards takes the list's pages along: a failed one is the very last.
func TestTriageShowsAFailedCardAfterAllPages(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 20, tenant: tenant.Options{Rows: 60}})
	d.keys("3", "t", "t")
	d.sees("card 1 of", "+")
	first := firstCard(d)
	d.fault(tenant.Rule{Method: "POST", Path: stateRoute, Status: 403, Times: 1})
	d.keys("a", "S", "S")
	d.sees("1 refused")
	for range 60 {
		if strings.Contains(d.screen(), "tried before") {
			break
		}
		d.keys("s")
	}
	d.sees("tried before", "✗ Accept suggestion “", "refused. You may not")
	if got := firstCard(d); !strings.HasPrefix(got, "✗") {
		t.Errorf("the card begins with %q", got)
	}
	d.sees(first)
	if left := d.model.pane().(*triage.Pane).Pile.Left(); left != 1 {
		t.Errorf("the failed card is not the last: %d are left", left)
	}
	d.sees("card 1 of") // it keeps its number
	d.keys("a")
	d.seesNot("failed")
	d.sees("1 accepted", "The pile is done.")
}

func TestTriageFollowsTheFilter(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	for i := range 12 {
		name := fmt.Sprintf("Case %d", i)
		if i > 3 {
			name += " baseline"
		}
		if err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(i), func(r map[string]any) { r["suggestedName"] = name }); err != nil {
			t.Fatal(err)
		}
	}
	d.keys("3", "t", "t", "a", "s")
	inView := firstCard(d)
	d.keys("<esc>", "/name:\""+inView+"\"", "<tab>", "t", "t")
	d.sees("matching “name:", "1 accepted · 1 skipped")
	if got := firstCard(d); got != inView {
		t.Errorf("the card is %q, want %q as before", got, inView)
	}
	d.keys("<esc>", "<esc>", "/name:baseline", "<tab>", "t", "t")
	d.tells("“" + inView + "” was in view before. The list doesn't show it any more, so it has left the pile.")
	for range 3 {
		if got := firstCard(d); !strings.Contains(got, "baseline") {
			t.Fatalf("the card is %q, which the filter hides", got)
		}
		d.keys("d")
	}
	d.sees("1 accepted · 3 dismissed")
	if n := len(d.mutations()); n != 4 {
		t.Errorf("%d changes were sent, want four", n)
	}
}

func TestTriageGoesOnWhenTheCardInViewIsGone(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t", "a")
	gone := firstCard(d)
	if err := d.tenant.DeleteAs("suggestions", d.tenant.SuggestionID(1)); err != nil {
		t.Fatal(err)
	}
	d.keys("<esc>", "r", "t", "t")
	d.tells("This suggestion isn't there any more. s goes on.")
	d.keys("a", "d", "x") // says so, and sends nothing
	d.sees("1 accepted")
	d.keys("s")
	if got := firstCard(d); got == gone {
		t.Fatalf("%q is still in view", got)
	}
	d.keys("a")
	d.sees("2 accepted")
	d.wantStates("ACCEPTED")
	if got := d.State(2); got != "ACCEPTED" {
		t.Errorf("the card after it is %s", got)
	}
}

func TestTriageLeavesOutWhatSomebodyElseJudged(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t")
	judged := firstCard(d)
	err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(0),
		func(r map[string]any) { r["suggestionState"] = "SUGGESTION_STATE_DISMISSED" })
	if err != nil {
		t.Fatal(err)
	}
	d.keys("r")
	d.tells("“"+judged+"” was read again. It has changed since.", "This suggestion is dismissed now; it was decided")
	d.keys("a")
	d.wantMutations()
}

func TestTriageCountsWhatIsOnTheWayApart(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t")
	d.Waiting(func() { d.keys("a") })
	d.sees("1 on the way")
	d.seesNot("1 accepted")
	d.settle()
	d.sees("1 accepted")
	d.seesNot("on the way")
}

func TestANoticeOfOneCardGoesWithTheNextDecision(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t")
	d.fault(tenant.Rule{Method: "POST", Path: stateRoute, Status: 403, Times: 1})
	d.keys("a")
	d.sees(": refused.")
	d.keys("<down>")
	d.sees(": refused.")
	d.keys("d")
	d.seesNot(": refused.")
	d.sees("1 refused")
}

func TestTheKeysOfARecordWorkOnACard(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t", "s")
	d.keys("v")
	d.sees(`"avgCoverage": `, `"confidence": `)
	d.keys("G")
	d.sees(`"suggestionState": "SUGGESTION_STATE_NEW"`)
	d.keys("<esc>")
	d.sees("Covered already")
	d.keys("y")
	if len(d.copied) != 1 || d.copied[0] != d.tenant.SuggestionID(1) {
		t.Errorf("y copied %v, want %s", d.copied, d.tenant.SuggestionID(1))
	}
	d.keys("w")
	d.sees("this suggestion (" + nameOfSuggestion(d, 1))
	d.keys("<esc>")
	asked := len(d.asked("GET /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(1)))
	d.keys("r")
	d.tells("“" + nameOfSuggestion(d, 1) + "” was read again. Nothing has changed.")
	if n := len(d.asked("GET /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(1))); n != asked+1 {
		t.Errorf("the record was read %d times", n-asked)
	}
	d.keys("?")
	d.sees("Show the record as the tenant sent it", "Copy the id of the record", "Refresh what is on screen", "Load the whole pile")
	d.keys("<esc>")
	d.keys(":", "reject", "<enter>") // from the palette
	if got := d.State(1); got != "REJECTED" {
		t.Errorf("the palette left it %s", got)
	}
	d.sees("1 rejected", "card 3 of")
}

func nameOfSuggestion(d *driver, i int) string {
	record, _ := d.tenant.Record("suggestions", d.tenant.SuggestionID(i))
	return record["suggestedName"].(string)
}

func TestSortingAPileSaysOfHowMany(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 20, tenant: tenant.Options{Rows: 60}})
	d.keys("3", "t", "t", "S")
	d.tells("The cards to come are sorted by confidence, among 50 loaded suggestions; F loads all first.")
	d.keys("F")
	open := 0
	for i := range 60 {
		if d.State(i) == "NEW" {
			open++
		}
	}
	d.sees(fmt.Sprintf("card 1 of %d  ", open))
	d.keys("S", "S", "S", "S", "S")
	d.tells("The cards to come are sorted by confidence.")
}

func TestTriageWithoutAListSaysSo(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	d.keys("3", "t", "t")
	d.tells("There is nothing to triage without the list.", "This tenant doesn't offer a list of its suggestions.",
		"O opens a suggestion by its id.")
	d.seesNot("a accept", "Triage")
	// The same when the keys are faster than the tenant.
	d = newDriver(t, interfaceOnly())
	late := d.holding(func() { d.keys("3", "t", "t") })
	late.deliver()
	d.tells("This tenant doesn't offer a list of its suggestions.", "O there opens a suggestion by its id.")
	d.seesNot("a accept", "s skip")
	d.keys("a")
	d.tells("There is no card to decide.")
}

func TestTheHelpScrollsNoCard(t *testing.T) {
	d := newDriver(t, driverOptions{w: 80, h: 14})
	d.keys("3", "t", "t")
	before := d.screen()
	d.keys("?", "<esc>")
	if d.screen() != before {
		t.Errorf("the card has moved:\n%s", d.screen())
	}
}

// On the smallest screen, too, it stands below the card what was decided last and how that is undone, and above it that there is more.
func TestTheLastDecisionStaysInSightOnASmallScreen(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("3", "t", "t", "d")
	lines := strings.Split(d.screen(), "\n")
	if last := lines[len(lines)-2]; !strings.Contains(last, "u undoes") || !strings.Contains(last, "”") {
		t.Errorf("below the card stands %q", last)
	}
	d.sees(" more ↓")
}

// The last words of a pile name what there is to go back to.
func TestAFinishedPileOffersWhatWasSkippedOnlyIfSomethingWas(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40, tenant: tenant.Options{Rows: 1}})
	d.keys("3", "t", "t", "d")
	d.sees("The pile is done.")
	d.seesNot("what was skipped")
	d.keys("u", "s")
	d.sees("goes back to what was skipped")
}

// Cards of rows that are read again say so.
func TestCardsSayThatTheirListIsRefreshed(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t")
	d.seesNot("refreshing")
	d.model.pane().(*triage.Pane).List.Load.BeginRefresh()
	d.sees("card 1 of", "refreshing")
}

// The chart of the pile covers the card on a small screen, but not what was decided last and how that is undone.
func TestTheLastDecisionStaysInSightBelowTheChart(t *testing.T) {
	for _, h := range []int{10, 12, 24} {
		d := newDriver(t, driverOptions{w: 40, h: h})
		d.keys("3", "t", "t", "d", "D")
		d.sees("u undoes the", "show rows")
		d.keys("j", "j", "j")
		d.sees("▌ medium")
	}
}

// On the narrowest screen the headline of a family isn't cut, and has room for what is below.
func TestTheHeadlineOfAFamilyFitsASmallScreen(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("3", "t", "j", "<enter>")
	d.sees("family 1 of ")
	line := strings.TrimPrefix(strings.Split(d.screen(), "\n")[2], "… › ")
	if strings.Contains(line, "…") || !strings.Contains(line, "decided") {
		t.Errorf("the headline is cut: %q", line)
	}
}

// What was decided last is named in whole words at every size: the kind of record goes before letters of its name.
func TestTheLastDecisionIsNamedAtEverySize(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {100, 30}, {80, 24}, {60, 16}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		if err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(0), func(r map[string]any) {
			r["suggestedName"] = "Information Security standard access"
		}); err != nil {
			t.Fatal(err)
		}
		d.keys("3", "t", "t", "d")
		d.sees("u undoes the dismissal of ")
		if size[0] < 80 {
			d.sees("“Informatio", "…”")
			continue
		}
		d.sees("“Information Security standard access”")
	}
}

// A card is drawn when it comes to the front, and not behind the list or the menu.
func TestACardIsDrawnOnceItIsSeen(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 45})
	d.keys("3")
	drawn, card := 0, d.suggestions().Cards
	lay := card.Draw
	card.Draw = func(row host.AnyRow, e *host.Env) []widget.Section { drawn++; return lay(row, e) }
	d.keys("t", "t", "<esc>")
	for _, c := range []struct {
		key  string
		want int
	}{{"t", 0}, {"t", 1}, {"<esc>", 0}} {
		drawn = 0
		if d.keys(c.key); drawn != c.want {
			t.Errorf("%s: the card was drawn %d times, want %d", c.key, drawn, c.want)
		}
	}
}
