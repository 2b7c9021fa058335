package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Align says on which side of a cell its text stands.
type Align int

// The two sides.
const (
	Left Align = iota
	Right
)

const (
	ellipsis = "…"
	blanks   = "                                                                                                                     " +
		"                                                                                                                     " +
		"                      "
)

// Width is how many cells s takes, by grapheme cluster. Escape sequences take
// none, so a painted line can be measured too.
func Width(s string) int {
	width := asciiPrefix(s)
	before := min(width, 1) // the width of the rune before i, where that may begin a cluster
	for i := width; i < len(s); {
		if style := styleAt(s[i:]); style > 0 {
			more := asciiPrefix(s[i+style:])
			width, before, i = width+more, min(more, 1), i+style+more
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		w := plainWidth(r)
		switch {
		case unicode.IsControl(r) || r == utf8.RuneError:
			return ansi.StringWidth(s)
		case w == 0 && before > 0: // it may belong to the rune before
			_, back := utf8.DecodeLastRuneInString(s[:i])
			i, width = i-back, width-before
			fallthrough
		case w == 0:
			cluster, wide := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
			n, w = len(cluster), wide
			before = 0
		default:
			before = w
		}
		width += w
		i += n
	}
	return width
}

// styleAt is the length of the style that s starts with, 0 where it starts with something else.
func styleAt(s string) int {
	if len(s) < 3 || s[0] != '\x1b' || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case (c < '0' || c > '9') && c != ';' && c != ':':
			return 0
		}
	}
	return 0
}

// asciiPrefix is the length of the printable ASCII that s starts with.
func asciiPrefix(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i]-0x20 > 0x5e {
			return i
		}
	}
	return len(s)
}

// Spaces is n spaces, and "" when n is not positive.
func Spaces(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(blanks) {
		return blanks[:n]
	}
	return strings.Repeat(" ", n)
}

// Fit cleans s and makes it exactly w cells: cut with "…" when it is longer,
// padded when it is shorter. It is "" when w is not positive.
func Fit(s string, w int, a Align) string {
	if w <= 0 {
		return ""
	}
	width := asciiPrefix(s)
	if width < len(s) {
		s = Clean(s)
		width = Width(s)
	}
	if width > w {
		s, width = cutTo(s, w)
	}
	if width == w {
		return s
	}
	if a == Right {
		return Spaces(w-width) + s
	}
	return s + Spaces(w-width)
}

// Truncate cleans s and cuts it to at most w cells; a cut shows as "…".
func Truncate(s string, w int) string {
	if w <= 0 {
		return ""
	}
	s = Clean(s)
	if Width(s) <= w {
		return s
	}
	s, _ = cutTo(s, w)
	return s
}

// FitMiddle is Fit for ids and addresses: a cut takes from the middle, because
// both ends tell them apart.
func FitMiddle(s string, w int) string {
	if width := asciiPrefix(s); width == len(s) && width <= w {
		return s + Spaces(w-width)
	}
	cut := Middle(s, w)
	return cut + Spaces(w-Width(cut))
}

// Middle is Truncate for them.
func Middle(s string, w int) string {
	const readable = 5
	if w <= 0 {
		return ""
	}
	s = Clean(s)
	width := Width(s)
	if width <= w {
		return s
	}
	if w < readable {
		return Truncate(s, w)
	}
	head, headWidth := prefix(s, w/2)
	return head + ellipsis + suffix(s, width, w-1-headWidth)
}

// cutTo returns the start of clean text that is wider than w >= 1, with "…", and
// its width: w, or less where the next cluster didn't fit.
func cutTo(s string, w int) (string, int) {
	head, width := prefix(s, w-1)
	return head + ellipsis, width + 1
}

// prefix is as many whole characters from the start of clean text as fit into w.
func prefix(s string, w int) (string, int) {
	width, i := 0, 0
	for i < len(s) {
		n, cw := next(s[i:], maxUnit)
		if width+cw > w {
			break
		}
		width += cw
		i += n
	}
	return strings.TrimSuffix(strings.TrimSuffix(s[:i], breaker), string(rune(zwnj))), width
}

// suffix is as many whole characters from the end of clean text as fit into w. A
// breaker at its start stays: it keeps a vowel sign off what comes before.
func suffix(s string, width, w int) string {
	for len(s) > 0 && width > w {
		n, cw := next(s, maxUnit)
		s = s[n:]
		width -= cw
	}
	return s
}

// maxUnit is how wide a character may get by keeping its clusters together. Some
// scripts would let one go on without end.
const maxUnit = 4

// next is the length in bytes and the width of the first character of clean
// text: a cluster, with those that Clean parted from it as far as limit allows.
func next(s string, limit int) (n, width int) {
	n, width = nextCluster(s)
	for strings.HasPrefix(s[n:], breaker) && len(s) > n+len(breaker) {
		more, moreWidth := nextCluster(s[n+len(breaker):])
		if width+moreWidth > limit {
			break
		}
		n += len(breaker) + more
		width += moreWidth
	}
	return n, width
}

func nextCluster(s string) (n, width int) {
	if s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return 1, 1
	}
	r, n := utf8.DecodeRuneInString(s)
	if width = plainWidth(r); width > 0 {
		if after, _ := utf8.DecodeRuneInString(s[n:]); n == len(s) || plainWidth(after) > 0 {
			return n, width
		}
	}
	cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return len(cluster), width
}
