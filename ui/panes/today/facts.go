package today

import (
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// named are the first of a line's records by their names, as many as fit into w cells beside how many there are more.
func named(s said, w int) []widget.Piece {
	const most = 3
	var facts []widget.Piece
	for i, item := range s.items[:min(most, len(s.items))] {
		text := draw.Clean(item.Name + widget.IfText(item.Why.Text != "", ", "+item.Why.Text))
		keeps := 0
		if more := s.count - i - 1; more > 0 {
			keeps = 2 + draw.Width(moreWords(more))
		}
		if i > 0 && draw.Width(text)+keeps > w {
			break
		}
		facts = append(facts, widget.Piece{Role: theme.Text, Text: draw.Truncate(text, max(1, w-keeps))})
		w -= draw.Width(text) + 2
	}
	if more := s.count - len(facts); more > 0 && len(facts) > 0 {
		facts = append(facts, widget.Piece{Role: theme.Dim, Text: moreWords(more)})
	}
	return facts
}

func moreWords(n int) string { return draw.Count(int64(n)) + " more" }

// whole are the pieces that fit into w cells side by side, with "…" for the rest: a number that is cut is a wrong one. The first alone
// may be cut.
func whole(pieces []widget.Piece, w int) (fit []widget.Piece) {
	const least = 4
	for i, p := range pieces {
		p.Text = draw.Clean(p.Text)
		keeps := 0
		if i+1 < len(pieces) {
			keeps = 3 // for the sign that there are more
		}
		switch {
		case i == 0 && w < least:
			return nil
		case i == 0:
			p.Text = draw.Truncate(p.Text, max(least, w-keeps))
		case draw.Width(p.Text)+2+keeps > w && w >= 3:
			return append(fit, widget.Piece{Role: theme.Dim, Text: "…"})
		case draw.Width(p.Text)+2+keeps > w:
			return fit
		default:
			w -= 2
		}
		fit = append(fit, p)
		w -= draw.Width(p.Text)
	}
	return fit
}
