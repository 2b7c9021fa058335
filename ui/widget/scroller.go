package widget

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Scroller is a text to read in a box that may be smaller.
type Scroller struct {
	Intro string // a line of its own above the text, "" for none
	Text  string
	Quiet bool // it is less important than what stands above
	Top   int
	Rows  int  // as drawn last
	Cut   bool // so drawn, it is longer than its room
	all   int  // its lines, as drawn last
}

// Lines draws what is in view, in at most h lines of at most w cells. What doesn't fit is counted in the last of them.
func (s *Scroller) Lines(w, h int, th *theme.Theme) []string {
	var all []string
	if s.Intro != "" {
		all = append(all, th.Paint(theme.Dim, draw.Truncate(s.Intro, w)), "")
	}
	all = append(all, s.wrap(w, th)...)
	s.all = len(all)
	if s.Cut = len(all) > h; !s.Cut {
		s.Top, s.Rows = 0, max(0, h)
		return all
	}
	s.Rows = max(0, h-1)
	s.Top = max(0, min(s.Top, len(all)-s.Rows))
	note := "up shows the beginning"
	if below := len(all) - s.Top - s.Rows; below > 0 {
		note = fmt.Sprintf("… %s more, down scrolls", Count(int64(below), "line"))
	}
	return append(all[s.Top:s.Top+s.Rows:s.Top+s.Rows], th.Paint(theme.Dim, draw.Truncate(note, w)))[:max(0, h)]
}

// Scrolled is what of it is in view, as drawn last.
func (s *Scroller) Scrolled() Scroll { return Scroll{Top: s.Top, Rows: s.Rows, All: s.all} }

// Press scrolls, and reports whether the key did that.
func (s *Scroller) Press(key tea.KeyPressMsg) bool {
	page := max(1, s.Rows-1)
	by, ok := map[string]int{"down": 1, "up": -1, "pgdown": page, "pgup": -page}[key.String()]
	s.Top = max(0, s.Top+by)
	return ok
}

func (s *Scroller) wrap(w int, th *theme.Theme) []string {
	role := theme.Value
	if s.Quiet {
		role = theme.Dim
	}
	var lines []string
	for line := range strings.SplitSeq(s.Text, "\n") {
		lines = append(lines, PaintAll(th, role, draw.Wrap(line, w))...)
	}
	return lines
}
