package ui

import (
	"testing"

	"gatehouse/state"
	"gatehouse/tenant"
)

// What is said of something that passes goes when it has passed, not after a while.
func TestWhatIsNotSoAnyMoreIsNotSaid(t *testing.T) {
	stored := driverOptions{options: func(o *Options) { o.Opened = state.Open(t.TempDir(), nil) }}
	for said, c := range map[string]struct {
		with       driverOptions
		keys, then []string
	}{
		"There is nothing to save: the list":  {keys: []string{"W"}, then: []string{"s"}, with: stored},
		"This suggestion is":                  {keys: []string{"3", "a", "a"}, then: []string{"j"}},
		"No row contains “":                   {keys: []string{"/", "blokc", "<enter>", "*"}, then: []string{"/", "<ctrl+u>", "<enter>"}},
		"There is no room for a preview":      {keys: []string{"P"}, with: driverOptions{w: 70, h: 15}},
		"There is nothing to undo":            {keys: []string{"u"}, then: []string{"t"}},
		"There is no expression to evaluate;": {keys: []string{"0", "b", "<ctrl+s>"}, then: []string{"1"}},
		"Nothing was changed, so nothing":     {keys: []string{"0", "m", "<ctrl+s>"}, then: []string{"jj "}},
	} {
		d := newDriver(t, c.with)
		d.keys(c.keys...)
		d.sees(said)
		if d.Resize(120, 40); c.then != nil {
			d.sees(said)
		}
		d.keys(c.then...)
		d.seesNot(said)
	}
}

// Nor is a chart said to be empty once rows have come.
func TestAChartIsEmptyUntilRowsCome(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 50}})
	d.Waiting(func() {
		d.keys("3", "D")
		d.sees("There is nothing to count: no suggestion is loaded.")
	})
	d.settle()
	d.sees("50 in all")
	d.seesNot("There is nothing to count: no suggestion is loaded.")
}
