package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"
	"unicode"

	"gatehouse/credential"
)

// commandLimit is how long a command may take that has no terminal to ask on.
const commandLimit = 10 * time.Second

// runCommand runs the program without a shell. What it prints is the secret. With a terminal it can ask there, and has all the time that
// the person wants; what it complains about stands there, too. Without one it has no input, and its complaint goes into the error.
func (s Source) runCommand(ctx context.Context, by Means) (string, error) {
	if len(s.Command) == 0 {
		return "", errors.New("the command for the secret names no program")
	}
	out, complaint := capped{limit: credential.Size}, capped{limit: 4 << 10}
	command := func(ctx context.Context) *exec.Cmd {
		cmd := exec.CommandContext(ctx, s.Command[0], s.Command[1:]...)
		cmd.Stdout = &out
		cmd.WaitDelay = 500 * time.Millisecond // for a grandchild that keeps the pipe open
		return cmd
	}
	limited, err := ctx, ErrNoTerminal
	if by.Lend != nil {
		err = by.Lend(ctx, command(ctx))
	}
	if errors.Is(err, ErrNoTerminal) {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, commandLimit)
		defer cancel()
		cmd := command(limited)
		cmd.Stderr = &complaint
		err = cmd.Run()
	}
	if errors.Is(err, exec.ErrWaitDelay) { // the program itself ended well, and left an agent behind
		err = nil
	}
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("%s was stopped: %w", s, ctx.Err())
	case limited.Err() != nil:
		return "", fmt.Errorf("%s gave no answer within %d seconds: if it asks for something, start gatehouse in a terminal",
			s, int(commandLimit.Seconds()))
	case err != nil:
		return "", s.failed(err, withoutSecret(complaint.kept.String(), out.kept.String()))
	case out.over:
		return "", fmt.Errorf("%s printed too much for a credential", s)
	}
	return out.kept.String(), nil
}

// ErrInterrupted is returned for a command that ctrl+c ended before it gave the secret.
var ErrInterrupted = errors.New("was ended before it gave the secret")

func interrupted(exit *exec.ExitError) bool {
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGINT
}

// failed says why a command gave no secret.
func (s Source) failed(err error, complaint string) error {
	var exit *exec.ExitError
	switch said := oneLine(complaint); {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("%s failed: it isn't installed, or not in $PATH", s)
	case said != "":
		return fmt.Errorf("%s failed: %w: %s", s, err, said)
	case errors.As(err, &exit) && interrupted(exit):
		return fmt.Errorf("%s %w", s, ErrInterrupted)
	case errors.As(err, &exit) && exit.ExitCode() < 0:
		return fmt.Errorf("%s was ended before it gave the secret: %w", s, err)
	}
	return fmt.Errorf("%s failed: %w", s, err)
}

// capped keeps the first bytes that are written and swallows the rest, so that a talkative program still ends. The buffer is not
// embedded: its ReadFrom would go around the limit.
type capped struct {
	kept  bytes.Buffer
	limit int
	over  bool
}

func (c *capped) Write(p []byte) (int, error) {
	room := c.limit - c.kept.Len()
	if len(p) > room {
		c.over = true
		c.kept.Write(p[:room])
		return len(p), nil
	}
	return c.kept.Write(p)
}

// withoutSecret takes out of a complaint what the program printed as the secret.
func withoutSecret(complaint, printed string) string {
	for line := range strings.Lines(printed) {
		if line = strings.TrimSpace(line); line != "" {
			complaint = strings.ReplaceAll(complaint, line, hidden)
		}
	}
	return complaint
}

// oneLine makes foreign text fit for an error: one line, no control characters or invisible ones, at most 200 characters.
func oneLine(text string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, text)
	runes := []rune(strings.Join(strings.Fields(clean), " "))
	if len(runes) > 200 {
		return string(runes[:199]) + "…"
	}
	return string(runes)
}
