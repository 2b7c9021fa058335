package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/tenant"
	"gatehouse/ui/list"
	"gatehouse/ui/panes/history"
)

// header is the line of column titles of the list in front.
func (d *driver) header(first string) string {
	for _, line := range strings.Split(d.screen(), "\n") {
		if strings.Contains(line, first) {
			return strings.Join(strings.Fields(strings.Trim(line, "│┃ ")), " ")
		}
	}
	return ""
}

func TestColumnsAreChosenAndKept(t *testing.T) {
	dir := t.TempDir()
	start := func() *driver {
		d := newDriver(t, driverOptions{w: 120, h: 24, options: func(o *Options) { o.Opened = state.Open(dir, nil) }})
		d.keys("8")
		return d
	}
	d := start()
	before := d.header("State ")
	if before != "State Name Prefix Created Revoked Updated" && !strings.HasPrefix(before, "State Name Prefix Created") {
		t.Fatalf("the columns are %q", before)
	}
	d.keys("|")
	d.sees("Columns of Keys", "[•] Name", "[x] Prefix")
	d.keys("j", " ") // the name stays
	d.sees("Name stays: it says which row is which.")
	d.keys("j", " ", "j", "K", "K", "K", "<enter>")
	after := d.header("State ")
	if !strings.HasPrefix(after, "Created State Name") || strings.Contains(after, "Prefix") {
		t.Errorf("chosen: %q, after %q", after, before)
	}
	d.keys("/", "prefix:e", "<enter>") // a hidden column still filters
	d.seesNot("no column")
	d = start()
	if got := d.header("State "); !strings.HasPrefix(got, "Created State Name") || strings.Contains(got, "Prefix") {
		t.Errorf("the next start has %q", got)
	}
	d.keys("|", "<esc>")
	if got := d.header("State "); !strings.HasPrefix(got, "Created State Name") {
		t.Errorf("leaving the choice leaves %q", got)
	}
	d.keys("|", "r", "<enter>")
	if got := d.header("State "); got != before {
		t.Errorf("set back: %q, want %q", got, before)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "layout.json")); err != nil || strings.Contains(string(text), "columns") {
		t.Errorf("columns that were set back are remembered: %s, %v", text, err)
	}
}

// Names that no pane has, twice the same, and a hidden name are harmless; a file that can't be read is said once.
func TestOddLayoutsAreHarmless(t *testing.T) {
	for text, broken := range map[string]bool{
		`{"version":1,"columns":{"keys":[{"name":"\u001b[2J"},{"name":"updated"},{"name":"updated"},
			{"name":"name","hidden":true}],"nowhere":[{}]}}`: false,
		`{"version":1,"columns":{"keys":[]},"preview":"\u202e"}`: false,
		`{"version":1,"columns":{"keys":"all"}}`:                 true,
		`{"version":1,"columns":[`:                               true,
		`{"version":7}`:                                          true,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "layout.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		d := newDriver(t, driverOptions{w: 120, h: 24, options: func(o *Options) { o.Opened = state.Open(dir, nil) }})
		d.keys("8")
		if got := strings.Count(d.screen(), "can't be read from"); got > 1 || (got == 1) != broken {
			t.Errorf("%s: said %d times\n%s", text, got, d.screen())
		}
		if got := d.header("State "); !strings.Contains(got, "Name") {
			t.Errorf("%s: the columns are %q", text, got)
		}
		d.keys("|", "<enter>")
		d.seesNot("Columns of")
	}
}

// Where there is no chart or there are no columns, their keys say so.
func TestKeysOfChartsAndColumnsSayWhereThereAreNone(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("1", "D")
	d.tells("There is no chart here")
	d.keys("<esc>", "0", "|")
	d.tells("There are no columns to choose here")
	d = newDriver(t, driverOptions{tenant: tenant.Options{Rows: -1}})
	d.keys("3", "D")
	d.tells("There is nothing to count: no suggestion is loaded.")
}

// On the smallest screen the choice of columns names every key that it has.
func TestTheChoiceOfColumnsNamesItsKeysOnASmallScreen(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("|")
	d.sees("J and K move it, r sets all back.", "space on/off  enter take  esc cancel")
}

// What a decision needs has a column at the usual sizes, and states are never cut.
func TestColumnsThatAreNeededHaveRoom(t *testing.T) {
	for _, c := range []struct {
		key  string
		w, h int
		want []string
	}{
		{"3", 120, 40, []string{"Coverage", "Cohort", "Ents", "Profile", "Escalation engineer starter set"}},
		{"5", 80, 24, []string{"✗ disabled", "30d, ? unread", "Analytics cube for partners"}},
	} {
		d := newDriver(t, driverOptions{w: c.w, h: c.h})
		d.keys(c.key)
		d.sees(c.want...)
	}
}

// On the smallest screen, too, the sentence of each view of the tenant is whole.
func TestTheSentencesOfTheTenantAreWholeOnASmallScreen(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("0")
	for range 5 {
		lines := strings.Split(d.screen(), "\n")
		if last := strings.TrimSpace(lines[len(lines)-2]); !strings.HasSuffix(last, ".") {
			t.Errorf("the sentence is %q", last)
		}
		d.keys("j")
	}
}

// A form on the smallest screen says what its field is about, as long as nothing else is to be said there.
func TestAFormOnTheSmallestScreenHasHints(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("7", "e")
	d.sees("What people call it")
	d.keys("x", "<esc>")
	d.sees("Discard")
	d.seesNot("What people call it,")
}

// Every list keeps its own columns, beside those that another console has put down meanwhile.
func TestEveryListKeepsItsColumns(t *testing.T) {
	for _, keys := range [][]string{{"1"}, {"2"}, {"3"}, {"3", "m"}, {"4"}, {"4", "A"}, {"5"}, {"5", "a"}, {"5", "<enter>"}, {"6"},
		{"7"}, {"8"}, {"9"}} {
		dir := t.TempDir()
		start := func() *driver {
			return newDriver(t, driverOptions{w: 160, h: 45, options: func(o *Options) { o.Opened = state.Open(dir, nil) }})
		}
		d, other := start(), start()
		d.keys(keys...)
		before := d.columnsShown()
		d.keys("|", "J", "<enter>")
		chosen := d.columnsShown()
		if slices.Equal(before, chosen) || len(chosen) < 2 || chosen[1] != before[0] {
			t.Errorf("%v: the columns are %v after %v", keys, chosen, before)
		}
		other.keys("0", "o", "|", "J", "<enter>", "1", "P")
		d = start()
		d.keys(keys...)
		if got := d.columnsShown(); !slices.Equal(got[:2], chosen[:2]) { // there is another preview beside it, kept as well
			t.Errorf("%v: the next start has %v, want %v", keys, got, chosen)
		}
	}
}

// columnsShown are the columns of the list in front.
func (d *driver) columnsShown() []string {
	switch p := d.model.pane().(type) {
	case *history.Timeline:
		return p.Grid.VisibleColumns()
	case *history.Versions:
		return p.Grid.VisibleColumns()
	}
	return d.model.pane().(*list.Pane).Grid.VisibleColumns()
}
