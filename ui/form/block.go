package form

import (
	"fmt"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// block is a field, or the button, as it is drawn.
type block struct {
	lines   []line
	value   int // the line at which the value starts
	cursor  int // the line of the cursor
	x       int // and its cell
	visible bool
	part    string // which part of the value is in view, "" when all of it is
}

const wideMargin = 3 // a bar at the focused field, the mark of a change, a space

// margin is how many cells stand before a value.
func (f *Form) margin() int {
	if f.w >= 24 {
		return wideMargin
	}
	return min(1, f.w-1)
}

// room is how many cells a value has; its last one is kept for a cursor behind the text.
func (f *Form) room() int {
	w := f.w
	if w <= 0 {
		w = 80
	}
	return max(1, w-f.margin()-1)
}

// rows is how many rows of a field are drawn: of its value, and of each thing that is said below it.
type rows struct{ value, note int }

// uncut is more rows than any text has.
const uncut = 1 << 30

func (f *Form) blockAt(i int, most rows) block {
	if i == len(f.fields) {
		return f.button()
	}
	fd, focused := f.fields[i], i == f.focus
	if fd.Facts != nil {
		return f.checked(fd, focused, most.note)
	}
	b := block{value: 1}
	values := f.values(fd, focused, most.value, &b)
	if fd.editable() && fd.Kind != Toggle {
		ground := theme.Field
		if focused {
			ground = theme.FieldFocus
		}
		values = onGround(ground, values, f.room()+1)
	}
	heading := f.heading(fd, focused)
	if b.part != "" {
		heading = append(heading, text(theme.Dim, " · "+b.part))
	}
	notes := f.notes(fd, focused, most.note)
	b.lines = make([]line, 0, 1+len(values)+max(len(notes), 1)) // with room for a hint
	b.lines = append(b.lines, heading)
	b.lines = append(b.lines, f.shift(focused, values)...)
	b.lines = append(b.lines, f.shift(focused, notes)...)
	b.cursor += b.value
	b.x += f.margin()
	return b
}

// prefix is the margin of a line: the bar says where the focus is, the mark what was changed.
func (f *Form) prefix(focused bool, mark string) line {
	bar := " "
	if focused {
		bar = "▌"
	}
	switch f.margin() {
	case wideMargin:
		const most = 6 // with a title behind it
		return append(make(line, 0, most), text(theme.Accent, bar), text(theme.Warn, draw.Fit(mark, 1, draw.Left)), text(theme.Text, " "))
	case 1:
		if mark != "" && !focused {
			return line{text(theme.Warn, mark)}
		}
		return line{text(theme.Accent, bar)}
	}
	return nil
}

func (f *Form) heading(fd *field, focused bool) line {
	mark := ""
	if fd.changed() && !f.spec.fresh() {
		mark = "•"
	}
	role := theme.Label
	if focused {
		role = theme.Title
	}
	l := append(f.prefix(focused, mark), text(role, fd.Title))
	if fd.Required && fd.editable() {
		l = append(l, text(theme.Accent, " *"))
	}
	if mark != "" && f.margin() < wideMargin && focused {
		l = append(l, text(theme.Warn, " "+mark))
	}
	return l
}

// values draws what the field holds and notes the cursor in b, relative to the value.
func (f *Form) values(fd *field, focused bool, rows int, b *block) []line {
	switch {
	case !fd.editable():
		return passage(theme.Dim, orEmpty(fd.shown()), f.room(), rows)
	case fd.edit != nil && focused:
		return f.editing(fd, rows, b)
	case fd.Kind == Choice && len(fd.Options) > 0 && !(fd.Unknown && !fd.touched):
		return []line{f.choices(fd)}
	case fd.text() == "":
		return []line{{text(theme.InputPlaceholder, fd.placeholder())}}
	case fd.edit != nil:
		shown := fd.text()
		if fd.lossy() && shown == fd.start {
			shown = fd.Value // with the characters that the editor can't carry
		}
		lines := passage(theme.Value, firstLines(shown, rows+1), f.room(), rows)
		if n := strings.Count(shown, "\n") + 1; n > len(lines) {
			b.part = fmt.Sprintf("%d lines", n)
		}
		return lines
	case fd.Kind == Toggle:
		return []line{{text(theme.Value, fd.shown())}}
	}
	return paragraph(theme.Value, fd.shown(), f.room(), rows)
}

// firstLines is the start of a text, as far as anybody sees it.
func firstLines(s string, n int) string {
	end := 0
	for line := range strings.Lines(s) {
		if n--; n < 0 {
			break
		}
		end += len(line)
	}
	return s[:end]
}

func orEmpty(s string) string {
	if s == "" {
		return "empty"
	}
	return s
}

// placeholder is what stands in an empty field.
func (fd *field) placeholder() string {
	switch {
	case fd.Unknown && !fd.touched && fd.Replaces != "":
		return "unknown; what you type " + fd.Replaces
	case fd.Unknown && !fd.touched:
		return "unknown; sent only if you change it"
	case fd.Kind == Pick && fd.Required:
		return "nothing chosen; required"
	case fd.Kind == Pick:
		return "nothing chosen"
	case fd.Kind == Choice && fd.Required && len(fd.Options) > 0:
		return "nothing chosen; required"
	case fd.Kind == Choice && len(fd.Options) > 0:
		return "nothing chosen"
	case fd.soft():
		return required
	}
	return "empty"
}

// shown is the value of a field that isn't text, in words.
func (fd *field) shown() string {
	switch {
	case fd.edit != nil:
		return fd.Value
	case fd.Kind == Toggle && fd.now == "true":
		return "[x] on"
	case fd.Kind == Toggle:
		return "[ ] off"
	case fd.Kind == Choice:
		return fd.labelOf(fd.now)
	case fd.Kind == Pick && !strings.Contains(strings.ReplaceAll(fd.label, ", ", ","), fd.now): // several things may have the same name
		return fd.label + " · " + fd.now
	}
	return fd.label
}

// choices draws all options of a Choice when they fit, and the chosen one between arrows when they don't.
func (f *Form) choices(fd *field) line {
	all := make(line, 0, 2*len(fd.Options))
	at := 0
	for i, o := range fd.Options {
		mark, role := "○ ", theme.Dim
		if o.Value == fd.now {
			mark, role, at = "● ", theme.Value, i+1
		}
		if i > 0 {
			all = append(all, text(theme.Text, "  "))
		}
		all = append(all, text(role, mark+fd.labelOf(o.Value)))
	}
	sum := 0
	for _, s := range all {
		sum += draw.Width(s.text)
	}
	switch {
	case sum <= f.room():
		return all
	case at == 0:
		return line{text(theme.InputPlaceholder, fd.placeholder()), text(theme.Dim, fmt.Sprintf("  ‹ › %d to choose from", len(fd.Options)))}
	}
	return line{text(theme.Value, "‹ "+fd.labelOf(fd.now)+" ›"), text(theme.Dim, fmt.Sprintf("  %d of %d", at, len(fd.Options)))}
}

// editing draws the text under the cursor: the rows around it that fit.
func (f *Form) editing(fd *field, rows int, b *block) []line {
	b.visible = f.state == Editing && !f.busy && !f.asking
	wr := wrapAround(fd.edit, rows, f.room())
	r, c := wr.at(fd.edit.row(), fd.edit.column())
	from := max(0, min(r-rows/2, len(wr)-rows))
	var lines []line
	for i := from; i < min(from+rows, len(wr)); i++ {
		if i == r && b.visible {
			b.cursor, b.x = i-from, width(wr[i].cells[:c])
			lines = append(lines, withCursor(wr[i].cells, c))
			continue
		}
		lines = append(lines, line{{role: theme.Input, text: join(wr[i].cells)}})
	}
	b.part = partOf(wr, from, rows, len(fd.edit.above)+1+len(fd.edit.below))
	if fd.text() == "" {
		lines[0] = append(lines[0], text(theme.InputPlaceholder, " "+fd.placeholder()))
	}
	return lines
}

// partOf says which of n lines are in view, "" when all are.
func partOf(wr wrapped, from, rows, n int) string {
	end := min(from+rows, len(wr)) - 1
	first, last := wr[from], wr[end]
	above := from > 0 || first.line > 0
	below := end < len(wr)-1 || last.line < n-1
	switch {
	case !above && !below:
		return ""
	case n > 1 && first.line < last.line:
		return fmt.Sprintf("lines %d–%d of %d", first.line+1, last.line+1, n)
	case n > 1:
		return fmt.Sprintf("line %d of %d", first.line+1, n)
	case above && below:
		return "more above and below"
	case above:
		return "more above"
	}
	return "more below"
}

func withCursor(cells []cell, at int) line {
	under, rest := " ", ""
	if at < len(cells) {
		under, rest = cells[at].text, join(cells[at+1:])
	}
	return line{
		{role: theme.Input, text: join(cells[:at])},
		{role: theme.Input, text: under, cursor: true},
		{role: theme.Input, text: rest},
	}
}

func join(cells []cell) string {
	var b strings.Builder
	for _, c := range cells {
		b.WriteString(c.text)
	}
	return b.String()
}

// button is the last stop: enter sends the form from here, and nowhere else.
func (f *Form) button() block {
	focused := f.focus == len(f.fields)
	l := f.prefix(focused, "")
	face := text(theme.Button, "[ "+f.spec.Submit+" ]")
	if focused {
		face.role = theme.ButtonFocus
	}
	b := block{lines: []line{append(l, face)}}
	if f.cross != "" {
		b.lines = append(b.lines, f.shift(focused, paragraph(theme.InputError, "✗ "+f.cross, f.room(), 3))...)
	}
	return b
}
