package form

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/ui/draw"
)

// cell is a grapheme of a text as it is drawn, and the runes of the text it stands for.
type cell struct {
	text         string
	width, runes int
}

// row is a line of text, or a part of one, that fits the width.
type row struct {
	line       int // of the text
	start, end int // runes of the line
	cells      []cell
}

// wrapped is a text broken into rows. Every rune of the text is in exactly one row, so that the cursor has a place anywhere.
type wrapped []row

const invisible = "◌" // stands for a character without a glyph, so that the person sees it is there

// cellsOf takes a line apart; no cell is wider than w.
func cellsOf(line string, w int) []cell {
	cells := make([]cell, 0, utf8.RuneCountInString(line))
	for len(line) > 0 {
		if plainStart(line) { // nearly all of most texts
			cells = append(cells, cell{line[:1], 1, 1})
			line = line[1:]
			continue
		}
		cluster, _ := ansi.FirstGraphemeCluster(line, ansi.GraphemeWidth)
		line = line[len(cluster):]
		c := cell{text: draw.Clean(withoutNeeded(cluster, line)), runes: len([]rune(cluster))}
		if c.width = draw.Width(c.text); c.width == 0 {
			c.text, c.width = invisible, 1
		}
		if c.width > w {
			c.text = draw.Truncate(c.text, w)
			c.width = draw.Width(c.text)
		}
		cells = append(cells, c)
	}
	return cells
}

// plainStart reports whether a line begins with a character of one cell that nothing joins.
func plainStart(line string) bool {
	prints := func(c byte) bool { return c >= 0x20 && c < 0x7f }
	return prints(line[0]) && (len(line) == 1 || prints(line[1]))
}

// withoutNeeded is a cluster without the joiner at its end, where that is needed before what follows.
func withoutNeeded(cluster, rest string) string {
	bare := strings.TrimRight(cluster, "\u200c\u200d")
	if bare == cluster {
		return cluster
	}
	_, n := utf8.DecodeRuneInString(rest)
	if _, odd := draw.FirstUnseen(cluster + rest[:n]); odd {
		return cluster
	}
	return bare
}

// wrapAround breaks the line of the cursor, and as many lines above and below, to rows of at most w cells, behind a space where
// there is one. What is further away isn't on the screen, and isn't paid for.
func wrapAround(e *editor, lines, w int) wrapped {
	w = max(w, 1)
	var rows wrapped
	first := max(0, e.row()-lines)
	for i, line := range e.above[first:] {
		rows = e.wrapLine(rows, first+i, line, w)
	}
	rows = e.wrapLine(rows, e.row(), e.line(), w)
	for i, line := range e.below[:min(lines, len(e.below))] {
		rows = e.wrapLine(rows, e.row()+1+i, line, w)
	}
	return rows
}

// wrapLine breaks a line of the text, or knows already how it is broken.
func (e *editor) wrapLine(rows wrapped, line int, text string, w int) wrapped {
	k := &e.kept
	if k.width != w || k.cells > mostKept {
		k.rows, k.width, k.cells = map[string]wrapped{}, w, 0
	}
	broken, known := k.rows[text]
	if !known {
		cells := cellsOf(text, w)
		broken = wrapCells(cells, w)
		k.rows[text], k.cells = broken, k.cells+len(cells)+1
	}
	for _, r := range broken {
		r.line = line
		rows = append(rows, r)
	}
	return rows
}

func wrapCells(cells []cell, w int) (rows wrapped) {
	start, from, filled := 0, 0, 0 // the row being filled: its first cell and rune, and its width so far
	space := -1                    // the cell behind its last space
	flush := func(upto int) {
		r := row{start: from, end: from, cells: cells[start:upto]}
		for _, c := range r.cells {
			r.end += c.runes
			filled -= c.width
		}
		rows = append(rows, r)
		start, from, space = upto, r.end, -1
	}
	for i, c := range cells {
		if filled+c.width > w && i > start {
			if space < 0 {
				space = i
			}
			flush(space)
			if filled+c.width > w && i > start {
				flush(i)
			}
		}
		filled += c.width
		if c.text == " " {
			space = i + 1
		}
	}
	flush(len(cells))
	return rows
}

// at finds the row and the cell of a place in the text.
func (wr wrapped) at(line, column int) (r, c int) {
	for i, row := range wr {
		if row.line == line && row.start <= column {
			r = i
		}
	}
	passed := wr[r].start
	for _, cell := range wr[r].cells {
		if passed+cell.runes > column {
			break
		}
		passed += cell.runes
		c++
	}
	return r, c
}

// move takes the cursor of an editor up or down by rows, and reports false at the ends of the text.
func (wr wrapped) move(e *editor, by int) bool {
	r, c := wr.at(e.row(), e.column())
	if r+by < 0 || r+by >= len(wr) {
		return false
	}
	want := width(wr[r].cells[:c])
	to := wr[r+by]
	column, x := to.start, 0
	for i, cell := range to.cells {
		// The end of a row that goes on is the start of the next one.
		continues := r+by+1 < len(wr) && wr[r+by+1].line == to.line
		if x+cell.width > want || continues && i == len(to.cells)-1 {
			break
		}
		x += cell.width
		column += cell.runes
	}
	e.goTo(to.line, column)
	return true
}

func width(cells []cell) int {
	sum := 0
	for _, c := range cells {
		sum += c.width
	}
	return sum
}
