package widget

import (
	"slices"
	"testing"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
)

// A box that keeps its lines is drawn as one that doesn't, whatever it says and whoever has the keys.
func TestKeptBoxesAreDrawnAsOthers(t *testing.T) {
	dark := themetest.New(t, "dark")
	light := themetest.New(t, "light")
	say := func(text string) []Piece { return []Piece{{Role: theme.Title, Text: text}} }
	bar := []Piece{{Role: theme.Dim, Text: "3", Before: say("▮")}}
	boxes := []Box{{Role: theme.Border, Title: say("Hooks")}, {Role: theme.BorderFocus, Title: say("Hooks")},
		{Role: theme.Border, Title: say("Hooks"), Notes: say("read 3 s ago")},
		{Role: theme.Border, Title: say("Hooks"), Notes: say("read 4 s ago")},
		{Role: theme.Border, Title: say("Hooks"), Foot: say("2 marked"), Count: say("3 of 9"), Stays: true}, {Role: theme.Border, Count: bar},
		{Role: theme.Border, Count: []Piece{{Role: theme.Dim, Text: "3", Before: say("▯")}}}, {}, {Plain: true, Title: say("Hooks")}}
	var kept KeptLines
	for _, th := range []*theme.Theme{dark, light, dark} {
		for _, w := range []int{40, 41, 40} {
			for i, b := range append(boxes, boxes...) {
				want := b.Draw([]string{"a line"}, w, 4, th)
				b.Kept = &kept
				if got := b.Draw([]string{"a line"}, w, 4, th); !slices.Equal(got, want) {
					t.Errorf("box %d in %d cells: %q, want %q", i, w, got, want)
				}
			}
		}
	}
}
