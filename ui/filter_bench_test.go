package ui

import (
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes"
	"gatehouse/ui/search"
)

// letterBound is how many milliseconds a letter may take to its first rows, in the median of filterRounds.
const (
	letterBound  = 16
	filterRounds = 5
)

// BenchmarkFilterPane is a letter typed into the filter of 100,000 rows, in each pane that lists: from the key to the frame with the first
// rows that it leaves, and to the one with all of them. Of each letter it takes the median, and fails where that is over the bound. What
// the opened line reads comes before the first letter, but for cold ones: these are typed in one go with the key that opens the line.
func BenchmarkFilterPane(b *testing.B) {
	for _, name := range panes.Names(panes.All()) {
		b.Run(name, func(b *testing.B) { benchLetters(b, name) })
	}
	b.Run("versions", func(b *testing.B) { benchLetters(b, "history", tea.KeyPressMsg{Code: tea.KeyEnter}) })
}

// BenchmarkFilterSorted is BenchmarkFilterPane in lists that stand in an order: that of the first column of each kind.
func BenchmarkFilterSorted(b *testing.B) {
	kinds := map[string]func(c grid.Column[host.AnyRow]) bool{
		"text":   func(c grid.Column[host.AnyRow]) bool { return c.When == nil && c.Number == nil },
		"number": func(c grid.Column[host.AnyRow]) bool { return c.When == nil && c.Number != nil },
		"time":   func(c grid.Column[host.AnyRow]) bool { return c.When != nil },
	}
	for _, name := range []string{"hooks", "suggestions", "secrets", "history"} {
		for kind, is := range kinds {
			b.Run(name+" by "+kind, func(b *testing.B) {
				m, p := benchList(b, name)
				at := slices.IndexFunc(p.Grid.Columns(), is)
				if at < 0 {
					b.Skip("no such column")
				}
				p.Grid.SetSort(grid.Sort{Column: p.Grid.Columns()[at].Name, Desc: true})
				settleModel(m, p.Arrange())
				benchFilter(b, m, p)
			})
		}
	}
}

// letters are what was measured of each letter, by what stands in the line then.
type letters struct {
	model       *Model
	pane        *list.Pane
	typed       []string
	first, rest map[string][]float64
}

// benchRows is how many rows are filtered.
const benchRows = 100_000

func benchLetters(b *testing.B, start string, lead ...tea.KeyPressMsg) {
	m, p := benchList(b, start, lead...)
	benchFilter(b, m, p)
}

// benchList is a list with all its rows, in a console of its own.
func benchList(b *testing.B, start string, lead ...tea.KeyPressMsg) (*Model, *list.Pane) {
	b.Helper()
	served := benchRows
	if start == "suggestions" { // the tenant and the wire take most of a minute for so many
		served = benchRows / 10
	}
	m := benchConsoleAt(b, served, start)
	for _, key := range lead {
		benchUpdate(m, key)
	}
	p := listIn(m)
	if p == nil {
		b.Skip("no list")
	}
	benchUpdate(m, tea.KeyPressMsg{Code: 'G', Text: "G"})
	if served < benchRows {
		makeUp(b, p, p.Grid.Rows())
	}
	return m, p
}

// benchFilter measures the letters in a list that has all its rows.
func benchFilter(b *testing.B, m *Model, p *list.Pane) {
	b.Helper()
	if n := p.Grid.Len(); n != benchRows {
		b.Fatalf("%d rows are loaded, want %d", n, benchRows)
	}
	l := &letters{model: m, pane: p, first: map[string][]float64{}, rest: map[string][]float64{}}
	for b.Loop() {
		for range filterRounds {
			for _, text := range l.texts() {
				l.types("", text)
				l.types("right behind the slash: ", text)
			}
		}
	}
	l.report(b)
}

// texts are what is typed: words, what is left out, a pattern, scattered letters, and terms of columns.
func (l *letters) texts() []string {
	all := []string{"payment an", "!pay", `"a b"`, "/p.*y/", "pymnt"}
	numbers, words := false, 0
	for _, c := range l.pane.Grid.Columns() {
		switch {
		case c.Number != nil && !numbers:
			numbers = true
			all = append(all, c.Name+":>80")
		case c.Number == nil && c.Hours == nil && words < 2:
			words++
			all = append(all, c.Name+":an")
		}
	}
	return all
}

// types types a text letter by letter and takes two back.
func (l *letters) types(how, text string) {
	l.pane.Grid.ForgetTexts()
	open := tea.KeyPressMsg{Code: '/', Text: "/"}
	if how == "" {
		benchUpdate(l.model, open)
	} else {
		l.model.Update(open)
	}
	for i, r := range text {
		l.press(how+text[:i+1], tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	for range 2 {
		l.press("taken back from "+text, tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
	benchUpdate(l.model, tea.KeyPressMsg{Code: tea.KeyEscape})
	_ = l.model.View()
}

func (l *letters) press(what string, key tea.KeyPressMsg) {
	first, all := l.letter(key)
	if l.first[what] == nil {
		l.typed = append(l.typed, what)
	}
	l.first[what], l.rest[what] = append(l.first[what], first), append(l.rest[what], all)
}

// report tells the slowest letter, and fails for each that is over the bound.
func (l *letters) report(b *testing.B) {
	slowest, all, worst := "", 0.0, 0.0
	for _, what := range l.typed {
		at := median(l.first[what])
		if slowest == "" || at > median(l.first[slowest]) {
			slowest = what
		}
		if at > letterBound {
			b.Errorf("%q takes %.1f ms to its first rows, more than %d", what, at, letterBound)
		}
		all, worst = max(all, median(l.rest[what])), max(worst, slices.Max(l.first[what]))
	}
	b.Logf("slowest: %q", slowest)
	b.ReportMetric(median(l.first[slowest]), "slowest-first-rows-ms")
	b.ReportMetric(worst, "worst-first-rows-ms")
	b.ReportMetric(all, "slowest-all-rows-ms")
}

// letter is how many milliseconds a key takes to the frame with the first rows for what stands in the line then, and to that with all.
func (l *letters) letter(key tea.KeyPressMsg) (first, all float64) {
	start := time.Now()
	drawn := func() float64 { _ = l.model.View(); return time.Since(start).Seconds() * 1000 }
	_, cmd := l.model.Update(key)
	if l.pane.Grid.Filter().Text() == l.pane.Find.Filter.Text() { // the rows are those already, or it can't be read yet
		first = drawn()
	}
	settleWatched(l.model, cmd, func(msg tea.Msg) {
		if addressed, ok := msg.(host.Addressed); ok && first == 0 {
			if _, ok := addressed.Msg.(search.Stepped); ok {
				first = drawn()
			}
		}
	})
	all = drawn()
	if first == 0 {
		first = all
	}
	return first, all
}
