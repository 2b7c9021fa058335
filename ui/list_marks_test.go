package ui

import (
	"fmt"
	"testing"

	"gatehouse/ui/list"
)

func TestMarkAllMarksWhatMatchesTheFilter(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("1", "/payment", "<tab>", "<ctrl+a>")
	p := d.At(0).(*list.Pane)
	shown := p.Grid.Shown()
	if shown == 0 || shown == 42 {
		t.Fatalf("the filter shows %d, which tells nothing", shown)
	}
	d.sees(fmt.Sprintf("Marked %d of 42.", shown))
	d.seesNot("loads the rest")
	d.keys("<esc>", "<esc>") // what is said below, then the filter
	if p.Grid.MarkCount() != shown || p.Grid.Shown() != 42 {
		t.Errorf("%d marked of %d shown without the filter, want %d", p.Grid.MarkCount(), p.Grid.Shown(), shown)
	}
}

func TestEscEndsARangeAlsoUnderANotice(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "d", "Vjj")
	d.sees("✓ Dismissed", "range of 3 rows")
	d.keys("<esc>")
	d.seesNot("range of")
}

func TestAnOpenRangeEndsWithEscAndMarksNothing(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3", "Vjj", "<esc>")
	d.seesNot("range of", "marked")
	d.keys("d")
	d.sees("Dismissed suggestion")
}

func TestWhatNeedsNothingDoneKeepsNoMark(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "d", " j j ", "d")
	d.sees("1 suggestion left out (it is dismissed already).")
	d.keys("<esc>")
	d.sees("3 marked") // nothing has begun
	d.keys("d", "<tab>", "<enter>")
	d.sees("Dismiss: 2 done")
	d.seesNot("marked")
}

func TestAnOpenRangeIsWhatIsActedOn(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "Vjj")
	d.sees("range of 3 rows, V marks it")
	d.keys("d")
	d.sees("Dismiss 3 suggestions?")
	d.wantMutations()
	d.keys("<esc>")
	d.sees("3 marked")
	d.seesNot("range of")
	d.keys("U", "Vj", " ")
	d.sees("2 marked") // space ends the range, and takes no mark away
	d.keys("U", "Vjjj", "w")
	d.sees("4 marked")
}
