package terminal

import "github.com/charmbracelet/x/ansi"

// stretch is a part of a row that is drawn with one pen, so many cells from a place on; without cells the rest of the row is cleared. It
// has no pointers: a screen has hundreds, which are nothing to the garbage collector.
type stretch struct {
	x, y, cells int32
	next        int32 // the number of the next with this pen, 0: there is none; the first stretch is number 1
	pen         pen
}

// penStretches are the numbers of the first and the last stretch with a pen, 0 where there is none.
type penStretches struct{ first, last int32 }

// leastParted is of how many stretches it is looked whether drawing pen by pen takes less.
const leastParted = 16

// moveBytes is about what it takes to write somewhere else.
const moveBytes = 6

// drawPart draws a part of a row, or has it drawn with those of other rows. A terminal that can't be told where a frame ends gets it from
// top to bottom.
func (s *screen) drawPart(x, y int, cells []cell) {
	if !s.synced {
		s.drawAt(x, y, cells)
		return
	}
	if len(cells) == 0 {
		s.note(x, y, nil, 0)
		return
	}
	from, at := 0, cells[0].pen()
	for i, c := range cells {
		if p := c.pen(); p != at && c.width() > 0 && !s.pens.leaves(at, c) {
			s.note(x+from, y, cells[from:i], at)
			from, at = i, p
		}
	}
	s.note(x+from, y, cells[from:], at)
}

func (s *screen) note(x, y int, cells []cell, p pen) {
	//nolint:gosec // screens are small
	s.stretches = append(s.stretches, stretch{x: int32(x), y: int32(y), cells: int32(len(cells)), pen: p})
}

// drawStretches draws what has been parted: row by row, or all of a pen before the next where that takes less. A style takes more bytes
// than a move, and a column that is painted in each row changes the pen as often as there are rows.
func (s *screen) drawStretches() {
	if len(s.stretches) >= leastParted && s.takesLessByPen() {
		s.drawByPen()
	} else {
		for i := range s.stretches {
			s.drawStretch(&s.stretches[i])
		}
	}
	clear(s.byPen)
	s.stretches = s.stretches[:0]
}

// takesLessByPen links the stretches by their pens and estimates the bytes of both ways.
func (s *screen) takesLessByPen() bool {
	if n := len(s.pens.styles); len(s.byPen) < n {
		s.byPen = make([]penStretches, n)
	}
	byRow, byPen := 0, len(s.stretches)*moveBytes
	at, last := s.pen, s.pen // the pen before, one by one and pen by pen
	for i := range s.stretches {
		of := &s.stretches[i]
		byRow += len(s.pens.sequence(at, of.pen))
		if before := &s.stretches[max(0, i-1)]; before.y != of.y || before.x+before.cells != of.x {
			byRow += moveBytes
		}
		at = of.pen
		number := int32(i + 1) //nolint:gosec // there are fewer than cells
		if with := &s.byPen[of.pen]; with.first == 0 {
			*with = penStretches{number, number}
			byPen += len(s.pens.sequence(last, of.pen))
			last = of.pen
		} else {
			s.stretches[with.last-1].next, with.last = number, number
		}
	}
	return byPen < byRow
}

// drawByPen draws the stretches as they are linked: the pens as they are met, and all of each from top to bottom.
func (s *screen) drawByPen() {
	for i := range s.stretches {
		number := s.byPen[s.stretches[i].pen].first
		if int(number) != i+1 {
			continue
		}
		for ; number > 0; number = s.stretches[number-1].next {
			s.drawStretch(&s.stretches[number-1])
		}
	}
}

// drawStretch draws a stretch of the rows as they shall be, once they are those that are shown.
func (s *screen) drawStretch(of *stretch) {
	s.drawAt(int(of.x), int(of.y), s.rows[of.y].cells[of.x:of.x+of.cells])
}

func (s *screen) drawAt(x, y int, cells []cell) {
	s.moveTo(x, y)
	if len(cells) == 0 {
		s.selectPen(0)
		s.write(ansi.EraseLineRight)
		return
	}
	s.drawCells(cells)
}
