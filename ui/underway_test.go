package ui

import (
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

func TestAnActionOnOneRecordSaysSoWhenSeveralAreMarked(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys(" jt")
	d.sees("1 is marked, but this works on one hook at a time; U clears the marks.")
	if sent := d.mutations(); len(sent) != 0 {
		t.Fatalf("sent %v", sent)
	}
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
