package form

import (
	"strings"
	"sync"
	"unicode"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// editor edits text. The line under the cursor lives in a textinput, which brings the editing keys; the lines around it are plain.
type editor struct {
	multi bool
	above []string
	input *textinput.Model // nil as long as nobody has edited a line that needs no cleaning
	plain string           // the line until then, with the cursor at its end
	below []string
	// broke: enter was pressed in an editor of one line. If text follows, it was the line break of a paste that came as keys.
	broke bool
	kept  kept
}

// kept is what was made of the text, until it changes: it is asked for often while a frame is drawn.
type kept struct {
	line, whole       string
	hasLine, hasWhole bool
	rows              map[string]wrapped // of lines, by their text
	width, cells      int                // of the rows
}

// mostKept is how many cells are kept: those of a few texts of the longest kind.
const mostKept = 1 << 18

func newEditor(value string, multi bool) *editor {
	e := &editor{multi: multi}
	e.set(value)
	return e
}

// editable is the line as it is edited. One is larger than all else of a field, and most fields of a form are only looked at.
func (e *editor) editable() *textinput.Model {
	if e.input == nil {
		in := *editorInput()
		in.SetValue(e.plain)
		e.input = &in
	}
	return e.input
}

// editorInput is the empty line that every editor begins with a copy of.
var editorInput = sync.OnceValue(func() *textinput.Model {
	in := plainInput()
	// The form reads the clipboard itself, and nothing here completes: these keys would act on a field that lost the focus.
	off := key.NewBinding(key.WithDisabled())
	in.KeyMap.Paste, in.KeyMap.AcceptSuggestion, in.KeyMap.NextSuggestion, in.KeyMap.PrevSuggestion = off, off, off, off
	in.Focus()
	in.SetValue("") // what cleans its text is made once, too
	return &in
})

// set replaces the text and puts the cursor at its end.
func (e *editor) set(value string) {
	e.above, e.below, e.broke = nil, nil, false
	if e.input == nil && isPlain(value) {
		e.changed()
		e.plain = value
		return
	}
	e.setLine("", 0)
	e.insert(value)
}

// isPlain reports whether a text is one line of characters that are kept as they are, a byte and a cell each.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

func (e *editor) setLine(s string, column int) {
	e.changed()
	in := e.editable()
	in.SetValue(s)
	in.SetCursor(column)
}

// changed forgets what was made of the text.
func (e *editor) changed() { e.kept.hasLine, e.kept.hasWhole = false, false }

// line is the line under the cursor.
func (e *editor) line() string {
	if e.input == nil {
		return e.plain
	}
	if !e.kept.hasLine {
		e.kept.line, e.kept.hasLine = e.input.Value(), true
	}
	return e.kept.line
}

// handleKey hands a key or a paste to the line under the cursor.
func (e *editor) handleKey(msg tea.Msg) {
	e.changed()
	in := e.editable()
	*in, _ = in.Update(msg)
}

func (e *editor) value() string {
	if len(e.above) == 0 && len(e.below) == 0 {
		return e.line()
	}
	if !e.kept.hasWhole {
		e.kept.whole, e.kept.hasWhole = strings.Join(e.lines(), "\n"), true
	}
	return e.kept.whole
}

func (e *editor) lines() []string {
	all := make([]string, 0, len(e.above)+1+len(e.below))
	all = append(all, e.above...)
	all = append(all, e.line())
	return append(all, e.below...)
}

// row and column are the place of the cursor: the line, and the runes before it in the line.
func (e *editor) row() int { return len(e.above) }
func (e *editor) column() int {
	if e.input == nil {
		return len(e.plain)
	}
	return e.input.Position()
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// insert puts text in at the cursor. What a text field can't carry (control characters) is left out, tabs become spaces.
func (e *editor) insert(text string) {
	text = lineBreaks.Replace(text)
	if !e.multi {
		// A copied line usually ends with its line break, which nobody means.
		e.handleKey(tea.PasteMsg{Content: strings.TrimRight(text, "\n")})
		return
	}
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			e.split()
		}
		e.handleKey(tea.PasteMsg{Content: line})
	}
}

func (e *editor) split() {
	runes, at := []rune(e.line()), e.column()
	e.above = append(e.above, string(runes[:at]))
	e.setLine(string(runes[at:]), 0)
}

// goTo puts the cursor on a place; both coordinates are clamped.
func (e *editor) goTo(row, column int) {
	all := e.lines()
	row = max(0, min(row, len(all)-1))
	e.above, e.below = all[:row:row], all[row+1:]
	e.setLine(all[row], column)
}

// paste inserts what the terminal or the clipboard brought.
func (e *editor) paste(text string) {
	e.endBreak(true)
	e.insert(text)
}

// press handles a key that the form has no use for.
func (e *editor) press(msg tea.KeyPressMsg) {
	name := msg.String()
	switch name {
	case "enter", "ctrl+m", "ctrl+j":
		if e.multi {
			e.split()
		} else {
			e.broke = true
		}
		return
	}
	e.endBreak(msg.Text != "")
	if e.multi && e.joins(name) {
		return
	}
	switch name {
	case "alt+d", "alt+delete", "ctrl+delete":
		e.deleteWord()
		return
	}
	e.handleKey(msg)
}

// deleteWord deletes from the cursor to the end of the next word.
func (e *editor) deleteWord() {
	runes, at := []rune(e.line()), e.column()
	end := at
	for end < len(runes) && unicode.IsSpace(runes[end]) {
		end++
	}
	for end < len(runes) && !unicode.IsSpace(runes[end]) {
		end++
	}
	e.setLine(string(runes[:at])+string(runes[end:]), at)
}

// endBreak settles an enter: a space when text follows it, nothing otherwise.
func (e *editor) endBreak(textFollows bool) {
	if e.broke && textFollows {
		e.insert(" ")
	}
	e.broke = false
}

// joins handles the keys that cross the ends of a line.
func (e *editor) joins(name string) bool {
	line := []rune(e.line())
	switch {
	case name == "ctrl+home":
		e.goTo(0, 0)
	case name == "ctrl+end":
		last := len(e.above) + len(e.below)
		e.goTo(last, len([]rune(e.lines()[last])))
	case e.column() == 0 && len(e.above) > 0 && (name == "backspace" || name == "ctrl+h" || name == "left" || name == "ctrl+b"):
		before := e.above[len(e.above)-1]
		if name == "left" || name == "ctrl+b" {
			e.goTo(e.row()-1, len([]rune(before)))
			return true
		}
		e.above = e.above[:len(e.above)-1]
		e.setLine(before+string(line), len([]rune(before)))
	case e.column() == len(line) && len(e.below) > 0 &&
		(name == "delete" || name == "ctrl+d" || name == "ctrl+k" || name == "right" || name == "ctrl+f"):
		if name == "right" || name == "ctrl+f" {
			e.goTo(e.row()+1, 0)
			return true
		}
		next := e.below[0]
		e.below = e.below[1:]
		e.setLine(string(line)+next, len(line))
	default:
		return false
	}
	return true
}
