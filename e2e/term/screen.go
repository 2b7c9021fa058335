//go:build linux || darwin

package term

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
)

// Screen is what the terminal showed at one moment. It never changes.
type Screen struct {
	Width, Height int
	Cursor        Cursor
	// Alt tells whether it is the alternate screen.
	Alt bool
	// Title is the window title that the program has set.
	Title string

	cells []uv.Cell
}

// Cursor is the place of the cursor, from 0, and whether it can be seen.
type Cursor struct {
	X, Y    int
	Visible bool
}

// Cell gives the cell in column x and row y, both from 0; outside of the
// screen it is blank. The second cell of a wide character has the width 0.
func (s *Screen) Cell(x, y int) uv.Cell {
	if x < 0 || y < 0 || x >= s.Width || y >= s.Height {
		return uv.EmptyCell
	}
	return s.cells[y*s.Width+x]
}

// Line gives the text of a row, from 0, without blanks at its end.
func (s *Screen) Line(y int) string {
	var b strings.Builder
	for x := range s.Width {
		switch c := s.Cell(x, y); {
		case c.Width == 0 && s.Cell(x-1, y).Width > 1:
		case c.Content == "":
			b.WriteByte(' ')
		default:
			b.WriteString(c.Content)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// String gives the text of all rows, without blanks at the end of each and
// without empty rows at the end.
func (s *Screen) String() string {
	lines := make([]string, s.Height)
	for y := range lines {
		lines[y] = s.Line(y)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// Column gives the column, from 0, at which text begins in row y, or -1. Text
// that begins in the second half of a wide character isn't found.
func (s *Screen) Column(y int, text string) int {
	var b strings.Builder
	at := map[int]int{} // offset in the row's text -> column
	for x := range s.Width {
		c := s.Cell(x, y)
		if c.Width == 0 && s.Cell(x-1, y).Width > 1 {
			continue
		}
		at[b.Len()] = x
		if c.Content == "" {
			b.WriteByte(' ')
		} else {
			b.WriteString(c.Content)
		}
	}
	i := strings.Index(b.String(), text)
	if i < 0 {
		return -1
	}
	if x, ok := at[i]; ok {
		return x
	}
	return -1
}

// Blank tells whether there is nothing to see but the background.
func (s *Screen) Blank() bool {
	for _, c := range s.cells {
		if strings.TrimSpace(c.Content) != "" || c.Style.Bg != nil || c.Style.Attrs&uv.AttrReverse != 0 {
			return false
		}
	}
	return true
}

// framed draws the screen in a box for messages of failed tests.
func (s *Screen) framed() string {
	var b strings.Builder
	rule := "+" + strings.Repeat("-", s.Width) + "+\n"
	b.WriteString(rule)
	for y := range s.Height {
		b.WriteString("|" + s.Line(y) + "\n")
	}
	b.WriteString(rule)
	return b.String()
}

// same tells whether two screens look the same to a person.
func (s *Screen) same(o *Screen) bool {
	if s.Width != o.Width || s.Height != o.Height || s.Alt != o.Alt {
		return false
	}
	if s.Cursor != o.Cursor && (s.Cursor.Visible || o.Cursor.Visible) {
		return false
	}
	return s.sameCells(o)
}

func (s *Screen) sameCells(o *Screen) bool {
	if len(s.cells) != len(o.cells) {
		return false
	}
	for i := range s.cells {
		if !s.cells[i].Equal(&o.cells[i]) {
			return false
		}
	}
	return true
}
