package draw

import "strings"

// Wrap cleans s and breaks it into lines of at most w cells: at spaces where
// there are any, inside a word that is longer than a line: behind a comma or a
// slash that isn't far from its end. A line break of the
// text is shown as ↵: whoever wrote it can't make a line that looks like ours.
// The indentation stays. The result has at least one line; it is nil when w is
// not positive.
func Wrap(s string, w int) []string {
	if w <= 0 {
		return nil
	}
	return wrapLine(nil, Clean(s), w, true)
}

// WrapText is Wrap for a text of several lines that stands apart from ours: its
// line breaks stay.
func WrapText(s string, w int) []string {
	if w <= 0 {
		return nil
	}
	var lines []string
	for _, line := range splitLines(s) {
		lines = wrapLine(lines, Clean(line), w, false)
	}
	return lines
}

// wrapLine appends one clean line, broken to w cells; joints: names that are
// strung together stay whole where that costs few cells.
func wrapLine(lines []string, s string, w int, joints bool) []string {
	if w == 1 {
		s = narrow(s)
	}
	if len(s) <= w && asciiPrefix(s) == len(s) { // as most are
		return append(lines, s)
	}
	start, width := 0, 0  // of the line being filled
	space, after := -1, 0 // the last space in it, and the width up to behind it
	joint, upTo := -1, 0  // behind the last "," or "/" in it, and the width up to there
	indented := true      // nothing but spaces so far
	for i := 0; i < len(s); {
		n, cw := next(s[i:], min(w, maxUnit))
		blank := n == 1 && s[i] == ' '
		if blank && width+cw > w { // this space is the break, with those that follow it
			lines = append(lines, s[start:i])
			for i < len(s) && s[i] == ' ' {
				i++
			}
			if i == len(s) {
				return lines
			}
			start, width, space, joint, indented = i, 0, -1, -1, false
			continue
		}
		for width+cw > w {
			if space >= 0 {
				lines = append(lines, strings.TrimRight(s[start:space], " "))
				start, width = space+1, width-after
			} else if joints && joint > start && upTo >= w*3/4 {
				lines = append(lines, s[start:joint])
				start, width = joint, width-upTo
			} else {
				line := strings.TrimSuffix(s[start:i], breaker)
				lines = append(lines, line)
				start, width = start+len(line), 0 // a breaker goes along: see suffix
			}
			space, joint, indented = -1, -1, false
		}
		width += cw
		if n == 1 && (s[i] == ',' || s[i] == '/') {
			joint, upTo = i+n, width
		}
		if blank && !indented {
			space, after = i, width
		}
		indented = indented && blank
		i += n
	}
	return append(lines, s[start:])
}

// narrow puts "…" for the wide characters of a clean line, for columns of one cell.
func narrow(s string) string {
	var out strings.Builder
	for len(s) > 0 {
		n, cw := next(s, 1)
		if cw > 1 {
			out.WriteString(ellipsis)
		} else {
			out.WriteString(s[:n])
		}
		s = s[n:]
	}
	return out.String()
}
