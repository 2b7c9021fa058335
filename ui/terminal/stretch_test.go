package terminal

import (
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
