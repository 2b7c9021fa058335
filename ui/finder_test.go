package ui

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// contains reports whether a hook shows a word in a column on screen or in its id.
func hookContains(p *list.Pane, h api.Hook, word string) bool {
	visible := p.Grid.VisibleColumns()
	for _, c := range p.Grid.Columns() {
		if (c.Always || slices.Contains(visible, c.Name) && !c.Named) && strings.Contains(strings.ToLower(c.Text(h, p.Env)), word) {
			return true
		}
	}
	return false
}

func TestAWordFindsExactlyTheRowsThatContainIt(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {60, 15}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		p := d.hooksPane()
		for _, word := range []string{"scan", "tool", "prompt", "guard", "e"} {
			want := 0
			for _, h := range list.TypedRows[api.Hook](p.Grid.Rows()) {
				if hookContains(p, h, word) {
					want++
				}
			}
			d.keys("/", "<ctrl+u>", word)
			if p.Grid.Shown() != want || p.Grid.Similar() {
				t.Errorf("%v: %q shows %d rows, %d contain it", size, word, p.Grid.Shown(), want)
			}
			for _, h := range list.TypedRows[api.Hook](p.Grid.ShownRows()) {
				if !hookContains(p, h, word) {
					t.Errorf("%v: %q shows %s", size, word, h.DisplayName)
				}
			}
			d.keys("<ctrl+u>", "!"+word)
			if p.Grid.Shown() != 42-want {
				t.Errorf("%v: !%s shows %d rows beside %d", size, word, p.Grid.Shown(), want)
			}
			d.keys("<esc>")
		}
	}
}

func TestSimilarRowsAreMarkedOneByOneOnly(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30})
	p := d.hooksPane()
	d.keys("/", "blkpaymnt")
	d.sees("No row contains it; similar:", "none of 42", "Block payment")
	d.keys("<enter>")
	for _, keys := range []string{"*", "Vjj", "V", "i", "VG"} {
		d.keys(keys)
		if n := p.Grid.MarkCount(); n > 0 {
			t.Fatalf("%s marks %d rows that don't contain what was typed", keys, n)
		}
	}
	d.tells("No row contains “blkpaymnt”. space marks a similar one.")
	d.keys(" ")
	if p.Grid.MarkCount() != 1 {
		t.Error("a similar row can't be marked by itself")
	}
	d.keys("<esc>", "<esc>", "<esc>")
	d.seesNot("similar", "filter “")
}

// A range that was begun before is no way to mark rows that only resemble what is typed.
func TestARangeEndsWhereOnlySimilarRowsAreLeft(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30})
	d.keys("V", "j", "j", "/", "blkpaymnt", "<enter>", "V")
	if n := d.hooksPane().Grid.MarkCount(); n != 3 { // the rows that were drawn as marked before anything was typed
		t.Errorf("%d marked", n)
	}
}

// Keys come faster than many rows are arranged: what is marked contains what was typed all the same.
func TestMarkingWaitsForTheFilter(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30, tenant: tenant.Options{Rows: 3000}})
	d.keys("F")
	p := d.hooksPane()
	if p.Grid.Len() <= list.InlineRows {
		t.Fatalf("%d rows are arranged at once", p.Grid.Len())
	}
	late := d.holding(func() { d.keys("/", "shell", "<enter>", "*") })
	n := p.Grid.MarkCount()
	for _, h := range list.TypedRows[api.Hook](p.Grid.Marked()) {
		if !hookContains(p, h, "shell") {
			t.Fatalf("%s is marked", h.DisplayName)
		}
	}
	if n == 0 || n == p.Grid.Len() {
		t.Errorf("%d marked", n)
	}
	late.deliver()
	if p.Grid.MarkCount() != n || p.Grid.Shown() != n {
		t.Errorf("%d marked and %d shown after the late answers, want %d", p.Grid.MarkCount(), p.Grid.Shown(), n)
	}
}

func TestEscInAReopenedFilterGoesBackToTheKeptOne(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30})
	d.keys("/", "tool", "<enter>")
	p := d.hooksPane()
	kept := p.Grid.Shown()
	for _, typed := range []string{"", "x", "zzz", `"`, " payment"} {
		d.keys("/", typed, "<esc>")
		if p.Grid.Shown() != kept || p.Find.Text != "tool" {
			t.Errorf("after %q esc leaves %d rows and %q, want %d and tool", typed, p.Grid.Shown(), p.Find.Text, kept)
		}
		d.sees("/tool")
	}
	d.keys("/", "<ctrl+u>", "<enter>") // emptied and kept: none
	d.sees("42 in all")
}

func TestWhatIsFilteredIsSaidAndTheTabKeepsThePanesCount(t *testing.T) {
	d := newDriver(t, driverOptions{w: 130, h: 30})
	d.sees("▏1 Hooks 42")
	d.keys("/", "tool", "<enter>")
	d.sees("/tool", "of 42", "▏1 Hooks 42")
	d.keys("<esc>", "/", "tool", "<ctrl+s>")
	d.sees("found for “tool” on the tenant", "▏1 Hooks 42")
	d.keys("4")
	d.sees("4 Secrets")
	before := d.model.pane().Count()
	d.keys("f", "status: active", "<enter>")
	d.sees("active")
	if now := d.model.pane().Count(); now != before || now == "" {
		t.Errorf("the tab says %q after narrowing, %q before", now, before)
	}
}

func TestResizingLooksAtTheColumnsThatAreThere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 45})
	p := d.hooksPane()
	d.keys("/", "shell", "<enter>")
	for _, w := range []int{50, 200, 80} {
		d.Resize(w, 30)
		for _, h := range list.TypedRows[api.Hook](p.Grid.ShownRows()) {
			if !p.Grid.Similar() && !hookContains(p, h, "shell") {
				t.Errorf("at %d columns %s is shown", w, h.DisplayName)
			}
		}
	}
}

// Whole cells come first, then beginnings, then the rest; a chosen order stays.
func TestTheBestMatchComesFirstUnlessAnOrderIsChosen(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 45})
	p := d.hooksPane()
	p.Grid.Replace([]host.AnyRow{api.Hook{ID: "a1", DisplayName: "zz pay"}, api.Hook{ID: "a2", DisplayName: "payments"}, api.Hook{ID: "a3",
		DisplayName: "Pay"},
		api.Hook{ID: "a4", DisplayName: "other"}})
	names := func() string {
		var all []string
		for _, h := range list.TypedRows[api.Hook](p.Grid.ShownRows()) {
			all = append(all, h.DisplayName)
		}
		return strings.Join(all, ", ")
	}
	d.keys("/", "pay", "<enter>")
	if got := names(); got != "Pay, payments, zz pay" {
		t.Errorf("best first: %s", got)
	}
	p.Grid.SetSort(grid.Sort{Column: "name", Desc: true})
	d.keys("/", "<ctrl+u>", "pa", "y")
	if got := names(); got != "zz pay, payments, Pay" {
		t.Errorf("by name: %s", got)
	}
}

// A view that was saved in the words of then finds what it found.
func TestAFilterInTheWordsOfThenStillFinds(t *testing.T) {
	d := newDriver(t, driverOptions{w: 200, h: 45})
	d.keys("4", "/", "shared:external")
	external := d.At(3).(*list.Pane).Grid.Shown()
	d.keys("<esc>", "/", "shared:outside")
	if got := d.At(3).(*list.Pane).Grid.Shown(); got != external || got == 0 {
		t.Errorf("%d secrets, want %d", got, external)
	}
	d.keys("<esc>", "3", "/", "grants:>3", "<tab>")
	d.seesNot("There is no column")
}

// Keys that were typed ahead of a search change no record that it may not find.
func TestNothingIsChangedBeforeASearchIsThrough(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 5000}})
	d.keys("1", "F")
	d.Waiting(func() { d.keys("/", "own links", "<enter>", "t", " ") })
	d.settle()
	d.wantMutations()
	d.seesNot("marked")
	d.selectedIs("Only our own links")
	d.keys("t")
	if n := len(d.mutations()); n != 1 {
		t.Errorf("%d changes were sent behind the search", n)
	}
}
