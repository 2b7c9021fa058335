package form

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
)

// Word is an input of one line that must be given a certain word by hand, to confirm something that can't be undone.
type Word struct {
	want  string
	edit  *editor
	form  *Form // draws
	paste bool  // a paste was refused
}

// NewWord makes an input that wants a word. The word must be one that can be typed.
func NewWord(want string, t *theme.Theme) *Word {
	return &Word{want: want, edit: newEditor("", false), form: &Form{theme: t}}
}

// Update handles keys. Pastes are refused, and enter is left to the dialog around it.
func (w *Word) Update(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		w.paste = msg.Content != ""
	case tea.KeyPressMsg:
		if name := msg.String(); name == "enter" || name == "ctrl+v" {
			w.paste = name == "ctrl+v"
			return
		}
		w.paste = false
		if _, passes := w.edit.passes(msg.Text, textLimit); !passes {
			w.edit.press(msg)
		}
	}
}

// Matches reports whether exactly the word is typed.
func (w *Word) Matches() bool { return w.edit.value() == w.want }

// Typed is what is typed so far.
func (w *Word) Typed() string { return w.edit.value() }

// Refused reports whether the last thing that came was a paste, which doesn't count.
func (w *Word) Refused() bool { return w.paste }

// SetTheme changes the colours.
func (w *Word) SetTheme(t *theme.Theme) { w.form.theme = t }

// View draws one line of exactly width cells: what is typed, as much of it as fits up to the cursor, and a mark when it is right.
func (w *Word) View(width int) string {
	if width <= 0 {
		return ""
	}
	l := withCursor(aroundCursor(cellsOf(w.edit.value(), width), w.edit.column(), width-3))
	switch {
	case w.paste:
		l = append(l, text(theme.Warn, " type it by hand"))
	case w.Matches():
		l = append(l, text(theme.Good, " ✓"))
	}
	return w.form.paint(l, width)
}

// aroundCursor takes from a line the cells that fit into w with the cursor among them, and says which of them it is on.
func aroundCursor(cells []cell, column, w int) (shown []cell, at int) {
	for runes := 0; at < len(cells) && runes < column; at++ {
		runes += cells[at].runes
	}
	first, used := at, 1 // the cursor behind the text takes a cell
	for first > 0 && used+cells[first-1].width <= w {
		first--
		used += cells[first].width
	}
	if first > 0 && first < at {
		ellipsis := cell{text: "…", width: 1}
		return append([]cell{ellipsis}, cells[first+1:]...), at - first
	}
	return cells[first:], at - first
}
