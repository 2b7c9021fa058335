//go:build linux || darwin

// Command bench measures gatehouse as a person meets it, in a terminal, beside
// an empty Bubble Tea program at the same frame rate: how long it takes from
// the start to the first screen that shows rows, how long from a key to the
// change on the screen, what it costs while nothing happens, how much CPU a key
// takes in each view at two numbers of rows, how long leaving takes, and, unless
// -compare=false, how the starts of the demo and of a tenant in another process
// compare with the empty program that paints on events. The programs take turns, so that what else the machine does hits all. With
// PEERS=1 in the environment fzf, lazygit, k9s and tig are measured as well,
// where they are installed.
//
//	go run ./e2e/bench
//	go run ./e2e/bench -binary ./gatehouse -args '--demo --start hooks --rows 100000' -n 400
//
// The exit status is 1 where a view or leaving is over its bounds, or there are no numbers.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

type settings struct {
	binary, args, ready, keys, quit string
	width, height                   int
	presses, starts, rounds         int
	idle                            time.Duration
	views, compare                  bool
	only                            *regexp.Regexp // the views that are measured
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, os.Args[1:]); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return
		}
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

func parse(args []string) (settings, error) {
	var s settings
	var size, only string
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.StringVar(&s.binary, "binary", "", "gatehouse binary; without it, it is built")
	f.StringVar(&s.args, "args", "--demo --start hooks", "its arguments, separated by blanks")
	f.StringVar(&s.ready, "ready", defaultReady, "what the screen shows when it is useful (regular expression)")
	f.StringVar(&s.keys, "keys", "j", "the key to press, as in e2e/term")
	f.StringVar(&s.quit, "quit", "q", "the keys that end the program")
	f.StringVar(&size, "size", "120x36", "size of the terminal, WIDTHxHEIGHT")
	f.IntVar(&s.presses, "n", 500, "how often to press the key")
	f.IntVar(&s.starts, "starts", 20, "how often to start each program")
	f.IntVar(&s.rounds, "rounds", 4, "turns into which the presses are split")
	f.DurationVar(&s.idle, "idle", 10*time.Second, "how long to watch the idle programs")
	f.BoolVar(&s.views, "views", true, "measure a key in each view")
	f.BoolVar(&s.compare, "compare", true, "compare the starts of the demo and of a tenant in another process")
	f.StringVar(&only, "only", "", "measure nothing but a key in the views with such names, or \"leaving\" (regular expression)")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	if _, err := fmt.Sscanf(size, "%dx%d", &s.width, &s.height); err != nil || s.width < 1 || s.height < 1 {
		return s, fmt.Errorf("-size %s: want WIDTHxHEIGHT", size)
	}
	if s.presses < 1 || s.starts < 1 || s.rounds < 1 {
		return s, errors.New("-n, -starts and -rounds must be at least 1")
	}
	var err error
	if s.only, err = regexp.Compile(only); err != nil {
		return s, fmt.Errorf("-only: %w", err)
	}
	return s, nil
}

func run(ctx context.Context, w io.Writer, args []string) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	ready, err := regexp.Compile("(?m)" + s.ready)
	if err != nil {
		return fmt.Errorf("-ready: %w", err)
	}
	dir, err := os.MkdirTemp("", "gatehouse-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	floor := &program{name: "empty program", command: filepath.Join(dir, "floor"), ready: regexp.MustCompile("keys pressed"), keys: "j",
		quit: "q"}
	if err := build(ctx, floor.command, "gatehouse/e2e/bench/floor"); err != nil {
		return err
	}
	house := &program{name: "gatehouse", command: s.binary, args: strings.Fields(s.args), ready: ready, keys: s.keys, quit: s.quit}
	if house.command == "" {
		house.command = filepath.Join(dir, "gatehouse")
		if err := build(ctx, house.command, "gatehouse"); err != nil {
			return err
		}
	}
	var others []*program
	if os.Getenv("PEERS") != "" {
		if others, err = peers(ctx, exec.LookPath, dir); err != nil {
			return err
		}
		others = thoseThatStart(ctx, w, s, others)
	}
	if s.only.String() == "" {
		if err := compareStarts(ctx, w, s, floor, house); err != nil {
			return err
		}
		if err := measure(ctx, s, append([]*program{floor, house}, others...)...); err != nil {
			return err
		}
		if err := report(w, s, floor, house, others...); err != nil || !s.views {
			return err
		}
	}
	return views(ctx, w, s, house)
}

// views measures what the console alone has: a key in each view, and leaving.
func views(ctx context.Context, w io.Writer, s settings, house *program) error {
	s.width, s.height = 160, 45
	costs, over := measureViews(ctx, s, house)
	if len(costs) > 0 {
		over = errors.Join(over, reportViews(w, costs))
	}
	if s.only.String() != "" && !s.only.MatchString("leaving") {
		return over
	}
	ways, err := measureLeaving(ctx, s, house)
	if err != nil {
		return errors.Join(over, err)
	}
	return errors.Join(over, reportLeaving(w, ways))
}

func compareStarts(ctx context.Context, w io.Writer, s settings, floor, house *program) error {
	if !s.compare {
		return nil
	}
	compared, err := newStarts(ctx, floor, house)
	if err != nil {
		return err
	}
	defer compared.close()
	if err := compared.measure(ctx, s); err != nil {
		return err
	}
	return compared.report(w)
}

// build makes a program as "make build" does.
func build(ctx context.Context, to, pkg string) error {
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", to, pkg)
	command.Env = append(command.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w\n%s", pkg, err, out)
	}
	return nil
}
