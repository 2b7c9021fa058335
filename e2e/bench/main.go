//go:build linux || darwin

// Command bench measures gatehouse as a person meets it, in a terminal. One
// table has it beside an empty Bubble Tea program, on the framework's clock and
// painting on events as gatehouse does: how long it takes from the start to the
// first frame and to the rows, how long from a key to the change on the screen,
// what a held key costs, and what it costs while nothing happens. gatehouse is
// measured with the tenant in itself and, unless -compare=false, in another
// process. With PEERS=1 in the environment fzf, lazygit, k9s and tig stand in
// the table as well, where they are installed. The programs take turns, so that
// what else the machine does hits all, take the same steps and have as many
// rows. Two more tables have how much CPU a key takes in each view at two
// numbers of rows, and how long leaving takes.
//
//	go run ./e2e/bench
//	go run ./e2e/bench -binary ./gatehouse -args '--demo --start hooks --rows 100000' -n 400
//
// The exit status is 1 where a bound in the tables isn't kept, or there are no numbers.
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
	"strconv"
	"strings"
	"syscall"
	"time"
)

type settings struct {
	binary, args, keys, quit string
	frame, ready             *regexp.Regexp
	width, height            int
	presses, starts, rounds  int
	idle                     time.Duration
	views, compare           bool
	only                     *regexp.Regexp // the views that are measured
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
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
	var size, frame, ready, only string
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.StringVar(&s.binary, "binary", "", "gatehouse binary; without it, it is built")
	f.StringVar(&s.args, "args", fmt.Sprintf("--demo --start hooks --rows %d", sameRows), "its arguments, separated by blanks")
	f.StringVar(&frame, "frame", defaultFrame, "what the screen shows with its first frame (regular expression)")
	f.StringVar(&ready, "ready", defaultReady, "what the screen shows when it is useful (regular expression)")
	f.StringVar(&s.keys, "keys", "j", "the key to press, as in e2e/term")
	f.StringVar(&s.quit, "quit", "q", "the keys that end the program")
	f.StringVar(&size, "size", "120x40", "size of the terminal, WIDTHxHEIGHT")
	f.IntVar(&s.presses, "n", 500, "how often to press the key")
	f.IntVar(&s.starts, "starts", 20, "how often to start each program")
	f.IntVar(&s.rounds, "rounds", 4, "turns into which the presses are split")
	f.DurationVar(&s.idle, "idle", 10*time.Second, "how long to watch the idle programs")
	f.BoolVar(&s.views, "views", true, "measure a key in each view")
	f.BoolVar(&s.compare, "compare", true, "measure the empty program on events and a tenant in another process as well")
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
	for _, option := range []struct {
		name, text string
		to         **regexp.Regexp
	}{{"frame", frame, &s.frame}, {"ready", "(?m)" + ready, &s.ready}, {"only", only, &s.only}} {
		compiled, err := regexp.Compile(option.text)
		if err != nil {
			return s, fmt.Errorf("-%s: %w", option.name, err)
		}
		*option.to = compiled
	}
	return s, nil
}

func run(ctx context.Context, w io.Writer, args []string) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "gatehouse-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	floor := &program{name: "empty", command: filepath.Join(dir, "floor"), ready: regexp.MustCompile("keys pressed"), keys: "j", quit: "q"}
	floor.frame = floor.ready
	if err := install(ctx, floor.command, "", "gatehouse/e2e/bench/floor"); err != nil {
		return err
	}
	house := &program{name: "gatehouse", command: filepath.Join(dir, "gatehouse"), args: strings.Fields(s.args), frame: s.frame,
		ready: s.ready, keys: s.keys, quit: s.quit}
	if err := install(ctx, house.command, s.binary, "gatehouse"); err != nil {
		return err
	}
	var over error
	if s.only.String() == "" {
		if over = compare(ctx, w, s, table{empty: floor, house: house}, dir); !s.views {
			return over
		}
	}
	return errors.Join(over, views(ctx, w, s, house))
}

// compare measures gatehouse beside other programs.
func compare(ctx context.Context, w io.Writer, s settings, t table, dir string) (err error) {
	if s.compare {
		events, elsewhere := *t.empty, *t.house
		events.name, events.args = "on events", []string{"events"}
		elsewhere.name, elsewhere.args = "remote", []string{"--start", "hooks"}
		if elsewhere.remote, err = newRemote(ctx, t.house.command, "--rows", strconv.Itoa(sameRows)); err != nil {
			return err
		}
		defer elsewhere.remote.close()
		elsewhere.env = elsewhere.remote.env()
		t.events, t.remote = &events, &elsewhere
	}
	if os.Getenv("PEERS") != "" {
		others, err := peers(ctx, exec.LookPath, dir)
		if err != nil {
			return err
		}
		t.others = thoseThatStart(ctx, w, s, others)
	}
	if err := measure(ctx, s, t.programs()...); err != nil {
		return err
	}
	return t.report(w, s)
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

// install puts a program where it is measured: a copy, as what ships is. The pages of a file that has just been linked lie singly in
// memory, which costs a start a millisecond. from is the program; "": it is built.
func install(ctx context.Context, to, from, pkg string) error {
	if from == "" {
		from = to + ".linked"
		defer func() { _ = os.Remove(from) }()
		if err := build(ctx, from, pkg); err != nil {
			return err
		}
	}
	linked, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = linked.Close() }()
	file, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755) //nolint:gosec // a program
	if err != nil {
		return err
	}
	_, err = io.Copy(file, linked)
	return errors.Join(err, file.Close())
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
