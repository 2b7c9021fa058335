package cmdutil

import (
	"context"
	"os"
	"os/exec"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
)

// lender lends the terminal that the program was started from; nil: there is none.
func lender() func(context.Context, *exec.Cmd) error {
	in, out, err := tea.OpenTTY()
	if err != nil {
		return nil
	}
	closeTTY(in, out)
	return LendTerminal
}

func closeTTY(in, out *os.File) {
	_ = in.Close()
	if out != in {
		_ = out.Close()
	}
}

// LendTerminal runs a command that has the terminal, whatever the program's own input and output are. ctrl+c reaches the command as it does
// in a shell; the terminal is left as it was, even if the command ends while it asks without echo.
func LendTerminal(_ context.Context, cmd *exec.Cmd) error {
	in, out, err := tea.OpenTTY()
	if err != nil {
		return cmd.Run()
	}
	defer closeTTY(in, out)
	cmd.Stdin, cmd.Stderr = in, out
	return RunRestoring(cmd, in)
}

// RunRestoring runs a command and leaves the terminal in the state that it had.
func RunRestoring(cmd *exec.Cmd, terminal *os.File) error {
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if before, err := term.GetState(terminal.Fd()); err == nil {
		defer func() { _ = term.Restore(terminal.Fd(), before) }()
	}
	return cmd.Run()
}
