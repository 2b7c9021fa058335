package filter

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

// Signs and marks of punctuation are read as they stand: none of them has another letter case.
func TestFoldMappedIsFold(t *testing.T) {
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		text := "A" + string(r) + "Bé"
		if got, from := foldMapped(text); got != Fold(text) || from != nil && len(from) != len(got)+1 {
			t.Fatalf("%q is %q, want %q", text, got, Fold(text))
		}
	}
}
