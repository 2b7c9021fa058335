package ui

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/draw"
)

// frameSizes are screens from the smallest that is used to one larger than most.
var frameSizes = [][2]int{{40, 10}, {60, 15}, {80, 24}, {100, 30}, {120, 40}, {160, 45}, {200, 60}}

// Whatever the rows hold, each pane fills the screen exactly, and the sides of its boxes stand under their corners.
func TestEveryPaneFillsItsFrame(t *testing.T) {
	for _, size := range frameSizes {
		for _, hostile := range []bool{false, true} {
			t.Run(fmt.Sprintf("%dx%d hostile %v", size[0], size[1], hostile), func(t *testing.T) {
				t.Parallel()
				d := newDriver(t, driverOptions{w: size[0], h: size[1], tenant: tenant.Options{Hostile: hostile}})
				for _, tab := range []string{"`", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0"} {
					d.keys(tab)
					framed(t, d, tab)
					if tab != "`" && tab != "0" {
						d.keys("s", "j", "<enter>")
						framed(t, d, tab+" with a record open")
						d.keys("<esc>")
					}
				}
			})
		}
	}
}

func framed(t *testing.T, d *driver, where string) {
	t.Helper()
	lines := draw.StripStyles(strings.Split(d.model.View().Content, "\n"))
	if len(lines) != d.model.h {
		t.Fatalf("%s: %d lines on a screen of %d", where, len(lines), d.model.h)
	}
	open := map[int]bool{} // the columns at which a box has a side
	for y, line := range lines {
		if w := draw.Width(line); w != d.model.w {
			t.Errorf("%s: line %d has %d cells: %q", where, y, w, line)
		}
		x := 0
		for _, r := range line {
			switch r {
			case '╭', '╮':
				open[x] = true
			case '╰', '╯':
				if !open[x] {
					t.Errorf("%s: line %d closes a box at %d that nothing opened", where, y, x)
				}
				delete(open, x)
			}
			x += draw.Width(string(r))
		}
		for side := range open {
			if at := cellAt(line, side); !strings.ContainsAny(at, "│┃╭╮├┤") {
				t.Errorf("%s: line %d has %q at %d, where a box has its side: %q", where, y, at, side, line)
			}
		}
	}
	if len(open) > 0 {
		t.Errorf("%s: boxes stay open at %v", where, open)
	}
}

// cellAt is what stands in a cell of a line.
func cellAt(line string, x int) string {
	at := 0
	for _, r := range line {
		if at == x {
			return string(r)
		}
		at += draw.Width(string(r))
	}
	return ""
}
