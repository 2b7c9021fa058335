// Package screen says what of the console is drawn where: which rows there are on a terminal of a size, how many of them a pane gets, and
// where an overlay goes.
package screen

import (
	"fmt"
	"slices"

	"gatehouse/ui/draw"
)

// The smallest screen that shows the console; below it a few words stand in its place.
const (
	MinWidth  = 24
	MinHeight = 6
)

// tabsFrom is the height from which there is a row of tabs: below it every line counts.
const tabsFrom = 8

// Screen is what decides where something is drawn: the size of the terminal, and whether there is a banner below the tabs.
type Screen struct {
	W, H   int
	Banner bool
}

// Unknown reports whether the terminal hasn't said how large it is.
func (s Screen) Unknown() bool { return s.W == 0 || s.H == 0 }

// TooSmall reports whether the console can't be shown.
func (s Screen) TooSmall() bool { return s.W < MinWidth || s.H < MinHeight }

// TooSmallLines say so.
func (s Screen) TooSmallLines() []string {
	return draw.Block(draw.Wrap(fmt.Sprintf("Too small. gatehouse needs %d x %d.", MinWidth, MinHeight), s.W), s.W, s.H)
}

// HasTabs reports whether there is a row of tabs.
func (s Screen) HasTabs() bool { return s.H >= tabsFrom }

// TabRow is the row of the tabs; -1: there is none.
func (s Screen) TabRow() int {
	if s.HasTabs() {
		return 1
	}
	return -1
}

// PaneRow is the first row of the pane.
func (s Screen) PaneRow() int {
	row := 1
	if s.HasTabs() {
		row++
	}
	if s.Banner {
		row++
	}
	return row
}

// PaneRows is how many rows a pane has above a notice of so many. It is told of them: a notice never covers a row of its.
func (s Screen) PaneRows(notice int) int { return s.belowTop() - notice }

// belowTop is how many rows there are between the banner and the footer.
func (s Screen) belowTop() int { return max(0, s.H-s.PaneRow()-1) }

// NoticeRows is how many rows a notice may have at most.
func (s Screen) NoticeRows() int { return min(3, s.belowTop()/2) }

// Rows are what is drawn, from top to bottom.
type Rows struct {
	Top, Tabs, Banner string
	Pane, Notice      []string
	Footer            string
}

// Lines are the rows that there are on this screen.
func (s Screen) Lines(r Rows) []string {
	lines := []string{r.Top}
	if s.HasTabs() {
		lines = append(lines, r.Tabs)
	}
	if s.Banner {
		lines = append(lines, r.Banner)
	}
	return append(slices.Concat(lines, r.Pane, r.Notice), r.Footer)
}
