package grid

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
)

// What is kept of what was drawn is never shown where something else is to be drawn.
func TestKeptLinesAreThoseThatWouldBeDrawn(t *testing.T) {
	dark, light := themetest.New(t, "dark"), themetest.New(t, "light")
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := New(recKey, slices.Concat(recColumns, []Column[rec]{ageColumn}))
		g.Append(numbered(0, 60))
		g.SetSize(60, 12)
		pending, env := "", testEnv{}
		g.SetPending(func(row rec) bool { return row.id == pending })
		th, focused := dark, true
		steps := []func(){
			func() { g.Move(r.IntN(5) - 2) }, func() { g.Move(r.IntN(5) - 2) }, func() { g.Page(r.IntN(3) - 1) }, g.ToggleMark, g.InvertMarks,
			g.StartRange, g.EndRange, func() { g.SetSize(20+r.IntN(60), 4+r.IntN(12)) }, func() { focused = !focused },
			func() { th = []*theme.Theme{dark, light}[r.IntN(2)] }, func() { arrange(t, g, []string{"", "1", "2"}[r.IntN(3)]) },
			func() { bring(t, g, []string{"", "1", "12", "1 2", "Name"}[r.IntN(5)], 1000, 1000, func() {}) },
			func() { g.NextSort(1); arrange(t, g, "") }, func() { g.Put(numbered(3, 4)[0]) }, func() { g.Remove(numbered(5, 6)[0].id) },
			func() { pending = numbered(0, 60)[r.IntN(60)].id },
			func() { env.later += []time.Duration{0, time.Millisecond, time.Second, time.Minute}[r.IntN(4)] },
		}
		for step := range 120 {
			which := r.IntN(len(steps))
			steps[which]()
			got := g.View(env, th, focused)
			kept := g.drawn
			g.Redraw()
			want := g.View(env, th, focused)
			if r.IntN(3) > 0 {
				g.drawn = kept
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, step %d (%d): drawn\n%q\nwant\n%q", seed, step, which, got, want)
			}
			for range r.IntN(2) { // what is kept comes of more than one view
				g.View(env, th, focused)
			}
		}
	}
}

// ageColumn tells the time that has passed: the longer the higher the score, and for each second row in minutes.
var ageColumn = Column[rec]{Name: "age", Title: "Age", Min: 4, Max: 8,
	Text: func(row rec, e Env) string {
		if row.score < 0 {
			return "never"
		}
		passed := e.Now().Sub(testEnv{}.Now()).Truncate(map[string]time.Duration{"on": time.Second, "off": time.Minute}[row.state])
		return (passed * time.Duration(10*row.score)).String()
	},
	Role: func(row rec, e Env) theme.Role {
		if e.Now().Sub(testEnv{}.Now()).Truncate(time.Second) > time.Duration(row.score*float64(time.Minute)) {
			return theme.Bad
		}
		return theme.Good
	}}

// A second leaves the cells as they were that don't ask for the time, and the lines in which no other cell is to be seen.
func TestASecondHasOnlyAgesReadAgain(t *testing.T) {
	th := themetest.New(t, "dark")
	names, ages := 0, 0
	counted := func(c Column[rec], n *int) Column[rec] {
		text := c.Text
		c.Text = func(row rec, e Env) string { *n++; return text(row, e) }
		return c
	}
	g := New(recKey, []Column[rec]{counted(recColumns[0], &names), counted(ageColumn, &ages)})
	g.Append(numbered(0, 4))
	g.SetSize(60, 12)
	g.Move(3)
	before := g.View(testEnv{}, th, true)
	after := g.View(testEnv{later: time.Second}, th, true)
	if names != 4 || ages != 8 {
		t.Errorf("%d names and %d ages are read for four rows, want 4 and 8", names, ages)
	}
	for i, want := range []string{"0s", "0s", "2s", "0s"} {
		line := ansi.Strip(after[i+1])
		if !strings.HasSuffix(strings.TrimSpace(line), want) {
			t.Errorf("a second later line %d is %q, want the age %s", i, line, want)
		}
		if kept := unsafe.StringData(before[i+1]) == unsafe.StringData(after[i+1]); kept != (i == 1 || i == 3) {
			t.Errorf("line %d is kept: %v", i, kept)
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
