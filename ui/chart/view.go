package chart

import (
	"slices"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// View is a chart on the screen: what was counted, and which bar is chosen.
type View struct {
	declared *Chart[any]
	counted  Counts
	more     bool // the tenant has more rows than were looked at
	Open     bool // keys go to it
	at       spot
	moved    bool // a person has chosen it
	fitted
	other fitted // to the width of the other view that shows the same chart
	top   int    // of the lines, where they don't all fit
	rows  int    // that it had then
}

// fitted is a chart in so many cells.
type fitted struct {
	laid  layout
	drawn []string // as it looked last, nil when the numbers are others now
	looks look
}

// spot is a bar: its group, and its place there.
type spot struct{ group, bar int }

// New shows a chart.
func New(c *Chart[any]) *View { return &View{declared: c} }

// Set takes what was counted.
func (v *View) Set(n Counts, more bool) {
	v.counted, v.more = n, more
	v.fitted, v.other = fitted{laid: layout{w: v.laid.w}}, fitted{}
	v.lay(v.laid.w)
	if !v.there(v.at) || !v.moved && !v.Open {
		v.at = v.first()
	}
}

func (v *View) there(s spot) bool {
	return s.group < len(v.counted.bars) && s.bar < len(v.counted.bars[s.group])
}

// first is the first bar that has rows, or the first of all.
func (v *View) first() spot {
	for g, counts := range v.counted.counts {
		for b, n := range counts {
			if n > 0 {
				return spot{g, b}
			}
		}
	}
	return spot{}
}

// Empty reports whether nothing was counted.
func (v *View) Empty() bool { return v.counted.of == 0 }

// Each goes through the bars with how many rows they have.
func (v *View) Each(look func(Bar, int)) {
	for g, bars := range v.counted.bars {
		for b, bar := range bars {
			look(bar, v.counted.counts[g][b])
		}
	}
}

// Chosen is the bar under the cursor, and how many rows it has.
func (v *View) Chosen() (Bar, int, bool) {
	if !v.there(v.at) {
		return Bar{}, 0, false
	}
	return v.counted.bars[v.at.group][v.at.bar], v.counted.counts[v.at.group][v.at.bar], true
}

// Words say what the chart is of: "83 new suggestions of 130 loaded".
func (v *View) Words() string {
	loaded := draw.Count(int64(v.counted.of)) + widget.IfText(v.more, " loaded")
	if v.declared.Counts == nil {
		return widget.Count(int64(v.counted.about), v.declared.One) + widget.IfText(v.more, " loaded, there are more")
	}
	return widget.Count(int64(v.counted.about), v.declared.One) + " of " + loaded
}

// among are the rows of which a bar has its own: those that the chart is about, or all.
func (v *View) among(all bool) string {
	if all && v.declared.Counts != nil {
		return draw.Count(int64(v.counted.of)) + " loaded"
	}
	return widget.Count(int64(v.counted.about), v.declared.One) + widget.IfText(v.more, " loaded")
}

// ChosenWords say what the bar under the cursor is: "Top risk: critical, 12".
func (v *View) ChosenWords() string {
	bar, n, ok := v.Chosen()
	if !ok {
		return ""
	}
	return v.declared.Groups[v.at.group].Title + ": " + draw.Clean(bar.Label) + ", " + draw.Count(int64(n))
}

// Height is how many lines it takes in w cells, with the line that parts it from the rows.
func (v *View) Height(w int) int {
	if v.Empty() {
		return 0
	}
	return len(v.lay(w).lines) + 1
}

// Draw draws it above the rows: its height in lines of w cells. filter is the one that decides which rows are shown.
func (v *View) Draw(w int, filter string, th *theme.Theme) []string {
	now := look{w, filter, v.Open, v.at, th}
	if l := v.lay(w); v.drawn == nil || v.looks != now {
		v.looks, v.drawn = now, append(v.paint(l, 0, len(l.lines), filter, th), v.rule(w, th))
	}
	return v.drawn[:len(v.drawn):len(v.drawn)]
}

// look is all that decides how a chart of the same numbers is drawn.
type look struct {
	w      int
	filter string
	open   bool
	at     spot
	th     *theme.Theme
}

// Cover draws it in the place of the rows: h lines, the chosen bar among them, below the title of its group.
func (v *View) Cover(w, h int, filter string, th *theme.Theme) []string {
	l := v.lay(w)
	rows := max(0, h-1)
	v.rows = rows
	y := l.places[v.at].y
	v.top = max(0, min(v.top, len(l.lines)-rows, v.head()))
	if y >= v.top+rows {
		v.top = y - rows + 1
	}
	lines := make([]string, 0, h)
	for i := range rows {
		if at := v.line(i); at < len(l.lines) {
			lines = append(lines, v.paint(l, at, at+1, filter, th)...)
		} else {
			lines = append(lines, draw.Spaces(w))
		}
	}
	return append(lines, v.rule(w, th))[:max(0, h)]
}

// head is the line of the title of the chosen bar's group.
func (v *View) head() int {
	if len(v.laid.heads) == 0 {
		return 0
	}
	return v.laid.heads[v.laid.places[v.at].block]
}

// line is which line stands in a row of the chart while it covers the rows: the title stays in view.
func (v *View) line(row int) int {
	if head := v.head(); row == 0 && head < v.top && v.laid.places[v.at].y > v.top {
		return head
	}
	return v.top + row
}

// narrow is the width below which the rule has a cell less at its ends.
const narrow = 60

// Scrolled is which part of it was drawn last in the place of the rows, in h lines.
func (v *View) Scrolled(h int) widget.Scroll {
	return widget.Scroll{Top: v.top, Rows: max(0, h-1), All: len(v.laid.lines)}
}

// rule parts the chart from the rows, and says what it is of and which bar is chosen.
func (v *View) rule(w int, th *theme.Theme) string {
	lead := min(2, w)
	if w < narrow {
		lead = min(1, w)
	}
	said := v.Words()
	if bar, n, ok := v.Chosen(); v.Open && ok {
		of := " of " + v.among(v.declared.Groups[v.at.group].All)
		counted := draw.Count(int64(n))
		said = widget.Fitting(w-lead-2, v.ChosenWords()+" · "+said, v.ChosenWords()+of, draw.Clean(bar.Label)+", "+counted+of, counted+of)
	}
	said = draw.Truncate(" "+said+" ", max(0, w-lead))
	rest := max(0, w-lead-draw.Width(said))
	return th.Paint(theme.Border, strings.Repeat("─", lead)) + th.Paint(theme.Dim, said) +
		th.Paint(theme.Border, strings.Repeat("─", rest))
}

// layout is where everything stands in a width.
type layout struct {
	w      int
	lines  [][]part // the parts of each line, from the left
	places map[spot]place
	heads  []int // the lines of the titles, by block
}

// place is where a bar begins, and in which block: that of a strip, or that of groups beside each other.
type place struct{ x, y, block int }

// part is a stretch of a line.
type part struct {
	x    int
	text string
	role theme.Role
	of   spot // the bar that it belongs to
	bar  bool // it does
}

const (
	groupLeast = 20 // cells of a group
	groupMost  = 48
	barLeast   = 3 // of a bar
	groupGap   = 2
	signWidth  = 2
)

func (v *View) lay(w int) layout {
	if v.laid.w != w && v.laid.places != nil {
		v.fitted, v.other = v.other, v.fitted
	}
	if v.laid.w == w && v.laid.places != nil {
		return v.laid
	}
	l := layout{w: w, places: map[spot]place{}}
	var groups []int
	for i, g := range v.declared.Groups {
		switch {
		case i >= len(v.counted.bars) || len(v.counted.bars[i]) == 0:
		case g.Strip:
			v.layStrip(&l, i)
		default:
			groups = append(groups, i)
		}
	}
	abreast := max(1, min(len(groups), (w+groupGap)/(v.groupLeast(groups)+groupGap)))
	for row := range slices.Chunk(groups, abreast) {
		v.layGroups(&l, row, min(groupMost, (w+groupGap)/abreast-groupGap))
	}
	v.fitted = fitted{laid: l}
	return l
}

// groupLeast is how many cells groups beside each other have at least: those in which no title and no label is cut.
func (v *View) groupLeast(groups []int) int {
	least := groupLeast
	for _, g := range groups {
		label, number := v.widths(g)
		least = max(least, signWidth+draw.Width(draw.Clean(v.declared.Groups[g].Title)), signWidth+label+1+barLeast+1+number)
	}
	return min(least, groupMost)
}

// widths are those of the labels and numbers of a group.
func (v *View) widths(g int) (label, number int) {
	number = 1
	for b, bar := range v.counted.bars[g] {
		label = max(label, draw.Width(draw.Clean(bar.Label)))
		number = max(number, len(draw.Count(int64(v.counted.counts[g][b]))))
	}
	return label, number
}

// layGroups puts groups beside each other.
func (v *View) layGroups(l *layout, groups []int, w int) {
	top, block := len(l.lines), len(l.heads)
	l.heads = append(l.heads, top)
	for i, g := range groups {
		x, bars, counts := i*(w+groupGap), v.counted.bars[g], v.counted.counts[g]
		l.put(top, part{x: x + signWidth, text: draw.Truncate(v.declared.Groups[g].Title, w-signWidth), role: theme.Header})
		most := max(1, slices.Max(counts))
		label, number := v.widths(g)
		label = min(label, max(6, w-signWidth-number-2-barLeast))
		long := max(0, w-signWidth-label-number-2)
		for b, bar := range bars {
			y, of := top+1+b, spot{g, b}
			l.places[of] = place{x, y, block}
			full, rest := draw.BarParts(float64(counts[b])/float64(most), long)
			l.put(y, part{x: x + signWidth, text: draw.Fit(bar.Label, label, draw.Left), role: theme.Text, of: of, bar: true})
			l.put(y, part{x: x + signWidth + label + 1, text: full, role: bar.Role, of: of, bar: true})
			l.put(y, part{x: x + signWidth + label + 1 + draw.Width(full), text: rest, role: theme.BarEmpty, of: of, bar: true})
			l.put(y, part{x: x + signWidth + label + 2 + long, text: draw.Fit(draw.Count(int64(counts[b])), number, draw.Right),
				role: theme.Text, of: of, bar: true})
		}
	}
}

// level is a bar of a strip for n of the most there are.
func level(n, most int) string {
	signs := []rune("▁▂▃▄▅▆▇█")
	return string(signs[(n*len(signs)-1)/most])
}

// layStrip puts the bars of a group side by side, with what they are below.
func (v *View) layStrip(l *layout, g int) {
	bars, counts, top, block := v.counted.bars[g], v.counted.counts[g], len(l.lines), len(l.heads)
	l.heads = append(l.heads, top)
	title := draw.Clean(v.declared.Groups[g].Title)
	from := signWidth + draw.Width(title) + 2
	cells := (l.w - from) / len(bars)
	if cells < 1 || from > l.w/3 { // the title has a line of its own
		l.put(top, part{x: signWidth, text: draw.Truncate(title, l.w-signWidth), role: theme.Header})
		top, from = top+1, signWidth
		cells = max(1, (l.w-from)/len(bars))
	} else {
		l.put(top, part{x: signWidth, text: title, role: theme.Header})
	}
	cells = min(cells, 4)
	most, free := max(1, slices.Max(counts)), from
	for b, bar := range bars {
		x, of := from+b*cells, spot{g, b}
		if x+cells > l.w {
			break
		}
		l.places[of] = place{x, top, block}
		sign, role := " ", theme.BarEmpty // nothing there: a low bar is something
		if n := counts[b]; n > 0 {
			sign, role = level(n, most), bar.Role
		}
		l.put(top, part{x: x, text: strings.Repeat(sign, max(1, cells-1)), role: role, of: of, bar: true})
		tick := draw.Clean(bar.Tick)
		if x = min(x, l.w-draw.Width(tick)); tick != "" && x >= free { // the last one ends with the line
			l.put(top+1, part{x: x, text: tick, role: theme.Dim})
			free = x + draw.Width(tick) + 1
		}
	}
	l.line(top + 2) // a line apart from what follows
}

// line makes sure that there is such a line.
func (l *layout) line(y int) {
	for len(l.lines) <= y {
		l.lines = append(l.lines, nil)
	}
}

func (l *layout) put(y int, p part) {
	l.line(y)
	l.lines[y] = append(l.lines[y], p)
}
