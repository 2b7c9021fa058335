package host

import (
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// Measure is how wide sentences in place of rows get at most: longer lines are hard to read.
const Measure = 80

// airyFrom is how many lines have to be left for the parts of a message to stand apart.
const airyFrom = 4

// Trouble is what stands in place of something that can't be shown: a headline, a sentence that says why, and the keys that help, further
// ones among them. What isn't allowed is a headline of its own, "You may not list the hooks."; anything else is a failure.
func (e *Env) Trouble(err error, list, failure string, keys ...string) []string {
	what, next := e.Explain(err)
	if api.KindOf(err) == api.KindForbidden {
		failure, what = "You may not "+list+".", strings.TrimSpace(Said(PlainMessage(err)))
	}
	return widget.NonEmpty(failure, what, strings.Join(widget.NonEmpty(append([]string{next}, keys...)...), " "))
}

// Message centres a few sentences in w x h cells: a headline, what there is to say of it, and the keys that help.
// Where they don't fit, the last one, which says what to do, stays whole as long as it can; whatever is cut ends with "…".
func Message(words []string, w, h int, th *theme.Theme) []string {
	lines := MessageLines(words, w, h, th)
	above := max(0, (h-len(lines))/3)
	return draw.Block(append(make([]string, above), lines...), w, h)
}

// MessageLines are the lines of such a message alone, at most h.
func MessageLines(words []string, w, h int, th *theme.Theme) []string {
	room := max(1, min(w-4, Measure))
	var groups [][]string
	all := 0
	for _, sentence := range words {
		groups = append(groups, draw.Wrap(sentence, room))
		all += len(groups[len(groups)-1])
	}
	last := len(groups) - 1
	for i := last - 1; i >= 0; i-- { // the reason before the headline
		all -= shorten(&groups[i], all-h, room)
	}
	if over := all - h; over > 0 && last > 0 { // one line each is too much, too: what is between the first and the last goes
		from := max(1, last-over)
		all -= last - from
		groups = append(groups[:from], groups[last])
	}
	if last >= 0 {
		shorten(&groups[len(groups)-1], all-h, room)
	}
	air := h-all >= airyFrom && last > 0 // a line apart on both sides of what is between headline and keys
	var lines []string
	for i, group := range groups {
		role := theme.Text
		switch i {
		case 0:
			role = theme.Title
		case last:
			role = theme.Info
		}
		if air && (i == 1 || i == last) {
			lines = append(lines, "")
		}
		for _, line := range group {
			pad := strings.Repeat(" ", max(0, (w-draw.Width(line))/2))
			lines = append(lines, pad+th.Paint(role, line))
		}
	}
	return lines
}

// shorten cuts lines off the end of a group, which keeps its first one, and tells how many.
func shorten(group *[]string, excess, w int) int {
	lines := *group
	keep := max(1, len(lines)-max(0, excess))
	if keep < len(lines) {
		head, _ := draw.Cut(lines[keep-1], max(0, w-1))
		lines[keep-1] = strings.TrimRight(head, " .,;") + "…"
		*group = lines[:keep]
	}
	return len(lines) - keep
}
