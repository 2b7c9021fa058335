package list

import (
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// leastCrumbs is what the way to the list keeps in a line without a box.
const leastCrumbs = 16

// headLine is the line above a list without a box, and what stands at its right end: how old the rows are, or what is waited for.
func (p *Pane) headLine(w int, wait []widget.Piece) (title, end []widget.Piece) {
	if len(wait) > 0 {
		return p.headPieces(w - 2 - widget.PiecesWidth(wait)), wait
	}
	title = p.headPieces(w)
	if read := p.Age(); read != "" {
		end = []widget.Piece{{Role: theme.Dim, Text: widget.Fitting(w-widget.PiecesWidth(title)-2, "read "+read, read, "")}}
	}
	return title, end
}

// headPieces are what a line without a box says.
func (p *Pane) headPieces(room int) []widget.Piece {
	rest := said(p.narrowPieces(), p.viewPieces(), p.filterPieces(), p.countPieces(false), p.markPieces(false), p.askedPieces(),
		p.sortPieces(), p.status.Pieces(p.Env.Now()))
	all := append(p.titlePieces(room-2-widget.PiecesWidth(rest)), rest...)
	if widget.PiecesWidth(all) > room {
		return p.briefPieces(room)
	}
	return all
}

// briefPieces are what it says in few cells: the way to the list and what the tenant was asked for give up what the others need, and what
// isn't trouble is said in whole words or not at all.
func (p *Pane) briefPieces(room int) []widget.Piece {
	narrow, rest := said(p.narrowPieces()), said(p.filterPieces(), p.countPieces(true), p.markPieces(true))
	for i := range narrow {
		narrow[i].Text = draw.Middle(narrow[i].Text, max(leastCrumbs, room-leastCrumbs-4-widget.PiecesWidth(rest)))
	}
	rest = append(narrow, rest...)
	title := append(p.titlePieces(room-2-widget.PiecesWidth(rest)), append(rest, said(p.askedPieces())...)...)
	all := append(title, p.status.Pieces(p.Env.Now())...)
	if all[len(all)-1].Role == theme.Bad || widget.PiecesWidth(all) <= room {
		return all
	}
	return title
}
