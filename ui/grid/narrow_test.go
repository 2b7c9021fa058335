package grid

import (
	"context"
	"slices"
	"testing"

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
