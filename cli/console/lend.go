package console

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

	"gatehouse/cli/cmdutil"
	"gatehouse/ui/draw"
	"gatehouse/ui/terminal"
)

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
		return cmdutil.LendTerminal(ctx, cmd)
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
	b.by.lent.Store(b)
	defer b.by.lent.Store(nil)
	b.cmd.Stdin, b.cmd.Stderr = os.Stdin, os.Stderr
	err := cmdutil.RunRestoring(b.cmd, os.Stdin, func() {
		_, _ = fmt.Fprintf(os.Stderr, "\r\ngatehouse: %s is asked for the credentials; ctrl+c goes back\r\n",
			draw.Clean(filepath.Base(b.cmd.Path)))
	})
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
