package credential

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
)

// What is looked for byte by byte is what these patterns find.
func TestStretchesAreWhatPatternsFind(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // texts of a test
	alphabet := []string{"A", "f", "g", "7", "9", "2", "_", "-", "+", "/", "=", " ", "\t", "\v", "\n", "\r", "\f",
		"é", "\u2028", "\xff", "\x00", "Z", "z"}
	for _, c := range []struct {
		found, rest string
		least       int
		is          func(byte) bool
	}{
		{`[A-Za-z0-9+/_-]{16,}`, `[^A-Za-z0-9+/_-]+`, shortestCoded, isCoded},
		{`[A-Z2-7]{32,}`, `[^A-Z2-7]+`, shortestDigits, isBased32},
		{`[0-9A-Fa-f]{32,}`, `[^0-9A-Fa-f]+`, shortestDigits, isHexed},
		{`[0-9]+`, `[^0-9]+`, 1, isDigit},
		{`\s{3,}`, `\S+`, 3, isBlank},
	} {
		found, rest := regexp.MustCompile(c.found), regexp.MustCompile(c.rest)
		for range 3000 {
			text, kinds := "", 1+random.IntN(len(alphabet))
			for range random.IntN(120) {
				text += alphabet[random.IntN(kinds)]
			}
			if got, want := stretches(text, c.least, c.is), found.FindAllString(text, -1); !slices.Equal(got, want) {
				t.Fatalf("%q, %s: got %q, want %q", text, c.found, got, want)
			}
			got := without(text, func(b byte) bool { return !c.is(b) })
			if want := rest.ReplaceAllString(text, ""); got != want {
				t.Fatalf("%q without %s: got %q, want %q", text, c.rest, got, want)
			}
		}
	}
}
