// Package draw is the drawing boundary: the one place where text from a tenant
// becomes safe to put on a terminal and gets its width in cells.
//
// Terminals disagree about joined emoji, flags, variation selectors and Indic
// conjuncts, and so do the two measures of the renderer (per code point, or per
// grapheme cluster once the terminal reports mode 2027). Clean therefore breaks
// such clusters up so that every one of them has the same width under both, and
// a row that was fitted once lines up wherever it is shown.
package draw

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	lineBreak = "↵"      // a line break inside a one-line text
	breaker   = "\u2063" // zero width; no cluster reaches across it in any Unicode version, and hardly any text has it
	dotted    = "◌"      // carries a combining mark that has nothing to sit on
	unknown   = "\uFFFD"
	// maxMarks is as many combining marks as any living script stacks on one
	// base; more of them only smear over the rows above and below, and are counted.
	maxMarks = 4
)

// Clean returns s as one line that is safe to draw: control characters and
// escapes are shown as symbols (␛), bidi controls and characters that can't be
// seen as ‹U+202E›, more marks on a base than are drawn as ‹+3 marks›, line
// breaks as ↵, tabs as a space, invalid UTF-8 as U+FFFD.
// The result has the same width under every measure the renderer uses, and
// cleaning it again changes nothing. Plain text comes back as it is, without a
// copy.
func Clean(s string) string {
	if isPlain(s) {
		return s
	}
	return level(safe(s, true))
}

// CleanText is Clean for text of several lines: \n, \r\n, \r, NEL and the Unicode
// line and paragraph separators become \n.
func CleanText(s string) string {
	if isPlain(s) {
		return s
	}
	lines := splitLines(s)
	for i, line := range lines {
		lines[i] = Clean(line)
	}
	return strings.Join(lines, "\n")
}

// Safe is Clean for text that leaves the grid (clipboard, window title, log):
// nothing in it can act on a terminal, but emoji, flags and conjuncts stay
// whole, because nobody counts their cells.
func Safe(s string) string {
	if isPlain(s) {
		return s
	}
	return safe(s, false)
}

// BreaksLines reports whether a text has more than one line.
func BreaksLines(s string) bool { return strings.ContainsAny(s, "\n\r\u0085\u2028\u2029") }

// splitLines splits at every kind of line break.
func splitLines(s string) []string {
	if strings.ContainsAny(s, "\r\u0085\u2028\u2029") {
		s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n").Replace(s)
	}
	return strings.Split(s, "\n")
}

// isPlain reports whether s needs no cleaning: every rune prints, has one width
// everywhere, and never joins another.
func isPlain(s string) bool {
	for i := asciiPrefix(s); i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if plainWidth(r) == 0 {
			return false
		}
		i += n
	}
	return true
}

// plainWidth is the width of a rune that prints alone in every terminal, and 0
// for all others, which take the slow path. Only common ranges are listed.
func plainWidth(r rune) int {
	switch {
	case r < 0x7f:
		if r >= 0x20 {
			return 1
		}
	case r <= 0x2ff:
		if r >= 0xa0 && r != 0xad {
			return 1
		}
	case r <= 0x52f: // Greek and Cyrillic, without the combining marks between them
		if r >= 0x370 && (r < 0x483 || r > 0x489) {
			return 1
		}
	case r <= 0x64a: // letters of Armenian, Hebrew, Arabic
		if r >= 0x531 && r <= 0x58f || r >= 0x5d0 && r <= 0x5ea || r >= 0x620 {
			return 1
		}
	case r <= 0xe46: // Thai consonants and leading vowels
		if r >= 0xe01 && r <= 0xe30 || r == 0xe32 || r >= 0xe40 {
			return 1
		}
	case r <= 0x1fff:
		if r >= 0x1e00 {
			return 1
		}
	case r <= 0x25fc: // punctuation, currency, arrows, box drawing, blocks
		if r >= 0x2010 && r <= 0x2027 || r >= 0x2030 && r <= 0x205e ||
			r >= 0x20a0 && r <= 0x20bf || r >= 0x2190 && r <= 0x21ff || r >= 0x2500 {
			return 1
		}
	case r <= 0x30ff: // CJK punctuation and kana, without the sound marks
		if r >= 0x3000 && r <= 0x3029 || r >= 0x3041 && r <= 0x3096 || r >= 0x309b {
			return 2
		}
	case r <= 0xd7a3: // Han and Hangul syllables
		if r >= 0x3400 && r <= 0x4dbf || r >= 0x4e00 && r <= 0x9fff || r >= 0xac00 {
			return 2
		}
	case r >= 0xff01 && r <= 0xff60:
		return 2
	}
	return 0
}

// safe makes every rune visible. With flat set it also takes apart what terminals join: it drops the joiners and variation selectors that
// a text needs, and writes the letters of flags.
func safe(s string, flat bool) string {
	var out strings.Builder
	out.Grow(len(s) + 8)
	left := 0
	scan(s, flat, func(_ int, r rune, f fate) {
		if f != excess && f != drop && left > 0 {
			out.WriteString(leftOut(left))
			left = 0
		}
		switch f {
		case keep:
			out.WriteRune(r)
		case show:
			text, _ := replacement(r)
			out.WriteString(firstText(text, code(r)))
		case excess:
			left++
		}
	})
	if left > 0 {
		out.WriteString(leftOut(left))
	}
	return out.String()
}

// leftOut stands for marks beyond those that are drawn on one base.
func leftOut(marks int) string {
	if marks == 1 {
		return "‹+1 mark›"
	}
	return fmt.Sprintf("‹+%d marks›", marks)
}

func firstText(text, other string) string {
	if text != "" {
		return text
	}
	return other
}

// code names a character that can't be seen.
func code(r rune) string { return fmt.Sprintf("‹U+%04X›", r) }

// replacement is what stands for a rune that must never reach a terminal.
func replacement(r rune) (text string, special bool) {
	switch {
	case r == '\n', r == '\r', r == 0x85, r == 0x2028, r == 0x2029:
		return lineBreak, true
	case r == '\t':
		return " ", true
	case r < 0x20:
		return string(0x2400 + r), true
	case r < 0x7f:
		return "", false
	case r == 0x7f:
		return "␡", true
	case r < 0xa0, isBidi(r):
		return code(r), true
	case r == utf8.RuneError, isPrepended(r), r&0xfffe == 0xfffe:
		return unknown, true
	case r == zwnj, r == zwj, isSelector(r):
		return "", false
	case isInvisible(r):
		return code(r), true
	}
	return "", false
}

func isBidi(r rune) bool {
	return r == 0x061c || r == 0x200e || r == 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// isPrepended reports runes that join whatever comes next, even our own border.
func isPrepended(r rune) bool {
	switch {
	case r < 0x600, r > 0x11f02:
		return false
	case r <= 0x605, r == 0x6dd, r == 0x70f, r == 0x890, r == 0x891, r == 0x8e2, r == 0xd4e,
		r == 0x110bd, r == 0x110cd, r == 0x111c2, r == 0x111c3, r == 0x113d1, r == 0x1193f, r == 0x11941,
		r >= 0x11a84 && r <= 0x11a89, r == 0x11d46, r == 0x11f02:
		return true
	}
	return false
}

// isPictograph is a rough "can start an emoji": enough to tell where a joiner
// or a skin tone belongs.
func isPictograph(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2600 && r <= 0x27bf || r >= 0x2b00 && r <= 0x2bff || r >= 0x2300 && r <= 0x23ff
}

// level breaks up the clusters whose width depends on the measure. What is left
// of one is a rune with its marks, and every measure gives that the rune's width.
func level(s string) string {
	if s == "" {
		return s
	}
	if joinsLeft(s) {
		s = dotted + s
	}
	var out strings.Builder
	out.Grow(len(s) + 8)
	for len(s) > 0 {
		cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		s = s[len(cluster):]
		if ansi.StringWidthWc(cluster) == width {
			out.WriteString(cluster)
			continue
		}
		for i, r := range cluster {
			rune1 := string(r)
			wide := ansi.StringWidthWc(rune1)
			if (wide > 0 || i == 0) && hasTwoWidths(r) {
				rune1 = unknown
			} else if wide > 0 && i > 0 {
				out.WriteString(breaker)
			}
			out.WriteString(rune1)
		}
	}
	return out.String()
}

// hasTwoWidths reports whether the two tables don't know the same Unicode.
func hasTwoWidths(r rune) bool { return ansi.StringWidth(string(r)) != ansi.StringWidthWc(string(r)) }

// joinsLeft reports whether s starts with a rune that would attach itself to
// whatever is drawn before it: the padding of the column to the left.
func joinsLeft(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	if plainWidth(r) > 0 {
		return false
	}
	cluster, _ := ansi.FirstGraphemeCluster(" "+s[:n], ansi.GraphemeWidth)
	return len(cluster) > 1 || ansi.StringWidthWc(s[:n]) == 0
}
