package api

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// EscapeHidden makes a valid JSON text safe to print: what would act on a terminal or isn't seen stands as \uXXXX, which reads as the
// same value. Outside of strings a JSON text has only ASCII; it must hold no line breaks between its values.
func EscapeHidden(text []byte) []byte {
	clean := true
	for i := 0; i < len(text) && clean; i++ {
		clean = text[i] < 0x7f
	}
	if clean {
		return text
	}
	out := make([]byte, 0, len(text)+16)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case !hides(r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += n
	}
	return out
}

// hides reports characters that act on a terminal or that nobody sees.
func hides(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}
