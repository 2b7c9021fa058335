package panetest

import (
	"testing"

	"gatehouse/ui/chart"
	"gatehouse/ui/list"
)

// BarsFind checks that the filter of each bar of a list's chart finds as many rows as the bar counts, and gives the counts.
func BarsFind(t *testing.T, p *list.Pane) map[chart.Bar]int {
	t.Helper()
	bars, all := map[chart.Bar]int{}, 0
	p.ChartView().Each(func(b chart.Bar, n int) { bars[b] = n })
	for b, n := range bars {
		all += n
		if p.FilterBy(b.Filter); p.Grid.Similar() && n == 0 {
			continue
		}
		if got := p.Grid.Shown(); got != n {
			t.Errorf("%s: %q finds %d, counted are %d", b.Label, b.Filter, got, n)
		}
	}
	if all == 0 {
		t.Error("nothing is counted")
	}
	return bars
}
