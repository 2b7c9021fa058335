package console

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/config"
	"gatehouse/ui"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/terminal"
)

// program is the running console, and what reaches it from outside.
type program struct {
	tea     atomic.Pointer[tea.Program]
	signals *signals
	signal  atomic.Pointer[os.Signal] // the one that ended the program
	recent  api.Recent                // what was asked of the tenants last
	lent    atomic.Pointer[borrower]  // who has the terminal; nil: the console
}

// observe remembers attempts, and shows that the client waits before it tries again what somebody waits for.
func (p *program) observe(x api.Exchange) {
	p.recent.Add(x)
	if x.Wait <= 0 || x.Background {
		return
	}
	if running := p.tea.Load(); running != nil {
		running.Send(host.Retrying{Exchange: x})
	}
}

// openFirst opens the tenant that the console begins with; ctrl+c ends that as it ends a command.
func openFirst(ctx context.Context, opening session.Opening, f session.Flags) (*session.Session, error) {
	s, err := opening.Open(ctx, f)
	interrupted := ctx.Err() != nil || errors.Is(err, config.ErrInterrupted) // the command may end before the signal has come here
	switch {
	case interrupted && err == nil:
		s.Close()
		fallthrough
	case interrupted:
		return nil, errCancelled()
	case err != nil:
		return nil, cmdutil.Exit(cmdutil.Usage, err)
	}
	return s, nil
}

// errCancelled is returned where a signal came before the console ran.
func errCancelled() error {
	return cmdutil.Exit(cmdutil.Interrupted, errors.New("cancelled before the console was opened"))
}

// run runs the console to its end, leaves the terminal as it was, and says what is left to say. ctx is done where a signal came before.
func (p *program) run(ctx context.Context, conf *config.Config, options ui.Options) error {
	failOnRequest(&options)
	model, err := ui.New(options)
	if err != nil {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	defer model.Close()
	screen := terminal.New(os.Stdin, os.Stdout, conf.FPS)
	running := screen.Program(model, append(programOptions(), tea.WithContext(ctx))...)
	model.Abort = func() { running.Send(tea.Quit()) }
	p.tea.Store(running)
	p.signals.then(func(s os.Signal) { p.signalled(s, screen) })
	if ctx.Err() != nil {
		return errors.Join(errCancelled(), screen.Close())
	}
	_, err = running.Run()
	if lost := screen.Close(); err == nil {
		err = lost
	}
	p.signals.stop()
	finishSaving(model)
	unsent(model.Halt())
	unanswered(model.InFlight())
	if crash := model.Crash(); crash != "" {
		return cmdutil.Exit(cmdutil.Failed, reportCrash(crash))
	}
	if s := p.signal.Load(); s != nil {
		number, _ := (*s).(syscall.Signal)
		return cmdutil.Exit(128+cmdutil.Status(number), fmt.Errorf("ended by a signal: %v", *s))
	}
	if err != nil && !errors.Is(err, tea.ErrInterrupted) {
		return cmdutil.Exit(cmdutil.Failed, fmt.Errorf("the console ended: %w", err))
	}
	return nil
}

// finishSaving waits until what the console keeps in the state folder is written; it says so only where that takes a while.
func finishSaving(model *ui.Model) {
	const unnoticed, longest = 300 * time.Millisecond, 5 * time.Second
	for _, wait := range []struct {
		most time.Duration
		then string
	}{{unnoticed, "still writing to the state folder"}, {longest, "the state folder is too slow; what was done last may not be remembered"}} {
		ctx, cancel := context.WithTimeout(context.Background(), wait.most)
		err := model.FinishSaving(ctx)
		cancel()
		if err == nil {
			return
		}
		fmt.Fprintln(os.Stderr, "gatehouse: "+wait.then)
	}
}

// signalled ends the program with the terminal restored, unless the signal was for who has the terminal.
func (p *program) signalled(s os.Signal, screen *terminal.Terminal) {
	if command := p.lent.Load(); s == os.Interrupt && command != nil {
		command.interrupt()
		return
	}
	if (s == os.Interrupt || s == syscall.SIGQUIT) && screen.Lent() {
		return
	}
	p.signal.CompareAndSwap(nil, &s)
	p.tea.Load().Quit()
}

// unsent counts the changes that were asked for and waited for their turn when the program ended.
func unsent(n int) {
	if n == 1 {
		fmt.Fprintln(os.Stderr, "gatehouse: 1 change waited for its turn and was not sent")
	}
	if n > 1 {
		fmt.Fprintf(os.Stderr, "gatehouse: %d changes waited for their turn and were not sent\n", n)
	}
}

// unanswered names the changes whose answer nobody will see any more.
func unanswered(targets []action.Target) {
	for _, t := range targets {
		fmt.Fprintf(os.Stderr, "gatehouse: a change to the %s %q (%s) was sent and had no answer yet; look at it before you repeat it\n",
			t.Kind, draw.Clean(t.Name), draw.Clean(t.ID))
	}
}

// reportCrash writes what happened to a file; stack traces hold no values, so no secrets either.
func reportCrash(text string) error {
	dir, err := config.StateDir(os.Getenv)
	if err != nil {
		dir = os.TempDir()
	}
	name := filepath.Join(dir, "crash-"+time.Now().UTC().Format("20060102-150405")+".txt")
	if err := os.MkdirAll(dir, 0o700); err == nil {
		err = os.WriteFile(name, []byte("gatehouse "+cmdutil.Version()+"\n\n"+text+"\n"), 0o600)
		if err == nil {
			return fmt.Errorf("gatehouse failed and had to stop. The terminal is restored; what happened is in %s", name)
		}
	}
	return fmt.Errorf("gatehouse failed and had to stop: %s", text)
}
