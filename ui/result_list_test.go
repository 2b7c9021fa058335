package ui

import (
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/host"
)

// A batch is confirmed by its count: the list of its targets can be scrolled, and gates nothing.
func TestABatchOnASmallScreenCountsItsTargets(t *testing.T) {
	d := newCases(t, 12, driverOptions{w: 40, h: 10})
	d.keys("3", "d", "*", "d", "<tab>")
	d.sees("11 suggestions", "on tenant acme", "1 suggestion left out", "in the list: down", "▸ Dismiss ◂")
	d.keys("<enter>")
	if n := len(d.mutations()); n != 12 {
		t.Errorf("%d changes were sent, want 12", n)
	}
}

// Every mark is in the list, also of what nothing had to be done to: the numbers add up to what was marked.
func TestTheResultListHasWhatWasLeftOut(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "d", "jj", "d", "g")
	d.fault(decisions(tenant.Rule{Status: 403, Times: 1}))
	d.markAllAnd("d")
	d.sees("9 done, 2 left out, 1 refused", "– 2 left out: It is dismissed already.")
	listed := resultsIn(d.model.changes.LastBatch())
	if len(listed) != 12 {
		t.Errorf("%d are listed, want the 12 that were marked", len(listed))
	}
	for _, i := range []int{0, 2} {
		if l := listed[caseName(i)]; l.sign != "–" {
			t.Errorf("%s is listed with %q", caseName(i), l.sign)
		}
	}
}

func TestTheResultListIsMovedInAndSearched(t *testing.T) {
	d := newCases(t, 90, driverOptions{})
	d.keys("3")
	d.fault(decisions(tenant.Rule{Status: 403, Every: 9, Message: "frozen"}))
	d.markAllAnd("d")
	top := func() int { return d.model.changes.LastBatch().List.Top }
	rows, all := d.model.changes.LastBatch().List.Rows, d.model.changes.LastBatch().List.All
	if all != 92 || rows >= all {
		t.Fatalf("%d lines, %d of them in view, want two headings and 90 names", all, rows)
	}
	for _, step := range []struct {
		key string
		top int
	}{{"G", all - rows}, {"g", 0}, {"<end>", all - rows}, {"<home>", 0}, {"<pgdown>", rows}, {"<pgup>", 0}, {"j", 1}, {"k", 0}, {"<ctrl+d>",
		rows / 2}} {
		if d.keys(step.key); top() != step.top {
			t.Errorf("after %s line %d is the first, want %d", step.key, top(), step.top)
		}
	}
	d.keys("/", "frozen")
	d.sees("✗ 10 refused", "/ frozen")
	d.seesNot("✓ 80")
	d.keys("<enter>")
	d.sees("results matching “frozen”", "✗ 10 refused")
	d.keys("<esc>") // the words, then the list
	d.sees("✓ 80 done", "Dismiss: results")
	d.keys("/", "0017", "<tab>")
	d.sees(caseName(17))
	d.keys("/", "zzz")
	d.sees("No matches.")
	d.keys("<esc>") // what was looked for before
	d.sees(caseName(17))
	d.keys("<esc>", "<esc>")
	d.seesNot("Dismiss: results")
}

// The tenant answers 429 with an id, and then nothing at all: the id is what support can look for.
func TestAnUnknownResultHasTheIdOfAnEarlierTry(t *testing.T) {
	d := newCases(t, 2, driverOptions{})
	d.keys("3")
	for i := range 2 {
		at := strings.ReplaceAll(decisionRoute, "*", d.tenant.SuggestionID(i))
		d.fault(tenant.Rule{Method: "POST", Path: at, Status: 429, Times: 1})
		d.fault(tenant.Rule{Method: "POST", Path: at, DropAfter: true, Skip: 1})
	}
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", DropBefore: true})
	d.markAllAnd("d")
	d.sees("? 2 unknown")
	if n := strings.Count(d.screen(), "earlier try: request "); n != 2 {
		t.Errorf("%d results name a request:\n%s", n, d.screen())
	}
}

func TestAnUnknownResultHasTheIdOfTheReading(t *testing.T) {
	d := newCases(t, 2, driverOptions{})
	d.keys("3")
	d.fault(decisions(tenant.Rule{DropAfter: true}))
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", Status: 403})
	d.markAllAnd("d")
	d.sees("? 2 unknown", "reading it: request ")
}

func TestABatchSaysUntilWhenTheTenantSlowsItDown(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3")
	d.keys("*", "d", "<tab>")
	d.hold = true
	d.keys("<enter>")
	slow := api.Exchange{Base: d.model.env.Client.BaseURL(), Method: "POST", Path: "/api/v1/role-mining/suggestions/x/state", Status: 429,
		Wait: 15 * time.Second}
	at := d.clock.now().Add(15 * time.Second)
	d.send(host.Retrying{Exchange: slow})
	d.sees("The tenant asked us to slow down; it goes on at "+at.Format("15:04:05")+".", "esc stops what was not sent yet.")
	d.clock.advance(16 * time.Second)
	d.fire(15 * time.Second)
	d.seesNot("slow down")
	d.hold = false
	d.settle()
	d.sees("Dismiss: 12 done.")
}

func TestABatchThatIsRefusedAltogetherTeaches(t *testing.T) {
	d := newCases(t, 3, driverOptions{})
	d.keys("3")
	d.fault(decisions(tenant.Rule{Status: 403, Times: 3}))
	d.markAllAnd("a")
	d.keys("<esc>", "<esc>", "U", "t", "t")
	d.sees("a accept (refused)")

	d = newCases(t, 3, driverOptions{})
	d.keys("3")
	d.fault(decisions(tenant.Rule{Status: 403, Times: 2}))
	d.markAllAnd("a")
	d.keys("<esc>", "<esc>", "U", "t", "t")
	d.sees("a accept  d dismiss") // it was allowed for one

	d = newCases(t, 3, driverOptions{})
	d.tenant.Faults().RefuseRejected(true)
	d.keys("3")
	d.markAllAnd("x")
	d.keys("<esc>", "<esc>", "U", "x")
	d.tells("This tenant has no suggestions that are rejected; dismiss it instead.")
}

// A token is revoked in mid-batch: what was refused, what never started, and what to do.
func TestABatchWhoseTokenIsRevokedSaysWhatIsLeft(t *testing.T) {
	d := newCases(t, 60, driverOptions{})
	d.keys("3")
	d.fault(decisions(tenant.Rule{Revoke: true, Skip: 10, Times: 1}))
	d.markAllAnd("d")
	d.tells("The tenant doesn't accept the credentials. The tenant says: the token is not valid. Fix them, then restart gatehouse.",
		"not sent: The batch ended when the credentials were not accepted.")
	d.truthful(60, api.SuggestionStateDismissed)
	d.keys("<esc>")
	d.tells("The tenant doesn't accept the credentials any more: fix them, then restart gatehouse.")
}
