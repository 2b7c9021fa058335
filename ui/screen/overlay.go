package screen

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// LayOut gives an overlay the room that it has.
func (s Screen) LayOut(o host.Overlay, tenant host.TenantInfo) {
	w, h := Inside(o, tenant, s.W, s.H-1)
	o.Layout(w, h)
	if again, rows := Inside(o, tenant, s.W, s.H-1); rows != h { // its title says what part of it is in view
		o.Layout(again, rows)
	}
}

// How many cells of a line have to be free beside a box for the line to be seen there: fewer show scraps. What stands dim behind the box
// needs only so many that it is seen to go on; the top line, which is read, whole words.
const (
	leastBehind = 4
	leastBeside = 20
)

// Laid keeps the lines of a screen with an overlay over them: most keys leave most of them as they were, and laying one over another is
// most of what such a key costs.
type Laid struct {
	of     laidAt
	lines  []laid
	behind []dimmed
	inside []insideLine
	box    widget.KeptLines
}

// dimmed is a line of the panes, as it is and as it stands behind an overlay.
type dimmed struct {
	theme     *theme.Theme
	line, dim string
}

// dim is the line in a row of the screen as it stands behind an overlay: without colours, so that the eye goes to what has the keys.
func (k *Laid) dim(row int, line string, th *theme.Theme) string {
	for len(k.behind) <= row {
		k.behind = append(k.behind, dimmed{})
	}
	kept := &k.behind[row]
	if kept.line != line || kept.theme != th {
		kept.theme, kept.line, kept.dim = th, line, th.Paint(theme.Dim, draw.StripStyles([]string{line})[0])
	}
	return kept.dim
}

// insideLine is a line of an overlay, and how it stands in its box.
type insideLine struct {
	line   string
	width  int
	left   int // cells before it
	room   int // in all
	padded string
}

// at is what is kept of a line.
func (k *Laid) at(i int, line string) *insideLine {
	for len(k.inside) <= i {
		k.inside = append(k.inside, insideLine{})
	}
	kept := &k.inside[i]
	if kept.line != line {
		*kept = insideLine{line: line, width: draw.Width(line)}
	}
	return kept
}

// padded is a line of at most so many cells behind some free ones.
func (k *Laid) padded(i int, line string, left, room int) string {
	kept := k.at(i, line)
	if kept.padded == "" || kept.left != left || kept.room != room {
		kept.left, kept.room, kept.padded = left, room, draw.Block([]string{draw.Spaces(left) + line}, room, 1)[0]
	}
	return kept.padded
}

// laidAt is what all of them depend on.
type laidAt struct {
	theme    *theme.Theme
	from, to int // the cells that lie over others
	w        int
	bare     bool // without the ground of dialogs
}

type laid struct{ under, before, after, over, line string }

// line is the line in a row of the screen, where one lies over another.
func (k *Laid) line(row int, under, over string, at laidAt) string {
	if k.of != at {
		k.of, k.lines = at, nil
	}
	for len(k.lines) <= row {
		k.lines = append(k.lines, laid{})
	}
	kept := &k.lines[row]
	if kept.line != "" && kept.under == under && kept.over == over {
		return kept.line
	}
	if kept.line == "" || kept.under != under {
		kept.under, kept.before, kept.after = under, draw.Part(under, 0, at.from), draw.Part(under, at.to, at.w)
	}
	ground := over
	if !at.bare {
		ground = at.theme.Ground(theme.Dialog, over)
	}
	kept.over, kept.line = over, kept.before+draw.Part(ground, 0, at.to-at.from)+kept.after
	return kept.line
}

// Over draws an overlay over the lines of the screen, all but the last, and says where its cursor is; nil: it has none.
func (s Screen) Over(lines []string, o host.Overlay, tenant host.TenantInfo, th *theme.Theme, kept *Laid) *tea.Cursor {
	last := len(lines) - 1
	box := boxed(o, tenant, s.W, s.H-1, th, kept)
	for row := 1; row < last && !box.Bare; row++ { // the top line says which tenant this is
		if box.X < leastBehind && row >= box.Y && row < box.Y+len(box.Lines) {
			lines[row] = draw.Spaces(s.W)
			continue
		}
		lines[row] = kept.dim(row, lines[row], th)
	}
	for i, line := range box.Lines {
		if row := box.Y + i; row < last {
			lines[row] = kept.line(row, lines[row], line, laidAt{th, box.X, box.X + box.W, s.W, box.Bare})
		}
	}
	at := o.Cursor()
	if at == nil {
		return nil
	}
	at.Position.X += box.X + box.Left
	at.Position.Y += box.Y + box.Top
	return at
}

// placed is an overlay with its place on the screen.
type placed struct {
	Lines []string
	X, Y  int // of its upper left corner
	W     int
	// Bare is an overlay that takes the whole screen.
	Bare bool
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

// boxed draws an overlay with its border. One that covers the top line names the tenant in its stead.
func boxed(o host.Overlay, tenant host.TenantInfo, w, h int, th *theme.Theme, kept *Laid) placed {
	inside := o.Lines()
	if bare(w, h) {
		head := bareHead(bareTitle(o), tenant, w, h, th)
		return placed{Lines: draw.Block(append(head, inside...), w, h), W: w, Bare: true, Top: len(head)}
	}
	rows := min(len(inside), h-2)
	width := 0
	for i, line := range inside {
		width = max(width, kept.at(i, line).width)
	}
	a := airIn(w, h, width, rows)
	where := ""
	if (h-rows-2-2*a.y)/3 == 0 {
		where = " · " + tenant.Place(w, 0)
	}
	width = min(max(width, draw.Width(draw.Clean(o.Title())+where)+4), w-2-2*a.x)
	if where != "" && w-width-2-2*a.x < 2*leastBeside { // no scraps of the top line stand beside it
		width = w - 2 - 2*a.x
	}
	around := widget.Box{Role: o.Role(), Title: []widget.Piece{boxTitle(o, where, tenant, width+2*a.x-4)}, Scroll: o.Scrolled()}
	if part := around.Scroll; part.Needed() {
		around.Count = []widget.Piece{{Role: theme.Dim, Text: part.Span()}}
	}
	room := width + 2*a.x - 2
	padded := slices.Repeat([]string{draw.Spaces(room)}, rows+2*a.y)
	for i, line := range inside[:rows] {
		padded[a.y+i] = kept.padded(i, line, a.x-1, room)
	}
	around.Kept = &kept.box
	wide := width + 2 + 2*a.x
	lines := around.Draw(padded, wide, len(padded)+2, th)
	return placed{Lines: lines, X: max(0, (w-wide)/2), Y: max(0, (h-len(lines))/3), W: min(w, wide), Left: 1 + a.x, Top: 1 + a.y}
}

// boxTitle is what its upper line says: the title and, where it covers the top line, the tenant.
func boxTitle(o host.Overlay, where string, tenant host.TenantInfo, room int) widget.Piece {
	name := o.Title()
	title := draw.Truncate(name+where, room)
	if where != "" && title != draw.Clean(name+where) { // the tenant stays whole longer than the title
		where = " · " + tenant.Place(room-3-draw.Width(draw.Clean(name)), room*2/3-3)
		title = draw.Middle(name, room-draw.Width(where)) + where
	}
	if o.Role() == theme.DangerBorder {
		return widget.Piece{Role: theme.DangerTitle, Text: title}
	}
	return widget.Piece{Role: theme.Title, Text: title}
}

// bareHead is what stands above an overlay without a border: its title and the tenant, on a line each where one doesn't hold both.
func bareHead(title string, tenant host.TenantInfo, w, h int, th *theme.Theme) []string {
	if bareHeadRows(title, tenant, w, h) == 2 {
		title = shorter(title, w)
		return []string{th.Paint(theme.Title, draw.FitMiddle(title, w)),
			th.Paint(theme.TenantBand, draw.Fit(" "+tenant.Place(w-1, 0), w, draw.Left))}
	}
	name := " " + tenant.Place(w-1-draw.Width(draw.Clean(title)), w*2/3-1)
	return []string{th.Paint(theme.Title, draw.FitMiddle(title, w-draw.Width(name))) + th.Paint(theme.TenantBand, name)}
}

// shorter cuts what a title names rather than what it says at its end of the part that is in view.
func shorter(title string, w int) string {
	clean := draw.Clean(title)
	at := strings.LastIndex(clean, widget.Parting)
	if over := draw.Width(clean) - w; over > 0 && at > 0 {
		return draw.Middle(clean[:at], max(1, draw.Width(clean[:at])-over)) + clean[at:]
	}
	return title
}

// twoHeadRows is the height from which there is room for a second line above.
const twoHeadRows = 9

func bareHeadRows(title string, tenant host.TenantInfo, w, h int) int {
	if h >= twoHeadRows && draw.Width(draw.Clean(title)+" "+draw.Clean(host.FirstOf(tenant.Host, tenant.Name))) > w {
		return 2
	}
	return 1
}

// Inside is the room inside an overlay's box, where the box has w x h cells at most.
func Inside(o host.Overlay, tenant host.TenantInfo, w, h int) (int, int) {
	if bare(w, h) {
		return w, max(0, h-bareHeadRows(bareTitle(o), tenant, w, h))
	}
	return w - 4, h - 2
}

// bareTitle is the title of an overlay without a border, which says what part of it is in view.
func bareTitle(o host.Overlay) string {
	return widget.Spanned(o.Title(), o.Scrolled())
}

// bare reports whether an overlay takes the whole screen without a border, because every cell counts.
func bare(w, h int) bool { return w < 44 || h < 12 }
