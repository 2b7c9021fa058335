package list

import (
	"gatehouse/theme"
	"gatehouse/ui/widget"
)

// headLine is the line above a list without a box, and what stands at its right end: how old the rows are, or what is waited for.
func (p *Pane) headLine(w int, wait []widget.Piece) (title, end []widget.Piece) {
	room := w
	if len(wait) > 0 {
		room -= widget.PiecesWidth(wait) + 2
	}
	if title = p.headPieces(false); widget.PiecesWidth(title) > room {
		title = p.headPieces(true)
		first := said(p.titlePieces(), p.narrowPieces(), p.filterPieces(), p.countPieces(true), p.markPieces())
		title[0].Text = widget.Shortened(title[0].Text, widget.PiecesWidth(first)-room)
		said := p.status.Pieces(p.Env.Now())
		if n := len(said); n > 0 && said[0].Role != theme.Bad && widget.PiecesWidth(title) > room {
			title = title[:len(title)-n] // what isn't trouble is said in whole words or not at all
		}
	}
	if read := p.Age(); read != "" && len(wait) == 0 {
		return title, []widget.Piece{{Role: theme.Dim, Text: widget.Fitting(w-widget.PiecesWidth(title)-2, "read "+read, read, "")}}
	}
	return title, wait
}

// headPieces are what a line without a box says. In few cells it says less.
func (p *Pane) headPieces(brief bool) []widget.Piece {
	if brief {
		return said(p.titlePieces(), p.narrowPieces(), p.filterPieces(), p.countPieces(brief), p.markPieces(), p.askedPieces(),
			p.status.Pieces(p.Env.Now()))
	}
	return said(p.titlePieces(), p.narrowPieces(), p.viewPieces(), p.filterPieces(), p.countPieces(brief), p.markPieces(), p.askedPieces(),
		p.sortPieces(), p.status.Pieces(p.Env.Now()))
}
