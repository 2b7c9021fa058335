//go:build linux || darwin

// Command shot takes a picture of a program's screen: it runs the program in a
// terminal, plays keys, and writes what is to be seen as SVG. The same screen
// always gives the same file.
//
//	go run ./e2e/shot -o console.svg -size 120x36 -keys '3jj' -- ./gatehouse --demo
//
// Keys are those of e2e/term: <enter>, <esc>, <ctrl+c>. Between parts of -keys
// that are separated by <wait:REGEXP> it waits until the screen matches, and
// before the first key for -ready.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"time"

	"gatehouse/e2e/term"
)

type settings struct {
	out, keys, ready, title string
	width, height           int
	light                   bool
	env                     string
	command                 []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "shot:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

func parse(args []string) (settings, error) {
	var s settings
	var size string
	f := flag.NewFlagSet("shot", flag.ContinueOnError)
	f.StringVar(&s.out, "o", "", "file to write")
	f.StringVar(&size, "size", "120x36", "size of the terminal, WIDTHxHEIGHT")
	f.StringVar(&s.keys, "keys", "", "keys to press before the picture is taken")
	f.StringVar(&s.ready, "ready", `\S`, "what the screen shows before the first key (regular expression)")
	f.StringVar(&s.title, "title", "", "title in the frame; without it, the one that the program has set")
	f.BoolVar(&s.light, "light", false, "a light terminal")
	f.StringVar(&s.env, "env", "", "environment of the program, NAME=VALUE separated by blanks")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	if s.command = f.Args(); len(s.command) == 0 {
		return s, errors.New("no program given: put it behind --")
	}
	if s.out == "" {
		return s, errors.New("no -o given")
	}
	if _, err := fmt.Sscanf(size, "%dx%d", &s.width, &s.height); err != nil || s.width < 1 || s.height < 1 {
		return s, fmt.Errorf("-size %s: want WIDTHxHEIGHT", size)
	}
	return s, nil
}

func run(ctx context.Context, args []string) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	session, err := term.Start(ctx, term.Options{
		Command: s.command[0], Args: s.command[1:], Env: strings.Fields(s.env),
		Width: s.width, Height: s.height, Light: s.light,
	})
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }()
	if err := play(ctx, session, s); err != nil {
		return err
	}
	screen := session.Screen()
	title := s.title
	if title == "" {
		title = session.Title()
	}
	return os.WriteFile(s.out, render(screen, title, s.light), 0o644) //nolint:gosec // a picture for everybody
}

var waitMark = regexp.MustCompile(`<wait:([^>]*)>`)

// play presses the keys and returns when the screen has come to rest.
func play(ctx context.Context, session *term.Session, s settings) error {
	if err := session.WaitText(ctx, s.ready); err != nil {
		return err
	}
	keys := s.keys
	for keys != "" {
		part, rest, pattern := keys, "", ""
		if at := waitMark.FindStringSubmatchIndex(keys); at != nil {
			part, pattern, rest = keys[:at[0]], keys[at[2]:at[3]], keys[at[1]:]
		}
		if err := comeToRest(ctx, session); err != nil {
			return err
		}
		if err := session.Keys(part); err != nil {
			return err
		}
		if pattern != "" {
			if err := session.WaitText(ctx, pattern); err != nil {
				return err
			}
		}
		keys = rest
	}
	return comeToRest(ctx, session)
}

// comeToRest waits until nothing moves on the screen.
func comeToRest(ctx context.Context, session *term.Session) error {
	return session.WaitQuiet(ctx, 400*time.Millisecond)
}
