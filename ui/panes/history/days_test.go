package history_test

import (
	"testing"

	"gatehouse/ui/chart"
	"gatehouse/ui/panes/history"
	"gatehouse/ui/panetest"
)

// The filter of a bar finds as many changes as the bar counts, and there is a bar for every day.
func TestABarOfTheChangesFindsWhatItCounts(t *testing.T) {
	d := panetest.Open(t, history.Declaration(), panetest.Options{})
	d.Keys("a")
	p := d.Pane().(*history.Timeline)
	bars := map[chart.Bar]int{}
	p.ChartView().Each(func(b chart.Bar, n int) { bars[b] = n })
	if len(bars) != 31+3 {
		t.Errorf("there are %d bars", len(bars))
	}
	counted := 0
	for b, n := range bars {
		counted += n
		if p.FilterBy(b.Filter); p.Grid.Similar() && n == 0 {
			continue
		}
		if got := p.Grid.Shown(); got != n {
			t.Errorf("%s: %q finds %d, counted are %d", b.Label, b.Filter, got, n)
		}
	}
	if counted == 0 {
		t.Error("nothing is counted")
	}
}
