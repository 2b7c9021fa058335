//go:build linux || darwin

package term

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Screen is what is to be seen now.
func (s *Session) Screen() *Screen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emu.shown
}

// Log is everything the program has written so far, as it came.
func (s *Session) Log() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.log)
}

// Clipboard gives the texts that the program has put on the clipboard (OSC 52).
func (s *Session) Clipboard() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.emu.clipboard)
}

// Title is the window title as the program has set it.
func (s *Session) Title() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emu.title
}

// Bells counts how often the terminal had to ring.
func (s *Session) Bells() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emu.bells
}

// Mode tells whether a DEC private mode is set: 1049 the alternate screen,
// 2004 bracketed paste, 25 the cursor and so on.
func (s *Session) Mode(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emu.modes[n]
}

// Leftovers names what the program has switched on or off in the terminal and
// not undone so far, such as "alternate screen" or "hidden cursor".
func (s *Session) Leftovers() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emu.leftovers()
}

// Restored tells, by an error that names all differences, whether the terminal
// is as it was before the program: the screen, the modes and the settings.
func (s *Session) Restored() error {
	wrong := s.Leftovers()
	now, err := s.termios()
	switch {
	case err != nil:
		wrong = append(wrong, err.Error())
	case now != s.before:
		wrong = append(wrong, "terminal settings: "+termiosDiff(s.before, now))
	}
	if len(wrong) == 0 {
		return nil
	}
	return s.failure("the terminal isn't as before: "+strings.Join(wrong, "; "), nil)
}

// WaitFor waits until the screen is as described by cond; what says it in
// words for the error. Without a deadline in the context it waits for
// Options.Patience. It ends early when the program does.
func (s *Session) WaitFor(ctx context.Context, what string, cond func(*Screen) bool) error {
	ctx, cancel := s.patient(ctx)
	defer cancel()
	for {
		screen, changed, ended := s.state()
		if cond(screen) {
			return nil
		}
		if ended {
			return s.failure("waiting for "+what+": the program has ended", nil)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return s.failure("waiting for "+what, ctx.Err())
		}
	}
}

// WaitText waits until a regular expression matches the text of the screen;
// ^ and $ match at the ends of lines.
func (s *Session) WaitText(ctx context.Context, pattern string) error {
	re, err := regexp.Compile("(?m)" + pattern)
	if err != nil {
		return err
	}
	return s.WaitFor(ctx, strconv.Quote(pattern), func(sc *Screen) bool { return re.MatchString(sc.String()) })
}

// WaitQuiet waits until the program has written nothing for a while.
func (s *Session) WaitQuiet(ctx context.Context, quiet time.Duration) error {
	ctx, cancel := s.patient(ctx)
	defer cancel()
	for {
		s.mu.Lock()
		left := quiet - time.Since(s.lastRead)
		s.mu.Unlock()
		if left <= 0 {
			return nil
		}
		select {
		case <-time.After(left):
		case <-s.ended:
			return nil
		case <-ctx.Done():
			return s.failure(fmt.Sprintf("waiting for %s without output", quiet), ctx.Err())
		}
	}
}

// Wait waits until the program and its output have ended.
func (s *Session) Wait(ctx context.Context) (Exit, error) {
	ctx, cancel := s.patient(ctx)
	defer cancel()
	select {
	case <-s.ended:
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.exit, nil
	case <-ctx.Done():
		return Exit{}, s.failure("waiting for the program to end", ctx.Err())
	}
}

// Ended tells whether the program has ended.
func (s *Session) Ended() bool {
	select {
	case <-s.ended:
		return true
	default:
		return false
	}
}

func (s *Session) state() (screen *Screen, changed <-chan struct{}, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.ended:
		ended = true
	default:
	}
	return s.emu.shown, s.changed, ended
}

func (s *Session) patient(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, s.opts.Patience)
}

// failure is an error with all that helps to see what went wrong.
func (s *Session) failure(what string, cause error) error {
	screen, _, ended := s.state()
	state := "the program runs"
	if ended {
		s.mu.Lock()
		state = "the program has ended: " + s.exit.String()
		s.mu.Unlock()
	}
	text := fmt.Sprintf("; %s; the screen:\n%s", state, screen.framed())
	if cause != nil {
		return fmt.Errorf("%s: %w%s", what, cause, text)
	}
	return fmt.Errorf("%s%s", what, text)
}
