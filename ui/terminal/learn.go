package terminal

import "gatehouse/pattern"

var (
	kittyFlags = pattern.Of(`^\x1b\[\?(\d{1,3})u$`)
	kittyEsc   = pattern.Of(`^\x1b\[27(;(1|65|129|193)(:[123])?)?u$`) // the locks may be on
)

// learn notes that the terminal speaks the keyboard protocol in which esc is a sequence too. A key with modifiers doesn't say so: tmux
// encodes those alike, and sends a bare ESC for esc; so can xterm.
func (s *scanner) learn(seq []byte) {
	if seq[len(seq)-1] != 'u' { // as most that arrows and the like send
		return
	}
	if flags := kittyFlags().FindSubmatch(seq); flags != nil {
		last := flags[1][len(flags[1])-1]
		s.kitty = (last-'0')%2 == 1 // the lowest bit says so
	} else if kittyEsc().Match(seq) {
		s.kitty = true
	}
}
