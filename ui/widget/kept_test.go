package widget

import (
	"slices"
	"testing"

	"gatehouse/ui/draw"
)

// What is kept is never shown where its parts are others, and two of a place are kept: a box that has the keys, and hasn't, in turn.
func TestKeptLinesAreThoseOfTheirParts(t *testing.T) {
	var k KeptLines
	for round := range 3 {
		for i, of := range []parts{{"│", "a", " ", "│", "", ""}, {"┃", "a", " ", "┃", " ", "b"}, {"┃", "ab", "", " ┃", "", "b"}, {},
			{"┃", "a", " ", "┃", " ", "b"}, {"┃", "a", " ", "┃", " ", "c"}} {
			for _, at := range []int{2, 0} {
				if got, want := k.joined(at, of), of.joined(); got != want {
					t.Errorf("round %d, %d: %q, want %q", round, i, got, want)
				}
			}
		}
	}
	blurred, focused, line := "│", "┃", "the line that has the keys, and hasn't"
	turn := func() {
		k.joined(1, parts{left: blurred, line: line, gap: " ", right: blurred})
		k.joined(1, parts{left: focused, line: line, gap: " ", right: focused})
	}
	turn()
	if n := testing.AllocsPerRun(10, turn); n > 0 {
		t.Errorf("lines that come in turn are put together anew: %v allocations", n)
	}
}

// A kept block is the block of its lines, whatever it was before.
func TestKeptBlocksAreDrawnAsOthers(t *testing.T) {
	var k KeptBlock
	for _, w := range []int{5, 3, 0, 5} {
		for _, h := range []int{2, 4, 0} {
			for _, lines := range [][]string{{"a", "日本"}, {"a", "\x1b[1mb\x1b[m"}, {"", "longer than that"}, nil, {"a", "b"}} {
				for range 2 {
					if got, want := k.Draw(lines, w, h), draw.Block(lines, w, h); !slices.Equal(got, want) {
						t.Errorf("%q in %dx%d: %q, want %q", lines, w, h, got, want)
					}
				}
			}
		}
	}
}
