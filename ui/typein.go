package ui

import (
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/form"
)

// lineLimit is how many characters a line takes in which one searches or filters.
const lineLimit = 512

// tooLong says that a text wasn't put into such a line, which would have so many characters.
type tooLong struct{ would int }

// typeIn hands a key or a paste to a line. What would make it too long is refused whole.
func typeIn(field *form.LineInput, msg tea.Msg) tea.Cmd {
	var text string
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		text = msg.Text
	case tea.PasteMsg:
		text = msg.Content
	}
	if would := utf8.RuneCountInString(field.Value()) + utf8.RuneCountInString(text); text != "" && would > lineLimit {
		return func() tea.Msg { return tooLong{would} }
	}
	var cmd tea.Cmd
	*field, cmd = field.Update(msg)
	return cmd
}

func (m *Model) tookTooLong(msg tooLong) tea.Cmd {
	return m.say(notice{toneInfo, form.TooLong("This line", lineLimit, msg.would)})
}
