package grid

import (
	"context"
	"slices"
	"testing"
	"time"

	"gatehouse/theme/themetest"
)

// What is typed letter by letter, with all that may happen between two letters, shows the rows that it would show at once.
func TestTypedFiltersShowWhatTheyWouldAtOnce(t *testing.T) {
	rows := func() []rec {
		return []rec{{id: "1", name: "pay", state: "on"}, {id: "2", name: "repay", state: "off"}, {id: "3", name: "page", state: "on"},
			{id: "4", name: "payroll", state: "off"}, {id: "5", name: "pray", state: "on"}, {id: "6", name: "other", state: "pay"},
			{id: "9", name: "party"}}
	}
	for name, between := range map[string]func(*Grid[string, rec]){
		"nothing":       func(*Grid[string, rec]) {},
		"a page":        func(g *Grid[string, rec]) { g.Append([]rec{{id: "7", name: "payday"}, {id: "8", name: "x"}}) },
		"a change":      func(g *Grid[string, rec]) { g.Put(rec{id: "5", name: "payed"}) },
		"a removal":     func(g *Grid[string, rec]) { g.Remove("4") },
		"a refresh":     func(g *Grid[string, rec]) { g.Replace([]rec{{id: "6", name: "pay"}, {id: "1", name: "x"}}) },
		"less room":     func(g *Grid[string, rec]) { g.SetSize(12, 11) },
		"other columns": func(g *Grid[string, rec]) { g.Choose([]string{"state", "id"}) },
		"another order": func(g *Grid[string, rec]) { g.SetSort(Sort{Column: "name", Desc: true}) },
	} {
		for _, typed := range [][]string{{"p", "pa", "pay", "payr"}, {"pay", "pa", "p"}, {"pzy", "pa", "pay"}, {"p", "pr", "pry"},
			{"!on", "!on p"}, {"state:o", "state:of", "state:of pa"}} {
			for at := range typed {
				g := newRecGrid(rows()...)
				for i, text := range typed {
					if i == at {
						between(g)
					}
					arrangeAs(t, g, text)
				}
				anew := newRecGrid(rows()...)
				between(anew)
				arrangeAs(t, anew, typed[len(typed)-1])
				if got, want := shownIDs(g), shownIDs(anew); !slices.Equal(got, want) {
					t.Errorf("%q with %s before letter %d: shown %v, want %v", typed, name, at, got, want)
				}
			}
		}
	}
}

func arrangeAs(t *testing.T, g *Grid[string, rec], text string) {
	t.Helper()
	f, err := g.ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Snapshot(testEnv{}).Arrange(context.Background(), f, g.Sort())
	if err != nil || !g.Apply(a) {
		t.Fatal("refused", err)
	}
}

func shownIDs(g *Grid[string, rec]) (ids []string) {
	for _, slot := range g.view {
		ids = append(ids, g.store.at(slot).id)
	}
	return ids
}

// Lines that were drawn under one filter aren't shown under another: what it has found is set off.
func TestLinesFollowTheFilter(t *testing.T) {
	th := themetest.New(t, "dark")
	g := newRecGrid(named("payr", "page")...)
	for _, typed := range []string{"", "pa", "pay", "pa", "", "id:pa", "page"} {
		arrangeAs(t, g, typed)
		anew := newRecGrid(named("payr", "page")...)
		arrangeAs(t, anew, typed)
		if got, want := g.View(testEnv{}, th, true), anew.View(testEnv{}, th, true); !slices.Equal(got, want) {
			t.Errorf("%q: drawn\n%q\nwant\n%q", typed, got, want)
		}
	}
}

// agingColumns have one with ages, of a day for a score of 1.
func agingColumns() []Column[rec] {
	return append(slices.Clone(recColumns), Column[rec]{Name: "age", Title: "Age", Min: 4, Max: 6, Priority: 4,
		Text: func(rec, Env) string { return "" },
		Hours: func(r rec, e Env) (float64, bool) {
			return 24*r.score + e.Now().Sub(testEnv{}.Now()).Hours(), r.score >= 0
		}})
}

// What had an age once isn't looked for among those that had it then.
func TestAgesGrowWhileAFilterIsTyped(t *testing.T) {
	g := New(recKey, agingColumns())
	g.SetSize(80, 11)
	g.Append([]rec{{id: "1", name: "pay", score: 1}, {id: "2", name: "pay", score: 0.8}})
	for _, letter := range []struct {
		text  string
		later time.Duration
		want  []string
	}{{"age:>21", 0, []string{"1"}}, {"age:>21 p", 3 * time.Hour, []string{"1", "2"}}, {"age:>21 pa", 3 * time.Hour, []string{"1", "2"}},
		{"age:>23 pa", 3 * time.Hour, []string{"1"}}, {"age:>23 pay", 5 * time.Hour, []string{"1", "2"}}} {
		f, err := g.ParseFilter(letter.text)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := g.Search(testEnv{later: letter.later}, f).Finish(context.Background()); err != nil || !g.Apply(a) {
			t.Fatal("refused", err)
		}
		if got := shownIDs(g); !slices.Equal(got, letter.want) {
			t.Errorf("%q %s later: shown %v, want %v", letter.text, letter.later, got, letter.want)
		}
	}
}
