package credential

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gatehouse/pattern"
)

// quotes that people and editors put around a text, in pairs; typographic ones differ from language to language.
const quotes = "\"'`´“”„‟‘’‚‛«»‹›「」『』〝〞＂＇❝❞❛❜"

// invisible reports whether a character leaves no mark on the screen.
func invisible(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0':
		return true
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

func around(r rune) bool { return unicode.IsSpace(r) || invisible(r) }

// trim drops blanks, invisible characters and pairs of quotes around a text.
func trim(text string) string {
	for {
		text = strings.TrimFunc(text, around)
		first, open := utf8.DecodeRuneInString(text)
		last, end := utf8.DecodeLastRuneInString(text)
		if len(text) < open+end || !strings.ContainsRune(quotes, first) || !strings.ContainsRune(quotes, last) {
			return text
		}
		text = text[open : len(text)-end]
	}
}

// isWord reports whether a text is what a credential can be: visible ASCII without blanks (RFC 6749, appendix A, without the space).
func isWord(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return text != ""
}

var (
	scheme     = pattern.Of(`(?i)^(proxy-)?(authorization\b|(bearer|basic|dpop)\s)`)
	assignment = pattern.Of(`^[A-Z][A-Z0-9]*_[A-Z0-9_]*=.`)
)

func isAssignment(word string) bool {
	return strings.Contains(word, "=") && assignment().MatchString(word)
}

// looksOf says what is wrong with a text that isn't a word.
func looksOf(text string) Looks {
	switch {
	case strings.ContainsAny(text, "\n\r\v\f\u0085\u2028\u2029"):
		return SeveralLines
	case scheme().MatchString(text):
		return Scheme
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && (r < ' ' || r > '~') }):
		return Characters
	}
	return SeveralWords
}
