package terminal

import (
	"bytes"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// kind says what a token is.
type kind int

const (
	text     kind = iota // printable characters, whole ones
	control              // one control character: a key
	sequence             // a whole escape sequence: a key or an answer of the terminal
	escape               // the key esc
	pasted               // a piece of a paste
	waiting              // a paste has been quiet for a while
	arrived              // the paste is over
	stray                // an end mark without a paste that it would end
)

// token is a part of the input that is whole.
type token struct {
	kind kind
	data []byte
}

const (
	// alone is how long an ESC stays alone before it is the key.
	alone = 40 * time.Millisecond
	// patience is how long a cut sequence may wait for its next byte.
	patience = 2 * time.Second
	// orphaned is how long the end of a sequence that was given up is still known for what it is.
	orphaned = 30 * time.Second
	// drained is how long it is quiet before what follows a paste that was ended by hand can be keys.
	drained = 200 * time.Millisecond
	// settling is how long after a paste several keys in one read may still belong to it.
	settling = time.Second
	// longestSequence is how much of a sequence is kept; what is longer is no answer that anybody reads.
	longestSequence = 64 << 10
	// longestParameters is the same of a sequence that is nothing but parameters.
	longestParameters = 255
)

// state is where the scanner is in the input.
type state int

const (
	ground     state = iota
	inRune           // within a character of several bytes
	afterESC         // behind one or two ESC
	inCSI            // behind ESC [
	inLinuxKey       // behind ESC [ [, as the console of Linux sends its function keys
	inSS3            // behind ESC O
	inMouse          // behind ESC [ M, three bytes to go
	inString         // in an OSC, DCS, APC, PM or SOS
	stringESC        // behind an ESC in one of them
	inPaste
	inDrain  // in the rest of a paste that was ended by hand
	inDoubts // behind a character that may go on with a sequence whose ESC was taken for the key
)

// scanner puts the input together again: tokens are whole, however the bytes were cut on their way. It has no clock of its own and isn't
// safe for concurrent use.
type scanner struct {
	state     state
	held      []byte
	read      []byte    // what was read at once, from the byte on that is being taken
	need      int       // bytes to go in inRune and inMouse
	last      time.Time // of the last byte
	kitty     bool      // the terminal encodes the key esc, so a bare ESC is none
	mute      bool      // what is being read is the rest of a sequence whose beginning was taken for something else
	lone      bool      // the ESC within a string came alone
	paste     []byte
	announced bool // it was said that the paste waits
	quiet     bool // what had arrived of the paste was handed on, and nothing came since
	cut       cut
	out       []token
	wary      time.Time // until then what comes in pieces may still belong to a paste
}

// feed takes what was read at once and gives what is whole now.
func (s *scanner) feed(data []byte, now time.Time) []token {
	s.out = nil
	s.expire(now) // a timer may come late
	data = s.rejoin(data, now)
	s.last = now
	defer func() { s.read = nil }()
	for i := 0; i < len(data); {
		s.read = data[i:]
		if s.state == inPaste {
			i += s.scanPaste(data[i:])
			continue
		}
		s.step(data[i], i == 0 && len(data) == 1)
		i++
	}
	return s.take()
}

func (s *scanner) take() []token {
	out := s.out
	s.out = nil
	return out
}

// deadline is when expire has something to decide.
func (s *scanner) deadline() (at time.Time, ok bool) {
	switch s.state {
	case ground:
		return time.Time{}, false
	case afterESC:
		if !s.kitty {
			return s.last.Add(alone), true
		}
	case stringESC:
		if s.lone && !s.kitty {
			return s.last.Add(alone), true
		}
	case inPaste:
		if s.quiet {
			return time.Time{}, false
		}
	case inDrain:
		return s.last.Add(drained), true
	case inDoubts:
		return s.last.Add(doubt), true
	}
	return s.last.Add(patience), true
}

// expired decides what the time has decided.
func (s *scanner) expired(now time.Time) []token {
	s.out = nil
	s.expire(now)
	return s.take()
}

func (s *scanner) expire(now time.Time) {
	at, ok := s.deadline()
	if !ok || now.Before(at) {
		return
	}
	switch s.state {
	case afterESC:
		s.cut = cut{after: afterESC, at: now}
		for range s.held {
			if !s.kitty {
				s.emit(escape, nil)
			}
		}
	case stringESC:
		s.cut = cut{after: stringESC, at: now}
		if s.lone && !s.kitty {
			s.emit(escape, nil)
		}
	case inPaste:
		s.pause()
		return
	case inDoubts:
		s.emit(text, s.held)
	case inDrain:
	default:
		s.cut = cut{after: s.state, at: now, held: s.held}
	}
	s.rest()
}

// rest goes back to the ground.
func (s *scanner) rest() { s.state, s.held, s.need, s.mute, s.lone = ground, nil, 0, false, false }

// emit adds a token; text goes on where text was.
func (s *scanner) emit(k kind, data []byte) {
	if n := len(s.out); k == text && n > 0 && s.out[n-1].kind == text {
		s.out[n-1].data = append(s.out[n-1].data, data...)
		return
	}
	s.out = append(s.out, token{k, append([]byte(nil), data...)})
}

// finish emits the sequence that is whole now. What completes one whose ESC was taken for the key is swallowed, but for what is waited for.
func (s *scanner) finish() {
	s.partFromAnswer()
	data, mute := s.held, s.mute
	s.rest()
	s.learn(data)
	if !mute || string(data) == seen {
		s.emit(sequence, data)
	}
}

// step takes one byte; single: it came alone.
func (s *scanner) step(c byte, single bool) {
	switch s.state {
	case ground, inDoubts:
		s.stepGround(c)
	case inRune:
		s.stepRune(c)
	case afterESC:
		s.stepESC(c)
	case inCSI, inLinuxKey, inSS3:
		s.stepParameters(c)
	case inMouse:
		s.stepMouse(c)
	case inString:
		s.stepString(c, single)
	case stringESC:
		s.stepStringESC(c)
	case inDrain:
		s.stepDrain(c)
	}
}

func (s *scanner) stepGround(c byte) {
	switch {
	case c == ansi.ESC:
		s.state, s.held = afterESC, []byte{c}
	case c < 0x20 || c == 0x7f:
		s.emit(control, []byte{c})
	case c < 0x80:
		s.emit(text, []byte{c})
	case c >= 0xc2 && c < 0xf5:
		s.state, s.held, s.need = inRune, []byte{c}, runeBytes(c)-1
	case c < 0xa0:
		s.stepC1(c)
	} // anything else is the rest of a character whose beginning was lost
}

// runeBytes is how many bytes a character has that begins with c.
func runeBytes(c byte) int {
	switch {
	case c >= 0xf0:
		return 4
	case c >= 0xe0:
		return 3
	}
	return 2
}

func (s *scanner) stepRune(c byte) {
	if c&0xc0 != 0x80 {
		s.again(c)
		return
	}
	s.held = append(s.held, c)
	if s.need--; s.need > 0 {
		return
	}
	data := s.held
	s.rest()
	switch {
	case data[0] == ansi.ESC:
		s.emit(sequence, data) // alt and the character
	case data[0] == 0xc2 && c < 0xa0:
		s.stepC1(c)
	default:
		s.emit(text, data)
	}
}

// again drops what was held and takes the byte, which can't be in it, for a beginning. The two by which a program cancels a sequence are
// keys here: no terminal sends them, and one of them is ctrl+z.
func (s *scanner) again(c byte) {
	s.rest()
	s.stepGround(c)
}

func (s *scanner) stepESC(c byte) {
	switch {
	case c == ansi.ESC && len(s.held) == 2:
		s.emit(escape, nil)
	case c == ansi.ESC:
		s.held = append(s.held, c)
	case c == '[' || c == 'O':
		s.held = append(s.held, c)
		s.state = map[byte]state{'[': inCSI, 'O': inSS3}[c]
	default:
		if len(s.held) == 2 { // esc, and then something else
			s.emit(escape, nil)
			s.held = s.held[:1]
		}
		s.stepAlt(c)
	}
}

// stepAlt takes what stands behind one ESC and begins no sequence of parameters.
func (s *scanner) stepAlt(c byte) {
	switch {
	case c == ']' || c == 'P' || c == '_' || c == '^' || c == 'X':
		s.held, s.state = append(s.held, c), inString
	case c == ctrlC:
		s.again(c)
	case c < 0x80:
		s.held = append(s.held, c)
		s.finish()
	case c >= 0xc2 && c < 0xf5:
		s.held, s.state, s.need = append(s.held, c), inRune, runeBytes(c)-1
	default:
		s.rest()
	}
}

// stepParameters takes a byte of a CSI or SS3.
func (s *scanner) stepParameters(c byte) {
	first := s.held[len(s.held)-1] == '[' && s.state == inCSI
	switch {
	case c < 0x20 || c >= 0x7f:
		s.again(c)
	case s.state == inLinuxKey, s.state == inSS3 && c >= 0x40:
		s.held = append(s.held, c)
		s.finish()
	case first && c == '[':
		s.held, s.state = append(s.held, c), inLinuxKey
	case first && bytes.IndexByte([]byte("<=>?M"), c) >= 0 && s.partEsc(): // no key has these
		s.stepParameters(c)
	case c < 0x40 && len(s.held) > longestParameters:
		s.mute = true // its end is still looked for
	case c < 0x40:
		s.held = append(s.held, c)
	case first && c == 'M':
		s.held, s.state, s.need = append(s.held, c), inMouse, 3
	default:
		s.held = append(s.held, c)
		s.finishCSI()
	}
}

const pasteBegin, pasteEnd = "\x1b[200~", "\x1b[201~"

func (s *scanner) finishCSI() {
	s.partFromAnswer()
	switch string(s.held) {
	case pasteBegin:
		s.rest()
		s.state, s.paste, s.announced, s.quiet = inPaste, nil, false, false
	case pasteEnd:
		s.rest()
		s.strayEnd()
	default:
		s.finish()
	}
}

func (s *scanner) stepMouse(c byte) {
	if c < 0x20 {
		s.again(c)
		return
	}
	s.held = append(s.held, c)
	if s.need--; s.need == 0 {
		s.finish()
	}
}

func (s *scanner) stepString(c byte, single bool) {
	last := s.held[len(s.held)-1]
	osc := len(s.held) > 1 && s.held[1] == ']'
	switch {
	case c == ansi.ESC:
		s.state, s.lone = stringESC, single
	case c == ansi.BEL && osc:
		s.held = append(s.held, c)
		s.finish()
	case c == ansi.ST && (last < 0x80 || last == 0xc2):
		s.held = append(bytes.TrimSuffix(s.held, []byte{0xc2}), ansi.ESC, '\\')
		s.finish()
	case c < 0x20 && c != ansi.BEL:
		s.again(c)
	case len(s.held) == 2 && !beginsString(last, c) && !tailString().Match(s.read): // alt and a letter, and then a key
		s.finish()
		s.stepGround(c)
	case len(s.held) < longestSequence:
		s.held = append(s.held, c)
	}
}

func (s *scanner) stepStringESC(c byte) {
	if c == '\\' {
		s.held = append(s.held, ansi.ESC, c)
		s.finish()
		return
	}
	s.rest() // it ended without its end, and something else begins
	s.state, s.held = afterESC, []byte{ansi.ESC}
	s.stepESC(c)
}
