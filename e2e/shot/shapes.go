//go:build linux || darwin

package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// arms are the lines of a box character from the middle of its cell:
// 0 none, 1 light, 2 heavy.
type arms struct{ up, right, down, left int }

// boxes are the box characters that are drawn as lines, so that they join
// whatever the font is.
var boxes = map[rune]arms{
	'─': {0, 1, 0, 1}, '│': {1, 0, 1, 0}, '┌': {0, 1, 1, 0}, '┐': {0, 0, 1, 1}, '└': {1, 1, 0, 0}, '┘': {1, 0, 0, 1},
	'├': {1, 1, 1, 0}, '┤': {1, 0, 1, 1}, '┬': {0, 1, 1, 1}, '┴': {1, 1, 0, 1}, '┼': {1, 1, 1, 1},
	'━': {0, 2, 0, 2}, '┃': {2, 0, 2, 0}, '┏': {0, 2, 2, 0}, '┓': {0, 0, 2, 2}, '┗': {2, 2, 0, 0}, '┛': {2, 0, 0, 2},
	'┣': {2, 2, 2, 0}, '┫': {2, 0, 2, 2}, '┳': {0, 2, 2, 2}, '┻': {2, 2, 0, 2}, '╋': {2, 2, 2, 2},
	'╴': {0, 0, 0, 1}, '╵': {1, 0, 0, 0}, '╶': {0, 1, 0, 0}, '╷': {0, 0, 1, 0},
	'╸': {0, 0, 0, 2}, '╹': {2, 0, 0, 0}, '╺': {0, 2, 0, 0}, '╻': {0, 0, 2, 0},
	'┠': {2, 1, 2, 0}, '┨': {2, 0, 2, 1}, '╼': {0, 2, 0, 1}, '╾': {0, 1, 0, 2},
}

// corners are the rounded ones: where the arc begins and ends, as signs from
// the middle of the cell.
var corners = map[rune][2]int{'╭': {1, 1}, '╮': {-1, 1}, '╰': {1, -1}, '╯': {-1, -1}}

// isShape tells whether a cell's text is drawn as lines or rectangles.
func isShape(content string) bool {
	r, n := utf8.DecodeRuneInString(content)
	if n != len(content) {
		return false
	}
	_, box := boxes[r]
	_, corner := corners[r]
	return box || corner || r >= '▀' && r <= '▕'
}

// shape draws a line or block character and tells whether it was one.
func (p *picture) shape(x, y int, content string, l look) bool {
	if !isShape(content) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(content)
	left, top := float64(x*cellW), float64(y*cellH)
	opacity := ""
	if l.faint {
		opacity = ` opacity=".6"`
	}
	switch {
	case r >= '▀' && r <= '▕':
		bx, by, bw, bh, alpha := block(r)
		if alpha < 1 {
			opacity = fmt.Sprintf(` opacity="%s"`, number(alpha))
		}
		p.printf(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s"%s/>`+"\n",
			number(left+bx*cellW), number(top+by*cellH), number(bw*cellW), number(bh*cellH), l.fore, opacity)
	default:
		path, weight := lines(r, left, top)
		p.printf(`<path d="%s" stroke="%s" stroke-width="%s" fill="none"%s/>`+"\n", path, l.fore, number(weight), opacity)
	}
	return true
}

// block gives the part of the cell that a block character fills, in fractions
// of it, and how much of the colour.
func block(r rune) (x, y, w, h, alpha float64) {
	switch {
	case r == '▀':
		return 0, 0, 1, .5, 1
	case r >= '▁' && r <= '█':
		h := float64(r-'▁'+1) / 8
		return 0, 1 - h, 1, h, 1
	case r >= '▉' && r <= '▏':
		return 0, 0, float64('▏'-r+1) / 8, 1, 1
	case r == '▐':
		return .5, 0, .5, 1, 1
	case r >= '░' && r <= '▓':
		return 0, 0, 1, 1, float64(r-'░'+1) / 4
	case r == '▔':
		return 0, 0, 1, .125, 1
	}
	return .875, 0, .125, 1, 1 // ▕
}

// lines gives the path of a box character and its stroke width.
func lines(r rune, left, top float64) (path string, weight float64) {
	cx, cy := left+float64(cellW)/2, top+float64(cellH)/2
	if c, ok := corners[r]; ok {
		ex, ey := cx+float64(c[0])*float64(cellW)/2, cy+float64(c[1])*float64(cellH)/2
		bend := cy + float64(c[1])*float64(cellW)/2
		return fmt.Sprintf("M%s %sV%sQ%s %s %s %s", number(cx), number(ey), number(bend),
			number(cx), number(cy), number(ex), number(cy)), 1.2
	}
	a := boxes[r]
	weight = 1.2
	if max(a.up, a.right, a.down, a.left) > 1 {
		weight = 2.4
	}
	var b strings.Builder
	for _, arm := range []struct {
		n    int
		x, y float64
	}{{a.up, cx, top}, {a.right, left + cellW, cy}, {a.down, cx, top + cellH}, {a.left, left, cy}} {
		if arm.n > 0 {
			_, _ = fmt.Fprintf(&b, "M%s %sL%s %s", number(cx), number(cy), number(arm.x), number(arm.y))
		}
	}
	return b.String(), weight
}

// number writes a number as short as it can be, always in the same way.
func number(f float64) string {
	s := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.2f", f), "0"), ".")
	if s == "" || s == "-0" {
		return "0"
	}
	return s
}
