// Package credential decides what a text is that somebody gave as a credential, and with that how it may be used. What holds a private
// key in any form and isn't exactly one key that can sign is refused, so that no private key is ever sent as a password.
package credential

import (
	"fmt"
	"io"
	"log/slog"

	"github.com/go-jose/go-jose/v4"

	"gatehouse/textfile"
)

// Slot is the place that a text is meant for.
type Slot int

// The slots.
const (
	ClientSecret Slot = iota
	// PlainSecret is a client secret that the configuration wants sent as it is, even when it is a key of the vendor's that could sign.
	PlainSecret
	ClientID
	AccessToken
)

// String names the slot in words.
func (s Slot) String() string {
	switch s {
	case ClientID:
		return "the client id"
	case AccessToken:
		return "the access token"
	}
	return "the client secret"
}

// Kind is what a text turned out to be.
type Kind int

// The kinds of credentials.
const (
	Plain      Kind = iota // a client secret that is sent as it is
	SigningKey             // a private key, which signs assertions and is never sent
	Identifier             // a client id
	Token                  // an access token
)

// Size is how long a credential may be, in bytes.
const Size = 64 << 10

// Credential is one clean text with its kind. However it is printed, it shows nothing of it.
type Credential struct {
	kind Kind
	text string
	key  *jose.JSONWebKey
}

// Kind is what it is.
func (c Credential) Kind() Kind { return c.kind }

// Text is the credential without what stood around it.
func (c Credential) Text() string { return c.text }

// Key is the private Ed25519 key of a SigningKey, nil for other kinds.
func (c Credential) Key() *jose.JSONWebKey { return c.key }

// Format hides the text from every verb of fmt.
func (c Credential) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "[hidden]") }

// LogValue hides the text from slog.
func (c Credential) LogValue() slog.Value { return slog.StringValue("[hidden]") }

// MarshalText hides the text.
func (c Credential) MarshalText() ([]byte, error) { return []byte("[hidden]"), nil }

// Read takes a text that is meant for a slot and gives the credential in it, or a *Refusal. Byte order marks, blanks, invisible
// characters and a pair of quotes around it are dropped; nothing else is mended.
func Read(slot Slot, text string) (Credential, error) {
	refuse := func(looks Looks) (Credential, error) { return Credential{}, &Refusal{Slot: slot, Looks: looks} }
	if len(text) > Size {
		return refuse(TooLong)
	}
	decoded, err := textfile.Decode([]byte(text))
	word := trim(string(decoded))
	if err == nil && hasKeyPrefix(word) && isWord(word) {
		return readKey(slot, word)
	}
	if shape := findShape(text); shape != NoShape {
		return refuse(shape.looks())
	}
	switch {
	case err != nil:
		return refuse(OtherEncoding)
	case word == "":
		return refuse(Empty)
	case !isWord(word):
		return refuse(looksOf(word))
	case isAssignment(word):
		return refuse(Assignment)
	}
	return Credential{kind: slot.kind(), text: word}, nil
}

func (s Slot) kind() Kind {
	switch s {
	case ClientID:
		return Identifier
	case AccessToken:
		return Token
	}
	return Plain
}

// readKey reads a word that begins like a key of the vendor's.
func readKey(slot Slot, word string) (Credential, error) {
	key, looks := parseKey(word)
	switch {
	case slot == ClientID || slot == AccessToken:
		return Credential{}, &Refusal{Slot: slot, Looks: MisplacedKey}
	case slot == PlainSecret && (key != nil || findShape(afterPrefix(word)) == NoShape):
		return Credential{kind: Plain, text: word}, nil
	case key == nil:
		return Credential{}, &Refusal{Slot: slot, Looks: looks}
	}
	return Credential{kind: SigningKey, text: word, key: key}, nil
}
