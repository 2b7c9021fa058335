package batch

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/filter"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// resultList is the window on the results of a batch: it scrolls, and words narrow it to the targets and reasons that hold them.
type resultList struct {
	env    *host.Env
	field  form.LineInput
	typing bool
	before string // what the line held when it was opened
	words  *filter.Filter
	Top    int
	Rows   int // in view
	All    int // lines of the whole list
}

func NewResults(e *host.Env) resultList {
	return resultList{env: e, field: form.NewLineInput()}
}

func (l *resultList) Title(heading string) string {
	if text := l.field.Value(); text != "" && !l.typing {
		heading += " matching “" + text + "”"
	}
	return heading
}

// Scrolled is which part of the list is in view.
func (l *resultList) Scrolled() widget.Scroll {
	return widget.Scroll{Top: l.Top, Rows: l.Rows, All: l.All}
}

func (l *resultList) Scope() keymap.Scope {
	if l.typing {
		return keymap.ScopeFilter
	}
	return keymap.ScopeDetail
}

func (l *resultList) Hints() []keymap.ID {
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

func (l *resultList) Update(msg tea.Msg) (cmd tea.Cmd, closed bool) {
	if l.typing {
		return l.typed(msg), false
	}
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, false
	}
	id, _ := host.BindingForKey(l.env.Keys, keymap.DetailChain(keymap.ScopeList), press)
	moves := map[keymap.ID]int{"detail.down": 1, "detail.up": -1, "detail.page.down": l.Rows, "detail.page.up": -l.Rows,
		"detail.half.down": l.Rows / 2, "detail.half.up": -l.Rows / 2, "detail.top": -l.All, "detail.bottom": l.All}
	switch n, moved := moves[id]; {
	case moved:
		l.Top += n // drawing keeps it in bounds
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
		switch id, _ := host.BindingForKey(l.env.Keys, keymap.Chain(keymap.ScopeFilter), press); id {
		case "filter.ask", "filter.keep":
			l.Close()
			return nil
		case "filter.cancel":
			l.Close()
			l.seek(l.before)
			return nil
		}
	}
	before := l.field.Value()
	cmd := dialog.TypeIn(&l.field, msg)
	if l.field.Value() != before {
		l.seek(l.field.Value())
	}
	return cmd
}

func (l *resultList) Close() {
	l.typing = false
	l.field.Blur()
}

// seek narrows the list to what holds the words.
func (l *resultList) seek(text string) {
	if text == "" {
		l.field.SetValue("")
	}
	l.Top = 0
	l.words, _ = dialog.AsWords(text) // words alone can't be mistaken
}

// draw shows the part of the lines that is in view, and the line that is typed in.
func (l *resultList) draw(lines []string, w, h int) []string {
	room := h
	if l.typing {
		room--
	}
	l.Rows, l.All = max(1, room), len(lines)
	l.Top = max(0, min(l.Top, len(lines)-l.Rows))
	shown := lines[l.Top:min(len(lines), l.Top+l.Rows)]
	th := l.env.Theme
	if len(lines) == 0 {
		does := l.env.Keys.Label("back") + " shows all again."
		if l.typing {
			does = l.env.Keys.Label("filter.cancel") + " goes back to what was shown."
		}
		said := host.MessageLines([]string{"No matches.", does}, w, max(0, room), th)
		shown = draw.Block(said, w, min(len(said), max(0, room)))
	}
	if !l.typing {
		return shown
	}
	l.field.SetWidth(max(1, w-3))
	return append(draw.Block(shown, w, max(0, room)), th.Paint(theme.InputPrompt, "/ ")+
		draw.Block([]string{l.field.View()}, max(1, w-2), 1)[0])
}

// Cursor is where typing goes, on the last of the drawn lines.
func (l *resultList) Cursor(drawn int) *tea.Cursor {
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
