package form

import (
	"fmt"
	"sort"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// The heights from which the form has room for more than the bare fields.
const (
	compactHeight = 6  // below: only the focused field and the hints
	helpHeight    = 8  // a line of help
	roomyHeight   = 14 // space between fields, a second line of help
)

// screen is a drawn form, before colours.
type screen struct {
	lines   []line
	x, y    int // the cursor
	visible bool

	from, rows, all int // which part of the fields is in view
}

// Lines draws the form: exactly h lines of w cells. It scrolls to the field with the focus.
func (f *Form) Lines(w, h int) []string {
	if w <= 0 || h <= 0 {
		return []string{""}
	}
	f.w, f.h = w, h
	f.showUnread()
	s := f.layout()
	f.drawn = s
	out := make([]string, h)
	for i := range out {
		if i < len(s.lines) {
			out[i] = f.paint(s.lines[i], w)
		} else {
			out[i] = draw.Spaces(w)
		}
	}
	return out
}

// Cursor is where the cursor stands in what Lines drew last, nil when there is none.
func (f *Form) Cursor() *tea.Cursor {
	if f.w <= 0 || f.h <= 0 {
		return nil
	}
	s := f.drawn
	if !s.visible || s.y >= f.h || s.x >= f.w {
		return nil
	}
	return tea.NewCursor(s.x, s.y)
}

// InView is which part of the fields Lines drew last, in lines; nothing where all of them were.
func (f *Form) InView() (top, rows, all int) { return f.drawn.from, f.drawn.rows, f.drawn.all }

func (f *Form) layout() screen {
	if f.reading {
		return f.page()
	}
	if f.h < compactHeight {
		return f.compact()
	}
	top := f.top()
	height := max(1, f.h-len(top)-len(f.bottom()))
	body, at := f.fittingBody(height)
	bottom := f.bottom()
	from := scroll(len(body), height, at)
	s := screen{lines: top, x: at.x, y: len(top) + at.cursor - from, visible: at.visible, from: from, rows: height, all: len(body)}
	for i := range height {
		if from+i < len(body) {
			s.lines = append(s.lines, body[from+i])
		} else {
			s.lines = append(s.lines, nil)
		}
	}
	s.lines = append(s.lines, bottom...)
	return s
}

// place is where the block with the focus lies in the body, and the cursor in it.
type place struct {
	first, end int
	cursor, x  int
	visible    bool
}

// afterFocus is how much of what comes after the focused field is in view with it, where there is room.
const afterFocus = 2

// scroll is the first line of the body to draw: the block with the focus is in view as far as it fits, with a little of what comes
// after it, and the cursor always.
func scroll(total, height int, at place) int {
	from := min(at.end+afterFocus-height, at.first)
	if at.visible {
		from = max(from, at.cursor-height+1)
	}
	return max(0, min(from, total-height))
}

// compact draws the field with the focus and the hints, as far as there is room.
func (f *Form) compact() screen {
	hint := f.message(1)
	urgent := f.asking || f.busy
	if f.h == 1 && urgent {
		return screen{lines: hint}
	}
	b := f.blockAt(f.focus, rows{1, leastNote})
	lines, cursor := b.lines, b.cursor
	room := f.h - 1
	if f.h <= 2 { // the value is worth more than its title
		room = 1
		lines, cursor = lines[b.value:], cursor-b.value
	}
	lines = lines[:min(room, len(lines))]
	s := screen{lines: append([]line{}, lines...), x: b.x, y: cursor, visible: b.visible && cursor < len(lines)}
	if f.h > 1 {
		for len(s.lines) < f.h-1 {
			s.lines = append(s.lines, nil)
		}
		s.lines = append(s.lines, hint...)
	}
	return s
}

// top is the title, how far the person is, and a refusal that names no field.
func (f *Form) top() []line {
	count := ""
	if n := len(f.Changed()); n > 0 && !f.spec.fresh() {
		count = fmt.Sprintf("%d changed", n)
	}
	if f.focus < len(f.fields) {
		count = strings.TrimSuffix(fmt.Sprintf("%d of %d · %s", f.focus+1, len(f.fields), count), " · ")
	}
	title := draw.Truncate(f.spec.Title, f.w)
	head := line{text(theme.Title, title)}
	if gap := f.w - draw.Width(title) - draw.Width(count); gap > 0 {
		head = append(head, text(theme.Text, draw.Spaces(gap)), text(theme.Dim, count))
	}
	lines := append([]line{head}, f.said(f.saidRows())...)
	if f.h >= roomyHeight {
		lines = append(lines, nil)
	}
	return lines
}

// saidRows is how many rows each thing that was said has: all it needs where the fields have room all the same.
func (f *Form) saidRows() int {
	if f.refusal == "" && f.news == "" {
		return uncut
	}
	most := max(1, f.h/5)
	around := 1 + len(f.bottom())
	if f.h >= roomyHeight {
		around++
	}
	if body, _ := f.body(f.leastRows()); around+len(f.said(uncut))+len(body) <= f.h {
		return uncut
	}
	return most
}

// said is a refusal that names no field and what became of the record, each in so many rows at most.
func (f *Form) said(most int) (lines []line) {
	if f.refusal != "" {
		role, text := f.verdict()
		lines = append(lines, paragraph(role, text, f.w, most)...)
	}
	if f.news != "" {
		lines = append(lines, paragraph(theme.Warn, "! "+f.news, f.w, most)...)
	}
	return lines
}

// bottom is the help of the focused field and the message line. Its height doesn't depend on the field, so that nothing jumps.
func (f *Form) bottom() []line {
	var lines []line
	if rows := f.helpRows(); rows > 0 {
		help := ""
		if fd := f.current(); fd != nil {
			help = fd.Help
		}
		if _, said := f.say(); len(said) == 0 && len(f.hints()) == 0 { // a long one has the line of the message, too, which is free
			if lines = paragraph(theme.Dim, help, f.w, rows+1); len(lines) > rows {
				return lines
			}
		}
		lines = helpLines(help, f.w, rows)
		for len(lines) < rows {
			lines = append(lines, nil)
		}
	}
	if f.h >= roomyHeight {
		lines = append([]line{nil}, lines...)
	}
	said := f.message(max(1, f.h/5))
	if fd := f.current(); fd != nil && f.h < helpHeight && len(said) == 1 && len(said[0]) == 0 { // the line of the message is free
		return append(lines, helpLines(fd.Help, f.w, 1)...)
	}
	return append(lines, said...)
}

func (f *Form) helpRows() int {
	if f.h < helpHeight || f.h >= roomyHeight { // on a roomy screen it stands below its field
		return 0
	}
	most, rows := 1, 0
	for _, fd := range f.fields {
		if fd.Help != "" {
			rows = max(rows, min(most, len(draw.Wrap(fd.Help, f.w))))
		}
	}
	return rows
}

// fittingBody gives what is said below the fields, and then long values, as many rows as leave the whole form in view, and at least a few.
func (f *Form) fittingBody(height int) (lines []line, at place) {
	most := f.leastRows()
	fits := func(r rows) bool {
		lines, _ := f.body(r)
		return len(lines) <= height
	}
	if whole, at := f.body(rows{most.value + height, most.note + height}); len(whole) <= height {
		f.cut = false
		return whole, at
	}
	if fits(most) {
		most.note += sort.Search(height, func(more int) bool { return !fits(rows{most.value, most.note + more + 1}) })
		most.value += sort.Search(height, func(more int) bool { return !fits(rows{most.value + more + 1, most.note}) })
	} else { // what is in view with the focus
		most.note = max(most.note, height-most.value-afterFocus-1)
	}
	f.cut = !fits(rows{most.value, most.note + height})
	return f.body(most)
}

// hintBelow is the help of the field with the focus. It stands in the line that is free below every field, so that nothing jumps.
func (f *Form) hintBelow(i int) []line {
	if f.h < roomyHeight || i != f.focus || i >= len(f.fields) || f.fields[i].Help == "" || f.fields[i].Facts != nil {
		return nil
	}
	return f.shift(true, helpLines(f.fields[i].Help, f.room(), 2))
}

// leastRows is what every field gets on a screen of this height.
func (f *Form) leastRows() rows { return rows{max(1, min(8, f.h/2-2)), leastNote} }

// body is everything that scrolls: the words before the fields, the fields with at most so many rows each, the button.
func (f *Form) body(most rows) (lines []line, at place) {
	before := f.before()
	const ofField = 4 // its title, its value, a note, a space
	lines = append(make([]line, 0, len(before)+ofField*(len(f.fields)+1)), before...)
	for i := range len(f.fields) + 1 {
		b := f.blockAt(i, most)
		hint := f.hintBelow(i)
		b.lines = append(b.lines, hint...)
		if i == f.focus {
			at = place{first: len(lines), end: len(lines) + len(b.lines), cursor: len(lines) + b.cursor, x: b.x, visible: b.visible}
		}
		lines = append(lines, b.lines...)
		if len(hint) == 0 && f.spaced(i) {
			lines = append(lines, nil)
		}
	}
	if f.focus == 0 {
		at.first = 0 // the words before the first field belong to it
	}
	return lines, at
}

// before are the words before the fields.
func (f *Form) before() (lines []line) {
	if f.spec.Intro != "" {
		lines = append(lines, paragraph(theme.Dim, f.spec.Intro, f.w, 3)...)
	}
	if f.spec.Blind {
		const blind = "The current values can't be read. Only what you change is sent, and it can't be undone from here."
		lines = append(lines, paragraph(theme.Warn, blind, f.w, 3)...)
	}
	if len(lines) > 0 && f.h >= roomyHeight {
		lines = append(lines, nil)
	}
	return lines
}

// spaced reports whether a line below a field is free.
func (f *Form) spaced(i int) bool { return f.h >= roomyHeight && i < len(f.fields) && !f.listed(i) }
