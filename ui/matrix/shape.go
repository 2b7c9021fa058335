package matrix

import (
	"strconv"
	"strings"

	"gatehouse/ui/draw"
)

// The least room in which a matrix says more than a list of members.
const (
	leastWidth  = 60
	leastHeight = 12
)

// shape is how a matrix is laid out in the room it has.
type shape struct {
	label   int // cells of the people's names
	cell    int // cells of an entitlement
	columns int // entitlements in view
	margin  int // cells of the people's totals
	legend  int // cells of the list of entitlements beside it; 0: there is none
	head    int // lines above the first person
	rows    int // people in view
	signs   signs
}

// signs are what cells are drawn with, as wide as a cell.
type signs struct{ held, odd, gained, unknown, unread, here string }

func signsOf(w int) signs {
	fill := func(sign string) string { return strings.Repeat(sign, w-1) + " " }
	mid := func(sign string) string {
		before := (w - leastCell) / 2
		return draw.Spaces(before) + sign + draw.Spaces(w-1-before)
	}
	return signs{fill("█"), fill("▒"), mid("·"), mid("?"), draw.Spaces(w), mid("■")}
}

// wide is how many cells a line of the matrix takes.
func (s shape) wide() int { return s.label + s.columns*s.cell + s.margin }

// What stands below the people: the totals, and the cell under the cursor in words.
const foot = 3

// The list of entitlements beside the matrix.
const (
	leastLegend = 40
	mostLegend  = 72
	gap         = 2
)

// Widths of a cell; the last of its cells is left free.
const (
	leastCell = 2
	mostCell  = 6
)

func (p *Pane) fits() bool { return p.W >= leastWidth && p.H >= leastHeight }

// digits is how many digits a number has.
func digits(n int) int { return len(strconv.Itoa(n)) }

// lay works out the layout and keeps the cursor in view.
func (p *Pane) lay() {
	n := max(1, len(p.columns))
	s := shape{margin: 3*digits(n) + 5}
	s.label = max(14, min(p.longest()+3, p.W/4, 32))
	room := max(0, p.W-s.label-s.margin)
	if spare := room - n*leastCell - gap; spare >= leastLegend {
		s.cell = max(leastCell, min((room-gap-leastLegend-4)/n, mostCell))
		s.legend = min(mostLegend, room-n*s.cell-gap)
	} else {
		s.cell = max(leastCell, min(room/n, mostCell))
	}
	s.columns = min(n, room/s.cell)
	s.head = 2 + s.numberLines(n)
	s.rows = max(1, p.H-s.head-foot)
	if s.signs = p.shape.signs; s.cell != p.shape.cell {
		s.signs = signsOf(s.cell)
	}
	p.shape = s
	p.row = max(0, min(p.row, len(p.rows)-1))
	p.column = max(0, min(p.column, len(p.columns)-1))
	p.top = within(p.top, p.row, s.rows, len(p.rows))
	p.left = within(p.left, p.column, s.columns, len(p.columns))
}

// longest is how wide the longest name is.
func (p *Pane) longest() int {
	for _, person := range p.table.people[p.measured:] {
		p.widest = max(p.widest, draw.Width(draw.Clean(person.Name)))
	}
	p.measured = len(p.table.people)
	return p.widest
}

// numberLines is how many lines the numbers of the entitlements take: their digits stand below each other where they don't fit.
func (s shape) numberLines(n int) int {
	if digits(n) < s.cell {
		return 1
	}
	return digits(n)
}

// within is the first in view, so that at is.
func within(first, at, room, all int) int {
	return max(0, min(max(min(first, at), at-room+1), all-room))
}

// Resize gives the matrix its room.
func (p *Pane) Resize(w, h int) {
	p.PlainPane.Resize(w, h)
	p.lay()
}
