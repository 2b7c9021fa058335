package grid

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSortIsStableBothWays(t *testing.T) {
	g := newRecGrid(
		rec{id: "1", name: "role 10", state: "on", score: 0.5},
		rec{id: "2", name: "Role 9", state: "off", score: -1},
		rec{id: "3", name: "role 9", state: "on", score: 0.1},
		rec{id: "4", name: "alpha", state: "off", score: 0.5},
	)
	for _, c := range []struct {
		sort Sort
		want []string
	}{
		{Sort{}, []string{"1", "2", "3", "4"}},
		{Sort{Column: "name"}, []string{"4", "2", "3", "1"}},
		{Sort{Column: "name", Desc: true}, []string{"1", "2", "3", "4"}},
		{Sort{Column: "state"}, []string{"2", "4", "1", "3"}},
		{Sort{Column: "score"}, []string{"3", "1", "4", "2"}},
		{Sort{Column: "score", Desc: true}, []string{"1", "4", "3", "2"}},
	} {
		if !g.SetSort(c.sort) {
			t.Fatalf("%v was refused", c.sort)
		}
		arrange(t, g, "")
		if got := ids(g.ShownRows()); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.sort, got, c.want)
		}
	}
	if g.SetSort(Sort{Column: "colour"}) {
		t.Error("an unknown column was taken")
	}
}

func TestTimesWin(t *testing.T) {
	columns := []Column[rec]{{
		Name: "name", Text: func(r rec, _ Env) string { return r.name },
		When: func(r rec) (time.Time, bool) { return time.Unix(0, int64(len(r.name))), true },
	}}
	g := New(recKey, columns)
	g.Append([]rec{{id: "1", name: "aaa"}, {id: "2", name: "z"}, {id: "3", name: "bb"}})
	g.SetSort(Sort{Column: "name"})
	arrange(t, g, "")
	wantShown(t, g, "2", "3", "1")
}

func TestManyRowsSort(t *testing.T) {
	rows := numbered(0, 30_000)
	slices.Reverse(rows)
	g := newRecGrid(rows...)
	g.SetSort(Sort{Column: "name"})
	arrange(t, g, "")
	for i, r := range g.ShownRows() {
		if want := numbered(i, i+1)[0].id; r.id != want {
			t.Fatalf("%s at %d, want %s", r.id, i, want)
		}
	}
}

func TestNextSort(t *testing.T) {
	g := newRecGrid()
	var seen []string
	for range 6 {
		g.NextSort(1)
		seen = append(seen, g.Sort().Column)
	}
	if want := []string{"name", "state", "score", "id", "", "name"}; !slices.Equal(seen, want) {
		t.Errorf("columns: %v", seen)
	}
	g.NextSort(-2)
	if g.Sort() != (Sort{Column: "id"}) {
		t.Errorf("sort: %v", g.Sort())
	}
	g.ReverseSort()
	if g.Sort() != (Sort{Column: "id", Desc: true}) {
		t.Errorf("sort: %v", g.Sort())
	}
}

func TestFilterAndSort(t *testing.T) {
	g := newRecGrid(
		rec{id: "1", name: "xx pay yy", score: 0.9},
		rec{id: "2", name: "pay", score: 0.2},
		rec{id: "3", name: "other", score: 0.4},
		rec{id: "4", name: "repay", score: 0.6},
	)
	arrange(t, g, "pay")
	wantShown(t, g, "2", "1", "4") // best first
	g.SetSort(Sort{Column: "score"})
	arrange(t, g, "pay")
	wantShown(t, g, "2", "4", "1") // the sort wins
	g.SetSort(Sort{})
	arrange(t, g, `"pay"`)
	wantShown(t, g, "1", "2", "4") // exact terms keep the tenant's order
	arrange(t, g, "score:>0.5")
	wantShown(t, g, "1", "4")
	arrange(t, g, "nothing-like-that")
	wantShown(t, g)
	if _, ok := g.Cursor(); ok {
		t.Error("a cursor on nothing")
	}
	arrange(t, g, "")
	wantShown(t, g, "1", "2", "3", "4")
	wantCursor(t, g, "1")
}

func TestCursorUnderAFilter(t *testing.T) {
	g := newRecGrid(named("apple", "banana", "cherry", "damson", "elder")...)
	g.Select("cherry")
	arrange(t, g, `"a"`)
	wantShown(t, g, "apple", "banana", "damson")
	wantCursor(t, g, "damson") // the next one that is still shown
	arrange(t, g, `"app"`)
	wantCursor(t, g, "apple")
	arrange(t, g, "")
	wantCursor(t, g, "cherry") // nobody moved it meanwhile
	arrange(t, g, `"a"`)
	g.Move(-1)
	arrange(t, g, "")
	wantCursor(t, g, "banana")
	arrange(t, g, "rry")
	wantCursor(t, g, "cherry")
	arrange(t, g, "r")
	wantShown(t, g, "cherry", "elder")
	arrange(t, g, "e")
	wantCursor(t, g, "elder") // banana is still hidden: the best one
	arrange(t, g, "an")
	wantCursor(t, g, "banana")
}

func TestNewPageKeepsTheCursorUnderAFilter(t *testing.T) {
	g := newRecGrid(named("banana", "xpayx")...)
	arrange(t, g, "pay")
	wantCursor(t, g, "xpayx")
	g.Hold() // something was done with it
	g.Append(named("pay"))
	arrange(t, g, "pay")
	wantShown(t, g, "pay", "xpayx")
	wantCursor(t, g, "xpayx")
}

func TestMarksUnderAFilter(t *testing.T) {
	g := newRecGrid(named("apple", "banana", "cherry")...)
	g.MarkShown()
	arrange(t, g, "name:b")
	if g.MarkCount() != 3 || g.HiddenMarks() != 2 {
		t.Errorf("%d marks, %d hidden", g.MarkCount(), g.HiddenMarks())
	}
	g.InvertMarks()
	wantMarked(t, g, "apple", "cherry")
	g.Unmark("apple")
	if g.HiddenMarks() != 1 {
		t.Errorf("%d hidden", g.HiddenMarks())
	}
	g.ClearMarks()
	g.MarkShown()
	wantMarked(t, g, "banana")
	g.Append(named("c1"))
	arrange(t, g, "")
	if g.HiddenMarks() != 0 {
		t.Errorf("%d hidden", g.HiddenMarks())
	}
}

func TestRowsThatArriveWhileArranging(t *testing.T) {
	g := newRecGrid(named("b", "a", "c")...)
	g.SetSort(Sort{Column: "name"})
	s := g.Snapshot(testEnv{})
	g.Append(named("0"))
	g.Remove("c")
	a, err := s.Arrange(context.Background(), nil, g.Sort())
	if err != nil || !g.Apply(a) {
		t.Fatal("refused", err)
	}
	wantShown(t, g, "a", "b", "0") // at the end until the next arrangement
	if !g.Stale() {
		t.Error("new rows aren't sorted in yet")
	}
	arrange(t, g, "")
	wantShown(t, g, "0", "a", "b")
	if g.Stale() {
		t.Error("everything is in order")
	}
}

func TestRowsThatArriveUnderAFilter(t *testing.T) {
	g := newRecGrid(named("pay1", "x")...)
	arrange(t, g, "pay")
	g.Append(named("pay2", "y"))
	wantShown(t, g, "pay1") // never unfiltered rows as if filtered
	if !g.Stale() || g.Len() != 4 {
		t.Error("there are rows to arrange")
	}
	arrange(t, g, "pay")
	wantShown(t, g, "pay1", "pay2")
	g.Replace(named("y", "pay2", "pay3"))
	wantShown(t, g, "pay2")
	arrange(t, g, "pay")
	wantShown(t, g, "pay2", "pay3")
	changed := rec{id: "pay2", name: "gone"}
	g.Put(changed)
	arrange(t, g, "name:pay")
	wantShown(t, g, "pay3")
}

func TestStaleArrangements(t *testing.T) {
	g := newRecGrid(named("a", "b")...)
	first, second := g.Snapshot(testEnv{}), g.Snapshot(testEnv{})
	older, _ := first.Arrange(context.Background(), nil, Sort{})
	newer, _ := second.Arrange(context.Background(), nil, Sort{Column: "name", Desc: true})
	if !g.Apply(newer) || g.Apply(older) || g.Apply(newer) {
		t.Error("an arrangement is applied once, and none older after it")
	}
	wantShown(t, g, "b", "a")
	late := g.Snapshot(testEnv{})
	g.Replace(named("c"))
	a, _ := late.Arrange(context.Background(), nil, Sort{})
	if g.Apply(a) {
		t.Error("an arrangement of rows that were replaced was applied")
	}
}

func TestSnapshotDoesNotSeeLaterChanges(t *testing.T) {
	g := newRecGrid(named("a", "b")...)
	s := g.Snapshot(testEnv{})
	g.Put(rec{id: "a", name: "zzz"})
	g.Append(named("c"))
	f, _ := g.ParseFilter("name:a")
	a, _ := s.Arrange(context.Background(), f, Sort{})
	g.Apply(a)
	wantShown(t, g, "a")
	arrange(t, g, "name:a")
	wantShown(t, g)
	arrange(t, g, "name:zzz")
	wantShown(t, g, "a")
}

func TestArrangeStopsWhenCancelled(t *testing.T) {
	g := newRecGrid(numbered(0, 20_000)...)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f, _ := g.ParseFilter("row")
	if _, err := g.Snapshot(testEnv{}).Arrange(ctx, f, Sort{Column: "name"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error: %v", err)
	}
}

func TestNamesThatBecomeKnown(t *testing.T) {
	columns := []Column[rec]{{Name: "who", Title: "Who", Text: func(r rec, e Env) string { return e.Name("user", r.id) }}}
	g := New(recKey, columns)
	g.Append(named("u1", "u2"))
	find := func(names map[string]string) int {
		f, err := g.ParseFilter("anna")
		if err != nil {
			t.Fatal(err)
		}
		a, err := g.Snapshot(testEnv{names: names}).Arrange(context.Background(), f, Sort{})
		if err != nil || !g.Apply(a) {
			t.Fatal("refused", err)
		}
		return g.Shown()
	}
	if n := find(nil); n != 0 {
		t.Errorf("%d rows before the name is known", n)
	}
	g.ForgetTexts()
	if n := find(map[string]string{"u2": "Anna"}); n != 1 {
		t.Errorf("%d rows after the name is known", n)
	}
}

func TestSearchStandsInForText(t *testing.T) {
	columns := []Column[rec]{{
		Name: "when", Title: "When",
		Text:   func(rec, Env) string { return "5h ago" },
		Search: func(rec) string { return "2026-11-27" },
	}}
	g := New(recKey, columns)
	g.Append(named("a"))
	arrange(t, g, "when:ago")
	wantShown(t, g)
	arrange(t, g, "when:2026-11")
	wantShown(t, g, "a")
}

// Letters are in the order of people, whatever their accents and scripts, and numbers by value.
func TestCollation(t *testing.T) {
	c := newCollation()
	sorted := []string{"2", "10", "a", "a 9", "a 10", "a1", "a01b", "a2", "a10", "a10b", "agnes", "ágnes", "agnez", "b", "é", "f", "łukasz",
		"m", "ørsted", "p", "straße", "straßen", "z", "żaneta", "ключ", "本番"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := strings.Compare(c.of(a), c.of(b)); i < j && got >= 0 || i > j && got <= 0 {
				t.Errorf("%q and %q: %d", a, b, got)
			}
		}
	}
	for _, sign := range []string{"● on", "– none", "(none)", "_x"} {
		if c.of(sign) >= c.of("0") {
			t.Errorf("%q comes behind digits", sign)
		}
	}
}

// The order of equals is that of their ids, whatever the tenant's is, and what isn't known is last both ways.
func TestEqualsGoByTheirIDsAndUnknownsLast(t *testing.T) {
	columns := []Column[rec]{
		{Name: "name", Text: func(r rec, _ Env) string { return r.name }},
		{Name: "score", Text: func(rec, Env) string { return "" },
			When: func(r rec) (time.Time, bool) { return time.Unix(int64(r.score), 0), r.score >= 0 }},
		{Name: "id", Text: func(r rec, _ Env) string { return r.id }},
	}
	rows := []rec{{id: "6", name: "–", score: -1}, {id: "3", name: "b", score: 1}, {id: "5", score: -1}, {id: "1", name: "b", score: 2},
		{id: "2", name: "a", score: 1}, {id: "4", name: "? odd", score: -1}}
	for range 2 {
		g := New(recKey, columns)
		g.Append(rows)
		for order, want := range map[Sort][]string{
			{Column: "name"}:              {"2", "1", "3", "4", "5", "6"},
			{Column: "name", Desc: true}:  {"1", "3", "2", "4", "5", "6"},
			{Column: "score"}:             {"2", "3", "1", "4", "5", "6"},
			{Column: "score", Desc: true}: {"1", "2", "3", "4", "5", "6"},
		} {
			g.SetSort(order)
			arrange(t, g, "")
			wantShown(t, g, want...)
		}
		slices.Reverse(rows) // the tenant's next answer
	}
}
