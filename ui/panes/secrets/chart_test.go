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
