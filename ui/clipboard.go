package ui

import tea "charm.land/bubbletea/v2"

// copied tells whether the system's own clipboard took a text.
type copiedMsg struct {
	what string
	err  error
}

// copy puts a text on the clipboard as it is: through the terminal, which works over ssh, and through the system. What is meant for a shell
// is made harmless by those who make it.
func (m *Model) copy(what, text string) tea.Cmd {
	if text == "" {
		return m.say(notice{toneInfo, "There is no " + what[len("the "):] + " to copy."})
	}
	if !m.options.OSC52 && m.options.Copy == nil {
		return m.say(notice{toneInfo, "Copying is turned off here: set clipboard in the configuration to \"auto\" to copy."})
	}
	commands := []tea.Cmd{m.say(notice{toneGood, "Copied " + what + "."})}
	if m.options.OSC52 {
		commands = append(commands, tea.SetClipboard(text))
	}
	if system := m.options.Copy; system != nil {
		commands = append(commands, func() tea.Msg { return copiedMsg{what: what, err: system(text)} })
	}
	return tea.Batch(commands...)
}

// tookCopied says so when neither way worked; through the terminal alone nobody can tell.
func (m *Model) tookCopied(msg copiedMsg) tea.Cmd {
	if msg.err != nil && !m.options.OSC52 {
		return m.say(notice{toneBad, "The system's clipboard didn't take " + msg.what + "."})
	}
	return nil
}
