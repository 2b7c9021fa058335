package form

import (
	"slices"
	"sync"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
)

// LineInput is one line that is typed in outside of a form: a filter, what is searched for. It is drawn as fields of a form are, so that
// nothing in it is unseen, and knows the cell that the cursor stands in.
type LineInput struct {
	textinput.Model
	look textinput.CursorStyle
	dots int // from which byte the text is drawn as dots; -1: none of it
	last lineWindow
}

// lineWindow is what was seen of a line last: a frame asks for it with the text and with the cursor.
type lineWindow struct {
	of            windowOf
	cells         []cell
	x             int
	before, after bool
}

// windowOf is what a window depends on.
type windowOf struct {
	text            string
	at, width, dots int
}

// plainInput is an empty line without a prompt and a cursor of its own, of which every other one is a copy: nothing that it holds is
// changed in place, and its styles and keys are most of what opening a form or the palette would make.
var plainInput = sync.OnceValue(func() textinput.Model {
	in := textinput.New()
	in.Prompt = ""
	in.KeyMap.DeleteWordForward.SetEnabled(false) // it panics at the end of the text in bubbles v2.2.1
	in.SetVirtualCursor(false)
	return in
})

// NewLineInput makes an empty line without the focus.
func NewLineInput() LineInput {
	in := LineInput{Model: plainInput(), dots: -1}
	in.look = in.Styles().Cursor
	return in
}

// Update takes keys and pastes.
func (in LineInput) Update(msg tea.Msg) (LineInput, tea.Cmd) {
	var cmd tea.Cmd
	in.Model, cmd = in.Model.Update(msg)
	return in, cmd
}

// HideFrom has the text drawn as dots from a byte on; -1 shows all of it.
func (in *LineInput) HideFrom(at int) { in.dots = at }

// cells are the text as it is drawn, and before which of them the cursor stands.
func (in *LineInput) cells() (cells []cell, cursor int) {
	text := in.Value()
	shown := text
	if in.dots >= 0 && in.dots <= len(text) {
		shown = text[:in.dots]
	}
	cells = cellsOf(shown, max(1, in.Width()))
	for range []rune(text[len(shown):]) {
		cells = append(cells, cell{text: "•", width: 1, runes: 1})
	}
	for passed := 0; cursor < len(cells) && passed+cells[cursor].runes <= in.Position(); cursor++ {
		passed += cells[cursor].runes
	}
	return cells, cursor
}

// window is the part of the line around the cursor that there is room for, the cell of the cursor in it, and whether it is cut.
func (in *LineInput) window() (cells []cell, x int, before, after bool) {
	l := &in.last
	if of := (windowOf{in.Value(), in.Position(), in.Width(), in.dots}); l.cells == nil || l.of != of {
		l.of = of
		l.cells, l.x, l.before, l.after = in.windowAnew()
	}
	return l.cells, l.x, l.before, l.after
}

func (in *LineInput) windowAnew() (cells []cell, x int, before, after bool) {
	cells, cursor := in.cells()
	w := max(1, in.Width())
	all, left := width(cells), width(cells[:cursor])
	if all <= w {
		return cells, left, false, false
	}
	// The cursor stands at three quarters, so that what is behind it is seen, and further right at the end of the text.
	from, offset := 0, min(max(0, left-w*3/4), all-w)
	for skipped := 0; skipped < offset; from++ {
		skipped += cells[from].width
	}
	to, used := from, 0
	for to < len(cells) && used+cells[to].width <= w {
		used += cells[to].width
		to++
	}
	return cells[from:to:to], width(cells[from:min(cursor, to)]), from > 0, to < len(cells)
}

// View draws the part of the line around the cursor, in as many cells as SetWidth said; cut ends show as "…".
func (in *LineInput) View() string {
	shown, _, before, after := in.window()
	if before || after {
		shown = slices.Clone(shown)
	}
	if before && len(shown) > 1 {
		shown[0].text = "…" + draw.Spaces(shown[0].width-1)
	}
	switch last := len(shown) - 1; {
	case after && width(shown) < in.Width(): // what comes next is wider than the room that is left
		shown = append(shown, cell{text: "…"})
	case after && last > 0:
		shown[last].text = "…" + draw.Spaces(shown[last].width-1)
	}
	return join(shown)
}

// Cursor is where the terminal's cursor stands in what View draws, nil without the focus.
func (in *LineInput) Cursor() *tea.Cursor {
	if !in.Focused() {
		return nil
	}
	_, x, _, _ := in.window()
	at := tea.NewCursor(x, 0)
	at.Blink, at.Color, at.Shape = in.look.Blink, in.look.Color, in.look.Shape
	return at
}
