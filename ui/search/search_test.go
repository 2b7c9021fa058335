package search_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/filter"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/search"
)

// searched is a finder over many rows.
type searched struct {
	search.Finder
	t     *testing.T
	grid  *grid.Grid[host.AnyKey, host.AnyRow]
	texts atomic.Int64 // that were made
	now   atomic.Int64
	takes time.Duration // between two looks at the clock
}

const rows = 30_000

func newSearched(t *testing.T, takes time.Duration) *searched {
	t.Helper()
	s := &searched{t: t, takes: takes}
	s.grid = grid.New(func(row host.AnyRow) host.AnyKey { return row },
		[]grid.Column[host.AnyRow]{{Name: "name", Title: "Name", Min: 20, Text: func(row host.AnyRow, _ grid.Env) string {
			s.texts.Add(1)
			return row.(string)
		}}})
	s.grid.SetSize(40, 20)
	all := make([]host.AnyRow, rows)
	for i := range all {
		all[i] = fmt.Sprintf("row %05d", i)
	}
	s.grid.Append(all)
	env := &host.Env{Life: context.Background(), Names: host.NewNames(), Clock: func() time.Time {
		return time.Unix(0, s.now.Add(int64(s.takes)))
	}}
	s.Finder = search.New(s.grid, env, func(msg any) tea.Msg { return msg })
	return s
}

func (s *searched) filter(text string) *filter.Filter {
	s.t.Helper()
	f, err := s.grid.ParseFilter(text)
	if err != nil {
		s.t.Fatal(err)
	}
	return f
}

// finds goes through the steps of a search and says how many there are, and how many texts the first of them made.
func (s *searched) finds(text string) (steps int, first int64) {
	s.t.Helper()
	f, before := s.filter(text), s.texts.Load()
	for cmd, _ := s.Arrange(f); cmd != nil; steps++ {
		msg, ok := cmd().(search.Stepped)
		if !ok {
			s.t.Fatal("a search brings something else")
		}
		if cmd, _ = s.Take(msg, f); steps == 0 {
			first = s.texts.Load() - before
		}
	}
	if s.grid.Partial() || s.grid.Stale() {
		s.t.Errorf("%q: the search ends before it is through", text)
	}
	return steps, first
}

func TestAStepEndsWhenItHasTakenLong(t *testing.T) {
	_, still := newSearched(t, 0).finds("7")
	for _, takes := range []time.Duration{20 * time.Millisecond, -time.Second} { // or the clock is set back
		s := newSearched(t, takes)
		if _, first := s.finds("7"); first > still/2 || first == 0 {
			t.Errorf("%s: the first step makes %d texts, %d while the clock stands", takes, first, still)
		}
		if want := withText("7"); s.grid.Shown() != want {
			t.Errorf("%s: %d rows are found of %d", takes, s.grid.Shown(), want)
		}
	}
}

// All rows in an order are put in it in steps, too, where it isn't known any more: the first of them come soon.
func TestALetterTakenBackInAnOrderShowsSomeRowsFirst(t *testing.T) {
	s := newSearched(t, 0)
	s.grid.SetSort(grid.Sort{Column: "name", Desc: true})
	s.finds("7")
	s.grid.ForgetTexts()
	steps, first := s.finds("")
	if steps < 2 || first > rows/4 {
		t.Errorf("%d steps, of which the first makes %d texts of %d", steps, first, rows)
	}
	if top, _ := s.grid.Cursor(); s.grid.Shown() != rows || s.grid.ShownRows()[0] != "row 29999" || top == nil {
		t.Errorf("%d rows are shown, the first is %v", s.grid.Shown(), s.grid.ShownRows()[0])
	}
}

// What takes longer to look for is looked for in fewer rows at a time.
func TestScatteredLettersAndPatternsAreSoughtInFewerRows(t *testing.T) {
	s := newSearched(t, 0)
	s.Read()()
	plain, _ := s.finds("7")
	similar, _ := s.finds("rw1")
	pattern, _ := s.finds("/7.*1/")
	if plain >= similar || plain >= pattern {
		t.Errorf("%d steps for a word, %d for scattered letters, %d for a pattern", plain, similar, pattern)
	}
}

func withText(text string) (n int) {
	for i := range rows {
		if strings.Contains(fmt.Sprintf("%05d", i), text) {
			n++
		}
	}
	return n
}
