package cmdutil

import (
	"context"
	"os"
	"os/exec"
	"os/signal"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"gatehouse/config"
)

func closeTTY(in, out *os.File) {
	_ = in.Close()
	if out != in {
		_ = out.Close()
	}
}

// LendTerminal runs a command that has the terminal, whatever the program's own input and output are. ctrl+c reaches the command as it does
// in a shell; the terminal is left as it was, even if the command ends while it asks without echo. Where there is none, nothing is run.
func LendTerminal(_ context.Context, cmd *exec.Cmd) error {
	in, out, err := tea.OpenTTY()
	if err != nil {
		return config.ErrNoTerminal
	}
	defer closeTTY(in, out)
	cmd.Stdin, cmd.Stderr = in, out
	return RunRestoring(cmd, in, func() {})
}

// RunRestoring runs a command and leaves the terminal in the state that it had. begins is called right before the command starts: ctrl+c
// is the command's from then on.
func RunRestoring(cmd *exec.Cmd, terminal *os.File, begins func()) error {
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if before, err := term.GetState(terminal.Fd()); err == nil {
		defer func() { _ = term.Restore(terminal.Fd(), before) }()
	}
	return runInterrupted(cmd, begins)
}

// runInterrupted runs a command that gets ctrl+c from its terminal, also one that was pressed before it was there to get it: begins is
// called when interrupts are heard and the command isn't there yet.
func runInterrupted(cmd *exec.Cmd, begins func()) error {
	before, all := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(before, os.Interrupt)
	signal.Notify(all, os.Interrupt) // so that none ends the program while the command runs
	defer signal.Stop(all)
	begins()
	err := cmd.Start()
	signal.Stop(before) // this waits for those that are on their way
	if err != nil {
		return err
	}
	select {
	case <-before:
		_ = cmd.Process.Signal(os.Interrupt)
	default:
	}
	return cmd.Wait()
}
