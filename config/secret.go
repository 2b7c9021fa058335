package config

import (
	"fmt"
	"io"
	"log/slog"

	"gatehouse/credential"
)

const hidden = credential.Hidden

// Secret is a text that can be used but not be printed by accident: every way to format, log or marshal it says "[hidden]".
type Secret struct{ text *string } // a pointer: even a printer that reaches unexported fields shows an address

// NewSecret wraps a text.
func NewSecret(text string) Secret { return Secret{&text} }

// Reveal returns the text itself.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Empty reports whether there is no text.
func (s Secret) Empty() bool { return s.Reveal() == "" }

// String hides the text.
func (s Secret) String() string { return hidden }

// GoString hides the text.
func (s Secret) GoString() string { return hidden }

// Format hides the text from every verb of fmt.
func (s Secret) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hidden) }

// LogValue hides the text from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText hides the text.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// MarshalJSON hides the text.
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }
