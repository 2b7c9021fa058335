package chart

import (
	"slices"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Signs before a bar: the one under the cursor, and the one whose filter decides which rows are shown.
const (
	cursorSign = "▌"
	shownSign  = "●"
	underSign  = "▲" // below the chosen bar of a strip
)

// paint draws lines of a layout.
func (v *View) paint(l layout, from, to int, filter string, th *theme.Theme) []string {
	lines := make([]string, 0, to-from)
	for y := from; y < to; y++ {
		lines = append(lines, v.paintLine(v.signed(l, y, filter), l.w, th))
	}
	return lines
}

// signed are the parts of a line with the signs of the chosen bar and of those whose filter is in force.
func (v *View) signed(l layout, y int, filter string) []part {
	parts := slices.Clone(l.lines[y])
	sign := func(s spot, at place, text string, role theme.Role) {
		if v.declared.Groups[s.group].Strip {
			at.y, text = at.y+1, underSign
		}
		if at.y == y {
			parts = slices.DeleteFunc(parts, func(p part) bool { return p.x <= at.x && at.x < p.x+draw.Width(p.text) })
			parts = append(parts, part{x: at.x, text: text, role: role, of: s, bar: true})
		}
	}
	for s, at := range l.places {
		chosen, shown := v.Open && s == v.at, filter != "" && v.counted.bars[s.group][s.bar].Filter == filter
		switch {
		case chosen:
			sign(s, at, cursorSign, theme.Accent)
		case shown:
			sign(s, at, shownSign, theme.Match)
		}
	}
	slices.SortFunc(parts, func(a, b part) int { return a.x - b.x })
	return parts
}

func (v *View) paintLine(parts []part, w int, th *theme.Theme) string {
	var out strings.Builder
	at, inChosen := 0, false
	for _, p := range parts {
		text := draw.Truncate(p.text, w-p.x)
		if p.x < at || text == "" {
			continue
		}
		chosen := v.Open && p.bar && p.of == v.at
		gap := draw.Spaces(p.x - at)
		if chosen && inChosen { // its ground is of one piece
			gap = th.PaintOn(theme.Text, theme.Selected, gap)
		}
		out.WriteString(gap)
		if inChosen = chosen; chosen {
			out.WriteString(th.PaintOn(p.role, theme.Selected, text))
		} else {
			out.WriteString(th.Paint(p.role, text))
		}
		at = p.x + draw.Width(text)
	}
	out.WriteString(draw.Spaces(w - at))
	return out.String()
}
