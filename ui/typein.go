package ui

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/dialog"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
)

func (m *Model) handleTooLong(msg dialog.TooLong) tea.Cmd {
	return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: form.TooLong("This line", dialog.LineLimit, msg.Would)})
}
