package dialog

import (
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/form"
)

// LineLimit is how many characters a line takes in which one searches or filters.
const LineLimit = 512

// TooLong says that a text wasn't put into such a line, which would have so many characters.
type TooLong struct{ Would int }

// TypeIn hands a key or a paste to a line. What would make it too long is refused whole.
func TypeIn(field *form.LineInput, msg tea.Msg) tea.Cmd {
	var text string
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		text = msg.Text
	case tea.PasteMsg:
		text = msg.Content
	}
	if would := utf8.RuneCountInString(field.Value()) + utf8.RuneCountInString(text); text != "" && would > LineLimit {
		return func() tea.Msg { return TooLong{would} }
	}
	var cmd tea.Cmd
	*field, cmd = field.Update(msg)
	return cmd
}
