package history_test

import (
	"testing"

	"gatehouse/ui/panes/history"
	"gatehouse/ui/panetest"
)

// The filter of a bar finds as many changes as the bar counts, and there is a bar for every day.
func TestABarOfTheChangesFindsWhatItCounts(t *testing.T) {
	d := panetest.Open(t, history.Declaration(), panetest.Options{})
	d.Keys("a")
	if bars := panetest.BarsFind(t, d.Pane().(*history.Timeline).Pane); len(bars) != 31+3 {
		t.Errorf("there are %d bars", len(bars))
	}
}
