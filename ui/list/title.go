package list

import (
	"fmt"

	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// titlePieces are the way to the list, in so many cells as far as words allow, and which of its alternatives it is.
func (p *Pane) titlePieces(room int) []widget.Piece {
	pieces := []widget.Piece{{Role: theme.Title}}
	for _, c := range p.Choices {
		if c.Name == p.Query.Choice {
			pieces = append(pieces, widget.Piece{Role: theme.Text, Text: draw.Middle(c.Title, max(leastCrumbs, room-2-leastCrumbs))})
		}
	}
	room = max(leastCrumbs, room-widget.PiecesWidth(pieces))
	pieces[0].Text = draw.Middle(p.CrumbsIn(room, p.Resource.Title), room)
	return pieces
}

// detailTitle names the record, behind the way to it where it covers the list.
func (p *Pane) detailTitle(row host.AnyRow) string {
	t := p.Target(row)
	name := draw.Clean(host.FirstOf(t.Name, t.ID))
	if p.pursuit.Waits && p.Detail.Name != "" {
		name = p.Detail.Name
	}
	if p.coversList() {
		return p.CrumbsIn(p.w-2-draw.Width(p.recordPlace()), p.Resource.Title, name)
	}
	return name
}

// recordPlace is which of the rows shown a record is.
func (p *Pane) recordPlace() string {
	index, shown := p.Grid.Position()
	return fmt.Sprintf("%s of %s", draw.Count(int64(index+1)), draw.Count(int64(shown))) + p.soFar()
}
