package terminal

import (
	"bytes"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

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
	if at := anyCtrlC().FindIndex(s.paste[from:]); at != nil {
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
	s.wary = s.last.Add(settling)
	if then == inDrain {
		s.wary = s.last.Add(orphaned)
	}
}

// strayEnd: what has come until here belonged to a paste that was ended by hand, or by a mark within its text.
func (s *scanner) strayEnd() {
	s.emit(stray, nil)
	s.wary = s.last.Add(settling)
}

// isWary reports whether keys may still belong to a paste.
func (s *scanner) isWary(now time.Time) bool { return now.Before(s.wary) }

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
		s.strayEnd()
	}
}
