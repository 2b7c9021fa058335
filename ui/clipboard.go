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
	if m.options.OSC52 {
		if sequence, err := terminal.Copying(text, m.options.Getenv); err == nil {
			return tea.Raw(copying{sequence: sequence, what: what, text: text})
		}
	}
	if m.options.Copy == nil {
		return m.notices.Say(host.Notice{Tone: host.ToneBad, Text: "Not copied: " + what + " has " +
			draw.Count(int64(len(text))) + " bytes, which is more than terminals take. Write it to a file instead."})
	}
	return m.copyToSystem(what, text, false)
}

// copying is what the terminal is asked to copy. It comes back once it is written: who reads that it was copied may quit at once, and what
// the terminal wasn't given by then is lost.
type copying struct{ sequence, what, text string }

func (c copying) String() string { return c.sequence }

func (m *Model) handleSent(sent copying) tea.Cmd {
	if m.options.Copy != nil {
		return m.copyToSystem(sent.what, sent.text, true)
	}
	return m.handleCopied(host.CopiedMsg{What: sent.what, Sent: true})
}

func (m *Model) copyToSystem(what, text string, sent bool) tea.Cmd {
	system := m.options.Copy
	return func() tea.Msg {
		return host.CopiedMsg{What: what, Sent: sent, Err: host.InTime(host.CopyTime, func() error { return system(text) })}
	}
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
