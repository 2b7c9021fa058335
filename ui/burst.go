package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/terminal"
)

// moves begin the ids of the bindings that a burst of keys may carry out: they change what is in view and nothing else.
var moves = []string{"cursor.", "detail.", "pane.", "sort.", "mark.", "triage.skip", "triage.back", "choice.", "notifications.left", "notifications.right",
	"form.next", "form.previous", "picker.down", "picker.up", "picker.page.", "picker.mark", "dialog.next", "dialog.previous", "dialog.down", "dialog.up",
	"confirm.down", "confirm.up", "filter.open", "filter.keep", "cel.result.", "back", "help", "palette", "redraw", string(keymap.Quit)}

// moveOnly reports whether a binding only moves, or leaves something without doing it.
func moveOnly(b keymap.Binding) bool {
	if b.Exit {
		return true
	}
	for _, prefix := range moves {
		if strings.HasPrefix(string(b.ID), prefix) {
			return true
		}
	}
	return false
}

// tookBurst takes more keys than a hand presses, such as a paste without its marks. In a field of text they are text, put in at once;
// elsewhere those that only move act, and no other: nobody has seen what the ones before them did.
func (m *Model) tookBurst(burst terminal.Burst) tea.Cmd {
	if !m.sized {
		m.early = append(m.early, burst)
		return nil
	}
	var commands []tea.Cmd
	kept := 0
	for keys := burst.Keys; len(keys) > 0; {
		if typed, n := textOf(keys); n > 0 && m.typingText() {
			commands = append(commands, m.type_(tea.PasteMsg{Content: typed}))
			keys = keys[n:]
			continue
		}
		if m.movesOnly(keys[0]) {
			commands = append(commands, m.type_(keys[0]))
			m.arrangeOverlays()
		} else {
			kept++
		}
		keys = keys[1:]
	}
	if kept > 0 {
		commands = append(commands, m.say(notice{toneInfo, "Too many keys came at once: they moved, and changed nothing."}))
	}
	return tea.Batch(commands...)
}

// textOf is the text that keys type, as a paste brings it, and how many of the keys it takes.
func textOf(keys []tea.KeyPressMsg) (text string, n int) {
	var b strings.Builder
	for i, press := range keys {
		switch name := press.String(); {
		case press.Text != "":
			b.WriteString(press.Text)
		case name == "ctrl+j" && i > 0 && keys[i-1].Code == tea.KeyEnter: // the second half of a line break
		case name == "enter" || name == "ctrl+j":
			b.WriteByte('\n')
		case name == "tab":
			b.WriteByte('\t')
		default:
			return b.String(), i
		}
	}
	return b.String(), len(keys)
}

// texter is an overlay in which text is typed only in some places.
type texter interface{ typingText() bool }

// typingText reports whether printable keys are text right now.
func (m *Model) typingText() bool {
	if m.tooSmall() {
		return false
	}
	if top := m.overlay(); top != nil {
		if t, is := top.(texter); is {
			return t.typingText()
		}
		return top.scope().Typing()
	}
	return m.pane().typing()
}

// movesOnly reports whether a key does no more than move, where it would be taken now. One that isn't bound does nothing.
func (m *Model) movesOnly(press tea.KeyPressMsg) bool {
	if press.Keystroke() == "ctrl+c" {
		return true
	}
	id, bound := lookup(m.env.keys, m.focused(), press)
	if !bound {
		return true
	}
	b, _ := m.env.keys.Binding(id)
	return moveOnly(b)
}

// focused are the scopes that a key is looked up in now.
func (m *Model) focused() []keymap.Scope {
	top := m.overlay()
	in := m.pane().scopes()
	switch t, is := top.(texter); {
	case top == nil && m.pane().typing() && !in[0].Typing():
		return keymap.Chain(keymap.ScopeFilter)
	case top == nil:
		return in
	case is && !t.typingText():
		return keymap.Chain(keymap.ScopeChoice)
	}
	return keymap.Chain(top.scope())
}

// tookPasting shows that the rest of a paste is waited for, or no longer.
func (m *Model) tookPasting(msg terminal.Pasting) tea.Cmd {
	m.pasting = msg.On
	return nil
}

// pastingLine stands in the footer's place while a paste is waited for: until it is over no key is a key.
func (m *Model) pastingLine() string {
	return m.env.theme.Paint(theme.Warn, draw.Fit("Pasting… ctrl+c ends it", m.w, draw.Left))
}
