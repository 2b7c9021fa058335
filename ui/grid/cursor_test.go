package grid

import "testing"

// A cursor that nobody has moved stays on the first row while pages come to a list that is sorted; one that was moved, on its record.
func TestTheCursorOfASortedListThatLoads(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(*Grid[string, rec])
		want string
	}{
		"nothing":             {func(*Grid[string, rec]) {}, "a"},
		"moved":               {func(g *Grid[string, rec]) { g.Move(1) }, "m"},
		"moved back":          {func(g *Grid[string, rec]) { g.Move(1); g.Top() }, "k"},
		"used":                {func(g *Grid[string, rec]) { g.Hold() }, "k"},
		"another reading":     {func(g *Grid[string, rec]) { g.Replace(named("m", "k")) }, "k"},
		"all rows forgotten":  {func(g *Grid[string, rec]) { g.Move(1); g.Replace(nil); g.Append(named("k", "m")) }, "a"},
		"filtered, then seen": {func(g *Grid[string, rec]) { g.Select("m"); arrange(t, g, "nowhere"); arrange(t, g, "") }, "m"},
	} {
		g := newRecGrid(named("m", "k")...)
		g.SetSort(Sort{Column: "name"})
		arrange(t, g, "")
		wantCursor(t, g, "k")
		c.do(g)
		arrange(t, g, "")
		g.Append(named("z", "a"))
		arrange(t, g, "")
		wantShown(t, g, "a", "k", "m", "z")
		if key, _ := g.CursorKey(); key != c.want {
			t.Errorf("%s: the cursor is on %q, want %q", name, key, c.want)
		}
	}
}
