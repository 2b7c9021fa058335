package secrets_test

import (
	"testing"

	"gatehouse/ui/chart"
	"gatehouse/ui/list"
	"gatehouse/ui/panetest"
)

// The filter of a bar finds as many rows as the bar counts.
func TestABarOfTheExpiriesFindsWhatItCounts(t *testing.T) {
	d := open(t, panetest.Options{})
	p := d.Pane().(*list.Pane)
	bars := map[chart.Bar]int{}
	p.ChartView().Each(func(b chart.Bar, n int) { bars[b] = n })
	any := 0
	for b, n := range bars {
		any += n
		if p.FilterBy(b.Filter); p.Grid.Similar() && n == 0 {
			continue
		}
		if got := p.Grid.Shown(); got != n {
			t.Errorf("%s: %q finds %d, counted are %d", b.Label, b.Filter, got, n)
		}
	}
	if any == 0 {
		t.Error("nothing is counted")
	}
}
