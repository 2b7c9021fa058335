//go:build linux || darwin

package term

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// escPause is how long nothing may follow a lone escape, counted from when the
// program has read it: programs take what comes within 50 ms as alt+key.
const escPause = 90 * time.Millisecond

// Keys presses keys, one after the other: each text is typed character by
// character, but <name> in it stands for a key such as <enter>, <esc>, <tab>,
// <up>, <pgdown>, <f1>, <ctrl+c>, <alt+x>, <shift+tab>; <lt> types "<".
func (s *Session) Keys(texts ...string) error {
	keys, err := parseKeys(strings.Join(texts, ""), s.Mode(modeCursorKeys))
	if err != nil {
		return err
	}
	s.typing.Lock()
	defer s.typing.Unlock()
	var batch strings.Builder
	for i, k := range keys {
		batch.WriteString(k.bytes)
		if !k.esc {
			if (i+1)%handful != 0 {
				continue
			}
			if err := s.send(batch.String()); err != nil {
				return err
			}
			batch.Reset()
			s.settleRead()
			continue
		}
		if err := s.send(batch.String()); err != nil {
			return err
		}
		batch.Reset()
		s.lastWasEsc = true
	}
	return s.send(batch.String())
}

// handful is how many keys are sent at once. No person types more before the
// program has read them, and programs may take more for something else.
const handful = 8

// Type types text as it is: "<" has no special meaning. A line break is the
// enter key.
func (s *Session) Type(text string) error {
	s.typing.Lock()
	defer s.typing.Unlock()
	for letters := range slices.Chunk([]rune(strings.ReplaceAll(text, "\n", "\r")), handful) {
		if err := s.send(string(letters)); err != nil {
			return err
		}
		s.settleRead()
	}
	return nil
}

// Paste pastes text as the terminal does: in brackets when the program has
// asked for them, with carriage returns for line breaks when not.
func (s *Session) Paste(text string) error {
	if !s.Mode(modePaste) {
		return s.Type(text)
	}
	return s.PasteBracketed(text)
}

// PasteBracketed pastes text in brackets, whether asked for or not. What would
// end the brackets early is left out of it, as terminals do. It comes back
// when the program has read it.
func (s *Session) PasteBracketed(text string) error {
	s.typing.Lock()
	defer s.typing.Unlock()
	err := s.send("\x1b[200~" + strings.ReplaceAll(text, "\x1b[201~", "") + "\x1b[201~")
	s.settleRead()
	return err
}

// Send writes bytes to the program's input as they are.
func (s *Session) Send(data string) error {
	s.typing.Lock()
	defer s.typing.Unlock()
	return s.send(data)
}

// Click presses and releases the left mouse button on a cell, both from 0. It
// is an error when the program hasn't asked for the mouse: a terminal would
// send nothing.
func (s *Session) Click(x, y int) error {
	if !s.Mode(1006) || !s.Mode(1000) && !s.Mode(1002) && !s.Mode(1003) {
		return errors.New("click: the program hasn't asked for the mouse")
	}
	return s.Send(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", x+1, y+1, x+1, y+1))
}

// send needs the typing lock.
func (s *Session) send(data string) error {
	if data == "" {
		return nil
	}
	if s.lastWasEsc {
		s.settleEsc()
		s.lastWasEsc = false
	}
	_ = s.near.SetWriteDeadline(time.Now().Add(s.opts.Patience))
	if _, err := s.near.WriteString(data); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return s.failure("the program doesn't read its input", nil)
		}
		return s.failure("type", err)
	}
	return nil
}

// settleEsc waits until the program must have taken the escape for itself.
func (s *Session) settleEsc() {
	s.settleRead()
	select {
	case <-time.After(escPause):
	case <-s.ended:
	}
}

// onTheWay is how long what was sent may take to where the program reads it: until then an empty queue says nothing.
const onTheWay = 20 * time.Millisecond

// settleRead waits until the program has read what was sent.
func (s *Session) settleRead() {
	ctx, cancel := context.WithTimeout(context.Background(), s.opts.Patience)
	defer cancel()
	sent, arrived := time.Now(), false
	pause := time.NewTicker(5 * time.Millisecond)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.ended:
			return
		case <-pause.C:
		}
		n, err := queued(s.far)
		if err != nil {
			return
		}
		if arrived = arrived || n > 0 || time.Since(sent) > onTheWay; arrived && n == 0 {
			return
		}
	}
}

// HoldAnswers keeps the terminal's answers from the program until it is called with false, as a slow line does.
func (s *Session) HoldAnswers(on bool) { s.answers.hold(on) }
