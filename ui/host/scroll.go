package host

import (
	"gatehouse/keymap"
	"gatehouse/ui/widget"
)

// ScrollBy scrolls a detail that has the keys of a list to itself; false: the binding doesn't move a cursor.
func ScrollBy(d *widget.Detail, id keymap.ID) bool {
	page := max(1, d.H-1)
	n, moves := map[keymap.ID]int{"cursor.down": 1, "cursor.up": -1, "cursor.page.down": page, "cursor.page.up": -page,
		"cursor.half.down": page / 2, "cursor.half.up": -page / 2, "cursor.top": -widget.MaxLines, "cursor.bottom": widget.MaxLines}[id]
	if moves {
		d.Scroll(n)
	}
	return moves
}
