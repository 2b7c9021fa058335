package widget_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// An id of a detail is whole where it fits, and shows both its ends where it doesn't, in its line alone; it is dim, its name isn't.
func TestIDsOfADetail(t *testing.T) {
	th := themetest.New(t, "dark")
	const id, name = "2gzZhhiwEZFyIOkFRwFQ51Spe5T", "William Quinn of the second floor"
	fields := map[string]widget.Field{
		"alone":     {Label: "Id", IDs: widget.OnlyID(id)},
		"named":     {Label: "Creator", IDs: []widget.NamedID{{Name: name, ID: id}}},
		"several":   {Label: "Users", IDs: []widget.NamedID{{Name: name, ID: id}, {ID: id}}},
		"unlabeled": {IDs: []widget.NamedID{{Name: name, ID: id}}},
	}
	for kind, f := range fields {
		for w := 20; w <= 120; w++ {
			lines := widget.DrawSections([]widget.Section{{Fields: []widget.Field{f}}}, w, th)
			seen := 0
			for _, line := range lines {
				plain := ansi.Strip(line)
				if draw.Width(plain) > w {
					t.Fatalf("%s in %d cells: a line has %d", kind, w, draw.Width(plain))
				}
				if at := strings.Index(plain, id[:2]); at >= 0 {
					seen++
					if whole := strings.Contains(plain, id); !whole && !strings.Contains(plain, "…") || w >= 100 && !whole {
						t.Errorf("%s in %d cells: %q", kind, w, plain)
					}
					if !strings.Contains(plain, id[len(id)-2:]) {
						t.Errorf("%s in %d cells: the end of the id isn't in %q", kind, w, plain)
					}
					if dim, _, _ := strings.Cut(th.Paint(theme.Dim, "x"), "x"); !strings.Contains(line, dim) {
						t.Errorf("%s in %d cells: the id isn't dim: %q", kind, w, line)
					}
				}
			}
			if want := max(1, len(f.IDs)); seen != want {
				t.Fatalf("%s in %d cells: %d ids are shown, want %d: %q", kind, w, seen, want, lines)
			}
		}
	}
	none := widget.DrawSections([]widget.Section{{Fields: []widget.Field{{Label: "Id", IDs: widget.OnlyID("")}}}}, 40, th)
	if !strings.Contains(ansi.Strip(none[0]), "–") {
		t.Errorf("no id reads %q", none)
	}
}

// What a tenant sends as an id only shows.
func TestHostileIDsOnlyShow(t *testing.T) {
	th := themetest.New(t, "dark")
	for _, bad := range []string{"a\x1b[2Jb", "\u202e\u2066x", "line\nbreak", strings.Repeat("e\u0301\x07", 90)} {
		for w := 1; w <= 60; w++ {
			f := widget.Field{Label: "Id", IDs: []widget.NamedID{{ID: bad}, {Name: bad, ID: bad}}}
			for _, line := range widget.DrawSections([]widget.Section{{Fields: []widget.Field{f}}}, w, th) {
				if plain := ansi.Strip(line); strings.ContainsAny(plain, "\x1b\x07\n\u202e\u2066") || w > 20 && draw.Width(plain) > w {
					t.Fatalf("%q in %d cells draws %q", bad, w, plain)
				}
			}
		}
	}
}
