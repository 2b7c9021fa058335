package draw

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	reset     = "\x1b[m"
	longReset = "\x1b[0m" // the same, as some libraries write it
)

// Lines splits drawn text into its lines.
func Lines(s string) []string { return strings.Split(s, "\n") }

// Block makes painted lines exactly w cells wide and h lines high: longer ones
// are cut, shorter ones padded, missing ones blank.
func Block(lines []string, w, h int) []string {
	w, h = max(w, 0), max(h, 0)
	out := make([]string, h)
	for i := range out {
		if i < len(lines) {
			out[i] = pad(lines[i], w)
		} else {
			out[i] = Spaces(w)
		}
	}
	return out
}

// Beside puts blocks of one height side by side. Their lines must have their
// final width already (see Block), so nothing is measured.
func Beside(blocks ...[]string) []string {
	height := 0
	for _, b := range blocks {
		height = max(height, len(b))
	}
	out := make([]string, height)
	row := make([]string, len(blocks))
	for y := range out {
		for i, b := range blocks {
			row[i] = ""
			if y < len(b) {
				row[i] = b[y]
			}
		}
		out[y] = strings.Join(row, "")
	}
	return out
}

// StripStyles removes colours and attributes, so that the lines can be painted
// anew as a background. Lines keep their width.
func StripStyles(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = ansi.Strip(line)
	}
	return out
}

// pad makes one painted line exactly w cells wide.
func pad(s string, w int) string {
	width := Width(s)
	switch {
	case width == w:
		return s
	case width < w:
		return s + Spaces(w-width)
	}
	return Part(s, 0, w)
}

// Part is the part of a painted line from cell from up to cell to, exactly that
// wide, with the styles that hold there and none left open at its end; a wide
// character that an edge cuts in two becomes spaces. Escape sequences other than
// styles are dropped.
func Part(s string, from, to int) string {
	if from >= to {
		return ""
	}
	if from == 0 && isWhole(s, to) {
		return s
	}
	var out strings.Builder
	out.Grow(len(s) + to - from)
	var few [4]string
	styles := few[:0] // in force at x
	x, drawn := 0, from
	fill := func(upTo int) {
		if out.Len() == 0 {
			out.WriteString(strings.Join(styles, ""))
		}
		out.WriteString(Spaces(upTo - drawn))
		drawn = upTo
	}
	parser := ansi.GetParser()
	defer ansi.PutParser(parser)
	for len(s) > 0 && x < to {
		seq, width, style := decode(s, parser)
		s = s[len(seq):]
		switch {
		case width > 0:
			if x >= from && x+width <= to {
				fill(x)
				out.WriteString(seq)
				drawn = x + width
			}
			x += width
		case style:
			if seq == reset || seq == longReset {
				styles = styles[:0]
			} else {
				styles = append(styles, seq)
			}
			if out.Len() > 0 {
				fill(min(x, to))
				out.WriteString(seq)
			}
		case seq == breaker && drawn == x && x > from:
			out.WriteString(seq)
		}
	}
	fill(to)
	if len(styles) > 0 {
		out.WriteString(reset)
	}
	return out.String()
}

// isWhole reports whether a line is w cells of plain characters, with no style left open; most lines are.
func isWhole(s string, w int) bool {
	width, open := 0, false
	for i := 0; i < len(s); {
		more := asciiPrefix(s[i:])
		width, i = width+more, i+more
		if i == len(s) {
			break
		}
		if n := styleAt(s[i:]); n > 0 {
			open = s[i:i+n] != reset && s[i:i+n] != longReset
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		wide := plainWidth(r)
		if wide == 0 {
			return false
		}
		width, i = width+wide, i+n
	}
	return width == w && !open
}

// decode takes the next escape sequence or grapheme cluster off s, and tells whether it is a style. The parser, which is slow, is for what
// is neither plain nor a style; its own shortcut for ASCII would part a letter from its combining marks.
func decode(s string, parser *ansi.Parser) (seq string, width int, style bool) {
	if n := styleAt(s); n > 0 {
		return s[:n], 0, true
	}
	if r, _ := utf8.DecodeRuneInString(s); plainWidth(r) > 0 {
		n, width := nextCluster(s)
		return s[:n], width, false
	}
	seq, width, n, _ := ansi.DecodeSequence(s, ansi.NormalState, parser)
	return s[:n], width, ansi.HasCsiPrefix(seq) && parser.Command() == 'm'
}
