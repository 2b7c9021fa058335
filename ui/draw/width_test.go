package draw

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// pieces are what lines are made of: plain, wide, combined, joined, broken, styles and other sequences.
var pieces = []string{"a", "Z", " ", "é", "e\u0301", "\u0301", "漢", "か\u3099", "न", "ि", "ก", "ำ",
	"👩‍💻", "🇩🇪", "🇩", "\u200d", "\u200b", "▌", "─", "▶", "▶\ufe0f", "…", "א", "\xff", "\t",
	"\x1b[m", "\x1b[0m", "\x1b[1;31m", "\x1b[38;2;1;2;3m", "\x1b]8;;x\x07", "\x1b",
	"\u2060", "\u00ad", "각", "ᄀ", "ᅡ"}

func linesOfPieces(n int) (lines []string) {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same lines each time
	for range n {
		var b strings.Builder
		for range random.IntN(9) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		lines = append(lines, b.String())
	}
	return lines
}

func TestWidthIsThatOfTheLibrary(t *testing.T) {
	for _, s := range linesOfPieces(100_000) {
		if got, want := Width(s), ansi.StringWidth(s); got != want {
			t.Fatalf("%q is %d cells wide, want %d", s, got, want)
		}
	}
}

func TestALineThatFitsIsItsOwnPart(t *testing.T) {
	whole := 0
	for _, s := range linesOfPieces(100_000) {
		w := Width(s)
		if !isWhole(s, w) {
			continue
		}
		whole++
		if part, cut := Part(s, 0, w), Part(s+"x", 0, w); ansi.Strip(part) != ansi.Strip(cut) {
			t.Fatalf("the first %d cells of %q are %q, want %q", w, s, part, cut)
		}
		if strings.LastIndex(s, "\x1b[1;31m") > max(strings.LastIndex(s, reset), strings.LastIndex(s, longReset)) {
			t.Fatalf("%q leaves a style open", s)
		}
	}
	if whole < 1000 {
		t.Errorf("only %d lines were whole", whole)
	}
}
