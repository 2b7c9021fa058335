package cmdutil

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// Bracketed paste tells what was pasted from what was typed.
const (
	pasteOn    = "\x1b[?2004h"
	pasteOff   = "\x1b[?2004l"
	pasteBegin = "200~"
	pasteEnd   = "201~"
)

const lineSize = 64 << 10 // bytes of a line that are kept

// lineReader reads one line from a terminal in raw mode.
type lineReader struct {
	now       func() time.Time
	from      time.Time // what arrives earlier is dropped
	echo      io.Writer // nil: what is typed isn't shown
	typedOnly bool      // pasted text is dropped

	line    []rune
	pasting bool
	escape  []rune // an escape sequence that isn't complete
	partial []byte // a character that isn't complete
}

// read returns at enter. Enter within a paste is a space: a paste never submits.
func (r *lineReader) read(input io.Reader) (string, error) {
	buffer := make([]byte, 4096)
	for {
		n, err := input.Read(buffer)
		dropped := r.now().Before(r.from)
		for _, c := range r.decode(buffer[:n]) {
			done, err := r.take(c, dropped)
			if done || err != nil {
				return string(r.line), err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return "", ErrCancelled
		case err != nil:
			return "", err
		}
	}
}

// decode turns bytes into characters; one that is cut waits for its rest.
func (r *lineReader) decode(b []byte) []rune {
	b = append(r.partial, b...)
	whole := len(b)
	for back := 1; back <= min(3, len(b)); back++ {
		if c := b[len(b)-back]; c >= 0xc0 {
			if need := utf8Length(c); need > back {
				whole = len(b) - back
			}
			break
		} else if c < 0x80 {
			break
		}
	}
	r.partial = append([]byte(nil), b[whole:]...)
	return []rune(string(b[:whole]))
}

func utf8Length(lead byte) int {
	switch {
	case lead >= 0xf0:
		return 4
	case lead >= 0xe0:
		return 3
	}
	return 2
}

// take takes one character. done: the line is complete.
func (r *lineReader) take(c rune, dropped bool) (done bool, err error) {
	if r.escape != nil {
		r.inEscape(c)
		return false, nil
	}
	switch c {
	case 0x1b:
		r.escape = []rune{}
		return false, nil
	case 3: // ctrl+c
		return true, ErrCancelled
	}
	if dropped || r.pasting && r.typedOnly {
		return false, nil
	}
	switch {
	case (c == '\r' || c == '\n') && !r.pasting:
		return true, nil
	case c == '\r' || c == '\n' || c == '\t':
		r.add(' ')
	case c == 4 && len(r.line) == 0: // ctrl+d
		return true, ErrCancelled
	case c == 0x7f || c == 8:
		r.drop(1)
	case c == 21: // ctrl+u
		r.drop(len(r.line))
	case c == 23: // ctrl+w
		r.drop(r.lastWord())
	case c >= ' ':
		r.add(c)
	}
	return false, nil
}

// inEscape collects an escape sequence (ECMA-48, 5.4). Only the marks of a paste mean something here.
func (r *lineReader) inEscape(c rune) {
	r.escape = append(r.escape, c)
	if len(r.escape) == 1 && (c == '[' || c == 'O') {
		return
	}
	if r.escape[0] == '[' && c < '@' && len(r.escape) < 32 {
		return
	}
	switch string(r.escape[1:]) {
	case pasteBegin:
		r.pasting = true
	case pasteEnd:
		r.pasting = false
	}
	r.escape = nil
}

func (r *lineReader) add(c rune) {
	if len(r.line) >= lineSize {
		return
	}
	r.line = append(r.line, c)
	if r.echo != nil && c < 0x7f { // answers to a question are ASCII; nothing else needs to be measured
		_, _ = fmt.Fprintf(r.echo, "%c", c)
	}
}

func (r *lineReader) drop(n int) {
	for range min(n, len(r.line)) {
		last := r.line[len(r.line)-1]
		r.line = r.line[:len(r.line)-1]
		if r.echo != nil && last < 0x7f {
			_, _ = io.WriteString(r.echo, "\b \b")
		}
	}
}

// lastWord is how many characters the last word has, with the spaces after it.
func (r *lineReader) lastWord() int {
	n := 0
	for ; n < len(r.line) && r.line[len(r.line)-1-n] == ' '; n++ {
	}
	for ; n < len(r.line) && r.line[len(r.line)-1-n] != ' '; n++ {
	}
	return n
}
