package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"gatehouse/api"
	"gatehouse/config"
	"gatehouse/environ"
	"gatehouse/ui/draw"
)

// shell is what the commands without a screen work with.
type shell struct {
	in         io.Reader
	inTerminal bool // input is a terminal: nothing is waiting in it
	out        io.Writer
	err        io.Writer
	terminal   func() (asker, error)
	now        func() time.Time
	sleep      func(context.Context, time.Duration) error // nil: in real time
	silence    time.Duration                              // how long a command works without a word; 0: a second
	lend       func(context.Context, *exec.Cmd) error     // lends the terminal to a command; nil: there is none
	env        *environ.Environment                       // with the credentials set apart; nil: as it is
	example    []byte                                     // the commented configuration

	printing sync.Mutex // retries are told from other goroutines
}

func newShell(to Streams) *shell {
	return &shell{in: to.In, inTerminal: term.IsTerminal(to.In.Fd()), out: to.Out, err: to.Err,
		terminal: openTerminal, now: time.Now, env: environ.New(), lend: lender()}
}

// widthOf is the width of a terminal in cells, 0 if to is none.
func widthOf(to io.Writer) int {
	file, ok := to.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(file.Fd())
	if err != nil || width < 20 {
		return 0
	}
	return width
}

// tell prints a text for people, wrapped between words. Indented lines are left as they are: addresses and commands get copied.
func (s *shell) tell(to io.Writer, format string, args ...any) {
	s.printing.Lock()
	defer s.printing.Unlock()
	width := widthOf(to)
	for line := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
		if width > 0 && !strings.HasPrefix(line, " ") {
			line = strings.Join(draw.Wrap(line, width), "\n")
		}
		_, _ = fmt.Fprintln(to, line)
	}
}

// untilInterrupted is a context that ends with ctrl+c or a signal to end.
func untilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}

// openTenant opens the tenant that flags, environment and configuration name. Unlike the console, a command never falls back on the
// demo: who revokes a leaked secret must not believe that it is done.
func (s *shell) openTenant(ctx context.Context, f flags) (*opened, error) {
	conf, err := loadConfig(f)
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	log, closeLog, err := openLog(f.debug)
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	o, err := openTenant(ctx, conf, f, s.means(), log, s.retrying)
	if err == nil && o.info.NoConfig {
		o.close()
		err = errors.New(`no tenant is configured: run "gatehouse login" or "gatehouse config init", or set GATEHOUSE_CLIENT_ID and GATEHOUSE_CLIENT_SECRET (or add --demo to try this on the built-in tenant)`)
	}
	if err != nil {
		closeLog()
		if ctx.Err() != nil || errors.Is(err, config.ErrInterrupted) {
			return nil, &exitError{exitInterrupted, errors.New("cancelled before anything was sent")}
		}
		var exit *exitError
		if errors.As(err, &exit) {
			return nil, err
		}
		return nil, &exitError{exitUsage, err}
	}
	closeTenant := o.close
	o.close = func() { closeTenant(); closeLog() }
	return o, nil
}

// retrying says that the client waits before it tries again.
func (s *shell) retrying(x api.Exchange) {
	if x.Wait > 0 && !x.Background {
		s.tell(s.err, "%s", draw.Clean(x.Retrying()))
	}
}

// meanwhile says what a command does if that takes long; done is called when it is over.
func (s *shell) meanwhile(text string) (done func()) {
	said := make(chan struct{})
	timer := time.AfterFunc(cmp.Or(s.silence, time.Second), func() {
		defer close(said)
		s.tell(s.err, "%s", text)
	})
	return func() {
		if !timer.Stop() {
			<-said
		}
	}
}

// quoted is a word of a command that is proposed, as a POSIX shell takes it.
func quoted(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+@%:,./") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// where names the tenant for every question and result: a request to the wrong tenant is what people fear most.
func (o *opened) where() string {
	name := draw.Clean(o.info.Name)
	if o.info.Demo {
		return name + " (the built-in tenant)"
	}
	if name == o.client.Host() {
		return name
	}
	return name + " (" + o.client.Host() + ")"
}

// chosen tells how the tenant was chosen where more than one place names it, or somebody else's variables do; else it is "".
func (o *opened) chosen() string {
	if len(o.info.Others) == 0 && !strings.HasPrefix(o.info.Source, config.VendorPrefix) {
		return ""
	}
	said := "tenant from " + o.info.Source
	if len(o.info.Others) > 0 {
		said += ", not from " + strings.Join(o.info.Others, ", ")
	}
	return said
}

// completeWith makes the shell complete a flag by what list gives.
func completeWith(c *cobra.Command, flag string, list func() []string) {
	err := c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // there is no such flag: a mistake in this program
	}
}

// completeTenants gives the names of the configured tenants.
func (f *flags) completeTenants() []string {
	conf, err := loadConfig(*f)
	if err != nil {
		return nil
	}
	var names []string
	for _, t := range conf.Known() {
		names = append(names, t.Name)
	}
	return names
}
