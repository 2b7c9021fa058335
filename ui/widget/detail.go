package widget

import (
	"slices"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Detail is the record under the cursor, as lines that can be scrolled.
type Detail struct {
	Lines []string // drawn, each at most w cells
	Head  string   // drawn, stays above the lines that scroll; "" for none
	W, H  int
	Top   int
	Raw   bool
	Dirty bool
	Drawn any    // the key that the lines belong to
	Found string // the filter that was looked for in them
	Doing string // what was being done to the record
	Reach int    // how many of the lines have been in view, beside the raw ones
	// More says in the last line in view how many are below; "" where something else says it.
	More func(n int) string
	// Counted reports whether the box around the detail says that; nil: it doesn't.
	Counted func() bool
	Name    string // of the record that the lines are about
	seen    view
	turned  bool // it is to show the other side, which isn't drawn yet
	behind  side // the other side, as it was drawn
}

// side is what was drawn of a record, as fields or as JSON.
type side struct {
	key          any
	found, doing string
	lines        []string
	seen         view
}

// Turn shows the record as JSON, or its fields. What stood there before comes back as it was, unless something was to be drawn anew since.
func (d *Detail) Turn(raw bool) {
	d.Top = 0
	if d.Raw == raw {
		d.Dirty = true
		return
	}
	now := side{d.Drawn, d.Found, d.Doing, d.Lines, d.seen}
	d.Raw = raw
	if d.Stale() {
		d.Dirty = true
		return
	}
	if b := d.behind; b.lines != nil && b.key == now.key && b.found == now.found && b.doing == now.doing {
		d.Lines, d.seen = b.lines, b.seen
		d.Scroll(0)
	} else {
		d.turned = true
	}
	d.behind = now
}

// Stale reports whether the lines aren't those that are to be seen.
func (d *Detail) Stale() bool { return d.Dirty || d.turned }

// MaxLines bounds what one record may put on the screen; the raw view and export have all of it.
const MaxLines = 5000

func (d *Detail) Scroll(delta int) {
	d.Top = max(0, min(d.Top+delta, len(d.Lines)-d.Rows()))
	if !d.Raw {
		d.Reach = max(d.Reach, min(len(d.Lines), d.Top+d.Rows()))
	}
}

// Below is how many lines stand below those in view.
func (d *Detail) Below() int { return max(0, len(d.Lines)-d.Top-d.Rows()) }

// Rows is how many lines are in view at a time.
func (d *Detail) Rows() int {
	rows := d.H
	if d.Head != "" {
		rows--
	}
	if d.signs() && rows > 2 && len(d.Lines) > rows { // the last says that there is more
		rows--
	}
	return max(0, rows)
}

// Scrolled is where a detail stands, for the box around it.
func (d *Detail) Scrolled() Scroll { return Scroll{Top: d.Top, Rows: d.Rows(), All: len(d.Lines)} }

// signs reports whether the last line says how many are below.
func (d *Detail) signs() bool { return d.More != nil && (d.Counted == nil || !d.Counted()) }

func (d *Detail) Resize(w, h int) {
	if w != d.W {
		d.Dirty, d.Reach = true, 0
	}
	d.W, d.H = w, h
	d.Scroll(0)
}

func (d *Detail) Set(key any, lines []string) {
	if d.Drawn != key {
		d.Top, d.Reach = 0, 0
	}
	if len(lines) > MaxLines {
		lines = append(lines[:MaxLines:MaxLines], "…")
	}
	if d.Dirty || !d.turned {
		d.behind = side{}
	}
	d.Drawn, d.Lines, d.Dirty, d.turned = key, lines, false, false
	d.Scroll(0)
}

// view is what was drawn of a detail, and what it was drawn of.
type view struct {
	lines      []string
	head, more string
	w, h       int
	block      []string
}

func (v *view) is(o view) bool {
	return v.head == o.head && v.more == o.more && v.w == o.w && v.h == o.h && len(v.lines) == len(o.lines) &&
		(len(o.lines) == 0 || &v.lines[0] == &o.lines[0])
}

// View draws the lines in view. Lines are never changed, so those that stand where they stood aren't measured again.
func (d *Detail) View() []string {
	from := min(d.Top, len(d.Lines))
	now := view{lines: d.Lines[from:min(len(d.Lines), from+max(0, d.Rows()))], head: d.Head, w: d.W, h: d.H}
	lines := now.lines
	if d.Head != "" {
		lines = append([]string{d.Head}, lines...)
	}
	if n := d.Below(); n > 0 && d.signs() && len(lines) < d.H {
		now.more = d.More(n)
		lines = append(lines[:len(lines):len(lines)], now.more)
	}
	if !d.seen.is(now) || d.seen.block == nil {
		now.block = draw.Block(lines, d.W, d.H)
		d.seen = now
	}
	return slices.Clone(d.seen.block)
}

// labelWidth is the width of the label column for a detail of w cells.
func labelWidth(w int) int { return min(20, max(8, w/3)) }

// DrawSections draws a record's sections to lines of at most w cells.
func DrawSections(sections []Section, w int, th *theme.Theme) []string {
	if w <= 0 {
		return nil
	}
	var lines []string
	for i, s := range sections {
		if i > 0 {
			lines = append(lines, "")
		}
		if s.Title != "" {
			lines = append(lines, PaintAll(th, theme.Title, draw.Wrap(draw.Clean(clip(s.Title)), w))...)
		}
		for _, f := range s.Fields {
			lines = append(lines, drawField(f, w, th)...)
		}
		if s.Drawn != nil {
			lines = append(lines, s.Drawn(w, th)...)
		}
		if s.Table != nil {
			rows, _ := s.Table.Draw(w, th)
			lines = append(lines, rows...)
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

func drawField(f Field, w int, th *theme.Theme) []string {
	f.Value, f.Note = clip(f.Value), clip(f.Note)
	label := labelWidth(w)
	if f.Label == "" {
		return drawLoose(f, w, th)
	}
	room := max(1, w-label-1-draw.Width(f.Sign))
	longest := longestWord(f.Value)
	if f.Bar == nil && (room < longest && longest <= w-2-draw.Width(f.Sign) || label < longestWord(f.Label)) {
		return drawBelow(f, w, th)
	}
	bar := ""
	if f.Bar != nil && room > 20 {
		bar = DrawBar(*f.Bar, 10, th) + " "
		room -= 11
	}
	beside := valueLines(f, room, th)
	if len(beside) > 0 {
		beside[0] = bar + beside[0]
	}
	if f.Note != "" {
		beside = append(beside, PaintAll(th, theme.Dim, draw.Wrap(f.Note, max(1, w-label-1)))...)
	}
	head := draw.Wrap(draw.Truncate(f.Label, 3*label), label) // in whole words
	lines := make([]string, max(len(head), len(beside)))
	for i := range lines {
		if i < len(head) {
			lines[i] = th.Paint(theme.Label, draw.Fit(head[i], label, draw.Left)) + " "
		} else {
			lines[i] = draw.Spaces(label + 1)
		}
		if i < len(beside) {
			lines[i] += beside[i]
		}
	}
	return lines
}

// valueLines are the value of a field that has a label, or the ids in its place.
func valueLines(f Field, room int, th *theme.Theme) (lines []string) {
	for _, id := range f.IDs {
		lines = append(lines, drawID(id, room, f.Role, th)...)
	}
	if lines != nil {
		return lines
	}
	value, role := f.Value, f.Role
	if value == "" {
		value, role = "–", theme.Dim
	}
	for _, line := range draw.WrapText(value, room) {
		lines = append(lines, th.Paint(role, f.Sign+line))
	}
	return lines
}

// leastID is how many cells an id in short has at least: below that it has a line of its own.
const leastID = 11

// drawID draws a name with its id behind it, or the id alone.
func drawID(n NamedID, room int, role theme.Role, th *theme.Theme) []string {
	if n.Name == "" {
		return []string{th.Paint(theme.Dim, draw.Middle(n.ID, room))}
	}
	named := draw.WrapText(clip(n.Name), max(1, room))
	last := len(named) - 1
	left := room - draw.Width(named[last]) - 3 // a space and the parentheses
	lines := PaintAll(th, role, named)
	if n.ID == "" {
		return lines
	}
	if left >= min(leastID, draw.Width(draw.Clean(n.ID))) {
		lines[last] += th.Paint(theme.Dim, " ("+draw.Middle(n.ID, left)+")")
		return lines
	}
	return append(lines, th.Paint(theme.Dim, "("+draw.Middle(n.ID, max(1, room-2))+")"))
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

// drawBelow draws a value below its label, where a word of either would be broken beside the other.
func drawBelow(f Field, w int, th *theme.Theme) []string {
	var lines []string
	if strings.TrimSpace(f.Label) != "" {
		lines = append(lines, th.Paint(theme.Label, draw.Truncate(f.Label, w)))
	}
	for _, line := range valueLines(f, max(1, w-2-draw.Width(f.Sign)), th) {
		lines = append(lines, "  "+line)
	}
	if f.Note != "" {
		for _, line := range draw.Wrap(f.Note, w-2) {
			lines = append(lines, "  "+th.Paint(theme.Dim, line))
		}
	}
	return lines
}

func DrawBar(fraction float64, w int, th *theme.Theme) string {
	var b strings.Builder
	drawBar(&b, fraction, w, th)
	return b.String()
}

func drawBar(b *strings.Builder, fraction float64, w int, th *theme.Theme) {
	full, rest := draw.BarParts(fraction, w)
	th.PaintTo(b, theme.BarFull, full)
	th.PaintTo(b, theme.BarEmpty, rest)
}

// Quoted wraps a text that stands between lines of ours: one of several lines is set off by a bar before each.
func Quoted(text string, w int) []string {
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
func drawLoose(f Field, w int, th *theme.Theme) []string {
	var lines []string
	bar, room := "", w
	if f.Bar != nil && w > 30 {
		bar, room = DrawBar(*f.Bar, 8, th)+" "+th.Paint(theme.Dim, draw.Fit(draw.Percent(*f.Bar), 4, draw.Right))+" ", w-14
	}
	value := PaintAll(th, f.Role, Quoted(f.Value, room))
	if f.IDs != nil {
		value = valueLines(f, room, th)
	}
	for i, line := range value {
		if bar != "" && i > 0 {
			bar = strings.Repeat(" ", 14)
		}
		lines = append(lines, bar+line)
	}
	indent := strings.Repeat(" ", w-room)
	if f.Note != "" {
		for _, line := range draw.Wrap(f.Note, room) {
			lines = append(lines, indent+th.Paint(theme.Dim, line))
		}
	}
	return lines
}
