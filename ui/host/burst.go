package host

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
)

// moves begin the ids of the bindings that a burst of keys may carry out: they change what is in view and nothing else.
var moves = []string{"cursor.", "detail.", "pane.", "sort.", "mark.", "triage.skip", "triage.back", "choice.", "notifications.left",
	"notifications.right", "matrix.left", "matrix.right", "matrix.page.",
	"form.next", "form.previous", "picker.down", "picker.up", "picker.page.", "picker.mark", "dialog.next", "dialog.previous", "dialog.down",
	"dialog.up",
	"confirm.down", "confirm.up", "filter.open", "filter.keep", "cel.result.", "back", "help", "palette", "redraw", string(keymap.Quit)}

// MoveOnly reports whether a binding only moves, or leaves something without doing it.
func MoveOnly(b keymap.Binding) bool {
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

// MovesCursor reports whether a binding does no more than move the cursor by rows. Going to the last one may ask the tenant for all.
func MovesCursor(id keymap.ID) bool {
	return strings.HasPrefix(string(id), "cursor.") && id != "cursor.bottom"
}

// TextOf is the text that keys type, as a paste brings it, and how many of the keys it takes.
func TextOf(keys []tea.KeyPressMsg) (text string, n int) {
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

// Texter is an overlay in which text is typed only in some places.
type Texter interface{ TypingText() bool }
