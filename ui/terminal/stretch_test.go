package terminal

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// table are rows of cells in which a column is marked.
func table(rows, columns, marked int, name string) string {
	var lines []string
	for y := range rows {
		line := name + "  \x1b[38;2;1;2;3m"
		if y%7 == 3 { // another colour here and there
			line = name + "  \x1b[38;2;3;2;1m"
		}
		for x := range columns {
			if x == marked {
				line += "\x1b[48;2;40;50;60m█ \x1b[49m"
			} else {
				line += "█ "
			}
		}
		lines = append(lines, line+"\x1b[m")
	}
	return strings.Join(lines, "\n")
}

// Where a mark goes along all rows, as one does with each key in a matrix, each of its two pens is selected once and not in each row. So
// it is behind names whose characters take two cells.
func TestAMarkedColumnTakesFewBytes(t *testing.T) {
	const rows, most = 24, 24 * 2 * 12
	for _, name := range []string{"Suzuki", "鈴木 葵"} {
		s := newTestScreen(60, 30)
		s.synced = true
		_ = s.shown(tea.View{Content: table(rows, 16, 0, name)})
		for marked := 1; marked < 16; marked++ {
			if n := len(s.shown(tea.View{Content: table(rows, 16, marked, name)})); n > most {
				t.Errorf("%s: column %d is marked by %d bytes, want at most %d", name, marked, n, most)
			}
		}
	}
}

// A hexagram takes one cell in terminals that don't know Unicode 16 yet: its row is drawn from its beginning.
func TestHexagramsAreNotSure(t *testing.T) {
	for text, odd := range map[string]bool{"鈴木": false, "한글": false, "㐀䶿": false, "䷀": true, "䷿": true} {
		s := newTestScreen(20, 1)
		_ = s.shown(tea.View{Content: text + " a"})
		if s.rows[0].odd != odd {
			t.Errorf("%s: it is measured differently: %t, want %t", text, s.rows[0].odd, odd)
		}
	}
}

// The two views before the one that is shown are known cell by cell: one from behind a dialog comes back without being read again.
func TestFormerViewsAreKnown(t *testing.T) {
	s := newTestScreen(20, 1)
	views := []string{"list", "menu over list", "cards"}
	cells := map[string]*cell{}
	for _, v := range views {
		_ = s.shown(tea.View{Content: v})
		cells[v] = &s.rows[0].cells[0]
	}
	for range 3 {
		for _, v := range views {
			_ = s.shown(tea.View{Content: v})
			if &s.rows[0].cells[0] != cells[v] {
				t.Errorf("%q is read again", v)
			}
		}
	}
}

// Where each cell has a style of its own kind, a screen that comes anew takes hardly more than its styles and its characters.
func TestAScreenOfManyStylesTakesFewBytes(t *testing.T) {
	const w, h, styles = 80, 24, 8
	var lines []string
	for y := range h {
		line := ""
		for x := range w / 4 {
			line += fmt.Sprintf("\x1b[38;2;%d;100;100;48;2;20;20;20m%04d\x1b[m", 100+(x+y)%styles, x*y)
		}
		lines = append(lines, line)
	}
	bytes := map[bool]int{}
	for _, synced := range []bool{false, true} {
		s := newTestScreen(w, h)
		s.synced = synced
		_ = s.shown(tea.View{})
		bytes[synced] = len(s.shown(tea.View{Content: strings.Join(lines, "\n")}))
	}
	if most := w*h + w/4*h*8 + styles*40; bytes[true] > most || bytes[true] > bytes[false]/2 {
		t.Errorf("%d bytes pen by pen and %d row by row, want at most %d and half of them", bytes[true], bytes[false], most)
	}
}
