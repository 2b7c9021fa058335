package ui

import (
	"runtime"
	"strings"
	"testing"
)

// mostOfCell is how many bytes a cell may take to be made: the JSON that a row came as has more.
const mostOfCell = 900

// Filters read the cells of all rows, so that no cell reads the JSON of its row again.
func TestNoCellReadsTheJSONOfItsRow(t *testing.T) {
	for _, keys := range []string{"1", "2", "3", "3 m", "4", "4 A", "5", "5 <enter>", "5 a", "6", "7", "8", "9"} {
		d := newDriver(t, driverOptions{w: 160, h: 45})
		d.keys(strings.Fields(keys)...)
		p := listIn(d.model)
		if p == nil || p.Grid.Len() == 0 {
			t.Fatalf("%s: no rows", keys)
		}
		rows, env := p.Grid.Rows(), p.Env.Frozen()
		for _, c := range p.Grid.Columns() {
			most := uint64(0)
			for _, row := range rows {
				_ = c.Text(row, env) // what is made once
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				if c.Search != nil {
					_ = c.Search(row)
				} else {
					_ = c.Text(row, env)
				}
				runtime.ReadMemStats(&after)
				most = max(most, after.TotalAlloc-before.TotalAlloc)
			}
			if most > mostOfCell {
				t.Errorf("%s: a cell of %s takes %d bytes", keys, c.Name, most)
			}
		}
	}
}
