package ui

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/tenant"
)

func TestNoSecondChangeGoesToARecordWhoseFirstHasNoAnswer(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.hold = true
	d.keys("t", "t")
	d.sees("nothing was sent for hook", "an earlier change to it has no answer yet")
	d.hold = false
	d.settle()
	if sent := d.mutations(); len(sent) != 1 {
		t.Fatalf("sent %v, want one", sent)
	}
	d.keys("t")
	if sent := d.mutations(); len(sent) != 2 {
		t.Fatalf("after the answer: sent %v, want two", sent)
	}
}

// An action on one record is about the one that is marked, not about that under the cursor, and says so when several are.
func TestAnActionOnOneRecordGoesByTheMarks(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("2", " je")
	d.sees("Edit webhook “Incident bridge”")
	d.keys("<esc>", " e")
	d.sees("2 are marked, but this works on one webhook at a time; U clears the marks.")
	d.wantMutations()
}

// Hooks are switched and gateway keys revoked as marked: all of them, after a question that says what becomes of each kind.
func TestHooksAreSwitchedAndKeysRevokedAsMarked(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("1", "t", " j j ", "t")
	d.sees("Turn on or off 3 hooks?", "State now: 2 on, 1 off.")
	d.keys("<tab>", "<enter>")
	d.sees("3 done")
	if sent := d.mutations(); len(sent) != 4 {
		t.Fatalf("sent %v, want the first and three", sent)
	}
	d.keys("<esc>", "8", " j ", "x")
	d.sees("Revoke 2 keys?", "Type 2 to confirm")
	d.keys("2", "<enter>")
	d.sees("2 done")
}

func TestTheFrameShowsAChangeUnderWayAfterItsNoticeIsGone(t *testing.T) {
	for _, w := range []int{160, 40} {
		d := newDriver(t, driverOptions{w: w, h: 10})
		other(t, d, tenant.Options{Seed: 2})
		release := d.withheld("t")
		d.tellsNot("under way")
		d.keys("T", "beta", "<enter>")
		d.tells("Waiting for 1 unanswered change")
		d.keys("<esc>")
		d.sees("◌ 1 change under way")
		release()
		d.seesNot("under way")
	}
}

// While a change has no answer, the record says so wherever it is shown, and no key for another one is offered.
func TestARecordSaysThatAChangeOfItIsUnderWay(t *testing.T) {
	for name, keys := range map[string][]string{"beside the list": nil, "its raw JSON": {"v"}} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{})
			d.keys("3")
			release := d.withheld("a")
			d.keys(keys...)
			d.sees("◌ accepting…")
			d.offers(false, "a accept", "d dismiss")
			release()
			d.seesNot("accepting…")
		})
	}
	t.Run("over the list", func(t *testing.T) {
		d := newDriver(t, driverOptions{w: 80, h: 24})
		d.keys("3")
		release := d.withheld("a")
		d.keys("<enter>")
		d.sees("◌ accepting…")
		release()
		d.seesNot("accepting…")
	})
	t.Run("a card", func(t *testing.T) {
		d := newDriver(t, driverOptions{w: 120, h: 40})
		d.keys("3")
		release := d.withheld("a")
		d.keys("t", "t")
		d.sees("card 1 of", "◌ accepting…", "There is no answer yet.")
		d.offers(false, "a accept", "d dismiss")
		release()
		d.seesNot("accepting…")
	})
}

// A change that has been sent isn't said to be looked at before it is sent.
func TestWhatIsSaidOfAChangeGoesAlongWithIt(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	var said []string
	d.Waiting(func() { d.keys("t") })
	for len(d.queue) > 0 {
		d.Waiting(func() {
			for _, msg := range d.carry().msgs {
				d.send(msg)
				for _, line := range strings.Split(d.screen(), "\n") {
					if at := strings.Index(line, "“"+nameOf(d, "hooks")+"”"); at >= 0 && strings.Contains(line, "urn") {
						said = append(said, strings.TrimSpace(line[at:]))
					}
				}
			}
		})
	}
	said = slices.Compact(said)
	name := "“" + nameOf(d, "hooks") + "”"
	want := []string{name + ": checking that it is still as you saw it…", name + "…", name + ". u undoes it."}
	if !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
}
