package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"gatehouse/config"
	"gatehouse/ui/draw"
	"gatehouse/ui/terminal"
)

// means are how a command gets at credentials: it tells what it waits for, and lends the terminal where there is one.
func (s *shell) means() config.Means {
	return config.Means{Lookup: s.env.Lookup, Lend: s.lend,
		Meanwhile: func(what string) func() { return s.meanwhile("Waiting for " + what + "…") }}
}

// lender lends the terminal that the program was started from; nil: there is none.
func lender() func(context.Context, *exec.Cmd) error {
	in, out, err := tea.OpenTTY()
	if err != nil {
		return nil
	}
	closeTTY(in, out)
	return lendTerminal
}

func closeTTY(in, out *os.File) {
	_ = in.Close()
	if out != in {
		_ = out.Close()
	}
}

// lendTerminal runs a command that has the terminal, whatever the program's own input and output are. ctrl+c reaches the command as it does
// in a shell; the terminal is left as it was, even if the command ends while it asks without echo.
func lendTerminal(_ context.Context, cmd *exec.Cmd) error {
	in, out, err := tea.OpenTTY()
	if err != nil {
		return cmd.Run()
	}
	defer closeTTY(in, out)
	cmd.Stdin, cmd.Stderr = in, out
	return runRestoring(cmd, in)
}

// runRestoring runs a command and leaves the terminal in the state that it had.
func runRestoring(cmd *exec.Cmd, terminal *os.File) error {
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if before, err := term.GetState(terminal.Fd()); err == nil {
		defer func() { _ = term.Restore(terminal.Fd(), before) }()
	}
	return cmd.Run()
}

// borrower is a command to which the console lends the terminal.
type borrower struct {
	cmd   *exec.Cmd
	taken atomic.Bool // it has begun, or is given up
	by    *program

	interrupted chan struct{} // an interrupt has come that was the command's
}

// signalDelay is how much later than a command that it ended an interrupt may reach this program.
const signalDelay = 200 * time.Millisecond

// errGivenUp is returned for a command that nobody waits for any more.
var errGivenUp = errors.New("given up")

// lend hides the console while a command has the terminal. Without a console it is the terminal that is lent.
func (p *program) lend(ctx context.Context, cmd *exec.Cmd) error {
	running := p.tea.Load()
	if running == nil {
		return lendTerminal(ctx, cmd)
	}
	b := &borrower{cmd: cmd, by: p, interrupted: make(chan struct{}, 1)}
	ended := make(chan error, 1)
	running.Send(terminal.Away(b.run, func(err error) tea.Msg { ended <- err; return nil }))
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		if b.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		return <-ended // the context ends the command
	}
}

// run runs the command, which gets the terminal to read from and to ask on; its output stays as it is: it is the secret. An interrupt from
// the keyboard is meanwhile the command's.
func (b *borrower) run() error {
	if !b.taken.CompareAndSwap(false, true) {
		return errGivenUp
	}
	b.cmd.Stdin, b.cmd.Stderr = os.Stdin, os.Stderr
	_, _ = fmt.Fprintf(os.Stderr, "\r\ngatehouse: %s is asked for the credentials; ctrl+c goes back\r\n",
		draw.Clean(filepath.Base(b.cmd.Path)))
	b.by.lent.Store(b)
	defer b.by.lent.Store(nil)
	err := runRestoring(b.cmd, os.Stdin)
	if err != nil {
		select {
		case <-b.interrupted:
		case <-time.After(signalDelay):
		}
	}
	return err
}

// interrupt notes that an interrupt was the command's.
func (b *borrower) interrupt() {
	select {
	case b.interrupted <- struct{}{}:
	default:
	}
}
