package cmdutil

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"
)

// Prompter asks the person in front of the program.
type Prompter interface {
	// Hidden asks for a line that isn't shown while it is typed or pasted.
	Hidden(ctx context.Context, prompt string) (string, error)
	// Line asks for a line that is shown while it is typed. What was typed before the question could be read doesn't count.
	Line(ctx context.Context, prompt string) (string, error)
	// Confirm asks for a yes. Anything else than "y" or "yes" is a no, and so is what was typed before the question could be read.
	Confirm(ctx context.Context, question string) (bool, error)
	Close() error
}

// ErrCancelled is returned when the person leaves a question with ctrl+c or ctrl+d.
var ErrCancelled = errors.New("cancelled")

// grace is how long after a question nothing that arrives counts: it was typed or pasted before the question could be read.
const grace = 250 * time.Millisecond

// tty is the terminal that the program was started from, whatever its input and output are.
type tty struct {
	in, out *os.File
	closes  bool
}

// openTerminal opens the controlling terminal. Where there is none but input is a terminal, it is that one.
func openTerminal() (Prompter, error) {
	if in, out, err := tea.OpenTTY(); err == nil {
		return &tty{in, out, true}, nil
	}
	if term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stderr.Fd()) {
		return &tty{os.Stdin, os.Stderr, false}, nil
	}
	return nil, errors.New("there is no terminal to ask on")
}

func (t *tty) Close() error {
	if !t.closes {
		return nil
	}
	if t.in == t.out {
		return t.in.Close()
	}
	return errors.Join(t.in.Close(), t.out.Close())
}

func (t *tty) Hidden(ctx context.Context, prompt string) (string, error) {
	return t.ask(ctx, prompt, lineReader{now: time.Now})
}

func (t *tty) Line(ctx context.Context, prompt string) (string, error) {
	return t.ask(ctx, prompt, lineReader{now: time.Now, echo: t.out, from: time.Now().Add(grace)})
}

func (t *tty) Confirm(ctx context.Context, question string) (bool, error) {
	answer, err := t.ask(ctx, question+" [y/N] ", lineReader{now: time.Now, echo: t.out, typedOnly: true, from: time.Now().Add(grace)})
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", err
}

// ask reads a line with the terminal in raw mode, so that nothing is echoed but what the reader echoes. The terminal is restored
// whatever happens; ctx ends the reading.
func (t *tty) ask(ctx context.Context, prompt string, r lineReader) (line string, err error) {
	before, err := term.MakeRaw(t.in.Fd())
	if err != nil {
		return "", fmt.Errorf("the terminal can't be asked: %w", err)
	}
	input, err := cancelreader.NewReader(t.in)
	if err != nil {
		return "", errors.Join(fmt.Errorf("the terminal can't be read: %w", err), term.Restore(t.in.Fd(), before))
	}
	on, off := pasteOn, pasteOff
	if os.Getenv("TERM") == "dumb" {
		on, off = "", ""
	}
	stop := context.AfterFunc(ctx, func() { input.Cancel() })
	defer func() {
		stop()
		_, writeErr := io.WriteString(t.out, off+"\r\n")
		err = errors.Join(err, writeErr, input.Close(), term.Restore(t.in.Fd(), before))
	}()
	if _, err := io.WriteString(t.out, on+strings.ReplaceAll(prompt, "\n", "\r\n")); err != nil {
		return "", err
	}
	line, err = r.read(input)
	if errors.Is(err, cancelreader.ErrCanceled) || ctx.Err() != nil {
		return "", ErrCancelled
	}
	return line, err
}
