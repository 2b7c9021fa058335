package grid

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
)

func idsOf(rows []rec) string {
	var all []string
	for _, r := range rows {
		all = append(all, r.id)
	}
	return strings.Join(all, " ")
}

func TestRowsOfAnArrangementComeInItsOrder(t *testing.T) {
	g := newRecGrid(rec{id: "a", name: "one", score: 1}, rec{id: "b", name: "two", score: 3}, rec{id: "c", name: "one more", score: 2})
	f, err := g.ParseFilter("name:one")
	if err != nil {
		t.Fatal(err)
	}
	s := g.Snapshot(testEnv{})
	a, err := s.Arrange(context.Background(), f, Sort{Column: "score", Desc: true})
	if err != nil {
		t.Fatal(err)
	}
	g.Replace(nil) // the snapshot keeps its rows
	if got := idsOf(slices.Collect(s.Rows(a))); got != "c a" || a.Len() != 2 {
		t.Errorf("got %q, %d rows", got, a.Len())
	}
	for r := range s.Rows(a) {
		if r.id != "c" {
			t.Errorf("the walk goes on with %q after it was left", r.id)
		}
		break
	}
}

func TestMarksAreTheCallers(t *testing.T) {
	g := newRecGrid(named("a", "b", "c")...)
	g.MarkShown()
	g.ReplaceHead(named("b"))
	loaded, absent := g.Marks()
	if len(loaded) != 1 || idsOf(absent) != "a c" {
		t.Fatalf("loaded %v, absent %q", loaded, idsOf(absent))
	}
	clear(loaded)
	if g.MarkCount() != 3 {
		t.Errorf("%d marks left in the grid, want 3", g.MarkCount())
	}
}

func TestHoursCanBeCompared(t *testing.T) {
	noon := testEnv{}.Now()
	hours := map[string]float64{"soon": 5, "later": 30}
	columns := []Column[rec]{{Name: "expires", Text: func(rec, Env) string { return "in a while" },
		Hours: func(r rec, e Env) (float64, bool) {
			h, ok := hours[r.id]
			return noon.Add(time.Duration(h * float64(time.Hour))).Sub(e.Now()).Hours(), ok
		}}}
	g := New(recKey, columns)
	g.SetSize(80, 11)
	g.Append(named("soon", "later", "never"))
	for text, want := range map[string]string{"expires:<24": "soon", "expires:>=24": "later", "expires:<100": "soon later"} {
		arrange(t, g, text)
		if got := idsOf(g.ShownRows()); got != want {
			t.Errorf("%s shows %q, want %q", text, got, want)
		}
	}
}
