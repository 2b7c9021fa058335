// Package cmdutil is what the commands share: streams, exit statuses, questions at the terminal.
package cmdutil

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"

	"gatehouse/config"
	"gatehouse/environ"
)

// Factory is what commands work with.
type Factory struct {
	IOStreams
	Prompter func() (Prompter, error)
	Now      func() time.Time
	Sleep    func(context.Context, time.Duration) error // nil: in real time
	Lend     func(context.Context, *exec.Cmd) error     // lends the terminal to a command; nil: there is none
	Environ  *environ.Environment                       // with the credentials set apart; nil: as it is
	Example  []byte                                     // the commented configuration
	Known    func() config.Panes                        // what the configuration may name of the console; nil: anything
}

// New makes the factory of the program.
func New(in, out, err *os.File, example []byte) *Factory {
	return &Factory{IOStreams: IOStreams{In: in, InTerminal: term.IsTerminal(in.Fd()), Out: out, Err: err},
		Prompter: openTerminal, Now: time.Now, Environ: environ.New(), Lend: LendTerminal, Example: example}
}

// Panes are what the configuration may name of the console.
func (f *Factory) Panes() config.Panes {
	if f.Known == nil {
		return config.Panes{}
	}
	return f.Known()
}

// Means are how a command gets at credentials: it tells what it waits for, and lends the terminal where there is one.
func (f *Factory) Means() config.Means {
	return config.Means{Lookup: f.Environ.Lookup, Lend: f.Lend,
		Meanwhile: func(what string) func() { return f.Meanwhile("Waiting for " + what + "…") }}
}

// UntilInterrupted is a context that ends with ctrl+c or a signal to end.
func UntilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
