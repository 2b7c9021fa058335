package form

import (
	"strings"
	"unicode/utf8"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// span is a piece of a line in one role. Its text is clean.
type span struct {
	role   theme.Role
	text   string
	cursor bool
	ground theme.Role // what it stands on; Text: on what is behind
}

type line []span

// text cleans a string for a line.
func text(role theme.Role, s string) span { return span{role: role, text: draw.Clean(s)} }

// paint draws a line with exactly w cells.
func (f *Form) paint(l line, w int) string {
	const aSpan = 32 // bytes that paint it
	var b strings.Builder
	b.Grow(w + len(l)*aSpan)
	used := 0
	for _, s := range l {
		if used == w {
			break
		}
		wide := draw.Width(s.text)
		if wide > w-used {
			s.text = draw.Truncate(s.text, w-used)
			wide = draw.Width(s.text)
		}
		used += wide
		if s.cursor && !f.realCursor {
			b.WriteString(f.theme.PaintBack(s.role, s.text))
		} else {
			f.theme.PaintOnTo(&b, s.role, s.ground, s.text)
		}
	}
	b.WriteString(draw.Spaces(w - used))
	return b.String()
}

// paragraph wraps a sentence to at most rows lines; a cut shows as "…".
func paragraph(role theme.Role, s string, w, rows int) []line {
	s, cut := beginning(s, w, rows)
	return cutTo(role, draw.Wrap(s, w), w, rows, cut)
}

// helpLines are a sentence about a field. Where it needs more lines it ends with a part that says something by itself.
func helpLines(s string, w, rows int) []line {
	for short := s; len(draw.Wrap(short, w)) > rows; {
		at := -1
		for _, end := range []string{", ", "; ", ": ", ". "} {
			at = max(at, strings.LastIndex(short, end))
		}
		if at < 0 || draw.Width(short[:at]) < w/3 {
			return paragraph(theme.Dim, s, w, rows)
		}
		if short = short[:at]; len(draw.Wrap(short, w)) <= rows {
			s = short
		}
	}
	return paragraph(theme.Dim, s, w, rows)
}

// beginning is as much of a text as so many rows can show and more, and whether that isn't all: what nobody sees isn't paid for.
func beginning(s string, w, rows int) (string, bool) {
	const aCell = 32 // bytes, more than the marks on a letter take
	if rows >= len(s) || len(s) <= (rows+1)*max(w, 1)*aCell {
		return s, false
	}
	n := (rows + 1) * max(w, 1) * aCell
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n], true
}

// passage is paragraph for a value, whose line breaks stay.
func passage(role theme.Role, s string, w, rows int) []line {
	s, cut := beginning(s, w, rows)
	return cutTo(role, draw.WrapText(s, w), w, rows, cut)
}

func cutTo(role theme.Role, wrapped []string, w, rows int, cut bool) []line {
	if len(wrapped) > rows {
		cut = true
		wrapped = wrapped[:max(rows, 0)]
	}
	lines := make([]line, len(wrapped))
	for i, t := range wrapped {
		if cut && i == len(wrapped)-1 {
			if draw.Width(t) == w {
				t = draw.Truncate(t+" ", w)
			} else {
				t += "…"
			}
		}
		lines[i] = line{{role: role, text: t}}
	}
	return lines
}

// onGround lays a ground of w cells under lines.
func onGround(ground theme.Role, lines []line, w int) []line {
	for i, l := range lines {
		used := 0
		for j := range l {
			l[j].ground = ground
			used += draw.Width(l[j].text)
		}
		if used < w {
			lines[i] = append(l, span{text: draw.Spaces(w - used), ground: ground})
		}
	}
	return lines
}

// shift puts the margin before every line.
func (f *Form) shift(focused bool, lines []line) []line {
	if len(lines) == 0 {
		return nil
	}
	prefix := f.prefix(focused, "")
	for i, l := range lines {
		lines[i] = append(append(make(line, 0, len(prefix)+len(l)), prefix...), l...)
	}
	return lines
}
