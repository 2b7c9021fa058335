package suggestions_test

import (
	"testing"

	"gatehouse/ui/list"
	"gatehouse/ui/panes/suggestions"
	"gatehouse/ui/panetest"
)

// The filter of a bar finds as many rows as the bar counts.
func TestABarOfThePileFindsWhatItCounts(t *testing.T) {
	d := panetest.Open(t, suggestions.Declaration(), panetest.Options{})
	d.Keys("a", "j", "d")
	bars := panetest.BarsFind(t, d.Pane().(*list.Pane))
	if len(bars) != 19 {
		t.Errorf("there are %d bars", len(bars))
	}
	decided := 0
	for b, n := range bars {
		if b.Filter == "today:accepted" || b.Filter == "today:dismissed" {
			decided += n
		}
	}
	if decided != 2 {
		t.Errorf("%d are decided here today, want 2", decided)
	}
}

// The chart takes no line from the rows of a small screen until it is opened, and esc gives them back.
func TestThePileCoversASmallScreenOnlyWhileItIsOpen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 10}} {
		d := panetest.Open(t, suggestions.Declaration(), panetest.Options{W: size[0], H: size[1]})
		d.SeesNot("Top risk: ")
		d.Keys("D")
		d.Sees("Top risk")
		d.SeesNot("Information Security standard access")
		d.Keys("<esc>")
		d.Sees("Information Security")
		d.Keys("D", "<down>", "<enter>")
		d.Sees("/state:new")
	}
	d := panetest.Open(t, suggestions.Declaration(), panetest.Options{})
	d.Sees("Profile covers it", "new suggestions of", "Information Security standard access")
}
