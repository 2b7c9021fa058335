package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// scroller is a text to read in a box that may be smaller.
type scroller struct {
	intro string // a line of its own above the text, "" for none
	text  string
	top   int
	rows  int // as drawn last
}

// lines draws what is in view, in at most h lines of at most w cells. What doesn't fit is counted in the last of them.
func (s *scroller) lines(w, h int, th *theme.Theme) []string {
	var all []string
	if s.intro != "" {
		all = append(all, th.Paint(theme.Dim, draw.Truncate(s.intro, w)), "")
	}
	all = append(all, wrapLines(s.text, w, th)...)
	if len(all) <= h {
		s.top, s.rows = 0, max(0, h)
		return all
	}
	s.rows = max(0, h-1)
	s.top = max(0, min(s.top, len(all)-s.rows))
	note := "up shows the beginning"
	if below := len(all) - s.top - s.rows; below > 0 {
		note = fmt.Sprintf("… %s more, down scrolls", count(int64(below), "line"))
	}
	return append(all[s.top:s.top+s.rows:s.top+s.rows], th.Paint(theme.Dim, draw.Truncate(note, w)))[:max(0, h)]
}

// press scrolls, and reports whether the key did that.
func (s *scroller) press(key tea.KeyPressMsg) bool {
	page := max(1, s.rows-1)
	by, ok := map[string]int{"down": 1, "up": -1, "pgdown": page, "pgup": -page}[key.String()]
	s.top = max(0, s.top+by)
	return ok
}

func wrapLines(text string, w int, th *theme.Theme) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, paintAll(th, theme.Value, draw.Wrap(line, w))...)
	}
	return lines
}

// textLines draws a text in at most h lines of at most w cells; what doesn't fit shows as such.
func textLines(text string, w, h int, th *theme.Theme) []string {
	lines := wrapLines(text, w, th)
	if h > 0 && len(lines) > h {
		rest := fmt.Sprintf("… %s more", count(int64(len(lines)-h+1), "line"))
		lines = append(lines[:h-1], th.Paint(theme.Dim, draw.Truncate(rest, w)))
	}
	return lines[:min(len(lines), max(h, 0))]
}
