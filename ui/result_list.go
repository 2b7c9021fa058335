package ui

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/filter"
	"gatehouse/ui/form"
)

// resultList is the window on the results of a batch: it scrolls, and words narrow it to the targets and reasons that hold them.
type resultList struct {
	env    *env
	field  form.LineInput
	typing bool
	before string // what the line held when it was opened
	words  *filter.Filter
	top    int
	rows   int // in view
	all    int // lines of the whole list
}

func newResultList(e *env) resultList {
	return resultList{env: e, field: form.NewLineInput()}
}

func (l *resultList) title(heading string) string {
	if text := l.field.Value(); text != "" && !l.typing {
		heading += " matching “" + text + "”"
	}
	return spanned(heading, l.top, l.rows, l.all)
}

func (l *resultList) scope() keymap.Scope {
	if l.typing {
		return keymap.ScopeFilter
	}
	return keymap.ScopeDetail
}

func (l *resultList) hints() []keymap.ID {
	if l.typing {
		return []keymap.ID{"filter.keep", "filter.cancel"}
	}
	return []keymap.ID{"detail.down", "detail.page.down", "back", "filter.open"}
}

// shows reports whether a result or its reason holds the words that are looked for.
func (l *resultList) shows(r action.Result, why string) bool {
	if l.words.Empty() {
		return true
	}
	t := r.Step.Target
	_, ok := l.words.Match(filter.Doc{All: filter.Join([]string{draw.Clean(t.Name), t.ID, draw.Clean(why), requestOf(r)})})
	return ok
}

func (l *resultList) update(msg tea.Msg) (cmd tea.Cmd, closed bool) {
	if l.typing {
		return l.typed(msg), false
	}
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, false
	}
	id, _ := lookup(l.env.keys, keymap.DetailChain(keymap.ScopeList), press)
	moves := map[keymap.ID]int{"detail.down": 1, "detail.up": -1, "detail.page.down": l.rows, "detail.page.up": -l.rows,
		"detail.half.down": l.rows / 2, "detail.half.up": -l.rows / 2, "detail.top": -l.all, "detail.bottom": l.all}
	switch n, moved := moves[id]; {
	case moved:
		l.top += n // drawing keeps it in bounds
	case id == "filter.open":
		l.typing, l.before = true, l.field.Value()
		l.field.CursorEnd()
		return l.field.Focus(), false
	case id == "back" && l.field.Value() != "":
		l.seek("")
	case id == "back", id == "detail.leave", id == keymap.Quit:
		return nil, true
	}
	return nil, false
}

// typed takes what is typed into the line of the words.
func (l *resultList) typed(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch id, _ := lookup(l.env.keys, keymap.Chain(keymap.ScopeFilter), press); id {
		case "filter.ask", "filter.keep":
			l.close()
			return nil
		case "filter.cancel":
			l.close()
			l.seek(l.before)
			return nil
		}
	}
	before := l.field.Value()
	cmd := typeIn(&l.field, msg)
	if l.field.Value() != before {
		l.seek(l.field.Value())
	}
	return cmd
}

func (l *resultList) close() {
	l.typing = false
	l.field.Blur()
}

// seek narrows the list to what holds the words.
func (l *resultList) seek(text string) {
	if text == "" {
		l.field.SetValue("")
	}
	l.top = 0
	l.words, _ = asWords(text) // words alone can't be mistaken
}

// draw shows the part of the lines that is in view, and the line that is typed in.
func (l *resultList) draw(lines []string, w, h int) []string {
	room := h
	if l.typing {
		room--
	}
	l.rows, l.all = max(1, room), len(lines)
	l.top = max(0, min(l.top, len(lines)-l.rows))
	shown := lines[l.top:min(len(lines), l.top+l.rows)]
	th := l.env.theme
	if len(lines) == 0 {
		shown = []string{th.Paint(theme.Dim, draw.Truncate("No matches.", w))}
	}
	if !l.typing {
		return shown
	}
	l.field.SetWidth(max(1, w-3))
	return append(draw.Block(shown, w, max(0, room)), th.Paint(theme.InputPrompt, "/ ")+draw.Block([]string{l.field.View()}, max(1, w-2), 1)[0])
}

// cursor is where typing goes, on the last of the drawn lines.
func (l *resultList) cursor(drawn int) *tea.Cursor {
	if !l.typing || drawn == 0 {
		return nil
	}
	at := l.field.Cursor()
	if at == nil {
		return nil
	}
	at.Position.X += 2
	at.Position.Y = drawn - 1
	return at
}
