package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/terminal"
)

// handleBurst takes more keys than a hand presses, such as a paste without its marks. In a field of text they are text, put in at once;
// elsewhere those that only move act, and no other: nobody has seen what the ones before them did.
func (m *Model) handleBurst(burst terminal.Burst) tea.Cmd {
	if !m.sized {
		m.early = append(m.early, burst)
		return nil
	}
	var commands []tea.Cmd
	kept := 0
	for keys := burst.Keys; len(keys) > 0; {
		byHand := !burst.Pasted && (len(keys) == 1 || len(keys) == len(burst.Keys))
		typed, n := host.TextOf(keys)
		onlyKeys := burst.Pasted && strings.TrimSpace(typed) == "" // enter alone was meant to be one
		if n > 0 && !onlyKeys && m.TypingText() {
			commands = append(commands, m.handleKey(tea.PasteMsg{Content: typed}))
			keys = keys[n:]
			continue
		}
		if leaves := m.leaves(keys[0]); leaves && byHand || !leaves && m.movesOnly(keys[0]) {
			commands = append(commands, m.handleKey(keys[0]))
			m.arrangeOverlays()
		} else {
			kept++
		}
		keys = keys[1:]
	}
	if kept > 0 {
		m.pane().CatchUp()
		text := "Too many keys came at once: they moved, and changed nothing."
		if burst.Pasted {
			text = "Keys came right behind a paste: they moved, and changed nothing."
		}
		commands = append(commands, m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: text}))
	}
	return tea.Batch(commands...)
}

// leaves reports whether a key gives the terminal to the shell, for a while or for good. It does as the first or the last of a burst,
// where a hand may have pressed it: within a text, what follows it would be the shell's.
func (m *Model) leaves(press tea.KeyPressMsg) bool {
	scopes := append([]keymap.Scope{keymap.ScopeAnywhere}, m.focused()...)
	id, _ := host.BindingForKey(m.env.Keys, scopes, press)
	return id == "suspend" || id == keymap.Quit
}

// TypingText reports whether printable keys are text right now.
func (m *Model) TypingText() bool {
	if m.tooSmall() {
		return false
	}
	if top := m.overlay(); top != nil {
		if t, is := top.(host.Texter); is {
			return t.TypingText()
		}
		return top.Scope().Typing()
	}
	return m.pane().Typing()
}

// movesOnly reports whether a key does no more than move, where it would be taken now. One that isn't bound does nothing.
func (m *Model) movesOnly(press tea.KeyPressMsg) bool {
	if press.Keystroke() == "ctrl+c" {
		return true
	}
	id, bound := host.BindingForKey(m.env.Keys, m.focused(), press)
	if !bound {
		return true
	}
	b, _ := m.env.Keys.Binding(id)
	return host.MoveOnly(b)
}

// focused are the scopes that a key is looked up in now.
func (m *Model) focused() []keymap.Scope {
	top := m.overlay()
	in := m.pane().Scopes()
	switch t, is := top.(host.Texter); {
	case top == nil && m.pane().Typing() && !in[0].Typing():
		return keymap.Chain(keymap.ScopeFilter)
	case top == nil:
		return in
	case is && !t.TypingText():
		return keymap.Chain(keymap.ScopeChoice)
	}
	return keymap.Chain(top.Scope())
}

// Asks is the dialog in front that acts when it is confirmed, or the tenant that the console has just come to, for the terminal.
func (m *Model) Asks() any {
	if asks, is := m.overlay().(host.Confirming); is {
		return asks
	}
	if m.arrived != nil {
		return m.arrived
	}
	return nil
}

// handlePasting shows that the rest of a paste is waited for, or no longer.
func (m *Model) handlePasting(msg terminal.Pasting) tea.Cmd {
	m.pasting = msg.On
	return nil
}

// pastingLine stands in the footer's place while a paste is waited for: until it is over no key is a key.
func (m *Model) pastingLine() string {
	return m.env.Theme.Paint(theme.Warn, draw.Fit("Pasting… ctrl+c ends it", m.w, draw.Left))
}
