package terminal

import (
	"bytes"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/pattern"
)

// What one key is, and what two are or a key and an answer, where they come in one read or in parts.

// altKey is a key with alt as an ESC before its own sequence, but for the marks of a paste. Two ESC before anything else are the key esc
// and what follows it.
var altKey = pattern.Of(`^\x1b\x1b(O.|\[([A-HP-SZa-d]|1;[\d:]+[A-HP-S]|([013-9]?\d|[\d]+[;:][\d;:]*)~|[\d;:]+u))$`)

// partEsc takes the first of two ESC before a sequence for the key esc, and reports whether there were two.
func (s *scanner) partEsc() bool {
	if len(s.held) < 3 || s.held[1] != ansi.ESC {
		return false
	}
	if s.held = s.held[1:]; !s.kitty {
		s.emit(escape, nil)
	}
	return true
}

// partFromAnswer does so where the sequence is no key.
func (s *scanner) partFromAnswer() {
	if !altKey().Match(s.held) {
		s.partEsc()
	}
}

// beginsString reports whether an answer that is a string may begin so. No terminal answers with one behind ^ or X.
func beginsString(kind, c byte) bool {
	switch kind {
	case ']':
		return c >= '0' && c <= '9'
	case 'P':
		return c >= '0' && c <= '9' || bytes.IndexByte([]byte(">!+$=?|"), c) >= 0
	}
	return kind == '_'
}

// Letters that end a sequence right behind what begins it.
const (
	endsCSI = "ABCDEFGHIMOPQRSZabcd["
	endsSS3 = "ABCDEFHMPQRS"
)

// parted takes what a sequence has come to for keys where what was read at last, later than a key takes on its way, doesn't go on with it.
// It returns what is still to be read.
func (s *scanner) parted(data []byte, now time.Time) []byte {
	if len(data) == 0 || now.Sub(s.last) < alone {
		return data
	}
	c := data[0]
	isLetter := c|0x20 >= 'a' && c|0x20 <= 'z'
	switch begun := len(s.held) == 2; {
	case s.state == stringESC && c != '\\' && !s.kitty:
		s.rest()
		s.emit(escape, nil)
		return s.afterKey(data, true)
	case begun && s.state == inCSI && isLetter && bytes.IndexByte([]byte(endsCSI), c) < 0,
		begun && s.state == inSS3 && isLetter && bytes.IndexByte([]byte(endsSS3), c) < 0:
		s.finish() // alt and what begins sequences
	}
	return data
}
