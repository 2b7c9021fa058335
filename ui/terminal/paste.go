package terminal

import (
	"bytes"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/pattern"
)

// ctrlC is what a terminal sends for ctrl+c, unless it encodes keys.
const ctrlC = 0x03

// endOfPaste finds ctrl+c in any of its encodings.
var endOfPaste = pattern.Of(`\x03|\x1b\[99;(5|69|133|197)(:[12])?u|\x1b\[27;5;99~`)

// longestPaste is how much of a paste is kept: longer than any field takes, so that what is cut here is refused there.
const longestPaste = 4 << 20

// scanPaste takes a part of a paste and reports how much of the data belongs to it.
func (s *scanner) scanPaste(data []byte) int {
	before := len(s.paste)
	s.quiet = false
	from := max(0, before-len(pasteEnd)-16) // a mark may have been cut
	s.paste = append(s.paste, data...)
	if at := bytes.Index(s.paste[from:], []byte(pasteEnd)); at >= 0 {
		at += from
		whole := s.paste[:at]
		s.endPaste(whole, ground)
		return at + len(pasteEnd) - before
	}
	if at := endOfPaste().FindIndex(s.paste[from:]); at != nil {
		s.endPaste(s.paste[:from+at[0]], inDrain)
		return from + at[1] - before
	}
	if len(s.paste) > longestPaste { // its end is still looked for
		tail := len(s.paste) - len(pasteEnd)
		s.paste = append(s.paste[:longestPaste-len(pasteEnd)], s.paste[tail:]...)
	}
	return len(data)
}

func (s *scanner) endPaste(content []byte, then state) {
	s.emitPaste(content)
	s.emit(arrived, nil)
	s.rest()
	s.state, s.paste, s.announced = then, nil, false
}

// pause hands on what has arrived of a paste that has been quiet for a while.
func (s *scanner) pause() {
	if s.quiet = true; !s.announced {
		s.emit(waiting, nil)
	}
	s.announced = true
	s.emitPaste(s.wholeRunes())
}

// wholeRunes takes what has arrived of a paste, but for what may be the beginning of a character or of the end mark.
func (s *scanner) wholeRunes() []byte {
	n := len(s.paste)
	if at := bytes.LastIndexByte(s.paste, ansi.ESC); at >= 0 && n-at < len(pasteEnd) {
		n = at
	}
	for i := 1; i <= utf8.UTFMax && i <= n; i++ {
		if c := s.paste[n-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(s.paste[n-i : n]) {
				n -= i
			}
			break
		}
	}
	whole := s.paste[:n:n]
	s.paste = append([]byte(nil), s.paste[n:]...)
	return whole
}

// emitPaste gives a piece of a paste; sequences that the terminal or somebody else put between are left out.
func (s *scanner) emitPaste(content []byte) {
	if bytes.IndexByte(content, ansi.ESC) >= 0 {
		content = []byte(ansi.Strip(string(content)))
	}
	content = bytes.ToValidUTF8(content, nil)
	if len(content) > 0 {
		s.emit(pasted, content)
	}
}

// stepDrain drops what is left of a paste that was ended by hand, until its end mark or until it is quiet. ctrl+c acts.
func (s *scanner) stepDrain(c byte) {
	if c == ctrlC {
		s.rest()
		s.emit(control, []byte{c})
		return
	}
	s.held = append(s.held, c)
	if len(s.held) > len(pasteEnd) {
		s.held = s.held[1:]
	}
	if string(s.held) == pasteEnd {
		s.rest()
	}
}
