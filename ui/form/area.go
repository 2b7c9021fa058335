package form

import (
	"fmt"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Area is a text of several lines that is edited outside of a form. It is not safe for concurrent use.
type Area struct {
	edit  *editor
	form  *Form // draws
	w, h  int
	marks []Mark
	// refused is why the last text that came wasn't put in, "" when it was.
	refused string
}

// Mark is a place in the text that something is said about: its line and column, counted from 1, the column in characters.
type Mark struct{ Line, Column int }

// NewArea makes an area with the cursor at the end of its text.
func NewArea(text string, t *theme.Theme) *Area {
	return &Area{edit: newEditor(text, true), form: &Form{theme: t}}
}

// Value is the text, lines separated by "\n".
func (a *Area) Value() string { return a.edit.value() }

// Set replaces the text and puts the cursor at its end.
func (a *Area) Set(text string) {
	a.edit.set(text)
	a.marks = nil
}

// RefusedByArea says why a text is too long for an area, "" when it isn't.
func RefusedByArea(text string) string {
	if would := utf8.RuneCountInString(text); would > AreaLimit {
		return TooLong("The text", AreaLimit, would)
	}
	return ""
}

// Insert puts a text in at the cursor, as a paste does.
func (a *Area) Insert(text string) {
	if !a.refuses(text) {
		a.change(func() { a.edit.paste(text) })
	}
}

// AreaLimit is how many characters an area takes.
const AreaLimit = 65536

func (a *Area) refuses(text string) bool {
	a.refused = ""
	would, passes := a.edit.passes(text, AreaLimit)
	if passes {
		a.refused = TooLong("The text", AreaLimit, would)
	}
	return passes
}

// Refused is why the last text that came wasn't put in, "" when it was.
func (a *Area) Refused() string { return a.refused }

// SetMarks marks places of the text, until the text is changed.
func (a *Area) SetMarks(marks []Mark) { a.marks = marks }

// GoTo puts the cursor on a place.
func (a *Area) GoTo(m Mark) { a.edit.goTo(m.Line-1, m.Column-1) }

// SetTheme changes the colours.
func (a *Area) SetTheme(t *theme.Theme) { a.form.theme = t }

// Resize sets the size that View draws, in cells.
func (a *Area) Resize(w, h int) { a.w, a.h = max(0, w), max(0, h) }

// Update takes keys and pastes.
func (a *Area) Update(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		a.Insert(msg.Content)
	case tea.KeyPressMsg:
		a.key(msg)
	}
}

func (a *Area) key(msg tea.KeyPressMsg) {
	if a.refuses(msg.Text) && msg.Text != "" {
		return
	}
	switch msg.String() {
	case "up":
		a.vertical(-1)
	case "down":
		a.vertical(1)
	case "pgup":
		a.vertical(1 - max(2, a.h))
	case "pgdown":
		a.vertical(max(2, a.h) - 1)
	case "tab":
		a.Insert("  ")
	default:
		a.change(func() { a.edit.press(msg) })
	}
}

// vertical moves the cursor by rows as they are drawn, as far as there are any.
func (a *Area) vertical(by int) {
	step := 1
	if by < 0 {
		step, by = -1, -by
	}
	for range by {
		if !wrapAround(a.edit, 1, a.room()).move(a.edit, step) {
			return
		}
	}
}

func (a *Area) change(f func()) {
	before := a.edit.value()
	if would, refused := a.edit.limited(AreaLimit, f); refused {
		a.refused = TooLong("The text", AreaLimit, would)
	}
	if a.edit.value() != before {
		a.marks = nil
	}
}

// gutter is the width of the line numbers, 0 where they would take too much room.
func (a *Area) gutter() int {
	if a.w < 30 {
		return 0
	}
	return len(fmt.Sprint(len(a.edit.above)+1+len(a.edit.below))) + 3
}

// room keeps a cell for a cursor behind the text.
func (a *Area) room() int { return max(1, a.w-a.gutter()-1) }

// Rows is how many rows the whole text takes as it is drawn, counted up to most.
func (a *Area) Rows(most int) int { return min(most, len(wrapAround(a.edit, most, a.room()))) }

// window is the part of the text that is drawn, and the row of the cursor in it.
func (a *Area) window() (rows wrapped, cursor, x int) {
	all := wrapAround(a.edit, a.h, a.room())
	r, c := all.at(a.edit.row(), a.edit.column())
	from := max(0, min(r-a.h/2, len(all)-a.h))
	return all[from:min(len(all), from+a.h)], r - from, width(all[r].cells[:c])
}

// InView is which rows of the text are drawn: the first of them, how many there is room for, how many there are. A line that is far from
// the cursor counts as one row.
func (a *Area) InView() (top, rows, all int) {
	near := wrapAround(a.edit, a.h, a.room())
	r, _ := near.at(a.edit.row(), a.edit.column())
	above, below := max(0, a.edit.row()-a.h), max(0, len(a.edit.below)-a.h)
	return above + max(0, min(r-a.h/2, len(near)-a.h)), a.h, above + len(near) + below
}

// View draws the part of the text around the cursor: exactly as many lines as Resize said, each exactly as wide.
func (a *Area) View() []string {
	lines := make([]string, a.h)
	rows, _, _ := a.window()
	for i := range lines {
		if i >= len(rows) {
			lines[i] = draw.Spaces(a.w)
			continue
		}
		lines[i] = a.form.paint(a.line(rows[i]), a.w)
	}
	return lines
}

// line draws a row; a marked place stands out, and its line has a sign before it.
func (a *Area) line(r row) line {
	var l line
	marked := a.markedIn(r.line)
	if g := a.gutter(); g > 0 {
		number, sign, role := "", " ", theme.Dim
		if r.start == 0 {
			number = fmt.Sprint(r.line + 1)
		}
		if len(marked) > 0 {
			sign, role = "✗", theme.InputError
		}
		l = append(l, span{role: role, text: draw.Fit(number, g-2, draw.Right) + sign + " "})
	}
	at := r.start
	for _, c := range r.cells {
		role := theme.Input
		for _, column := range marked {
			if at <= column-1 && column-1 < at+c.runes {
				role = theme.InputError
			}
		}
		if n := len(l); n > 0 && l[n-1].role == role && role == theme.Input {
			l[n-1].text += c.text
		} else {
			l = append(l, span{role: role, text: c.text, cursor: role == theme.InputError})
		}
		at += c.runes
	}
	return l
}

// markedIn are the marked columns of a line.
func (a *Area) markedIn(at int) []int {
	var columns []int
	for _, m := range a.marks {
		if m.Line == at+1 {
			columns = append(columns, m.Column)
		}
	}
	return columns
}

// Cursor is where the cursor stands in what View draws, nil when nothing is drawn.
func (a *Area) Cursor() *tea.Cursor {
	if a.w <= 0 || a.h <= 0 {
		return nil
	}
	_, y, x := a.window()
	return tea.NewCursor(min(a.gutter()+x, a.w-1), y)
}
