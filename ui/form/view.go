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
}

// View draws the form: exactly h lines of w cells. It scrolls to the field with the focus.
func (f *Form) View(w, h int) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	f.w, f.h = w, h
	s := f.layout()
	out := make([]string, h)
	for i := range out {
		if i < len(s.lines) {
			out[i] = f.paint(s.lines[i], w)
		} else {
			out[i] = draw.Spaces(w)
		}
	}
	return strings.Join(out, "\n")
}

// Cursor is where the cursor stands in what View drew last, nil when there is none.
func (f *Form) Cursor() *tea.Cursor {
	if f.w <= 0 || f.h <= 0 {
		return nil
	}
	s := f.layout()
	if !s.visible || s.y >= f.h || s.x >= f.w {
		return nil
	}
	return tea.NewCursor(s.x, s.y)
}

func (f *Form) layout() screen {
	if f.h < compactHeight {
		return f.compact()
	}
	top := f.top()
	bottom := f.bottom()
	height := max(1, f.h-len(top)-len(bottom))
	body, at := f.fittingBody(height)
	from := scroll(len(body), height, at)
	s := screen{lines: top, x: at.x, y: len(top) + at.cursor - from, visible: at.visible}
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

// scroll is the first line of the body to draw: the block with the focus is in view as far as it fits, with a little of what comes
// after it, and the cursor always.
func scroll(total, height int, at place) int {
	const after = 2
	from := min(at.end+after-height, at.first)
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
	b := f.blockAt(f.focus, 1)
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
	lines := []line{head}
	if f.refusal != "" {
		lines = append(lines, paragraph(theme.InputError, "✗ "+f.refusal, f.w, max(1, f.h/5))...)
	}
	if f.news != "" {
		lines = append(lines, paragraph(theme.Warn, "! "+f.news, f.w, max(1, f.h/5))...)
	}
	if f.h >= roomyHeight {
		lines = append(lines, nil)
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
		lines = paragraph(theme.Dim, help, f.w, rows)
		for len(lines) < rows {
			lines = append(lines, nil)
		}
	}
	if f.h >= roomyHeight {
		lines = append([]line{nil}, lines...)
	}
	return append(lines, f.message(max(1, f.h/5))...)
}

func (f *Form) helpRows() int {
	if f.h < helpHeight {
		return 0
	}
	most, rows := 1, 0
	if f.h >= roomyHeight {
		most = 2
	}
	for _, fd := range f.fields {
		if fd.Help != "" {
			rows = max(rows, min(most, len(draw.Wrap(fd.Help, f.w))))
		}
	}
	return rows
}

// fittingBody gives long values as many rows as leave the whole form in view, and at least a few.
func (f *Form) fittingBody(height int) (lines []line, at place) {
	least := max(1, min(8, f.h/2-2))
	most := least + sort.Search(max(0, height-least), func(more int) bool {
		lines, _ := f.body(least + more + 1)
		return len(lines) > height
	})
	return f.body(most)
}

// body is everything that scrolls: the words before the fields, the fields with at most so many rows a value, the button.
func (f *Form) body(rows int) (lines []line, at place) {
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
	for i := range len(f.fields) + 1 {
		b := f.blockAt(i, rows)
		if i == f.focus {
			at = place{first: len(lines), end: len(lines) + len(b.lines), cursor: len(lines) + b.cursor, x: b.x, visible: b.visible}
		}
		lines = append(lines, b.lines...)
		if f.h >= roomyHeight && i < len(f.fields) {
			lines = append(lines, nil)
		}
	}
	if f.focus == 0 {
		at.first = 0 // the words before the first field belong to it
	}
	return lines, at
}
