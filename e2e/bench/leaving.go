//go:build linux || darwin

package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"gatehouse/e2e/term"
)

// How long leaving may take, also on a line that takes few bytes a second.
const (
	leaveBound = 700 * time.Millisecond
	slowLine   = 2000
)

// leaving is a way to leave the console.
type leaving struct {
	name  string
	lead  []string // as of a place
	typed int      // keys before it on the slow line; 0: the line is fast
	leave func(*term.Session) error
	job   bool // it is a job of a shell, and stops

	took []time.Duration
}

func leavings() []*leaving {
	sends := func(keys string) func(*term.Session) error {
		return func(s *term.Session) error { return s.Send(keys) }
	}
	signals := func(sig syscall.Signal) func(*term.Session) error {
		return func(s *term.Session) error { return s.Signal(sig) }
	}
	const loaded = "Webhooks ─(?s:.*) of [\\d,]+ (loaded|in all)"
	dialog, form := []string{"2", loaded, "x", `Delete webhook\?`}, []string{"2", loaded, "n", "New webhook"}
	const many = 40
	return []*leaving{
		{name: "q and 300 j", leave: sends("q" + strings.Repeat("j", 300))},
		{name: "q", typed: many, leave: sends("q")},
		{name: "ctrl+c", typed: many, leave: sends("\x03")},
		{name: "ctrl+c in a dialog", lead: dialog, typed: many, leave: sends("\x03")},
		{name: "ctrl+c in a form", lead: form, typed: many, leave: sends("\x03")},
		{name: "TERM", typed: many, leave: signals(syscall.SIGTERM)},
		{name: "HUP in a form", lead: form, typed: many, leave: signals(syscall.SIGHUP)},
		{name: "ctrl+z", typed: many, leave: sends("\x1a"), job: true},
		{name: "TSTP in a dialog", lead: dialog, typed: many, leave: signals(syscall.SIGTSTP), job: true},
	}
}

// measureLeaving leaves the console in each way.
func measureLeaving(ctx context.Context, s settings, house *program) ([]*leaving, error) {
	const tries = 3
	all := leavings()
	for _, way := range all {
		for range tries {
			if err := way.measure(ctx, s, house); err != nil {
				return nil, fmt.Errorf("leaving by %s: %w", way.name, err)
			}
		}
	}
	return all, nil
}

func (l *leaving) measure(ctx context.Context, s settings, house *program) error {
	session, err := term.Start(ctx, term.Options{Command: house.command, Args: house.args, Width: s.width, Height: s.height, Job: l.job})
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }()
	if err := reach(ctx, house, session, place{lead: l.lead}); err != nil {
		return err
	}
	if l.typed > 0 {
		session.Take(slowLine)
	}
	for range l.typed {
		if err := session.Keys("j"); err != nil {
			return err
		}
		time.Sleep(viewGap)
	}
	begun := time.Now()
	if err := l.leave(session); err != nil {
		return err
	}
	left := session.Gone
	if l.job {
		left = session.Backgrounded
	}
	err = left(ctx)
	l.took = append(l.took, time.Since(begun))
	return err
}

// reportLeaving prints how long leaving took, the median and the longest, and fails naming what is over the bound.
func reportLeaving(w io.Writer, all []*leaving) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(t, "\nleaving by\ton a line of\tmedian\tlongest\t\t\n")
	var over []string
	for _, l := range all {
		line := "full speed"
		if l.typed > 0 {
			line = fmt.Sprintf("%d bytes/s", slowLine)
		}
		ok := percentile(l.took, 50) <= leaveBound
		if !ok {
			over = append(over, l.name)
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t\n", l.name, line, millis(percentile(l.took, 50)), millis(percentile(l.took, 100)), judge(ok))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(over) > 0 {
		return fmt.Errorf("leaving takes more than %v by: %s", leaveBound, strings.Join(over, ", "))
	}
	return nil
}
