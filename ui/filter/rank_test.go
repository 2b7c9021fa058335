package filter

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// rankByCells looks at one cell after the other.
func rankByCells(text, all string, within scope) (best int) {
	for column := 0; all != ""; column++ {
		var cell string
		switch cell, all = cutCell(all); {
		case !within.has(column):
		case cell == text:
			return whole
		case strings.HasPrefix(cell, text):
			best = beginning
		case best == 0 && strings.Contains(cell, text):
			best = inside
		}
	}
	return best
}

func TestARankIsThatOfTheBestCell(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	word := func(most int) string {
		var b strings.Builder
		for range r.IntN(most + 1) {
			b.WriteByte("aab "[r.IntN(4)])
		}
		return b.String()
	}
	ranks := map[int]int{}
	for range 50_000 {
		cells := make([]string, 1+r.IntN(4))
		for i := range cells {
			cells[i] = word(6)
		}
		var within scope
		if r.IntN(2) == 0 {
			within = make(scope, 1+r.IntN(4))
			for i := range within {
				within[i] = r.IntN(2) == 0
			}
		}
		var look term
		look.look(word(3))
		all := Join(cells)
		got, want := look.rank(Doc{All: all, Initials: InitialsOf(all)}, within), rankByCells(look.text, all, within)
		if got != want {
			t.Fatalf("%q in %q within %v ranks %d, want %d", look.text, cells, within, got, want)
		}
		ranks[want]++
	}
	if len(ranks) != 4 {
		t.Errorf("not every rank was tried: %v", ranks)
	}
	var across term
	across.look("a" + separator + "b")
	if got := across.rank(Doc{All: Join([]string{"a", "b"})}, nil); got != 0 {
		t.Errorf("what goes across cells ranks %d", got)
	}
}
