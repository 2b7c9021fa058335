package grid

import (
	"slices"
	"testing"
)

// Values are counted anew once rows come, change or go, and not before: whatever is shown of them, nobody goes through them again.
func TestATallyGoesThroughTheSameRowsOnce(t *testing.T) {
	type row struct{ id, color string }
	g := New(func(r row) string { return r.id }, []Column[row]{{Name: "color", Text: func(r row, _ Env) string { return r.color }}})
	colors := Tally[row, string]{Order: MostFirst[string]}
	gone, named := 0, 0
	wants := func(when string, times int, want ...Count[string]) {
		t.Helper()
		gone = 0
		got := colors.Of(g.Stamp(), named, g.EachLoaded(), func(r row, add func(string)) { gone++; add(r.color) })
		if !slices.Equal(got, want) || gone != times {
			t.Errorf("%s: %v of %d rows, want %v of %d", when, got, gone, want, times)
		}
	}
	wants("without rows", 0)
	g.Append([]row{{"1", "red"}, {"2", "blue"}, {"3", "red"}})
	wants("with rows", 3, Count[string]{"red", 2}, Count[string]{"blue", 1})
	g.Move(1)
	g.ToggleMark()
	wants("after a move and a mark", 0, Count[string]{"red", 2}, Count[string]{"blue", 1})
	g.Append([]row{{"4", "blue"}})
	wants("after another page", 4, Count[string]{"blue", 2}, Count[string]{"red", 2})
	g.Put(row{"1", "green"})
	wants("after a change", 4, Count[string]{"blue", 2}, Count[string]{"green", 1}, Count[string]{"red", 1})
	named++
	wants("after names came", 4, Count[string]{"blue", 2}, Count[string]{"green", 1}, Count[string]{"red", 1})
	wants("and again", 0, Count[string]{"blue", 2}, Count[string]{"green", 1}, Count[string]{"red", 1})
}

// Without an order they stand as they are met: of an event's names for one person, the newest event's is the first.
func TestATallyWithoutAnOrderHasValuesAsTheyAreMet(t *testing.T) {
	g := New(func(s string) string { return s }, []Column[string]{{Name: "text", Text: func(s string, _ Env) string { return s }}})
	g.Append([]string{"zone", "city", "floor"})
	var lengths Tally[string, int]
	got := lengths.Of(g.Stamp(), 0, g.EachLoaded(), func(s string, add func(int)) { add(len(s)) })
	if want := []Count[int]{{4, 2}, {5, 1}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	g.Append([]string{"a", "sea"})
	got = lengths.Of(g.Stamp(), 0, g.EachLoaded(), func(s string, add func(int)) { add(len(s)) })
	if want := []Count[int]{{4, 2}, {5, 1}, {1, 1}, {3, 1}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
