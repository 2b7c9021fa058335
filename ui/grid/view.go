package grid

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/filter"
)

// Signs of cursor and mark, so that neither is told by colour alone.
const (
	cursorSign = "▌"
	markSign   = "◆"
	bothSign   = "◈" // where there is one cell for both
)

// similarNote stands above rows that don't contain what was typed.
const similarNote = "No row contains it; similar:"

// cell is one cell of the table before it is fitted to its column.
type cell struct {
	text  string // clean
	width int
	role  theme.Role
	fold  *filter.Folded // text, once a filter has looked for hits in it
	timed bool           // it may be another in the next second
}

// View draws the grid: exactly as many lines as SetSize said, the first of them the header, each exactly as wide.
// It remembers how wide the cells were that it has drawn, so that columns don't narrow again while scrolling, and lines that stay
// as they are.
func (g *Grid[K, T]) View(env Env, th *theme.Theme, focused bool) []string {
	if g.h == 0 {
		return nil
	}
	lines := make([]string, 0, g.h)
	places := g.visible()
	rows := g.window()
	cells, wider := g.measure(env, th, places, rows)
	if wider {
		if shown := g.visible(); !slices.Equal(places, shown) { // a number needs more room
			places = shown
			cells, _ = g.measure(env, th, places, rows)
		}
	}
	g.widen(places)
	g.keepLines(places)
	if g.head() > 1 || g.head() > 0 && !g.Similar() {
		if kept := &g.drawn.header; kept.text == "" || kept.sort != g.sort {
			*kept = drawnHeader{g.sort, g.header(th, places)}
		}
		lines = append(lines, g.drawn.header.text)
	}
	if g.head() > 0 && g.Similar() {
		lines = append(lines, th.Paint(theme.Warn, draw.Fit(similarNote, g.w, draw.Left)))
	}
	from, to := g.rangeEnds()
	for i, marked := range g.marksOnScreen() {
		at := g.top + i
		is := lineOf{cells[i].of, at == g.at, marked || from <= at && at < to, focused && at == g.at}
		lines = append(lines, g.kept(i, is, func() string { return g.line(th, places, cells[i].cells, is) }))
	}
	for len(lines) < g.h {
		lines = append(lines, draw.Spaces(g.w))
	}
	return lines
}

// kept is the line in a row of the window, drawn where it isn't kept.
func (g *Grid[K, T]) kept(i int, is lineOf, drawn func() string) string {
	d := &g.drawn
	for len(d.window) <= i {
		d.window = append(d.window, drawnLine{is: lineOf{cellsOf: cellsOf{slot: none}}})
	}
	last := &d.window[i]
	if last.is == is {
		return last.text
	}
	text, kept := d.lines[is]
	if !kept {
		text = drawn()
		d.lines[is] = text
	}
	*last = drawnLine{is, text}
	return text
}

// line draws a row.
func (g *Grid[K, T]) line(th *theme.Theme, places []place, cells []cell, is lineOf) string {
	l := line{theme: th, selected: is.selected, marked: is.marked, focused: is.focused}
	const ofCell = 5 // bytes, with what paints it
	l.out.Grow(ofCell * g.w)
	l.gutter(gutter(g.w))
	g.drawCells(&l, places, cells)
	l.blank(g.w - l.width)
	return l.out.String()
}

// Header draws the line of column titles.
func (g *Grid[K, T]) Header(th *theme.Theme) string {
	places := g.visible()
	g.widen(places)
	return g.header(th, places)
}

func (g *Grid[K, T]) header(th *theme.Theme, places []place) string {
	var out strings.Builder
	width := gutter(g.w)
	out.WriteString(draw.Spaces(width))
	for i, p := range places {
		if i > 0 {
			out.WriteString(draw.Spaces(gap))
			width += gap
		}
		c := &g.columns[p.column]
		if c.Name != g.sort.Column {
			out.WriteString(th.Paint(theme.Header, draw.Fit(c.head(), p.width, c.Align)))
		} else {
			out.WriteString(th.Paint(theme.HeaderSorted, sortedTitle(c.head(), p.width, c.Align, g.sort.Desc)))
		}
		width += p.width
	}
	out.WriteString(draw.Spaces(g.w - width))
	return out.String()
}

// sortedTitle keeps the sign of the order even where the title is cut.
func sortedTitle(title string, w int, align draw.Align, desc bool) string {
	sign := "▲"
	if desc {
		sign = "▼"
	}
	if draw.Width(title)+arrow <= w {
		return draw.Fit(title+" "+sign, w, align)
	}
	head, _ := draw.Cut(title, w-draw.Width(sign))
	return draw.Fit(head+sign, w, align)
}

// rowCells are the cells of a row in the window.
type rowCells struct {
	of cellsOf
	readCells
}

// measure reads the cells of the window and widens the columns that have seen nothing as wide, which it reports.
func (g *Grid[K, T]) measure(env Env, th *theme.Theme, places []place, rows []int32) (all []rowCells, wider bool) {
	g.keep(env.Now(), th, places)
	last := g.drawn.rows
	if len(last) != len(rows) {
		all = make([]rowCells, 0, len(rows))
	} else { // most keys leave them as they are
		all = last[:0]
	}
	for i, slot := range rows {
		row := g.store.at(slot)
		of := cellsOf{slot, g.pending != nil && g.pending(row)}
		if i < len(last) && last[i].of == of && last[i].second == g.drawn.second {
			all = append(all, last[i])
			continue
		}
		read, kept := g.drawn.cells[of]
		if !kept || read.second != g.drawn.second {
			if !kept {
				read.cells, wider = g.cellsOf(env, places, row, of.pending), true
			} else if g.readAges(env, places, row, read.cells, of.pending) {
				g.drawn.forgetLines(of)
				wider = true
			}
			read.second = g.drawn.second
			g.drawn.cells[of] = read
		}
		all = append(all, rowCells{of, read})
	}
	g.drawn.rows = all
	return all, wider
}

func (g *Grid[K, T]) cellsOf(env Env, places []place, row T, pending bool) []cell {
	cells := make([]cell, 0, len(places))
	for _, p := range places {
		cells = append(cells, g.cellOf(env, p, row, pending))
	}
	return cells
}

// readAges reads those cells of a row again that the time changes, and reports whether one is another now.
func (g *Grid[K, T]) readAges(env Env, places []place, row T, cells []cell, pending bool) (aged bool) {
	for i, p := range places {
		if !cells[i].timed {
			continue
		}
		if now := g.cellOf(env, p, row, pending); now.text != cells[i].text || now.role != cells[i].role {
			cells[i], aged = now, true
		}
	}
	return aged
}

func (g *Grid[K, T]) cellOf(env Env, p place, row T, pending bool) cell {
	c := &g.columns[p.column]
	if pending && c.Signed {
		text := pendingText(p.width)
		return cell{text: text, width: draw.Width(text), role: theme.Info, timed: true}
	}
	g.asking = asking{Env: env}
	of := cell{role: theme.Text}
	if c.Text != nil {
		of.text = draw.Clean(g.clip(c.Text(row, &g.asking)))
		of.width = draw.Width(of.text)
	}
	seen := g.seen
	if g.asking.lacks && !c.counts() {
		seen = g.nameless
	}
	seen[p.column] = max(seen[p.column], min(of.width, g.w))
	if c.Role != nil {
		of.role = c.Role(row, &g.asking)
	}
	of.timed = g.asking.timed
	return of
}

// asking notes what a cell asks for: a name that isn't known, since the id in its place is wider than most names, and its column isn't to
// keep that, and the time.
type asking struct {
	Env
	lacks, timed bool
}

func (a *asking) Name(kind, id string) string {
	name := a.Env.Name(kind, id)
	a.lacks = a.lacks || name == ""
	return name
}

func (a *asking) Now() time.Time {
	a.timed = true
	return a.Env.Now()
}

// pendingText stands in the place of a state that is about to change, in a column of a width.
func pendingText(w int) string {
	const text = "◌ pending"
	if draw.Width(text) > w {
		return "◌ …"
	}
	return text
}

// clip cuts a text that is longer than any screen shows, so that it costs no more than others.
func (g *Grid[K, T]) clip(s string) string {
	limit := 16*g.w + 256
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}

func (g *Grid[K, T]) drawCells(l *line, places []place, cells []cell) {
	for i, p := range places {
		if i > 0 {
			l.blank(gap)
		}
		c, cell := &g.columns[p.column], &cells[i]
		text, width := cell.text, cell.width
		if width > p.width {
			if c.Middle {
				text = draw.FitMiddle(text, p.width)
			} else {
				text = draw.Truncate(text, p.width)
			}
			width = draw.Width(text)
		}
		if c.Align == draw.Right {
			l.blank(p.width - width)
		}
		l.paint(cell.role, text, width, g.hits(p.column, cell, text))
		if c.Align == draw.Left {
			l.blank(p.width - width)
		}
	}
}

// hits returns the byte ranges of the drawn text that the filter matched, on whole characters.
func (g *Grid[K, T]) hits(column int, of *cell, drawn string) [][2]int {
	if g.filter.Empty() || g.columns[column].Search != nil || of.text == "" {
		return nil
	}
	if of.fold == nil {
		of.fold = filter.FoldCell(of.text)
	}
	hits := g.filter.HighlightsIn(column, of.fold)
	if len(hits) == 0 {
		return nil
	}
	text, limit := of.text, 0
	for limit < min(len(text), len(drawn)) && text[limit] == drawn[limit] {
		limit++
	}
	for limit < len(drawn) && !utf8.RuneStart(drawn[limit]) { // the ellipsis may begin like the character it stands for
		limit--
	}
	var whole [][2]int
	start := 0
	graphemes := displaywidth.StringGraphemes(text[:limit])
	for graphemes.Next() {
		end := start + len(graphemes.Value())
		for len(hits) > 0 && hits[0][1] <= start {
			hits = hits[1:]
		}
		if len(hits) > 0 && hits[0][0] < end {
			if last := len(whole) - 1; last >= 0 && whole[last][1] == start {
				whole[last][1] = end
			} else {
				whole = append(whole, [2]int{start, end})
			}
		}
		start = end
	}
	return whole
}
