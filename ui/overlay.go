package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// overlay stands over the panes and takes all keys and pastes: a dialog, a form, the palette, the help.
type overlay interface {
	update(msg tea.Msg) tea.Cmd
	// layout draws the inside of its box, at most w x h cells; lines is what it drew. It is called after every message, so that
	// drawing the frame changes nothing.
	layout(w, h int)
	lines() []string
	title() string
	role() theme.Role // of the border
	closed() bool
	hints() []keymap.ID
	scope() keymap.Scope
	// cursor is relative to the first line, nil when hidden.
	cursor() *tea.Cursor
	// restyle is called when the theme changes.
	restyle(*theme.Theme)
}

// worded is an overlay or a pane that calls a binding by another word than the key map does.
type worded interface{ term(keymap.ID) string }

// explained is a pane that explains a binding by other words than the key map does; "" for the key map's.
type explained interface{ explains(keymap.ID) string }

// forOverlay is what a command of an overlay brings back, wherever the overlay stands now.
type forOverlay struct {
	to  overlay
	msg any
}

// boxed draws an overlay with its border and its place on a screen of w x h cells. One that covers the top line names the tenant
// in its stead.
func boxed(o overlay, tenant string, w, h int, th *theme.Theme) (box []string, x, y int) {
	inside := o.lines()
	if bare(w, h) {
		name := draw.Truncate(" "+tenant+" ", w/2)
		title := th.Paint(theme.Title, draw.Fit(o.title(), w-draw.Width(name), draw.Left)) + th.Paint(theme.TenantBand, name)
		return draw.Block(append([]string{title}, inside...), w, h), -2, 0
	}
	name := o.title()
	if (h-min(len(inside), h-2)-2)/3 == 0 {
		name += " · " + tenant
	}
	width := draw.Width(draw.Clean(name)) + 4
	for _, line := range inside {
		width = max(width, draw.Width(line))
	}
	width = min(width, w-4)
	inside = draw.Block(inside, width, min(len(inside), h-2))
	title := draw.Truncate(name, width-2)
	rule := strings.Repeat("─", max(0, width-draw.Width(title)-1))
	box = append(box, th.Paint(o.role(), "╭─ ")+th.Paint(theme.Title, title)+th.Paint(o.role(), " "+rule+"╮"))
	edge := th.Paint(o.role(), "│")
	for _, line := range inside {
		box = append(box, edge+" "+line+" "+edge)
	}
	box = append(box, th.Paint(o.role(), "╰"+strings.Repeat("─", width+2)+"╯"))
	return box, (w - width - 4) / 2, max(0, (h-len(box))/3)
}

// insideOf is the room inside a box on a screen of w x h cells.
func insideOf(w, h int) (int, int) {
	if bare(w, h) {
		return w, max(0, h-1)
	}
	return w - 4, h - 2
}

// spanned is a title that says which lines of the whole are in view, when not all are.
func spanned(title string, top, rows, all int) string {
	if all <= rows {
		return title
	}
	return fmt.Sprintf("%s · %d–%d of %s", title, top+1, min(all, top+rows), draw.Count(int64(all)))
}

// bare reports whether an overlay takes the whole screen without a border, because every cell counts.
func bare(w, h int) bool { return w < 44 || h < 12 }

// lookup finds the binding of a key in scopes, under either of its spellings.
func lookup(keys *keymap.Map, scopes []keymap.Scope, press tea.KeyPressMsg) (keymap.ID, bool) {
	return keys.Lookup(scopes, press.String(), press.Keystroke())
}
