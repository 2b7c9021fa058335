package host

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/widget"
)

// Overlay stands over the panes and takes all keys and pastes: a dialog, a form, the palette, the help.
type Overlay interface {
	Update(msg tea.Msg) tea.Cmd
	// Layout draws the inside of its box, at most w x h cells; Lines is what it drew. It is called after every message, so that
	// drawing the frame changes nothing.
	Layout(w, h int)
	Lines() []string
	Title() string
	Role() theme.Role // of the border
	Closed() bool
	Hints() []keymap.ID
	Scope() keymap.Scope
	// Cursor is relative to the first line, nil when hidden.
	Cursor() *tea.Cursor
	// Restyle is called when the theme changes.
	Restyle(*theme.Theme)
	// Term is what the overlay calls a binding, "" for the key map's word.
	Term(keymap.ID) string
	// Scrolled is which part of it is in view, for the scrollbar of its box.
	Scrolled() widget.Scroll
}

// Confirming is an overlay that acts when it is confirmed: what was typed before it could be seen is no answer.
type Confirming interface{ Confirms() }

// OverlayBase is embedded by overlays: it is what most answer to what only some have.
type OverlayBase struct{}

func (OverlayBase) Cursor() *tea.Cursor { return nil }

func (OverlayBase) Restyle(*theme.Theme) {}

func (OverlayBase) Term(keymap.ID) string { return "" }

func (OverlayBase) Scrolled() widget.Scroll { return widget.Scroll{} }

// Untouching is an overlay that knows whether the key it took last has left what is behind it as it was.
type Untouching interface{ Untouched() bool }

// ForOverlay is what a command of an overlay brings back, wherever the overlay stands now.
type ForOverlay struct {
	To  Overlay
	Msg any
}

// BindingForKey finds the binding of a key in scopes, under either of its spellings.
func BindingForKey(keys *keymap.Map, scopes []keymap.Scope, press tea.KeyPressMsg) (keymap.ID, bool) {
	return keys.Lookup(scopes, press.String(), press.Keystroke())
}
