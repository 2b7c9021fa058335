package widget

import (
	"slices"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Table is rows whose columns stand under each other in a text that scrolls. Where there is no room, columns give up cells, then go.
type Table struct {
	Columns []TableColumn
	Rows    [][]Cell // with a cell for each column
}

// TableColumn says how a column takes part in the room.
type TableColumn struct {
	Title string
	Short string // the title where that one has no room
	Min   int    // as many cells it keeps
	Max   int    // more it never has; 0: no bound
	Gives int    // those with the most give up cells first; 0: none before all others
	Drop  int    // those with the most go first; 0: it stays
	Into  int    // the column that says it too once it has gone; a column is never its own, so 0 in the first is none
}

// Cell is a text in a row, with a bar before it where there is room.
type Cell struct {
	Text string
	Role theme.Role
	Bar  *float64
}

const (
	columnGap = 2
	widestBar = 8
	leastBar  = 4
	// headedFrom is the width from which a table has a line of titles and keeps each row to one line.
	headedFrom = 60
)

// Draw draws the rows in lines of at most w cells, the titles first. ends are where each row has ended, in lines.
func (t *Table) Draw(w int, th *theme.Theme) (lines []string, ends []int) {
	if w <= 0 || len(t.Rows) == 0 {
		return nil, nil
	}
	l := layTable(t, w)
	lines, ends = make([]string, 0, len(l.rows)+1), make([]int, 0, len(l.rows))
	if l.headed {
		lines = append(lines, l.titles(t, th))
	}
	for r, row := range l.rows {
		lines = l.row(lines, row, l.wants[r*len(t.Columns):], th)
		ends = append(ends, len(lines))
	}
	return lines, ends
}

// tableLayout is how many cells each column has, and its texts; a column without cells is left out.
type tableLayout struct {
	headed bool
	widths []int
	texts  []int // of them, those of the widest text
	gone   []bool
	rows   [][]Cell
	wants  []int32 // cells that their texts take, row by row
	joined int     // the column that says what has gone, too; -1 for none
}

func layTable(t *Table, w int) *tableLayout {
	l := &tableLayout{headed: w >= headedFrom, gone: make([]bool, len(t.Columns)), rows: t.Rows, joined: -1}
	for {
		over := l.measure(t) - w
		for _, i := range l.givers(t) {
			give := max(0, min(over, l.widths[i]-t.Columns[i].Min))
			l.widths[i] -= give
			over -= give
		}
		for i := range l.widths { // then the bars go
			give := max(0, min(over, l.widths[i]-max(l.texts[i], t.Columns[i].Min-leastBar-1)))
			if l.barred(i) {
				l.widths[i] -= give
				over -= give
			}
		}
		if over <= 0 {
			return l
		}
		last := l.next(t)
		if last < 0 {
			l.squeeze(over)
			return l
		}
		l.drop(t, last)
	}
}

// squeeze is the last resort: the widest give what they have, then the last go.
func (l *tableLayout) squeeze(over int) {
	for over > 0 {
		widest := slices.Index(l.widths, slices.Max(l.widths))
		if give := min(over, l.widths[widest]-1); give > 0 {
			l.widths[widest] -= give
			over -= give
			continue
		}
		last := len(l.gone) - 1
		for last > 0 && l.gone[last] {
			last--
		}
		l.gone[last] = true
		over -= l.widths[last] + columnGap
		l.widths[last] = 0
		if last == 0 {
			return
		}
	}
}

// measure gives every column as much as it wants, and is how much that is in all.
func (l *tableLayout) measure(t *Table) int {
	l.widths, l.texts = make([]int, len(t.Columns)), make([]int, len(t.Columns))
	l.wants = make([]int32, len(l.rows)*len(t.Columns))
	total := -columnGap
	for i, c := range t.Columns {
		if l.gone[i] {
			continue
		}
		bar := 0
		for r, row := range l.rows {
			wants := draw.Width(draw.Clean(row[i].Text))
			l.wants[r*len(t.Columns)+i] = int32(wants) //nolint:gosec // no text has as many cells
			l.texts[i] = max(l.texts[i], wants)
			if row[i].Bar != nil && l.headed {
				bar = widestBar + 1
			}
		}
		l.widths[i] = l.texts[i] + bar
		if l.headed {
			l.widths[i] = max(l.widths[i], draw.Width(draw.Clean(c.Title)))
		}
		if c.Max > 0 {
			l.widths[i] = min(l.widths[i], c.Max)
		}
		total += l.widths[i] + columnGap
	}
	return total
}

// barred reports whether a column has bars.
func (l *tableLayout) barred(i int) bool {
	return !l.gone[i] && len(l.rows) > 0 && l.rows[0][i].Bar != nil
}

// givers are the columns in the order in which they give up cells.
func (l *tableLayout) givers(t *Table) (order []int) {
	for i, c := range t.Columns {
		if c.Gives > 0 && !l.gone[i] {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return t.Columns[b].Gives - t.Columns[a].Gives })
	return order
}

// next is the column that goes next, -1 for none.
func (l *tableLayout) next(t *Table) int {
	last := -1
	for i, c := range t.Columns {
		if c.Drop > 0 && !l.gone[i] && (last < 0 || c.Drop > t.Columns[last].Drop) {
			last = i
		}
	}
	return last
}

func (l *tableLayout) drop(t *Table, i int) {
	l.gone[i] = true
	into := t.Columns[i].Into
	if into == i || into == 0 {
		return
	}
	l.joined = into
	rows := make([][]Cell, len(l.rows))
	for r, row := range l.rows {
		rows[r] = slices.Clone(row)
		rows[r][into].Text = strings.Join(NonEmpty(row[into].Text, row[i].Text), " · ")
	}
	l.rows = rows
}

// bar is how many cells of a column its bar has.
func (l *tableLayout) bar(i int) int {
	if room := l.widths[i] - l.texts[i] - 1; room >= leastBar {
		return min(room, widestBar)
	}
	return 0
}

func (l *tableLayout) titles(t *Table, th *theme.Theme) string {
	var line strings.Builder
	for i, c := range t.Columns {
		if !l.gone[i] {
			title := c.Title
			if c.Short != "" && draw.Width(draw.Clean(title)) > l.widths[i] {
				title = c.Short
			}
			line.WriteString(draw.Fit(title, l.widths[i], draw.Left) + draw.Spaces(columnGap))
		}
	}
	return th.Paint(theme.Header, strings.TrimRight(line.String(), " "))
}

// fitted is a text, clean, that takes so many cells, cut where it has no room for them.
func fitted(text string, width, room int, cut func(string, int) string) (string, int) {
	if width <= room {
		return draw.Clean(text), width
	}
	text = cut(text, room)
	return text, draw.Width(text)
}

// row adds a row in one line; the column that says more than its own goes on below.
func (l *tableLayout) row(lines []string, cells []Cell, wants []int32, th *theme.Theme) []string {
	const ofCell = 64 // bytes, with what paints it
	var line strings.Builder
	line.Grow(len(cells) * ofCell)
	var below []string
	x := 0
	for i, c := range cells {
		if l.gone[i] {
			continue
		}
		if x > 0 {
			line.WriteString(draw.Spaces(columnGap))
			x += columnGap
		}
		w := l.widths[i]
		switch {
		case c.Bar != nil:
			bar := l.bar(i)
			if bar > 0 {
				drawBar(&line, *c.Bar, bar, th)
				line.WriteByte(' ')
				bar++
			}
			text, width := fitted(c.Text, int(wants[i]), w-bar, draw.Truncate)
			th.PaintTo(&line, c.Role, draw.Spaces(min(w-bar, l.texts[i])-width), text)
			line.WriteString(draw.Spaces(w - bar - max(width, min(w-bar, l.texts[i]))))
		case i == l.joined && !l.headed:
			parts := draw.Wrap(draw.Middle(c.Text, 3*w), w)
			line.WriteString(th.Paint(c.Role, draw.Fit(parts[0], w, draw.Left)))
			for _, part := range parts[1:] {
				below = append(below, draw.Spaces(x)+th.Paint(c.Role, part))
			}
		default:
			text, width := fitted(c.Text, int(wants[i]), w, draw.Middle)
			th.PaintTo(&line, c.Role, text, draw.Spaces(w-width))
		}
		x += w
	}
	return append(append(lines, line.String()), below...)
}

// Card is a record drawn to be judged: its lines, and where in them each row of its table has ended.
type Card struct {
	Lines []string
	From  int // the line at which the table begins; 0 without one
	Ends  []int
}

// DrawCard draws sections to lines of at most w cells; where cells are scarce, nothing parts them.
func DrawCard(sections []Section, w int, th *theme.Theme) (c Card) {
	for _, s := range sections {
		if len(c.Lines) > 0 && w >= headedFrom {
			c.Lines = append(c.Lines, "")
		}
		table := s.Table
		s.Table = nil
		c.Lines = append(c.Lines, DrawSections([]Section{s}, w, th)...)
		if table == nil {
			continue
		}
		lines, ends := table.Draw(w, th)
		c.From = len(c.Lines)
		for _, end := range ends {
			c.Ends = append(c.Ends, c.From+end)
		}
		c.Lines = append(c.Lines, lines...)
	}
	return c
}
