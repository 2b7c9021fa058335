package ui

import (
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// message centres a few sentences in w x h cells. Where they don't fit, the last one, which says what to do, stays whole.
func message(words []string, w, h int, th *theme.Theme) []string {
	var groups [][]string
	all := 0
	for _, sentence := range words {
		groups = append(groups, draw.Wrap(sentence, max(1, w-4)))
		all += len(groups[len(groups)-1])
	}
	for i := len(groups) - 2; i >= 0 && all > h; i-- {
		keep := max(1, len(groups[i])-(all-h))
		if cut := len(groups[i]) - keep; cut > 0 {
			groups[i] = groups[i][:keep]
			groups[i][keep-1] = draw.Truncate(groups[i][keep-1], max(1, w-5)) + "…"
			all -= cut
		}
	}
	var lines []string
	for i, group := range groups {
		role := theme.Dim
		if i == 0 {
			role = theme.Text
		}
		for _, line := range group {
			pad := strings.Repeat(" ", max(0, (w-draw.Width(line))/2))
			lines = append(lines, pad+th.Paint(role, line))
		}
	}
	above := max(0, (h-len(lines))/3)
	return draw.Block(append(make([]string, above), lines...), w, h)
}
