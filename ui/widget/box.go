package widget

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Box is a frame whose lines work: they say what it holds, in which order, how much of it and what is marked, their colour says where the
// keys go, and the right one is a scrollbar. A plain box has one line above and no others, for screens on which cells are scarce.
type Box struct {
	Plain  bool
	Edge   bool // of a plain box: a line parts it from what stands on its right
	Role   theme.Role
	Title  []Piece // on the left of the line above; what stands first is the last to be cut
	Notes  []Piece // on its right, where there is room
	Stays  bool    // the last note comes before the title
	Foot   []Piece // on the left of the line below
	Count  []Piece // on its right, the last to go
	Scroll Scroll
	Beside Beside
	Kept   *KeptLines // what was drawn last; nil: nothing is kept
}

// Beside is what stands on the right of a box: as many lines as it has, and what parts them from it. Lines of both are put together in one
// go.
type Beside struct {
	Parting string
	Lines   []string
}

// Scroll is which part of the lines is in view.
type Scroll struct{ Top, Rows, All int }

// Needed reports whether there is more than what is in view.
func (s Scroll) Needed() bool { return s.Rows > 0 && s.All > s.Rows }

// thumb are the rows of a bar of h cells that stand for what is in view. It touches an end only where the lines do.
func (s Scroll) thumb(h int) (from, to int) {
	if !s.Needed() || h < 1 {
		return 0, 0
	}
	size := max(1, h*s.Rows/s.All)
	last := s.All - s.Rows
	top := max(0, min(s.Top, last))
	room := h - size
	from = top * room / last
	switch {
	case top > 0 && from == 0 && room > 1:
		from = 1
	case top < last && from == room && room > 1:
		from = room - 1
	}
	return from, from + size
}

// Inside is the room in a box of w x h cells.
func (b Box) Inside(w, h int) (int, int) {
	if b.Plain {
		return max(0, w-1-plainGap(w)), max(0, h-1)
	}
	return max(0, w-4), max(0, h-2)
}

// plainGap is how many cells part the text of a plain box from the scrollbar; on the smallest screens there are none to spare.
func plainGap(w int) int {
	const least = 30
	if w < least {
		return 0
	}
	return 1
}

// Origin is where the inside begins.
func (b Box) Origin() (x, y int) {
	if b.Plain {
		return 0, 1
	}
	return 2, 1
}

// signs of the lines of a box.
const (
	ruleSign  = "─"
	edgeSign  = "│"
	thumbSign = "┃"
)

// The places of the lines with words.
const (
	above = iota
	below
)

// Draw draws exactly h lines of exactly w cells around lines that are as wide as the inside.
func (b Box) Draw(lines []string, w, h int, th *theme.Theme) []string {
	if w <= 0 || h <= 0 {
		return nil
	}
	iw, ih := b.Inside(w, h)
	out := make([]string, 0, h)
	add := func(of parts) {
		if i := len(out); i < len(b.Beside.Lines) {
			of.parting, of.beside = b.Beside.Parting, b.Beside.Lines[i]
		}
		out = append(out, b.Kept.joined(len(out), of))
	}
	add(parts{line: b.above(w, th)})
	edges := b.Kept.edges(b.Role, th)
	thumb, track, left, gap := edges.thumb, edges.track, edges.left, " "
	if b.Plain {
		left, gap = "", draw.Spaces(plainGap(w))
		if !b.Edge && !b.Scroll.Needed() {
			track = " "
		}
	}
	from, to := b.Scroll.thumb(ih)
	for i := range ih {
		line := draw.Spaces(iw)
		if i < len(lines) {
			line = lines[i]
		}
		right := track
		if i >= from && i < to {
			right = thumb
		}
		add(parts{left: left, line: line, gap: gap, right: right})
	}
	if !b.Plain && h > 1 {
		add(parts{line: b.Kept.rule(below, ruleOf{b.Role, b.Foot, b.Count, 1, w, th},
			func() string { return b.rule("╰", "╯", b.Foot, b.Count, 1, w, th) })})
	}
	return out
}

// above is the first line.
func (b Box) above(w int, th *theme.Theme) string {
	if !b.Plain {
		first := 0
		if b.Stays {
			first = 1
		}
		return b.Kept.rule(above, ruleOf{b.Role, b.Title, b.Notes, first, w, th},
			func() string { return b.rule("╭", "╮", b.Title, b.Notes, first, w, th) })
	}
	left, right := slices.Concat(b.Title, b.Foot), slices.Concat(b.Count, b.Notes)
	switch over := PiecesWidth(left) + 2 + PiecesWidth(right) - w; {
	case b.Stays:
		left = fittingStart(left, w-2-PiecesWidth(right))
	case over > 0 && len(b.Count) > 0 && len(left) > 0: // how much there is matters more than the whole of a long title
		over -= PiecesWidth(right) - PiecesWidth(b.Count)
		width := draw.Width(draw.Clean(left[0].Text))
		if least := max(titleLeast, w/2); over <= 0 || width-over >= least {
			right, left[0].Text = b.Count, draw.Middle(left[0].Text, min(width, width-over))
		}
	}
	return DrawPieces(left, right, w, th)
}

// fittingStart are the first of the pieces that fit into w cells, the first of all cut if need be.
func fittingStart(pieces []Piece, w int) []Piece {
	for len(pieces) > 1 && PiecesWidth(pieces) > w {
		pieces = pieces[:len(pieces)-1]
	}
	if len(pieces) == 1 && PiecesWidth(pieces) > w {
		pieces[0].Text = draw.Truncate(pieces[0].Text, max(0, w))
	}
	return pieces
}

// rule is a line with pieces in it. Those on the left are cut from their end and go one by one; those on the right stand as a whole or, the
// first first, not at all. So many of their last come before those on the left.
func (b Box) rule(from, to string, left, right []Piece, first, w int, th *theme.Theme) string {
	if w < 2 {
		return th.Paint(b.Role, strings.Repeat(ruleSign, w))
	}
	const parting = " " + ruleSign + " "
	room := w - 2
	right, rightWidth := fittingEnd(right, first, room, min(room*(4-first)/4, piecesIn(left)))
	if room -= rightWidth; rightWidth > 0 {
		room-- // a stretch of the line parts them
	}
	left = b.quiet(shortened(left, room))
	var out strings.Builder
	out.WriteString(th.Paint(b.Role, from))
	written := 0
	for _, p := range left {
		before := " "
		if written > 0 {
			before = parting
		}
		text := draw.Truncate(p.Text, room-written-draw.Width(before)-1)
		if text == "" || text == "…" {
			break
		}
		out.WriteString(th.Paint(b.Role, before) + th.Paint(p.Role, text))
		written += draw.Width(before) + draw.Width(text)
	}
	rest := room - written
	if written > 0 && rest > 0 {
		out.WriteString(" ")
		rest--
	}
	if rightWidth > 0 {
		rest++
	}
	out.WriteString(th.Paint(b.Role, strings.Repeat(ruleSign, rest)))
	for i, p := range right {
		if i == 0 {
			out.WriteString(" ")
		} else {
			out.WriteString(th.Paint(b.Role, parting))
		}
		out.WriteString(p.drawn(th))
	}
	if len(right) > 0 {
		out.WriteString(th.Paint(b.Role, " "+ruleSign))
	}
	out.WriteString(th.Paint(b.Role, to))
	return out.String()
}

// quiet are the pieces of a title without emphasis where the keys go elsewhere: of two boxes one is seen to have them.
func (b Box) quiet(pieces []Piece) []Piece {
	if b.Role != theme.Border || len(pieces) == 0 || pieces[0].Role != theme.Title {
		return pieces
	}
	pieces = slices.Clone(pieces)
	pieces[0].Role = theme.Text
	return pieces
}

// titleLeast is what a title keeps in any case.
const titleLeast = 12

// shortened takes from the middle of the first piece what the others lack, down to a third of the room.
func shortened(pieces []Piece, room int) []Piece {
	over := piecesIn(pieces) - room
	if len(pieces) == 0 || over <= 0 {
		return pieces
	}
	width := draw.Width(draw.Clean(pieces[0].Text))
	pieces = slices.Clone(pieces)
	if len(pieces) == 1 {
		pieces[0].Text = draw.Middle(pieces[0].Text, max(1, room-2))
		return pieces
	}
	pieces[0].Text = draw.Middle(pieces[0].Text, max(min(width, max(titleLeast, room/3)), width-over))
	return pieces
}

// piecesIn is how many cells pieces take on the left of a line.
func piecesIn(pieces []Piece) int {
	width := 1
	for _, p := range pieces {
		width += 3 + draw.Width(draw.Clean(p.Text))
	}
	return width
}

// fittingEnd are the last of the pieces that fit into a line, and how many cells they take. All but the first of them leave the cells kept.
func fittingEnd(pieces []Piece, first, room, keep int) ([]Piece, int) {
	width, from := 0, len(pieces)
	for i := len(pieces) - 1; i >= 0; i-- {
		more := 3 + pieces[i].width()
		if len(pieces)-i > first {
			more += keep
		}
		if width+more > room-1 {
			break
		}
		width += 3 + pieces[i].width()
		from = i
	}
	return pieces[from:], width
}

// Spanned is a title that says which lines of the whole are in view, when not all are.
func Spanned(title string, part Scroll) string {
	if part.All <= part.Rows {
		return title
	}
	return title + Parting + part.Span()
}

// Parting stands between a title and what it says of the part in view.
const Parting = " · "

// Span is which lines of how many are in view: "3–9 of 40".
func (s Scroll) Span() string {
	return fmt.Sprintf("%d–%d of %s", s.Top+1, min(s.All, s.Top+s.Rows), draw.Count(int64(s.All)))
}
