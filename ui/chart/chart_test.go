package chart_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/chart"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

// noNames is an environment in which nothing has a name.
type noNames struct{}

func (noNames) Now() time.Time             { return time.Time{} }
func (noNames) Name(string, string) string { return "" }

// bars are so many, the labels of which are hostile.
func bars(n int) func(grid.Env) []chart.Bar {
	return func(grid.Env) (all []chart.Bar) {
		for i := range n {
			all = append(all, chart.Bar{Label: "lab\x1b[31mel " + string(rune('a'+i)), Tick: "t", Role: theme.BarFull,
				Filter: "is:" + string(rune('a'+i))})
		}
		return all
	}
}

// shown is a chart of numbers below 30: all of them by their day, those that are even by their last digit, and by thirds.
func shown(t testing.TB, rows []any) *chart.View {
	t.Helper()
	number := func(row any, _ grid.Env) int { return row.(int) }
	c := &chart.Chart[any]{One: "even number",
		Counts: func(row any, _ grid.Env) bool { return row.(int)%2 == 0 },
		Groups: []chart.Group[any]{
			{Title: "Days", Strip: true, All: true, Bars: bars(20), Place: number},
			{Title: "Digits", Bars: bars(10), Place: func(row any, _ grid.Env) int { return row.(int) % 10 }},
			{Title: "Thirds", Bars: bars(3), Place: func(row any, _ grid.Env) int { return row.(int) / 10 }},
			{Title: "Nothing", Bars: bars(0), Place: number},
		}}
	counts, err := chart.Count(t.Context(), *c, slices.Values(rows), noNames{})
	if err != nil {
		t.Fatal(err)
	}
	v := chart.New(c)
	v.Set(counts, true)
	return v
}

func numbers(n int) (rows []any) {
	for i := range n {
		rows = append(rows, i)
	}
	return rows
}

// Rows that the chart isn't about are counted only by groups of all, and those without a place by none.
func TestBarsCountTheirRows(t *testing.T) {
	v := shown(t, numbers(30))
	var counts []int
	v.Each(func(_ chart.Bar, n int) { counts = append(counts, n) })
	want := slices.Concat(slices.Repeat([]int{1}, 20), slices.Repeat([]int{3, 0}, 5), []int{5, 5, 5})
	if !slices.Equal(counts, want) {
		t.Errorf("counted %v, want %v", counts, want)
	}
	if got := v.Words(); got != "15 even numbers of 30 loaded" {
		t.Errorf("it is of %q", got)
	}
	if v := shown(t, nil); !v.Empty() || v.Height(80) != 0 {
		t.Error("a chart of no rows takes lines")
	}
}

// The last bar says what it is also where its words are wider than what is left of the line: they end with it.
func TestTheLastBarSaysWhatItIs(t *testing.T) {
	th := themetest.New(t, "dark")
	last := func(e grid.Env) []chart.Bar {
		all := bars(20)(e)
		for i := range all {
			all[i].Tick = ""
		}
		all[19].Tick = "today"
		return all
	}
	c := &chart.Chart[any]{One: "number", Groups: []chart.Group[any]{
		{Title: "Days", Strip: true, Bars: last, Place: func(row any, _ grid.Env) int { return row.(int) }}}}
	counts, err := chart.Count(t.Context(), *c, slices.Values(numbers(20)), noNames{})
	if err != nil {
		t.Fatal(err)
	}
	v := chart.New(c)
	v.Set(counts, false)
	for _, w := range []int{88, 50, 48, 30} {
		if text := ansi.Strip(strings.Join(v.Draw(w, "", th), "\n")); !strings.Contains(text, "today") {
			t.Errorf("in %d cells:\n%s", w, text)
		}
	}
}

// Every line has its width in every size, hostile labels change nothing on the terminal, and the chosen bar is in view.
func TestAChartFitsEverySize(t *testing.T) {
	th := themetest.New(t, "dark")
	for _, w := range []int{200, 120, 80, 39, 12, 3, 1} {
		v := shown(t, numbers(30))
		v.Open = true
		for range 40 {
			v.Draw(w, "", th) // a key moves on what is on the screen
			v.Move(chart.Step{Y: 1})
		}
		for _, h := range []int{40, 9, 2, 1} {
			lines := v.Cover(w, h, "is:a", th)
			if len(lines) != h {
				t.Errorf("%d lines of %d x %d", len(lines), w, h)
			}
			if part := v.Scrolled(h); part.Rows != h-1 || part.Needed() != (h > 1 && part.All >= h) {
				t.Errorf("%d x %d: in view are %+v", w, h, part)
			}
			for _, line := range lines {
				if plain := ansi.Strip(line); draw.Width(plain) != w || strings.Contains(plain, "\x1b") {
					t.Errorf("%d x %d: a line has %d cells: %q", w, h, draw.Width(plain), plain)
				}
			}
			if h > 2 && w > 12 && !strings.Contains(ansi.Strip(strings.Join(lines, "\n")), "Thirds") {
				t.Errorf("%d x %d: it doesn't say what the chosen bar is of:\n%s", w, h, ansi.Strip(strings.Join(lines, "\n")))
			}
			if h > 2 && w > 12 && !strings.Contains(ansi.Strip(strings.Join(lines, "\n")), "▌") {
				t.Errorf("%d x %d: the chosen bar isn't in view", w, h)
			}
		}
	}
}

// Each bar can be gone to with the keys, and the way back is there, too.
func TestKeysReachEveryBar(t *testing.T) {
	turns := rand.New(rand.NewPCG(1, 2))
	for _, w := range []int{160, 60, 39} {
		v := shown(t, numbers(30))
		v.Height(w)
		seen := map[string]bool{}
		steps := []chart.Step{{Y: 1}, {X: 1}, {Y: -1}, {X: -1}}
		for range 1000 {
			step := steps[turns.IntN(4)]
			for range 1 + turns.IntN(20) { // as a held key does
				v.Move(step)
				seen[v.ChosenWords()] = true
			}
		}
		if len(seen) < 33 {
			t.Errorf("in %d cells %d of 33 bars were reached", w, len(seen))
		}
	}
}

// At the edges a key does nothing: it never leads to the other end, nor out of what stands side by side.
func TestTheChosenBarStaysAtTheEdges(t *testing.T) {
	for _, w := range []int{160, 80, 60, 39} {
		v := shown(t, numbers(30))
		v.Height(w)
		for _, edge := range []struct {
			to   []chart.Step
			by   chart.Step
			says string
		}{
			{nil, chart.Step{X: -1}, "Days: "},
			{slices.Repeat([]chart.Step{{X: 1}}, 19), chart.Step{X: 1}, "Days: "},
			{nil, chart.Step{Y: -1}, "Days: "},
			{[]chart.Step{{X: -1}, {Y: 1}, {X: -1}, {X: -1}}, chart.Step{X: -1}, "Digits: "},
			{[]chart.Step{{Y: 1}, {X: 1}, {X: 1}}, chart.Step{X: 1}, ": "},
			{slices.Repeat([]chart.Step{{Y: 1}}, 15), chart.Step{Y: 1}, ": "},
		} {
			for _, step := range edge.to {
				v.Move(step)
			}
			before := v.ChosenWords()
			if v.Move(edge.by); v.ChosenWords() != before || !strings.Contains(before, edge.says) {
				t.Errorf("%d cells: %+v leads from %q to %q", w, edge.by, before, v.ChosenWords())
			}
			for range 40 {
				v.Move(chart.Step{Y: -1})
				v.Move(chart.Step{X: -1})
			}
		}
	}
}

// A click on any cell of a bar chooses that one, also where the chart scrolls; one beside the bars changes nothing.
func TestAClickChoosesABar(t *testing.T) {
	th := themetest.New(t, "dark")
	for _, w := range []int{80, 39} {
		v := shown(t, numbers(30))
		v.Open = true
		v.Height(w)
		v.Move(chart.Step{Y: 1})
		for range 12 {
			lines := v.Cover(w, 6, "", th)
			for y, line := range lines {
				for x := range w {
					before := v.ChosenWords()
					if !v.Choose(x, y, true) {
						if v.ChosenWords() != before {
							t.Fatalf("%d, %d changes %q to %q and is none", x, y, before, v.ChosenWords())
						}
						continue
					}
					label, _, _ := strings.Cut(strings.TrimPrefix(v.ChosenWords(), "Digits: "), ", ")
					if strings.HasPrefix(v.ChosenWords(), "Digits: ") && !strings.Contains(ansi.Strip(line), label) {
						t.Fatalf("%d, %d is %q on the line %q", x, y, v.ChosenWords(), ansi.Strip(line))
					}
					if y == len(lines)-1 {
						t.Fatalf("the rule is %q", v.ChosenWords())
					}
				}
			}
			v.Cover(w, 6, "", th)
			v.Move(chart.Step{Y: 1})
		}
	}
}

// What is chosen says of how many rows, also in few cells.
func TestTheRuleSaysOfHowManyRows(t *testing.T) {
	th := themetest.New(t, "dark")
	v := shown(t, numbers(30))
	v.Open = true
	for _, w := range []int{160, 80, 40, 30} {
		lines := v.Cover(w, 6, "", th)
		if rule := ansi.Strip(lines[len(lines)-1]); !strings.Contains(rule, "of 30 loaded") {
			t.Errorf("in %d cells it says %q", w, rule)
		}
	}
}

func TestCountingStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := chart.Chart[any]{}
	if _, err := chart.Count(ctx, c, slices.Values(numbers(3000)), noNames{}); err == nil {
		t.Error("counting goes on though nobody wants it")
	}
}

// A chart above the rows is drawn with every key, mostly as it was.
func BenchmarkAChartThatStays(b *testing.B) {
	th := themetest.New(b, "dark")
	v := shown(b, numbers(30))
	for b.Loop() {
		v.Draw(90, "", th)
	}
}

// Two views show the same chart in widths of their own, one after the other: it is drawn once for each of them.
func TestTwoWidthsAreDrawnOnce(t *testing.T) {
	th, rows := themetest.New(t, "dark"), numbers(30)
	v := shown(t, rows)
	for _, w := range []int{150, 70, 150, 40, 70, 150} {
		if got, want := v.Draw(w, "", th), shown(t, rows).Draw(w, "", th); !slices.Equal(got, want) || v.Height(w) != len(want) {
			t.Fatalf("in %d cells:\n%s\nanew:\n%s", w, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if n := testing.AllocsPerRun(20, func() { v.Draw(70, "", th); v.Height(150); v.Draw(150, "", th) }); n > 0 {
		t.Errorf("%v allocations to show what was drawn", n)
	}
}
