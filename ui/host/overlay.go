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
	// Layout draws the inside of its box, at most w x h cells; Lines is what it drew. It is called after every message, so that
	// drawing the frame changes nothing.
	Layout(w, h int)
	Lines() []string
	Title() string
	Role() theme.Role // of the border
	Closed() bool
	Hints() []keymap.ID
	Scope() keymap.Scope
	// Cursor is relative to the first line, nil when hidden.
	Cursor() *tea.Cursor
	// Restyle is called when the theme changes.
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

// Placed is an overlay as it stands on the screen.
type Placed struct {
	Lines []string
	X, Y  int // of its upper left corner
	// Left and Top are where the first line of the overlay lies in it.
	Left, Top int
}

// air is what is free around the inside of a box where there is room for it: cells at its sides, lines above and below.
type air struct{ x, y int }

func airIn(w, h, wide, rows int) air {
	a := air{x: 1}
	if wide+6 <= w {
		a.x = 2
	}
	if rows+4 <= h {
		a.y = 1
	}
	return a
}

// Boxed draws an overlay with its border and its place on a screen of w x h cells. One that covers the top line names the tenant
// in its stead.
func Boxed(o Overlay, tenant TenantInfo, w, h int, th *theme.Theme) Placed {
	inside := o.Lines()
	if Bare(w, h) {
		head := bareHead(bareTitle(o), tenant, w, h, th)
		return Placed{Lines: draw.Block(append(head, inside...), w, h), Top: len(head)}
	}
	rows := min(len(inside), h-2)
	width := 0
	for _, line := range inside {
		width = max(width, draw.Width(line))
	}
	a := airIn(w, h, width, rows)
	where := ""
	if (h-rows-2-2*a.y)/3 == 0 {
		where = " · " + tenant.Place(w, 0)
	}
	width = min(max(width, draw.Width(draw.Clean(o.Title())+where)+4), w-2-2*a.x)
	around := widget.Box{Role: o.Role(), Title: []widget.Piece{boxTitle(o, where, tenant, width+2*a.x-4)}, Scroll: o.Scrolled()}
	if part := around.Scroll; part.Needed() {
		around.Count = []widget.Piece{{Role: theme.Dim, Text: spanned(part)}}
	}
	padded := make([]string, a.y, rows+2*a.y)
	for _, line := range inside[:rows] {
		padded = append(padded, draw.Spaces(a.x-1)+line)
	}
	padded = draw.Block(padded, width+2*a.x-2, rows+2*a.y)
	lines := around.Draw(padded, width+2+2*a.x, len(padded)+2, th)
	for i, line := range lines {
		lines[i] = th.Ground(theme.Dialog, line)
	}
	return Placed{Lines: lines, X: max(0, (w-width-2-2*a.x)/2), Y: max(0, (h-len(lines))/3), Left: 1 + a.x, Top: 1 + a.y}
}

// boxTitle is what its upper line says: the title and, where it covers the top line, the tenant.
func boxTitle(o Overlay, where string, tenant TenantInfo, room int) widget.Piece {
	name := o.Title()
	title := draw.Truncate(name+where, room)
	if where != "" && title != draw.Clean(name+where) { // the tenant stays whole longer than the title
		where = " · " + tenant.Place(room-3-draw.Width(draw.Clean(name)), room*2/3-3)
		title = draw.Truncate(name, room-draw.Width(where)) + where
	}
	if o.Role() == theme.DangerBorder {
		return widget.Piece{Role: theme.DangerTitle, Text: title}
	}
	return widget.Piece{Role: theme.Title, Text: title}
}

// bareHead is what stands above an overlay without a border: its title and the tenant, on a line each where one doesn't hold both.
func bareHead(title string, tenant TenantInfo, w, h int, th *theme.Theme) []string {
	if bareHeadRows(title, tenant, w, h) == 2 {
		return []string{th.Paint(theme.Title, draw.Fit(title, w, draw.Left)),
			th.Paint(theme.TenantBand, draw.Fit(" "+tenant.Place(w-1, 0), w, draw.Left))}
	}
	name := " " + tenant.Place(w-1-draw.Width(draw.Clean(title)), w*2/3-1)
	return []string{th.Paint(theme.Title, draw.Fit(title, w-draw.Width(name), draw.Left)) + th.Paint(theme.TenantBand, name)}
}

// twoHeadRows is the height from which there is room for a second line above.
const twoHeadRows = 9

func bareHeadRows(title string, tenant TenantInfo, w, h int) int {
	if h >= twoHeadRows && draw.Width(draw.Clean(title)+" "+draw.Clean(FirstOf(tenant.Host, tenant.Name))) > w {
		return 2
	}
	return 1
}

// InsideOf is the room inside an overlay's box on a screen of w x h cells.
func InsideOf(o Overlay, tenant TenantInfo, w, h int) (int, int) {
	if Bare(w, h) {
		return w, max(0, h-bareHeadRows(bareTitle(o), tenant, w, h))
	}
	return w - 4, h - 2
}

// bareTitle is the title of an overlay without a border, which says what part of it is in view.
func bareTitle(o Overlay) string {
	return Spanned(o.Title(), o.Scrolled())
}

// Spanned is a title that says which lines of the whole are in view, when not all are.
func Spanned(title string, part widget.Scroll) string {
	if part.All <= part.Rows {
		return title
	}
	return title + " · " + spanned(part)
}

func spanned(part widget.Scroll) string {
	return fmt.Sprintf("%d–%d of %s", part.Top+1, min(part.All, part.Top+part.Rows), draw.Count(int64(part.All)))
}

// Bare reports whether an overlay takes the whole screen without a border, because every cell counts.
func Bare(w, h int) bool { return w < 44 || h < 12 }

// BindingForKey finds the binding of a key in scopes, under either of its spellings.
func BindingForKey(keys *keymap.Map, scopes []keymap.Scope, press tea.KeyPressMsg) (keymap.ID, bool) {
	return keys.Lookup(scopes, press.String(), press.Keystroke())
}
