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
	quiet bool // it is less important than what stands above
	top   int
	rows  int  // as drawn last
	cut   bool // so drawn, it is longer than its room
}

// lines draws what is in view, in at most h lines of at most w cells. What doesn't fit is counted in the last of them.
func (s *scroller) lines(w, h int, th *theme.Theme) []string {
	var all []string
	if s.intro != "" {
		all = append(all, th.Paint(theme.Dim, draw.Truncate(s.intro, w)), "")
	}
	all = append(all, s.wrap(w, th)...)
	if s.cut = len(all) > h; !s.cut {
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

func (s *scroller) wrap(w int, th *theme.Theme) []string {
	role := theme.Value
	if s.quiet {
		role = theme.Dim
	}
	var lines []string
	for line := range strings.SplitSeq(s.text, "\n") {
		lines = append(lines, paintAll(th, role, draw.Wrap(line, w))...)
	}
	return lines
}
