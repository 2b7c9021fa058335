package grid

import (
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// line builds one row of the screen.
type line struct {
	theme                     *theme.Theme
	selected, marked, focused bool

	out   strings.Builder
	width int
}

// gutter draws the signs of cursor and mark.
func (l *line) gutter(w int) {
	cursor, mark := " ", " "
	if l.selected {
		cursor = cursorSign
	}
	if l.marked {
		mark = markSign
	}
	switch {
	case w >= 2:
		l.sign(theme.Accent, cursor)
		l.sign(theme.MarkSign, mark)
		l.blank(w - 2)
	case w == 1 && l.selected && l.marked:
		l.sign(theme.MarkSign, bothSign)
	case w == 1 && l.marked:
		l.sign(theme.MarkSign, mark)
	case w == 1:
		l.sign(theme.Accent, cursor)
	}
}

func (l *line) sign(role theme.Role, sign string) {
	if sign == " " {
		l.blank(1)
		return
	}
	l.piece(role, sign)
	l.width++
}

// paint draws clean text with its matches set off.
func (l *line) paint(role theme.Role, text string, width int, matches [][2]int) {
	at := 0
	for _, m := range matches {
		l.piece(role, text[at:m[0]])
		l.piece(theme.Match, text[m[0]:m[1]])
		at = m[1]
	}
	l.piece(role, text[at:])
	l.width += width
}

func (l *line) blank(n int) {
	if n > 0 {
		l.piece(theme.Text, draw.Spaces(n))
		l.width += n
	}
}

// piece draws on the background that the row has.
func (l *line) piece(role theme.Role, s string) {
	switch {
	case s == "":
	case l.selected && l.focused && l.marked:
		l.theme.PaintOnTo(&l.out, role, theme.SelectedMarked, s)
	case l.selected && l.focused:
		l.theme.PaintOnTo(&l.out, role, theme.Selected, s)
	case l.selected:
		l.theme.PaintOnTo(&l.out, role, theme.SelectedBlur, s)
	case l.marked:
		l.theme.PaintOnTo(&l.out, role, theme.Marked, s)
	default:
		l.theme.PaintTo(&l.out, role, s)
	}
}
