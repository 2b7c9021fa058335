package terminal

import (
	"slices"

	"github.com/charmbracelet/x/ansi"
)

const (
	// leastScrolled is how many rows have to be others before it is looked whether they only moved.
	leastScrolled = 5
	// furthest is how many rows the screen is looked at for moving: what a key or a wheel scrolls by.
	furthest = 3
	// leastGain is how many cells less have to be drawn.
	leastGain = 40
)

// scroll has the terminal move rows where that leaves less to draw, even if not all of a row has moved: a list beside something else.
func (s *screen) scroll() {
	var best, top, bottom, by int
	gaps := make([]gap, s.h)
	for y := range gaps {
		if s.stale[y] {
			gaps[y] = gap{unknown, firstApart(&s.rows[y], &s.next[y])}
		}
	}
	for i := range 2 * furthest {
		d := i/2 + 1 // the nearest first, up and down
		if i%2 == 1 {
			d = -d
		}
		gain, from, to := s.gain(d, gaps)
		if gain > best {
			best, top, bottom, by = gain, from, to, d
		}
		if best > 0 && 2*best > s.apartInAll(gaps) { // rows that have moved by so many have not moved by others
			break
		}
	}
	if best >= leastGain {
		s.move(top, bottom, by)
	}
}

// gap is how far what is shown is from what shall be.
type gap struct{ cells, first int }

// unknown is how many cells are others in a row that nobody has asked about: what opens or closes over everything changes all rows and
// moves none.
const unknown = -1

// apart is how many cells of a row are others.
func (s *screen) apart(y int, gaps []gap) int {
	if gaps[y].cells == unknown {
		gaps[y].cells = differ(&s.rows[y], &s.next[y], s.w)
	}
	return gaps[y].cells
}

func (s *screen) apartInAll(gaps []gap) (n int) {
	for y := range gaps {
		n += s.apart(y, gaps)
	}
	return n
}

// gain is how many cells less there are to draw once rows have moved up by d (down, where it is negative), at best, and which rows have to
// move for that: those from from to to get others.
func (s *screen) gain(d int, gaps []gap) (best, from, to int) {
	sum, begin := 0, 0
	for y := range s.rows {
		if y+d < 0 || y+d >= s.h {
			sum, begin = 0, y+1
			continue
		}
		if sum <= 0 {
			sum, begin = 0, y
			// nothing that moves begins with it
			if gaps[y].cells == 0 || !s.cameFrom(y+d, y, gaps[y].first) || s.apart(y, gaps) == 0 {
				continue
			}
		}
		sum += s.apart(y, gaps)
		sum -= differ(&s.rows[y+d], s.target(y), sum)
		if sum > best {
			best, from, to = sum, begin, y
		}
	}
	return best - max(d, -d)*s.w/2, from, to // the rows that come free are drawn from nothing
}

// cameFrom reports whether a row may have moved: where it isn't what is shown in its place, it is what is shown in the other.
func (s *screen) cameFrom(from, to, first int) bool {
	was, is := s.rows[from].cells, s.next[to].cells
	last := min(first+several, s.w)
	return was[first] == is[first] && slices.Equal(was[first:last], is[first:last])
}

// firstApart is the first cell that has to be drawn for a row to become another.
func firstApart(was, to *row) int {
	first := 0
	for first < len(was.cells)-1 && was.cells[first] == to.cells[first] {
		first++
	}
	return first
}

// target is a row as it shall be.
func (s *screen) target(y int) *row {
	if s.stale[y] {
		return &s.next[y]
	}
	return &s.rows[y]
}

// differ is how many cells have to be drawn for a row to become another, or some number above most.
func differ(was, to *row, most int) (n int) {
	a, b := was.cells, to.cells[:len(was.cells)]
	for len(a) >= several && n <= most {
		if *(*[several]cell)(a) != *(*[several]cell)(b) {
			n += apart(a[:several], b)
		}
		a, b = a[several:], b[several:]
	}
	if n <= most {
		n += apart(a, b)
	}
	if n > 0 && (was.odd || to.odd) {
		return max(n, len(was.cells)) // it is drawn anew
	}
	return n
}

// several cells are compared at once: most are the same.
const several = 8

// apart is how many cells are others.
func apart(a, b []cell) (n int) {
	for i, c := range a {
		if c != b[i] {
			n++
		}
	}
	return n
}

// move moves what is shown: the rows from from to to get those d below them (above, where it is negative).
func (s *screen) move(from, to, d int) {
	top, bottom := from, to+d
	if d < 0 {
		top, bottom = from+d, to
	}
	for y := top; y <= bottom; y++ { // the rows that stay as they were are drawn, too
		if !s.stale[y] {
			s.next[y].text, s.next[y].odd = s.rows[y].text, s.rows[y].odd
			s.next[y].cells = append(s.next[y].cells[:0], s.rows[y].cells...)
			s.stale[y] = true
		}
	}
	s.selectPen(0)
	s.write(ansi.SetTopBottomMargins(top+1, bottom+1))
	s.y = -1
	for range max(d, -d) {
		if d > 0 {
			s.moveTo(0, bottom)
			s.write("\n")
			first := s.rows[top]
			copy(s.rows[top:bottom], s.rows[top+1:bottom+1])
			s.rows[bottom] = first
			s.read(&s.rows[bottom], "")
		} else {
			s.moveTo(0, top)
			s.write(ansi.ReverseIndex)
			last := s.rows[bottom]
			copy(s.rows[top+1:bottom+1], s.rows[top:bottom])
			s.rows[top] = last
			s.read(&s.rows[top], "")
		}
	}
	s.write("\x1b[r")
	s.y = -1
}
