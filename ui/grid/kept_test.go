package grid

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
)

// What is kept of what was drawn is never shown where something else is to be drawn.
func TestKeptLinesAreThoseThatWouldBeDrawn(t *testing.T) {
	dark, light := themetest.New(t, "dark"), themetest.New(t, "light")
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := newRecGrid(numbered(0, 60)...)
		g.SetSize(60, 12)
		pending := ""
		g.SetPending(func(row rec) bool { return row.id == pending })
		th, focused := dark, true
		steps := []func(){
			func() { g.Move(r.IntN(5) - 2) }, func() { g.Move(r.IntN(5) - 2) }, func() { g.Page(r.IntN(3) - 1) }, g.ToggleMark, g.InvertMarks,
			g.StartRange, g.EndRange, func() { g.SetSize(20+r.IntN(60), 4+r.IntN(12)) }, func() { focused = !focused },
			func() { th = []*theme.Theme{dark, light}[r.IntN(2)] }, func() { arrange(t, g, []string{"", "1", "2"}[r.IntN(3)]) },
			func() { bring(t, g, []string{"", "1", "12", "1 2", "Name"}[r.IntN(5)], 1000, 1000, func() {}) },
			func() { g.NextSort(1); arrange(t, g, "") }, func() { g.Put(numbered(3, 4)[0]) }, func() { g.Remove(numbered(5, 6)[0].id) },
			func() { pending = numbered(0, 60)[r.IntN(60)].id },
		}
		for step := range 120 {
			which := r.IntN(len(steps))
			steps[which]()
			got := g.View(testEnv{}, th, focused)
			kept := g.drawn
			g.Redraw()
			want := g.View(testEnv{}, th, focused)
			if r.IntN(3) > 0 {
				g.drawn = kept
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, step %d (%d): drawn\n%q\nwant\n%q", seed, step, which, got, want)
			}
			for range r.IntN(2) { // what is kept comes of more than one view
				g.View(testEnv{}, th, focused)
			}
		}
	}
}

// A letter that is taken back leaves the lines as they were drawn before it.
func TestLinesOfAFormerFilterAreKept(t *testing.T) {
	th := themetest.New(t, "dark")
	g := newRecGrid(numbered(0, 60)...)
	g.SetSize(60, 12)
	lines := func(text string) []string {
		bring(t, g, text, 1000, 1000, func() {})
		return g.View(testEnv{}, th, true)[1:]
	}
	all, some := lines(""), lines("1")
	lines("12")
	for i, line := range lines("1") {
		if unsafe.StringData(line) != unsafe.StringData(some[i]) {
			t.Errorf("line %d is drawn anew", i)
		}
	}
	for i, line := range lines("") {
		if unsafe.StringData(line) != unsafe.StringData(all[i]) {
			t.Errorf("line %d without a filter is drawn anew", i)
		}
	}
}
