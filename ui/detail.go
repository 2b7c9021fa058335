package ui

import (
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// detail is the record under the cursor, as lines that can be scrolled.
type detail struct {
	lines []string // drawn, each at most w cells
	head  string   // drawn, stays above the lines that scroll; "" for none
	w, h  int
	top   int
	raw   bool
	dirty bool
	drawn any    // the key that the lines belong to
	found string // the filter that was looked for in them
	doing string // what was being done to the record
	reach int    // how many of the lines have been in view, beside the raw ones
	// more says in the last line in view how many are below; "" where something else says it.
	more func(n int) string
}

// linesBelow says how many lines of a detail are below those in view, and how to get there where its keys scroll it.
func (e *env) linesBelow(n, w int, scrolls bool) string {
	text := "↓ " + count(int64(n), "more line") + ifText(scrolls, ": "+e.keys.Label("detail.page.down"))
	return e.theme.Paint(theme.Info, draw.Truncate(text, w))
}

// maxLines bounds what one record may put on the screen; the raw view and export have all of it.
const maxLines = 5000

func (d *detail) scroll(delta int) {
	d.top = max(0, min(d.top+delta, len(d.lines)-d.rows()))
	if !d.raw {
		d.reach = max(d.reach, min(len(d.lines), d.top+d.rows()))
	}
}

// below is how many lines stand below those in view.
func (d *detail) below() int { return max(0, len(d.lines)-d.top-d.rows()) }

// rows is how many lines are in view at a time.
func (d *detail) rows() int {
	rows := d.h
	if d.head != "" {
		rows--
	}
	if d.more != nil && rows > 2 && len(d.lines) > rows { // the last says that there is more
		rows--
	}
	return max(0, rows)
}

func (d *detail) resize(w, h int) {
	if w != d.w {
		d.dirty, d.reach = true, 0
	}
	d.w, d.h = w, h
	d.scroll(0)
}

func (d *detail) set(key any, lines []string) {
	if d.drawn != key {
		d.top, d.reach = 0, 0
	}
	if len(lines) > maxLines {
		lines = append(lines[:maxLines:maxLines], "…")
	}
	d.drawn, d.lines, d.dirty = key, lines, false
	d.scroll(0)
}

func (d *detail) view() []string {
	from := min(d.top, len(d.lines))
	lines := d.lines[from:min(len(d.lines), from+max(0, d.rows()))]
	if d.head != "" {
		lines = append([]string{d.head}, lines...)
	}
	if n := d.below(); n > 0 && d.more != nil && len(lines) < d.h {
		lines = append(lines[:len(lines):len(lines)], d.more(n))
	}
	return draw.Block(lines, d.w, d.h)
}

// labelWidth is the width of the label column for a detail of w cells.
func labelWidth(w int) int { return min(20, max(8, w/3)) }

// drawSections draws a record's sections to lines of at most w cells.
func drawSections(sections []section, w int, th *theme.Theme) []string {
	if w <= 0 {
		return nil
	}
	var lines []string
	for i, s := range sections {
		if i > 0 {
			lines = append(lines, "")
		}
		if s.title != "" {
			lines = append(lines, paintAll(th, theme.Title, draw.Wrap(draw.Clean(clip(s.title)), w))...)
		}
		for _, f := range s.fields {
			lines = append(lines, drawField(f, w, th)...)
		}
	}
	return lines
}

// maxText bounds the text of one field on the screen, in bytes; the raw view says how much more there is, and files have all of it.
const maxText = 64 << 10

func clip(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + " … and " + draw.Bytes(int64(len(text)-maxText)) + " more"
}

func drawField(f field, w int, th *theme.Theme) []string {
	f.value, f.note = clip(f.value), clip(f.note)
	label := labelWidth(w)
	if f.label == "" {
		return drawLoose(f, w, th)
	}
	room := max(1, w-label-1-draw.Width(f.sign))
	if f.bar == nil && room < longestWord(f.value) && longestWord(f.value) <= w-2-draw.Width(f.sign) {
		return drawBelow(f, w, th)
	}
	var lines []string
	head := th.Paint(theme.Label, draw.Fit(f.label, label, draw.Left)) + " "
	indent := strings.Repeat(" ", label+1)
	bar := ""
	if f.bar != nil && room > 20 {
		bar = drawBar(*f.bar, 10, th) + " "
		room -= 11
	}
	value := f.value
	role := f.role
	if value == "" {
		value, role = "–", theme.Dim
	}
	for i, line := range draw.WrapText(value, room) {
		prefix := indent
		if i == 0 {
			prefix = head + bar
		}
		lines = append(lines, prefix+th.Paint(role, f.sign+line))
	}
	if f.note != "" {
		for _, line := range draw.Wrap(f.note, max(1, w-label-1)) {
			lines = append(lines, indent+th.Paint(theme.Dim, line))
		}
	}
	return lines
}

// longestWord is the width of the longest word, or more than any screen has for a very long text.
func longestWord(text string) int {
	const most = 4096
	if len(text) > most {
		return most
	}
	width := 0
	for word := range strings.FieldsSeq(text) {
		width = max(width, draw.Width(draw.Clean(word)))
	}
	return width
}

// drawBelow draws a value below its label, where a word would be broken beside it.
func drawBelow(f field, w int, th *theme.Theme) []string {
	lines := []string{th.Paint(theme.Label, draw.Truncate(f.label, w))}
	for _, line := range draw.WrapText(f.value, w-2-draw.Width(f.sign)) {
		lines = append(lines, "  "+th.Paint(f.role, f.sign+line))
	}
	if f.note != "" {
		for _, line := range draw.Wrap(f.note, w-2) {
			lines = append(lines, "  "+th.Paint(theme.Dim, line))
		}
	}
	return lines
}

func drawBar(fraction float64, w int, th *theme.Theme) string {
	full, rest := draw.BarParts(fraction, w)
	return th.Paint(theme.BarFull, full) + th.Paint(theme.BarEmpty, rest)
}

// quoted wraps a text that stands between lines of ours: one of several lines is set off by a bar before each.
func quoted(text string, w int) []string {
	const bar = "│ "
	if !draw.BreaksLines(text) || w <= draw.Width(bar) {
		return draw.Wrap(text, w)
	}
	lines := draw.WrapText(text, w-draw.Width(bar))
	for i := range lines {
		lines[i] = bar + lines[i]
	}
	return lines
}

// drawLoose draws a field without a label over the whole width.
func drawLoose(f field, w int, th *theme.Theme) []string {
	var lines []string
	bar, room := "", w
	if f.bar != nil && w > 30 {
		bar, room = drawBar(*f.bar, 8, th)+" "+th.Paint(theme.Dim, draw.Fit(draw.Percent(*f.bar), 4, draw.Right))+" ", w-14
	}
	for i, line := range quoted(f.value, room) {
		if bar != "" && i > 0 {
			bar = strings.Repeat(" ", 14)
		}
		lines = append(lines, bar+th.Paint(f.role, line))
	}
	indent := strings.Repeat(" ", w-room)
	if f.note != "" {
		for _, line := range draw.Wrap(f.note, room) {
			lines = append(lines, indent+th.Paint(theme.Dim, line))
		}
	}
	return lines
}

// redrawDetail draws the record under the cursor again if it isn't what stands there.
func (p *list) redrawDetail() {
	if !p.showsDetail() {
		return
	}
	row, ok := p.grid.Cursor()
	if !ok {
		p.detail.head = ""
		p.detail.set(nil, nil)
		p.detail.dirty = true
		return
	}
	key := p.key(row)
	doing := p.doing(row)
	if p.pursuit.waits && !p.detail.dirty {
		return
	}
	p.pursuit.waits = false
	if !p.detail.dirty && p.detail.drawn == any(key) && p.detail.found == p.find.text && p.detail.doing == doing {
		return
	}
	p.detail.found, p.detail.doing, p.detail.head = p.find.text, doing, ""
	if p.detail.raw {
		p.detail.head = p.rawHead(row)
		p.detail.set(key, drawJSON(p.rawShown(row), p.detail.w, p.env.theme))
		return
	}
	at := detailEnv[anyRow]{env: p.env, older: func() (anyRow, bool, bool) { return p.older(key) }, highlights: p.finds}
	sections := p.withAnswer(key, p.sections(row, at))
	if odd := p.problem(row); odd != "" {
		sections = append([]section{{fields: []field{{label: "Odd", value: odd, role: theme.Warn,
			note: "The tenant sent something unexpected here; " + p.label("raw") + " shows the raw JSON."}}}}, sections...)
	}
	p.detail.set(key, drawSections(append(underWaySections(doing), sections...), p.detail.w, p.env.theme))
}

// rawHead names the record above its JSON, where no headline does.
func (p *list) rawHead(row anyRow) string {
	if p.coversList() {
		return ""
	}
	return p.nameLine(row, p.detail.w)
}

// nameLine is the name of a record, or its id, as a heading, and what is being done to it.
func (p *list) nameLine(row anyRow, w int) string {
	t := p.target(row)
	doing := ifText(p.doing(row) != "", "  ◌ "+p.doing(row))
	return p.env.theme.Paint(theme.Title, draw.Truncate(firstOf(t.Name, t.ID), max(1, w-draw.Width(doing)))) +
		p.env.theme.Paint(theme.Info, draw.Truncate(doing, max(0, w-1)))
}

// older is the row that follows in the tenant's order.
func (p *list) older(key anyKey) (anyRow, bool, bool) {
	next, ok := p.grid.After(key)
	return next, ok, p.load.inView().more
}
