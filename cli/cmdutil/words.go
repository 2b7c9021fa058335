package cmdutil

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gatehouse/ui/draw"
)

// Sentence begins with a capital and ends with a full stop.
func Sentence(text string) string {
	if text != "" && !strings.ContainsRune(".!?…", lastRune(text)) {
		text += "."
	}
	return Capitalized(text)
}

func lastRune(text string) rune {
	last, _ := utf8.DecodeLastRuneInString(text)
	return last
}

// Capitalized begins with a capital.
func Capitalized(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Until is until when something is good, with a space before it; "" for the zero time.
func Until(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return " until " + draw.Exact(t, time.Local)
}

// Quoted is a word of a command that is proposed, as a POSIX shell takes it.
func Quoted(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+@%:,./") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
