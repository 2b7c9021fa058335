package grid

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// rec is a row of the tests.
type rec struct {
	id, name, state string
	score           float64 // negative: none
}

type testEnv struct {
	names map[string]string
	later time.Duration
}

func (e testEnv) Now() time.Time {
	return time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC).Add(e.later)
}
func (e testEnv) Name(_, id string) string { return e.names[id] }

func recKey(r rec) string { return r.id }

var recColumns = []Column[rec]{
	{Name: "name", Title: "Name", Min: 8, Weight: 1, Text: func(r rec, _ Env) string { return r.name }},
	{
		Name: "state", Title: "State", Min: 6, Max: 10, Priority: 1, Text: func(r rec, _ Env) string { return r.state },
		Role: func(r rec, _ Env) theme.Role {
			if r.state == "off" {
				return theme.Dim
			}
			return theme.Good
		},
	},
	{
		Name: "score", Title: "Score", Min: 5, Max: 6, Priority: 2, Align: draw.Right,
		Text: func(r rec, _ Env) string {
			if r.score < 0 {
				return "–"
			}
			return fmt.Sprintf("%.2f", r.score)
		},
		Number: func(r rec) (float64, bool) { return r.score, r.score >= 0 },
	},
	{Name: "id", Title: "Id", Min: 6, Max: 12, Priority: 3, Middle: true, Text: func(r rec, _ Env) string { return r.id }},
}

func newRecGrid(rows ...rec) *Grid[string, rec] {
	g := New(recKey, recColumns)
	g.SetSize(80, 11)
	g.Append(rows)
	return g
}

// named makes rows whose names are their ids.
func named(ids ...string) []rec {
	rows := make([]rec, len(ids))
	for i, id := range ids {
		rows[i] = rec{id: id, name: id, state: "on"}
	}
	return rows
}

func numbered(from, to int) []rec {
	var rows []rec
	for i := from; i < to; i++ {
		rows = append(rows, rec{id: fmt.Sprintf("id%04d", i), name: fmt.Sprintf("row %d", i), state: []string{"on", "off"}[i%2],
			score: float64(i%10) / 10})
	}
	return rows
}

// arrange brings filter and sort up to date at once.
func arrange[K comparable, T any](t testing.TB, g *Grid[K, T], text string) {
	t.Helper()
	f, err := g.ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Snapshot(testEnv{}).Arrange(context.Background(), f, g.Sort())
	if err != nil {
		t.Fatal(err)
	}
	if !g.Apply(a) {
		t.Fatal("a fresh arrangement was refused")
	}
}

func ids(rows []rec) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.id
	}
	return out
}

func wantShown(t testing.TB, g *Grid[string, rec], want ...string) {
	t.Helper()
	if got := ids(g.ShownRows()); !slices.Equal(got, want) {
		t.Errorf("shown: %v, want %v", got, want)
	}
}

func wantCursor(t testing.TB, g *Grid[string, rec], want string) {
	t.Helper()
	if got, _ := g.CursorKey(); got != want {
		t.Errorf("cursor on %q, want %q", got, want)
	}
}

func wantMarked(t testing.TB, g *Grid[string, rec], want ...string) {
	t.Helper()
	if got := ids(g.Marked()); !slices.Equal(got, want) {
		t.Errorf("marked: %v, want %v", got, want)
	}
}

func TestEmptyGrid(t *testing.T) {
	g := newRecGrid()
	if _, ok := g.Cursor(); ok {
		t.Error("a cursor without rows")
	}
	g.Move(1)
	g.Page(-1)
	g.HalfPage(3)
	g.Top()
	g.Bottom()
	g.ToggleMark()
	g.StartRange()
	g.EndRange()
	g.MarkShown()
	if at, shown := g.Position(); at != -1 || shown != 0 {
		t.Errorf("position %d of %d", at, shown)
	}
	if _, ok := g.HitRow(1); ok {
		t.Error("a row was hit where there is none")
	}
	g.Append(named("a", "b"))
	wantCursor(t, g, "a")
}

func TestAppendReplacesRowsOfTheSameKey(t *testing.T) {
	g := newRecGrid(named("a", "b", "c")...)
	page := named("b", "d")
	page[0].name = "new b"
	if added := g.Append(page); added != 1 {
		t.Errorf("added %d rows, want 1", added)
	}
	wantShown(t, g, "a", "b", "c", "d")
	if row, ok := g.Row("b"); !ok || row.name != "new b" {
		t.Errorf("row b: %v", row)
	}
	if got := ids(g.Rows()); !slices.Equal(got, []string{"a", "b", "c", "d"}) || g.Len() != 4 || g.Shown() != 4 {
		t.Errorf("rows: %v", got)
	}
	if next, ok := g.After("b"); !ok || next.id != "c" {
		t.Errorf("after b: %v", next)
	}
	if _, ok := g.After("d"); ok {
		t.Error("there is nothing after the last row")
	}
}

func TestMoves(t *testing.T) {
	g := newRecGrid(numbered(0, 100)...) // ten rows on the screen
	for _, step := range []struct {
		do        func()
		at, below int
	}{
		{func() { g.Move(1) }, 1, 90},
		{func() { g.Move(-5) }, 0, 90},
		{func() { g.Move(12) }, 12, 87},
		{func() { g.Page(1) }, 22, 77},
		{func() { g.Page(-1) }, 12, 87},
		{func() { g.HalfPage(1) }, 17, 82},
		{func() { g.HalfPage(-1) }, 12, 87},
		{func() { g.Bottom() }, 99, 0},
		{func() { g.Move(1) }, 99, 0},
		{func() { g.Move(-9) }, 90, 0},
		{func() { g.Top() }, 0, 90},
		{func() { g.Page(1 << 40) }, 99, 0},
		{func() { g.Move(-1 << 60) }, 0, 90},
	} {
		step.do()
		if at, _ := g.Position(); at != step.at || g.RowsBelow() != step.below {
			t.Fatalf("at %d with %d below, want %d with %d", at, g.RowsBelow(), step.at, step.below)
		}
	}
	if !g.Select("id0050") || g.Select("nobody") {
		t.Error("Select finds what is there and nothing else")
	}
	wantCursor(t, g, "id0050")
}

func TestWindowAndHits(t *testing.T) {
	g := newRecGrid(numbered(0, 100)...)
	g.Move(15)
	if rows := g.Window(); len(rows) != 10 || rows[0].id != "id0006" {
		t.Errorf("window: %v", ids(rows))
	}
	for y, want := range map[int]string{-1: "", 0: "", 1: "id0006", 10: "id0015", 11: ""} {
		if got, ok := g.HitRow(y); got != want || ok != (want != "") {
			t.Errorf("line %d hits %q, want %q", y, got, want)
		}
	}
}

func TestRemove(t *testing.T) {
	g := newRecGrid(named("a", "b", "c", "d")...)
	g.MarkShown()
	g.Select("c")
	g.Remove("a")
	wantCursor(t, g, "c")
	g.Remove("c")
	wantCursor(t, g, "d")
	g.Remove("d")
	wantCursor(t, g, "b")
	if g.Remove("d") {
		t.Error("a row was removed twice")
	}
	wantMarked(t, g, "b")
	g.Remove("b")
	if _, ok := g.Cursor(); ok || g.Len() != 0 {
		t.Error("nothing should be left")
	}
	g.Append(named("a"))
	wantCursor(t, g, "a")
	wantShown(t, g, "a")
}

func TestReplaceKeepsCursorAndMarks(t *testing.T) {
	g := newRecGrid(named("a", "b", "c", "d")...)
	g.Select("c")
	g.ToggleMark()
	g.Select("b")
	g.ToggleMark()
	change := g.Replace(named("new", "c", "b"))
	if change != (Change{}) {
		t.Errorf("change: %+v", change)
	}
	wantCursor(t, g, "b")
	wantMarked(t, g, "c", "b")
	change = g.Replace(named("new", "c", "d"))
	if change != (Change{CursorGone: true, MarksLost: 1}) {
		t.Errorf("change: %+v", change)
	}
	wantCursor(t, g, "c") // b was the last one: the one before it
	wantMarked(t, g, "c")
	if change = g.Replace(nil); !change.CursorGone {
		t.Errorf("change: %+v", change)
	}
	g.Append(named("x"))
	wantCursor(t, g, "x")
}

func TestNeighbourOfAGoneRecord(t *testing.T) {
	for _, c := range []struct {
		cursor string
		rows   []string
		want   string
	}{
		{"c", []string{"a", "b", "d", "e"}, "d"},
		{"c", []string{"d", "e"}, "d"}, // rows above it are gone too
		{"c", []string{"z", "a", "b", "e"}, "e"},
		{"e", []string{"a", "b"}, "b"},
		{"c", []string{"x", "y", "z"}, "z"}, // nobody left: the same index
		{"c", []string{"x"}, "x"},
	} {
		g := newRecGrid(named("a", "b", "c", "d", "e")...)
		g.Select(c.cursor)
		if change := g.Replace(named(c.rows...)); !change.CursorGone {
			t.Errorf("%v: nobody says that the record is gone", c.rows)
		}
		wantCursor(t, g, c.want)
	}
}

func TestReplaceHeadKeepsMarksOnWhatIsNotLoaded(t *testing.T) {
	g := newRecGrid(named("a", "b", "c", "d", "e")...)
	for _, key := range []string{"e", "a", "d"} {
		g.Select(key)
		g.ToggleMark()
	}
	g.Select("b")
	if change := g.ReplaceHead(named("a", "b")); change != (Change{}) {
		t.Errorf("change: %+v", change)
	}
	wantMarked(t, g, "a", "d", "e")
	if g.MarkCount() != 3 || g.HiddenMarks() != 2 || !g.IsMarked("d") {
		t.Errorf("%d marks, %d hidden", g.MarkCount(), g.HiddenMarks())
	}
	g.Append(named("c", "d"))
	if g.MarkCount() != 3 || g.HiddenMarks() != 1 {
		t.Errorf("%d marks, %d hidden", g.MarkCount(), g.HiddenMarks())
	}
	if lost := g.EndReached(); lost != 1 {
		t.Errorf("%d marks lost", lost)
	}
	wantMarked(t, g, "a", "d")
}

func TestRange(t *testing.T) {
	g := newRecGrid(named("a", "b", "c", "d", "e")...)
	g.Select("d")
	g.StartRange()
	g.Move(-2)
	if rows, ok := g.InRange(); !ok || rows != 3 || g.MarkCount() != 0 {
		t.Errorf("range of %d rows", rows)
	}
	g.EndRange()
	wantMarked(t, g, "b", "c", "d")
	g.StartRange()
	g.Bottom()
	g.CancelRange()
	wantMarked(t, g, "b", "c", "d")
	g.InvertMarks()
	wantMarked(t, g, "a", "e")
	g.Unmark("e")
	wantMarked(t, g, "a")
	g.ClearMarks()
	wantMarked(t, g)
}

func TestRangeKeepsItsBeginningByKey(t *testing.T) {
	g := newRecGrid(named("a", "b", "c", "d", "e")...)
	g.Select("b")
	g.StartRange()
	g.Select("d")
	g.Replace(named("x", "a", "b", "c", "d"))
	g.EndRange()
	wantMarked(t, g, "b", "c", "d")
	g.StartRange()
	g.Remove("d")
	if _, ok := g.InRange(); ok {
		t.Error("a range goes on without its beginning")
	}
}
