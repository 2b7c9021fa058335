package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/terminal"
	"gatehouse/ui/widget"
)

// copy puts a text on the clipboard as it is: through the terminal, which works over ssh, and through the system. What is meant for a shell
// is made harmless by those who make it.
func (m *Model) copy(what, text string) tea.Cmd {
	if text == "" {
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "There is no " + what[len("the "):] + " to copy."})
	}
	if !m.options.OSC52 && m.options.Copy == nil {
		return m.notices.Say(host.Notice{Tone: host.ToneInfo,
			Text: "Copying is turned off here: set clipboard in the configuration to \"auto\" to copy."})
	}
	var commands []tea.Cmd
	sent := false
	if m.options.OSC52 {
		sequence, err := terminal.Copying(text, m.options.Getenv)
		if sent = err == nil; sent {
			commands = append(commands, tea.Raw(sequence))
		}
	}
	switch system := m.options.Copy; {
	case system != nil:
		commands = append(commands, func() tea.Msg {
			return host.CopiedMsg{What: what, Sent: sent, Err: host.InTime(host.CopyTime, func() error { return system(text) })}
		})
	case sent:
		commands = append(commands, m.notices.Say(host.Notice{Tone: host.ToneGood, Text: "Copied " + what + "."}))
	default:
		commands = append(commands, m.notices.Say(host.Notice{Tone: host.ToneBad, Text: "Not copied: " + what + " has " +
			draw.Count(int64(len(text))) + " bytes, which is more than terminals take. Write it to a file instead."}))
	}
	return tea.Batch(commands...)
}

// handleCopied says which clipboard took it: what the terminal did with it nobody can tell.
func (m *Model) handleCopied(msg host.CopiedMsg) tea.Cmd {
	failed := widget.IfText(errors.Is(msg.Err, host.ErrNoAnswer), "doesn't answer")
	switch {
	case msg.Err == nil:
		return m.notices.Say(host.Notice{Tone: host.ToneGood, Text: "Copied " + msg.What + "."})
	case msg.Sent && failed == "":
		return m.notices.Say(host.Notice{Tone: host.ToneGood, Text: "Copied " + msg.What + " through the terminal."})
	case msg.Sent:
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Copied " + msg.What + " through the terminal only: the system's clipboard " +
			failed + "."})
	}
	return m.notices.Say(host.Notice{Tone: host.ToneBad, Text: "Not copied: the system's clipboard " +
		host.FirstOf(failed, "didn't take "+msg.What) + "."})
}
