package grid

import (
	"fmt"
	"slices"
	"testing"
)

// What lies around the screen is a screen above it and a screen below, and nothing of the screen itself.
func TestAroundIsAScreenAboveAndBelow(t *testing.T) {
	var ids []string
	for i := range 50 {
		ids = append(ids, fmt.Sprintf("r%02d", i))
	}
	g := newRecGrid(named(ids...)...)
	around := func() (found []string) {
		for _, r := range g.Around() {
			found = append(found, r.id)
		}
		return found
	}
	if got := around(); !slices.Equal(got, ids[10:20]) {
		t.Errorf("at the top: %v", got)
	}
	g.Move(25)
	top, rows, _ := g.InView()
	if got, want := around(), slices.Concat(ids[top-rows:top], ids[top+rows:top+2*rows]); !slices.Equal(got, want) {
		t.Errorf("in the middle: %v, want %v", got, want)
	}
	g.Move(50)
	if got := around(); !slices.Equal(got, ids[30:40]) {
		t.Errorf("at the end: %v", got)
	}
	if got := newRecGrid().Around(); len(got) != 0 {
		t.Errorf("around nothing: %v", got)
	}
}
