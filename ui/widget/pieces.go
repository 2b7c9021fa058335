package widget

import (
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Piece is a stretch of a line in one role.
type Piece struct {
	Role theme.Role
	Text string
	// Before stand right before it, in roles of their own: a bar before its number. Only what stands on the right of a line has them.
	Before []Piece
}

// Behind is the title of what is to be another in a moment: dim, and where a theme has no such text it ends in dots.
func Behind(title string, th *theme.Theme) []Piece {
	if th.Paint(theme.Dim, title) == th.Paint(theme.Text, title) {
		title += " …"
	}
	return []Piece{{Role: theme.Dim, Text: title}}
}

// drawn is the piece with what stands right before it.
func (p Piece) drawn(th *theme.Theme) string {
	var line strings.Builder
	for _, b := range p.Before {
		line.WriteString(th.Paint(b.Role, draw.Clean(b.Text)))
	}
	line.WriteString(th.Paint(p.Role, draw.Clean(p.Text)))
	return line.String()
}

// width is how many cells that takes.
func (p Piece) width() int {
	width := draw.Width(draw.Clean(p.Text))
	for _, b := range p.Before {
		width += draw.Width(draw.Clean(b.Text))
	}
	return width
}

// DrawPieces draws left and right pieces on a line of exactly w cells; the right ones go first when there is no room.
func DrawPieces(left, right []Piece, w int, th *theme.Theme) string {
	var rightText string
	rightWidth := 0
	for i, p := range right {
		if i > 0 {
			rightText, rightWidth = rightText+"  ", rightWidth+2
		}
		rightText += p.drawn(th)
		rightWidth += p.width()
	}
	leftWidth := PiecesWidth(left)
	if leftWidth+2+rightWidth > w {
		room := w - leftWidth - 2
		if len(right) == 1 && room >= 12 {
			rightText, rightWidth = th.Paint(right[0].Role, draw.Fit(right[0].Text, room, draw.Left)), room
		} else {
			rightText, rightWidth = "", 0
		}
	}
	var line strings.Builder
	room := w - rightWidth
	for i, p := range left {
		if i > 0 && room > 2 {
			line.WriteString("  ")
			room -= 2
		}
		text := draw.Truncate(p.Text, room)
		line.WriteString(th.Paint(p.Role, text))
		room -= draw.Width(text)
	}
	return line.String() + draw.Spaces(max(0, room)) + rightText
}

// Fitting is the first of the texts that fits into w cells, or the last.
func Fitting(w int, texts ...string) string {
	for _, text := range texts {
		if draw.Width(draw.Clean(text)) <= w {
			return text
		}
	}
	return texts[len(texts)-1]
}

// PiecesWidth is how many cells pieces take side by side.
func PiecesWidth(pieces []Piece) int {
	width := 2 * max(0, len(pieces)-1)
	for _, p := range pieces {
		width += draw.Width(draw.Clean(p.Text))
	}
	return width
}
