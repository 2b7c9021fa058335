package ui

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// allSizes are those of the stored screens and what lies between them.
func allSizes() [][2]int {
	return slices.Concat(screenSizes, [][2]int{{132, 40}, {110, 35}, {90, 30}, {60, 20}, {50, 15}})
}

// What stands above a list, a card or a picture is in whole words: it is cut in its middle, or left out.
func TestTitlesEndInWholeWords(t *testing.T) {
	cut := regexp.MustCompile(`[^ ›]…(  | ─| ╮|$)`)
	for _, p := range slices.Concat(panePlaces(), triagePlaces(), statePlaces(), []place{
		{name: "timeline", keys: []string{"5", "a"}, sees: "All changes"},
		{name: "timeline, sorted", keys: []string{"5", "a", "S"}, sees: "All changes"}}) {
		t.Run(p.name, func(t *testing.T) {
			d := p.open(t)
			if d.model.overlay() != nil {
				return
			}
			for _, size := range allSizes() {
				d.Resize(size[0], size[1])
				head := strings.Split(d.screen(), "\n")[d.model.screen().PaneRow()]
				if cut.MatchString(strings.ReplaceAll(head, "dismissing…", "")) {
					t.Errorf("%dx%d: %q", size[0], size[1], head)
				}
			}
		})
	}
}

// Labels of a chart are whole wherever the chart has room for them beside a short bar.
func TestLabelsOfChartsAreWhole(t *testing.T) {
	for _, keys := range [][]string{{"3", "D"}, {"4", "D"}, {"5", "a", "D"}} {
		d := newDriver(t, driverOptions{})
		d.keys(keys...)
		for _, size := range allSizes() {
			d.Resize(size[0], size[1])
			for _, line := range strings.Split(d.screen(), "\n") {
				if strings.HasPrefix(line, "── ") || strings.HasPrefix(line, "│ ── ") || strings.HasPrefix(line, "─ ") { // below the chart
					break
				}
				if before, _, bar := strings.Cut(line, "─"); bar && strings.Contains(before, "…") && !strings.ContainsAny(before, "╭╰›") {
					t.Errorf("%v, %dx%d: %q", keys, size[0], size[1], line)
				}
			}
		}
	}
}

// Columns that matter less leave the others what they need: the header of some lists without a preview, from narrow to wide.
func TestColumnsYieldInTheirOrder(t *testing.T) {
	for _, c := range []struct {
		keys []string
		w    int
		want string
	}{
		{[]string{"4"}, 100, "Status Name Shared Views Expires"},
		{[]string{"4"}, 120, "Status Name Shared Views Expires Creator Created"},
		{[]string{"5", "a"}, 40, "When ▼ Resource server"},
		{[]string{"5", "a"}, 80, "When ▼ Resource server What Who"},
		{[]string{"5", "a"}, 110, "When ▼ Resource server What Who Why"},
		{[]string{"5", "a"}, 120, "When ▼ Resource server What Who Why"},
		{[]string{"3", "m"}, 80, "Name Holds Department Status"},
		{[]string{"3", "m"}, 110, "Name Holds Department Job title Status"},
	} {
		d := newDriver(t, driverOptions{w: c.w, h: 30})
		d.keys(c.keys...)
		first, _, _ := strings.Cut(c.want, " ")
		if got := d.header(first + " "); got != c.want {
			t.Errorf("%v in %d cells: %q, want %q", c.keys, c.w, got, c.want)
		}
	}
}

// A number in a row is whole wherever there is one, with the preview beside the list, below it, and away.
func TestNumbersInRowsAreWhole(t *testing.T) {
	cut := regexp.MustCompile(`  [0-9][0-9,/]*[smhdy%]?o?…( |$)`)
	for _, p := range panePlaces() {
		d := p.open(t)
		for range 3 {
			d.Resize(160, 45)
			d.keys("P")
			for _, size := range allSizes() {
				d.Resize(size[0], size[1])
				for _, line := range strings.Split(d.screen(), "\n")[3:] {
					if cut.MatchString(line) {
						t.Errorf("%s, %dx%d: %q", p.name, size[0], size[1], line)
					}
				}
			}
		}
	}
}
