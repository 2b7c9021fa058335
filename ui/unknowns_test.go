package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/tenant"
)

// happens makes a decision about the first suggestion happen behind the console's back.
func (d *driver) happens(state string) {
	d.t.Helper()
	if err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(0), func(r map[string]any) { r["suggestionState"] = state }); err != nil {
		d.t.Fatal(err)
	}
}

// A write that was cut off and is applied nine seconds later: it is unknown until the reading after ten seconds proves it, and then done
// on the screen, in the journal and for undo.
func TestAnUnknownOutcomeIsProvedByALaterReading(t *testing.T) {
	for name, rule := range map[string]tenant.Rule{"cut off": {DropBefore: true}, "504": {Status: 504, HTML: true},
		"302": {Redirect: "/login", Status: 302},
		"303": {Redirect: "/login", Status: 303}, "408": {Status: 408}, "499": {Status: 499}, "200 with a page": {HTML: true},
		"500": {Status: 500, Code: 2}} {
		t.Run(name, func(t *testing.T) {
			d, _ := journalled(t, t.TempDir(), driverOptions{w: 120, h: 40}, nil)
			rule.Method, rule.Path = "POST", stateRoute
			heal := d.fault(rule)
			d.keys("3", "a")
			heal()
			d.tells("outcome unknown", "Read again, the record doesn't show it.", "It may still happen")
			d.wantOutcome("unknown Accept")
			d.fire(2 * time.Second)
			d.fire(3 * time.Second)
			d.tells("outcome unknown")
			d.wantOutcome("unknown Accept")
			d.happens("SUGGESTION_STATE_ACCEPTED")
			d.fire(5 * time.Second)
			d.tells("Accepted suggestion “", "The record, read again, shows it.", "u undoes it")
			d.tellsNot("unknown")
			d.sees("✓ accepted", "u undo acceptance")
			d.wantOutcome("done Accept")
			d.keys("u")
			d.wantStates("NEW")
			if n := len(d.mutations()); n != 2 {
				t.Errorf("%d writes, want the decision and what undoes it", n)
			}
		})
	}
}

func (d *driver) firstEntry() action.Entry {
	d.t.Helper()
	entries, _, err := d.model.env.Journal.Entries(context.Background())
	if err != nil || len(entries) == 0 {
		d.t.Fatalf("%d entries, %v", len(entries), err)
	}
	return entries[len(entries)-1]
}

// wantOutcome compares the first change in the journal: "done Accept".
func (d *driver) wantOutcome(want string) {
	d.t.Helper()
	if got := entriesIn(d.t, d.model.env.Journal); len(got) == 0 || got[len(got)-1] != want {
		d.t.Errorf("the journal says %q, want %q", got, want)
	}
}

// After the last reading it is still unknown, everywhere, and can be looked at by hand for as long.
func TestWhatIsNeverProvedStaysUnknownAndCanBeLookedAtAtAnyTime(t *testing.T) {
	d, _ := journalled(t, t.TempDir(), driverOptions{w: 120, h: 40}, nil)
	heal := d.fault(tenant.Rule{Method: "POST", Path: stateRoute, DropBefore: true})
	d.keys("3", "a")
	heal()
	for _, wait := range []time.Duration{2, 3, 5, 10, 20} {
		if d.timers(wait*time.Second) == 0 {
			t.Fatalf("no reading is due in %d s", wait)
		}
		d.fire(wait * time.Second)
	}
	d.tells("outcome unknown", "c in the journal (J) looks again at any time")
	d.keys("<esc>", "J")
	d.sees("? unknown", "c check")
	d.keys("c")
	d.tells("outcome unknown", "Read again, the record doesn't show it.")
	d.sees("? unknown")
	if last, _ := d.firstEntry().Last(); !last.Checked || last.Outcome != action.Unknown {
		t.Errorf("the journal has %+v", last)
	}
	d.keys("c")
	d.tells("outcome unknown")
	d.happens("SUGGESTION_STATE_ACCEPTED")
	d.keys("c")
	d.tells("Accepted suggestion “", "u undoes it")
	d.sees("✓ done")
	d.wantOutcome("done Accept")
	d.keys("c")
	d.tells("The outcome of this entry is known.")
}

// r asks for what is true now, also about what nobody looks at by himself any more.
func TestARefreshLooksAtWhatIsUnknown(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	heal := d.fault(tenant.Rule{Method: "POST", Path: stateRoute, DropBefore: true})
	d.keys("3", "a")
	heal()
	for _, wait := range []time.Duration{2, 3, 5, 10, 20} {
		d.fire(wait * time.Second)
	}
	d.happens("SUGGESTION_STATE_ACCEPTED")
	d.keys("r")
	d.tells("Accepted suggestion “", "u undoes it")
}

// What is changed again is not looked at for the change before: its record couldn't tell one from the other.
func TestAnUnknownChangeIsNotProvedByALaterOne(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	heal := d.fault(tenant.Rule{Method: "POST", Path: stateRoute, DropBefore: true})
	d.keys("3", "a")
	heal()
	d.keys("a")
	d.tells("Accepted suggestion “")
	reads := len(d.asked("GET /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(0)))
	d.fire(2 * time.Second)
	if now := len(d.asked("GET /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(0))); now != reads {
		t.Errorf("the record was read %d times more", now-reads)
	}
}

// The list of a batch follows what later readings prove.
func TestABatchLearnsWhatBecameOfItsUnknownOnes(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	heal := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(0) + "/state", Status: 502})
	d.keys("3", " j ", "a", "<tab>", "<enter>")
	heal()
	d.sees("1 done, 1 unknown", "? 1 unknown: The tenant answered 502")
	d.happens("SUGGESTION_STATE_ACCEPTED")
	d.fire(2 * time.Second)
	d.sees("2 done")
	d.seesNot("unknown")
	d.tells("Accept, read again: 2 done.")
	d.keys("<esc>", "u", "<tab>", "<enter>")
	d.wantStates("NEW", "NEW")
}

// Owners and bindings are shown minutes later.
func TestLaggingReadsAreLookedAtForLonger(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 36})
	d.ownersOf(1)
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/apps/*/entitlements/*/owners", DropBefore: true})
	d.addOwner(d.tenant.UserID(2))
	d.tells("outcome unknown", "it is read again for 2m 30s")
	for _, wait := range []time.Duration{2, 3, 5, 10, 20, 40, 70} {
		if d.timers(wait*time.Second) == 0 {
			t.Fatalf("no reading is due in %d s", wait)
		}
		d.fire(wait * time.Second)
	}
}

// A form whose answer was lost closes when it turns out to be done, unless something else has been typed into it by then.
func TestAFormClosesWhenWhatItSentIsProved(t *testing.T) {
	for _, typed := range []bool{false, true} {
		d := newDriver(t, driverOptions{w: 120, h: 40})
		heal := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks/*", Status: 504, Message: "upstream request timeout"})
		d.keys("2", "e", "<ctrl+u>", "Renamed", "<ctrl+s>")
		heal()
		d.tells("outcome unknown", "upstream request timeout", "It may still happen", "ctrl+s sends it once more")
		d.tellsNot("refused")
		if typed {
			d.keys(" again")
		}
		if err := d.tenant.UpdateAs("webhooks", d.tenant.WebhookID(0), func(r map[string]any) { r["displayName"] = "Renamed" }); err != nil {
			t.Fatal(err)
		}
		d.fire(2 * time.Second)
		if typed {
			d.sees("Renamed again", "What you sent is done")
			continue
		}
		d.tells("Saved webhook “Renamed”.")
		d.seesNot("ctrl+s save")
	}
}

// Only a refusal of the request itself speaks of its fields: a time-out is not about the field Timeout, nor a missing host about Name.
func TestOnlyARefusedRequestPointsAtAField(t *testing.T) {
	for status, words := range map[int]string{504: "upstream request timeout", 503: "no such host name", 408: "callbackTimeout was too long",
		403: "displayName is locked", 409: "displayName is taken", 500: "url"} {
		d := newDriver(t, driverOptions{w: 120, h: 40})
		d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks/*", Status: status, Message: words})
		d.keys("2", "e", "<ctrl+u>", "Renamed", "<ctrl+s>")
		if strings.Contains(d.screen(), "the tenant refused ") {
			t.Errorf("%d is said of a field:\n%s", status, d.screen())
		}
	}
	for _, status := range []int{400, 422} {
		d := newDriver(t, driverOptions{w: 120, h: 40})
		d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks/*", Status: status, Code: 3, Message: "displayName: too long"})
		d.keys("2", "e", "<ctrl+u>", "Renamed", "<ctrl+s>")
		d.sees("the tenant refused Name")
	}
}

// A form of a record that is gone says one thing at a time.
func TestAFormOfADeletedRecordSaysOneThing(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("2", "e", "<ctrl+u>", "Renamed")
	if err := d.tenant.DeleteAs("webhooks", d.tenant.WebhookID(0)); err != nil {
		t.Fatal(err)
	}
	d.keys("<ctrl+s>")
	d.sees("Not sent:")
	d.seesNot("refused")
	d.keys("<ctrl+s>")
	d.sees("refused.")
	d.seesNot("Not sent", "all the same")
}

// While a change is under way its row says so, and nothing is offered that could not be done to it now.
func TestAChangeUnderWayIsShownAsPending(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3")
	release := d.withheld("a")
	d.sees("◌ pending", "u undo acceptance")
	d.offers(false, "a accept", "d dismiss")
	release()
	d.seesNot("◌ pending")
	d.sees("✓ accepted", "d dismiss")
}

// Undo is promised only by what has an inverse: not while it is under way, and not afterwards.
func TestUndoIsNotPromisedByWhatHasNone(t *testing.T) {
	for name, c := range map[string]struct {
		opens []string
		asks  func(d *driver) []string
	}{
		"a revocation": {[]string{"4"}, func(*driver) []string { return []string{"x", "<tab>", "<enter>"} }},
		"a hook's deletion": {[]string{"1"}, func(d *driver) []string {
			return []string{"x", nameOf(d, "hooks"), "<enter>"}
		}},
		"a webhook's deletion": {[]string{"2"}, func(d *driver) []string {
			return []string{"x", nameOf(d, "webhooks"), "<enter>"}
		}},
		"a test event": {[]string{"2"}, func(*driver) []string { return []string{"t", "<tab>", "<enter>"} }},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{w: 160, h: 40})
			d.keys(c.opens...)
			if name == "a revocation" {
				d.onSecret(secretOf(d, activeSecret(d)).VaultID)
			}
			release := d.withheld(c.asks(d)...)
			d.seesNot("u undo")
			d.holding(func() { d.keys("u") }).deliver()
			d.tellsNot("will be undone once there is an answer")
			release()
			d.seesNot("u undo", "u undoes it")
			if len(d.mutations()) != 1 {
				t.Errorf("sent %v", d.mutations())
			}
		})
	}
}

// What was renamed is called by its new name, in the notice and in what undoes it.
func TestARenamedRecordIsCalledByItsNewName(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("2", "e", "<ctrl+u>", "Renamed", "<ctrl+s>")
	d.tells("Saved webhook “Renamed”.", "u undoes it")
	d.keys(":", "take back")
	d.sees("Undo the edit of webhook “Renamed”")
}

// A revocation that the tenant has answered and doesn't show is unknown, and never "not saved".
func TestARevocationThatDoesntShowYetIsUnknown(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	s := secretOf(d, activeSecret(d))
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/secrets-admin/*", Lie: true})
	d.keys("4")
	d.onSecret(s.VaultID)
	d.keys("x", "<tab>", "<enter>")
	d.tells("outcome unknown. The tenant answered that it is done. Read again, it is still active so far. It is read again for 40s.")
	d.tellsNot("not saved")
	if err := d.tenant.UpdateAs("secrets", s.VaultID, func(r map[string]any) {
		r["status"], r["deletedAt"] = string(api.SecretStatusRevoked), "2026-11-27T11:58:00Z"
	}); err != nil {
		t.Fatal(err)
	}
	d.fire(2 * time.Second)
	d.tells("Revoked secret “" + s.DisplayName + "”.")
}

// A form doesn't promise to look again when nobody looks any more.
func TestAFormSaysWhenNobodyLooksAnyMore(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks/*", Status: 504})
	d.keys("2", "e", " of Acme", "<ctrl+s>")
	d.reads("outcome unknown", "it is read again for 40s", "sends it once more")
	for _, wait := range []time.Duration{2, 3, 5, 10, 20} {
		d.fire(wait * time.Second)
	}
	d.reads("outcome unknown", "sends it once more")
	d.seesNot("it is read again for")
}
