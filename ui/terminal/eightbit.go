package terminal

import "github.com/charmbracelet/x/ansi"

// stepC1 takes ESC and a letter in one: terminals that were left in that mode answer so, and encode keys so.
func (s *scanner) stepC1(c byte) {
	switch letter := c - 0x40; letter {
	case '[', 'O', ']', 'P', '_', '^', 'X':
		s.state, s.held = afterESC, []byte{ansi.ESC}
		s.stepESC(letter)
	}
}
