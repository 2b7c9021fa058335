package terminal

import "github.com/charmbracelet/x/ansi"

// stretch is a part of a row that is drawn with one pen; without cells the rest of the row is cleared.
type stretch struct {
	x, y  int
	pen   pen
	cells []cell
	drawn bool
}

// Of how many stretches it is looked whether pens come in turn: what a move changes, and not what opens over everything.
const (
	leastParted = 16
	mostParted  = 128
)

// drawPart draws a part of a row, or has it drawn with those of other rows. A terminal that can't be told where a frame ends gets it from
// top to bottom.
func (s *screen) drawPart(x, y int, cells []cell) {
	if !s.parting {
		s.drawStretch(&stretch{x: x, y: y, cells: cells})
		return
	}
	s.part(x, y, cells)
	if len(s.stretches) > mostParted {
		s.drawByRow()
		s.stretches, s.parting = s.stretches[:0], false
	}
}

// part notes cells that are to be drawn, pen by pen.
func (s *screen) part(x, y int, cells []cell) {
	if len(cells) == 0 {
		s.stretches = append(s.stretches, stretch{x: x, y: y})
		return
	}
	from, at := 0, cells[0].pen()
	for i, c := range cells {
		if p := c.pen(); c.width() > 0 && p != at && !s.pens.leaves(at, c) {
			s.stretches = append(s.stretches, stretch{x: x + from, y: y, pen: at, cells: cells[from:i]})
			from, at = i, p
		}
	}
	s.stretches = append(s.stretches, stretch{x: x + from, y: y, pen: at, cells: cells[from:]})
}

func (s *screen) drawByRow() {
	for i := range s.stretches {
		s.drawStretch(&s.stretches[i])
	}
}

// drawStretches draws what has been parted: row by row, or all of a pen before the next where that takes less. A column that is marked in
// each row changes the pen as often as there are rows, and a style takes more bytes than a move.
func (s *screen) drawStretches() {
	begin, x, y, at := len(s.out), s.x, s.y, s.pen
	s.drawByRow()
	if len(s.stretches) >= leastParted {
		byRow := len(s.out)
		rowX, rowY, rowPen := s.x, s.y, s.pen
		s.x, s.y, s.pen = x, y, at
		for i := range s.stretches {
			s.drawPen(s.stretches[i:])
		}
		if byPen := len(s.out) - byRow; byPen < byRow-begin {
			s.out = s.out[:begin+copy(s.out[begin:], s.out[byRow:])]
		} else {
			s.out = s.out[:byRow]
			s.x, s.y, s.pen = rowX, rowY, rowPen
		}
	}
	s.stretches = s.stretches[:0]
}

// drawPen draws those that have the pen of the first, unless that is drawn already.
func (s *screen) drawPen(all []stretch) {
	if all[0].drawn {
		return
	}
	for i := range all {
		if of := &all[i]; of.pen == all[0].pen && !of.drawn {
			of.drawn = true
			s.drawStretch(of)
		}
	}
}

func (s *screen) drawStretch(of *stretch) {
	s.moveTo(of.x, of.y)
	if len(of.cells) == 0 {
		s.selectPen(0)
		s.write(ansi.EraseLineRight)
		return
	}
	s.drawCells(of.cells)
}
