package host

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// Overlay stands over the panes and takes all keys and pastes: a dialog, a form, the palette, the help.
type Overlay interface {
	Update(msg tea.Msg) tea.Cmd
	// layout draws the inside of its box, at most w x h cells; lines is what it drew. It is called after every message, so that
	// drawing the frame changes nothing.
	Layout(w, h int)
	Lines() []string
	Title() string
	Role() theme.Role // of the border
	Closed() bool
	Hints() []keymap.ID
	Scope() keymap.Scope
	// cursor is relative to the first line, nil when hidden.
	Cursor() *tea.Cursor
	// restyle is called when the theme changes.
	Restyle(*theme.Theme)
	// Term is what the overlay calls a binding, "" for the key map's word.
	Term(keymap.ID) string
	// Scrolled is which part of it is in view, for the scrollbar of its box.
	Scrolled() widget.Scroll
}

// OverlayBase is embedded by overlays: it is what most answer to what only some have.
type OverlayBase struct{}

func (OverlayBase) Cursor() *tea.Cursor { return nil }

func (OverlayBase) Restyle(*theme.Theme) {}

func (OverlayBase) Term(keymap.ID) string { return "" }

func (OverlayBase) Scrolled() widget.Scroll { return widget.Scroll{} }

// ForOverlay is what a command of an overlay brings back, wherever the overlay stands now.
type ForOverlay struct {
	To  Overlay
	Msg any
}

// Boxed draws an overlay with its border and its place on a screen of w x h cells. One that covers the top line names the tenant
// in its stead.
func Boxed(o Overlay, tenant TenantInfo, w, h int, th *theme.Theme) (box []string, x, y int) {
	inside := o.Lines()
	if Bare(w, h) {
		return draw.Block(append(bareHead(o.Title(), tenant, w, h, th), inside...), w, h), -2, 0
	}
	name, where := o.Title(), ""
	if (h-min(len(inside), h-2)-2)/3 == 0 {
		where = " · " + tenant.Place(w, 0)
	}
	width := draw.Width(draw.Clean(name)+where) + 4
	for _, line := range inside {
		width = max(width, draw.Width(line))
	}
	width = min(width, w-4)
	inside = draw.Block(inside, width, min(len(inside), h-2))
	title := draw.Truncate(name+where, width-2)
	if room := width - 2; where != "" && title != draw.Clean(name+where) { // the tenant stays whole longer than the title
		where = " · " + tenant.Place(room-3-draw.Width(draw.Clean(name)), room*2/3-3)
		title = draw.Truncate(name, room-draw.Width(where)) + where
	}
	around := widget.Box{Role: o.Role(), Title: []widget.Piece{{Role: theme.Title, Text: title}}, Scroll: o.Scrolled()}
	box = around.Draw(inside, width+4, len(inside)+2, th)
	return box, (w - width - 4) / 2, max(0, (h-len(box))/3)
}

// bareHead is what stands above an overlay without a border: its title and the tenant, on a line each where one doesn't hold both.
func bareHead(title string, tenant TenantInfo, w, h int, th *theme.Theme) []string {
	if BareHeadRows(title, tenant, w, h) == 2 {
		return []string{th.Paint(theme.Title, draw.Fit(title, w, draw.Left)),
			th.Paint(theme.TenantBand, draw.Fit(" "+tenant.Place(w-1, 0), w, draw.Left))}
	}
	name := " " + tenant.Place(w-1-draw.Width(draw.Clean(title)), w*2/3-1)
	return []string{th.Paint(theme.Title, draw.Fit(title, w-draw.Width(name), draw.Left)) + th.Paint(theme.TenantBand, name)}
}

// twoHeadRows is the height from which there is room for a second line above.
const twoHeadRows = 9

func BareHeadRows(title string, tenant TenantInfo, w, h int) int {
	if h >= twoHeadRows && draw.Width(draw.Clean(title)+" "+draw.Clean(FirstOf(tenant.Host, tenant.Name))) > w {
		return 2
	}
	return 1
}

// InsideOf is the room inside an overlay's box on a screen of w x h cells.
func InsideOf(o Overlay, tenant TenantInfo, w, h int) (int, int) {
	if Bare(w, h) {
		return w, max(0, h-BareHeadRows(o.Title(), tenant, w, h))
	}
	return w - 4, h - 2
}

// Spanned is a title that says which lines of the whole are in view, when not all are.
func Spanned(title string, top, rows, all int) string {
	if all <= rows {
		return title
	}
	return fmt.Sprintf("%s · %d–%d of %s", title, top+1, min(all, top+rows), draw.Count(int64(all)))
}

// Bare reports whether an overlay takes the whole screen without a border, because every cell counts.
func Bare(w, h int) bool { return w < 44 || h < 12 }

// Lookup finds the binding of a key in scopes, under either of its spellings.
func Lookup(keys *keymap.Map, scopes []keymap.Scope, press tea.KeyPressMsg) (keymap.ID, bool) {
	return keys.Lookup(scopes, press.String(), press.Keystroke())
}
