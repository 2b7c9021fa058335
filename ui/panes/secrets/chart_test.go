package secrets_test

import (
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/ui/list"
	"gatehouse/ui/panetest"
)

// The filter of a bar finds as many rows as the bar counts.
func TestABarOfTheExpiriesFindsWhatItCounts(t *testing.T) {
	panetest.BarsFind(t, open(t, panetest.Options{}).Pane().(*list.Pane))
}

// A click takes the row that it points at, whether there was room for the chart above the rows or just not.
func TestAClickBelowTheChartTakesItsRow(t *testing.T) {
	for h := 28; h < 50; h++ {
		p := open(t, panetest.Options{W: 90, H: h}).Pane().(*list.Pane)
		const name = "Signing certificate 2026"
		for y, line := range p.View() {
			if !strings.Contains(line, name) {
				continue
			}
			p.Click(5, y)
			if row, ok := p.Grid.Cursor(); !ok || row.(api.Secret).DisplayName != name {
				t.Errorf("height %d: a click on %q took another row", h, name)
			}
			break
		}
	}
}

// A click on a bar chooses it, above the rows and in their place; enter shows its rows.
func TestAClickOnABarChoosesIt(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 20}} {
		d := open(t, panetest.Options{W: size[0], H: size[1]})
		p := d.Pane().(*list.Pane)
		if size[0] < 160 {
			d.Keys("D") // there is no chart before
		}
		d.Click("inside ")
		if got := p.ChartView().ChosenWords(); !strings.HasPrefix(got, "Shared: inside") || !p.OnChart() {
			t.Errorf("%v: a click chose %q", size, got)
		}
		d.Keys("<enter>")
		if got := p.Find.Text; !strings.Contains(got, "shared:") {
			t.Errorf("%v: the filter is %q", size, got)
		}
	}
}
