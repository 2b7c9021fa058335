package grid

import (
	"slices"
	"testing"
)

// A column that leaves cells to others comes when they have those, at once where somebody has chosen it, and it is there at the width that
// the grid asks for.
func TestAColumnLeavesCellsToOthers(t *testing.T) {
	text := func(s string, _ Env) string { return s }
	g := New(func(s string) string { return s }, []Column[string]{{Name: "name", Min: 10, Want: 12, Text: text},
		{Name: "kind", Min: 5, Priority: 1, Text: text}, {Name: "id", Min: 4, Spare: 9, Priority: 2, Text: text}})
	shown := func(w int) []string {
		g.SetSize(w, 5)
		return g.VisibleColumns()
	}
	const before = 3 + 12 + 2 + 5
	if got := shown(before + 2 + 4 + 8); !slices.Equal(got, []string{"name", "kind"}) {
		t.Errorf("before the others have their cells: %v", got)
	}
	if got := shown(before + 2 + 4 + 9); !slices.Equal(got, []string{"name", "kind", "id"}) {
		t.Errorf("after that: %v", got)
	}
	if got := shown(g.Want()); !slices.Equal(got, []string{"name", "kind", "id"}) {
		t.Errorf("in %d cells: %v", g.Want(), got)
	}
	g.Choose([]string{"name", "kind", "id"})
	if got := shown(before + 2 + 4); !slices.Equal(got, []string{"name", "kind", "id"}) {
		t.Errorf("chosen: %v", got)
	}
}
