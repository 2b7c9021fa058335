package terminal

import (
	"bytes"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/pattern"
)

// cut remembers a sequence that was given up, so that its rest isn't taken for keys.
type cut struct {
	after state // where it was cut
	at    time.Time
	held  []byte // what was there of it
}

// doubt is how long a single character behind an ESC that was taken for a key waits: it may begin the rest of a sequence.
const doubt = 100 * time.Millisecond

// longestMouse is how long a report of the mouse is in its old form.
const longestMouse = len("\x1b[M") + 3

// A rest is told from keys by its form, and by its coming at once: no hand presses several keys in one read.
var (
	restCSI    = pattern.Of(`^\[(\[?[A-Za-z~]|[0-9<=>?][0-9:;<=>?]*[ -/]*([@-~]|$)|M...)`)
	restString = pattern.Of(`^(\][0-9]|P[0-9>!+$=?|]|_G|[]P_^X][ -~]*(\x1b\\|\x07))`)
	restSS3    = pattern.Of(`^O[A-DFHMP-S](\x1b|$)`)
	tailCSI    = pattern.Of(`^([0-9:;<=>?]+[ -/]*[@-~]|\$[py])(\x1b|$)`)
	tailString = pattern.Of(`^[ -~]+(\x1b\\|\x07)`)
)

// rejoin looks whether what was read goes on with a sequence that was given up. It returns what is still to be read, and has put the
// scanner where that continues.
func (s *scanner) rejoin(data []byte, now time.Time) []byte {
	if s.state == inDoubts {
		data = append(s.held, data...)
		s.rest()
		return s.afterKey(data, false)
	}
	if s.state != ground {
		return s.parted(data, now)
	}
	if s.cut.after == ground || len(data) == 0 {
		return data
	}
	age := now.Sub(s.cut.at)
	switch s.cut.after {
	case afterESC:
		if age < patience {
			return s.afterKey(data, true)
		}
	case stringESC:
		if age < orphaned && data[0] == '\\' && (len(data) == 1 || data[1] == ansi.ESC) {
			s.cut = cut{}
			return data[1:]
		}
		if age < patience {
			return s.afterKey(data, true)
		}
	case inString:
		if rest := tailString().Find(data); age < orphaned && rest != nil {
			s.cut = cut{}
			return data[len(rest):]
		}
	case inRune:
		s.cut = cut{}
		for age < orphaned && len(data) > 0 && data[0]&0xc0 == 0x80 {
			data = data[1:]
		}
	case inCSI:
		if rest := tailCSI().FindSubmatch(data); age < orphaned && rest != nil {
			if whole := string(s.cut.held) + string(rest[1]); whole == seen {
				s.emit(sequence, []byte(whole))
			}
			s.cut = cut{}
			return data[len(rest[1]):]
		}
	case inMouse:
		if rest := longestMouse - len(s.cut.held); age < orphaned && rest > 1 && len(data) >= rest {
			s.cut = cut{}
			return data[rest:]
		}
	}
	return data
}

// afterKey goes on behind an ESC that was taken for the key esc: what completes an answer is swallowed.
func (s *scanner) afterKey(data []byte, wait bool) []byte {
	if bytes.IndexByte([]byte("[]P_^XO"), data[0]) < 0 { // begins none of them, so none is on its way
		s.cut = cut{}
		return data
	}
	to := ground
	switch {
	case restCSI().Match(data):
		to = inCSI
	case restString().Match(data):
		to = inString
	case restSS3().Match(data):
		to = inSS3
	case wait && len(data) == 1 && (data[0] == '[' || data[0] == ']' || data[0] == 'P' || data[0] == '_'):
		s.state, s.held = inDoubts, []byte{data[0]}
		return nil
	}
	s.cut = cut{}
	if to == ground {
		return data
	}
	s.state, s.held, s.mute = to, []byte{0x1b, data[0]}, true
	return data[1:]
}
