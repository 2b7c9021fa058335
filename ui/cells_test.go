package ui

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/keymap/keytest"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
)

// mostOfCell is how many bytes a cell may take to be made, also with what the race detector adds: reading the JSON that a row came as
// takes more.
const mostOfCell = 1200

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

// A key by itself makes no cell another, whatever it opens, marks or asks: none is read again, and all stand as they would be drawn anew.
func TestNoKeyReadsCellsAgain(t *testing.T) {
	others := []string{"cursor.", "sort.", "preview", "detail.", "load.all", "pane.", "secrets.scope"} // rows or columns that weren't in view
	for _, lead := range []string{"1", "2", "3", "3 m", "4", "4 A", "5", "5 <enter>", "5 a", "6", "7", "8", "9"} {
		d := newDriver(t, driverOptions{})
		s := &stroller{driver: d}
		d.keys(strings.Fields(lead)...)
		p, reads := listIn(d.model), 0
		columns := p.Grid.Columns()
		for i, c := range columns {
			columns[i].Text = func(row host.AnyRow, e grid.Env) string { reads++; return c.Text(row, e) }
		}
		d.model.redrawPanes()
		d.model.View()
		d.hold = true
		for _, scope := range p.Scopes() {
			for _, b := range d.model.env.Keys.In(scope) {
				if b.Exit || slices.ContainsFunc(others, func(o string) bool { return strings.HasPrefix(string(b.ID), o) }) {
					continue
				}
				h := d.model.paneHeight
				reads = 0
				d.model.Update(keytest.Press(b.Keys[0]))
				was := d.model.View().Content
				if reads > 0 && d.model.paneHeight == h { // what is said takes lines of the pane's
					t.Errorf("%s: %s reads %d cells again", lead, b.ID, reads)
				}
				if now := s.anew(); now != was {
					t.Errorf("%s: %s leaves\n%s\nanew:\n%s", lead, b.ID, ansi.Strip(was), ansi.Strip(now))
				}
				for range 3 {
					d.rush("esc")
				}
				d.queue = nil
			}
		}
	}
}
