package terminal

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// The rows that are worth moving are found as they are by counting every cell that is another.
func TestWhatMovingGainsIsCountedInCells(t *testing.T) {
	const w, h = 30, 14
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		s := newTestScreen(w, h)
		var all []string
		for range h + 2*furthest {
			all = append(all, madeUp(r, seed%2 == 0))
		}
		s.shown(tea.View{Content: strings.Join(all[furthest:furthest+h], "\n")})
		for y := range h {
			from := furthest + y
			if r.IntN(3) > 0 {
				from = r.IntN(len(all))
			}
			s.read(&s.next[y], all[from])
			s.stale[y] = s.next[y].text != s.rows[y].text
		}
		gaps := make([]gap, h)
		for y := range gaps {
			gaps[y] = gap{others(&s.rows[y], s.target(y)), firstApart(&s.rows[y], s.target(y))}
			if got := differ(&s.rows[y], s.target(y), w); got != gaps[y].cells {
				t.Fatalf("seed %d, row %d: %d cells are others, want %d", seed, y, got, gaps[y].cells)
			}
		}
		for d := -furthest; d <= furthest; d++ {
			asked := make([]gap, h)
			for y := range asked {
				if asked[y] = gaps[y]; s.stale[y] {
					asked[y].cells = unknown
				}
			}
			got, from, to := s.gain(d, asked)
			all := got + max(d, -d)*w/2
			if want := s.mostGained(d, gaps); all != want || want > 0 && s.gained(d, gaps, from, to) != want {
				t.Fatalf("seed %d, by %d: %d cells less in rows %d to %d, want %d", seed, d, all, from, to, want)
			}
		}
	}
}

// others counts the cells that are drawn for a row to become another.
func others(was, to *row) (n int) {
	for i, c := range was.cells {
		if c != to.cells[i] {
			n++
		}
	}
	if n > 0 && (was.odd || to.odd) {
		return len(was.cells)
	}
	return n
}

// mostGained tries every stretch of rows that begins with one that has moved, as far as that gains something.
func (s *screen) mostGained(d int, gaps []gap) (best int) {
	for from := max(0, -d); from < min(s.h, s.h-d); from++ {
		if gaps[from].cells == 0 || !s.cameFrom(from+d, from, gaps[from].first) {
			continue
		}
		for to := from; to < min(s.h, s.h-d); to++ {
			sum := s.gained(d, gaps, from, to)
			if sum <= 0 {
				break
			}
			best = max(best, sum)
		}
	}
	return best
}

// gained is how many cells less there are to draw once those rows have moved.
func (s *screen) gained(d int, gaps []gap, from, to int) (sum int) {
	for y := from; y <= to; y++ {
		sum += gaps[y].cells - others(&s.rows[y+d], s.target(y))
	}
	return sum
}

// BenchmarkOpening is the frame of a key that opens something over everything, or closes it: all rows are others, and none has moved.
func BenchmarkOpening(b *testing.B) {
	const w, h = 160, 45
	s := newTestScreen(w, h)
	var views [2]tea.View
	for at, style := range []string{"\x1b[38;2;143;180;255m", "\x1b[38;2;133;140;163m"} {
		var lines []string
		for y := range h {
			lines = append(lines, style+"│ "+strings.Repeat("row ", y%7+20)+strings.Repeat(" ", 50)+"│")
		}
		views[at] = tea.View{Content: strings.Join(lines, "\n")}
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		s.shown(views[n%len(views)])
	}
}
