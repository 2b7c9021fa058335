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

// Signs that are taken as they are fold to themselves, alone and beside letters.
func TestStillSignsFoldToThemselves(t *testing.T) {
	for _, r := range unfoldedSigns {
		for _, text := range []string{string(r), string(r) + " On", "A" + string(r) + "B", string(r) + string(r)} {
			folded, from := foldMapped(text)
			if _, _, whole := foldASCII(nil, nil, text); !whole || folded != Fold(text) || len(from) != len(folded)+1 {
				t.Errorf("%q is folded to %q, want %q, from %v", text, folded, Fold(text), from)
			}
			for i, at := range from[:len(folded)] {
				if got, _ := utf8.DecodeRuneInString(text[at:]); i == 0 && at != 0 || got == utf8.RuneError {
					t.Errorf("%q: byte %d comes from %d", text, i, at)
				}
			}
		}
		if _, _, whole := foldASCII(nil, nil, string(r)+"\u0301"); whole {
			t.Errorf("%q with an accent is taken as it is", r)
		}
	}
}
