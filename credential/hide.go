package credential

import (
	"strings"
	"unicode"

	"gatehouse/pattern"
)

// HoldsKey reports whether a text that isn't meant as a credential holds a private key, and must not be repeated.
func HoldsKey(text string) bool {
	return len(text) >= shortestHidden && search(text, wholeIn) != NoShape
}

// Hidden stands where a key stood.
const Hidden = "[hidden]"

// shortestHidden is how long the shortest text is that can hold a key.
const shortestHidden = 24

var manyWords = pattern.Of(`(?s)-----BEGIN[A-Z0-9 ]*PRIVATE KEY.*?(-----END[A-Z0-9 ]*-----|$)|\{[^{}]*"d"\s*:\s*"[^{}]*(\}|$)`)

// Hide is a text in which every private key is hidden: what was given on the command line, in a variable or in a file goes through it
// before it is repeated.
func Hide(text string) string {
	if len(text) < shortestHidden {
		return text
	}
	text = manyWords().ReplaceAllString(text, Hidden)
	var out strings.Builder
	for text != "" {
		blanks := len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
		out.WriteString(text[:blanks])
		text = text[blanks:]
		end := strings.IndexFunc(text, unicode.IsSpace)
		if end < 0 {
			end = len(text)
		}
		out.WriteString(hideWord(text[:end]))
		text = text[end:]
	}
	return out.String()
}

// hideWord hides a word that holds a key, and keeps what a sentence puts around it.
func hideWord(word string) string {
	if !HoldsKey(word) {
		return word
	}
	core := strings.TrimLeft(word, "(\"'")
	start := word[:len(word)-len(core)]
	return start + Hidden + core[len(strings.TrimRight(core, ":;,.)\"'")):]
}
