package ui

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/ui/draw"
)

// cursorAt is the column of the terminal's cursor, -1 where there is none.
func (d *driver) cursorAt() int {
	if at := d.model.View().Cursor; at != nil {
		return at.Position.X
	}
	return -1
}

// cellBehind is the column behind a text that stands on the screen.
func (d *driver) cellBehind(text string) int {
	d.t.Helper()
	lines := rows(d)
	for _, line := range slices.Backward(lines) { // the headline says it, too
		if before, _, ok := strings.Cut(line, text); ok {
			return draw.Width(before + text)
		}
	}
	d.t.Fatalf("%q is not on the screen:\n%s", text, d.screen())
	return 0
}

// Whatever is typed into a line, it is seen there, and the cursor stands behind it.
func TestLinesThatAreTypedInShowAllOfItAndTheCursorBehindIt(t *testing.T) {
	for name, open := range map[string][]string{
		"filter": {"/"}, "palette": {":"}, "facets": {"4", "f"}, "picker": {"0", "o", "p"}, "owner's app": {"0", "o", "n"},
	} {
		for typed, shown := range map[string]string{
			"日本語abc":                                "日本語abc",
			"a\u200bb":                              "a‹U+200B›b",
			"x\u202ey":                              "x‹U+202E›y",
			"\U000e0041":                            "‹U+E0041›",
			"e\u0301\u0301\u0301\u0301\u0301\u0301": "e\u0301\u0301\u0301\u0301‹+2 marks›",
		} {
			t.Run(name+" "+shown, func(t *testing.T) {
				d := newDriver(t, driverOptions{w: 100, h: 30})
				d.keys(open...)
				d.keys(typed)
				d.sees(shown)
				if at, want := d.cursorAt(), d.cellBehind(shown); at != want {
					t.Errorf("the cursor is in column %d, want %d:\n%s", at, want, d.screen())
				}
			})
		}
	}
}
