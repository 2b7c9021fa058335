//go:build linux || darwin

package term

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Options say how to start a program. Zero values give an 80x24 dark modern
// terminal and an empty home directory.
type Options struct {
	Command string
	Args    []string
	// Env comes on top of a small environment of its own: PATH, HOME, the XDG
	// directories and TMPDIR inside of Home, TERM, COLORTERM and LANG. An
	// entry without "=" removes that variable.
	Env []string
	Dir string
	// Home is the program's home directory; without it, it is a new one that
	// Close removes.
	Home string

	// Width and Height are in cells. Zero stands for 80 and 24; to tell the
	// program that a side has no size at all, say a negative number.
	Width, Height int
	Kind          Kind
	Light         bool // the terminal's background is light

	// Stdin, Stdout and Stderr go elsewhere than to the terminal when set.
	Stdin, Stdout, Stderr *os.File

	// Job starts the program as a job of a shell, so that it can be stopped
	// (ctrl+z) and taken to the foreground again; see WaitStopped and Resume.
	Job bool

	// Patience bounds every wait whose context has no deadline; 20 s unless set.
	Patience time.Duration

	// OnPaint is called for each change of what is to be seen, in order and
	// from one goroutine. The time is when the output that made the change was
	// read, before the emulator worked on it; a change inside of a synchronized
	// update counts when the update ends.
	OnPaint func(at time.Time, s *Screen)
}

// Session is a program in a terminal.
type Session struct {
	opts    Options
	cmd     *exec.Cmd
	near    *os.File // our side of the pseudo-terminal
	far     *os.File // the program's side; closed when it has ended
	home    string
	ownHome bool
	started time.Time
	before  unix.Termios

	answers *queue
	readers sync.WaitGroup
	drained chan struct{} // closed when there is no more output
	gone    chan struct{} // closed when the program has ended
	ended   chan struct{} // closed when the program and its output have ended
	line    *line

	typing     sync.Mutex // keeps keys in order
	lastWasEsc bool

	mu       sync.Mutex
	emu      *emulator
	log      []byte
	lastRead time.Time
	changed  chan struct{} // closed and renewed when anything changes
	hungUp   bool
	resumes  int
	exit     Exit
	after    unix.Termios
	afterErr error
}

// Exit is how a program ended: by itself with a code, or by a signal.
type Exit struct {
	Code   int            // -1 after a signal
	Signal syscall.Signal // 0 when it ended by itself
}

func (e Exit) String() string {
	if e.Signal != 0 {
		return "signal: " + e.Signal.String()
	}
	return fmt.Sprintf("exit status %d", e.Code)
}

// Start runs a program in a new terminal. When the context ends the program is
// killed. The session must be closed.
func Start(ctx context.Context, opts Options) (*Session, error) {
	if opts.Command == "" {
		return nil, errors.New("start: no command given")
	}
	if opts.Patience == 0 {
		opts.Patience = 20 * time.Second
	}
	s := &Session{
		opts: opts, home: opts.Home,
		drained: make(chan struct{}), gone: make(chan struct{}), ended: make(chan struct{}), changed: make(chan struct{}), line: newLine(),
	}
	if s.home == "" {
		home, err := os.MkdirTemp("", "gatehouse-e2e-")
		if err != nil {
			return nil, fmt.Errorf("make a home directory: %w", err)
		}
		s.home, s.ownHome = home, true
	}
	if err := s.launch(ctx); err != nil {
		s.discard()
		return nil, fmt.Errorf("start %s: %w", opts.Command, err)
	}
	return s, nil
}

func (s *Session) launch(ctx context.Context) (err error) {
	width, height := wanted(s.opts.Width, 80), wanted(s.opts.Height, 24)
	if s.near, s.far, err = openPty(width, height); err != nil {
		return err
	}
	if s.before, err = readTermios(s.far); err != nil {
		return fmt.Errorf("read the terminal's settings: %w", err)
	}
	s.cmd = s.command(ctx)
	s.emu = newEmulator(shown(width, 80), shown(height, 24), s.opts.Kind, s.opts.Light)
	s.emu.onPaint = s.opts.OnPaint
	s.started = time.Now()
	s.lastRead = s.started
	if err := startClean(s.cmd); err != nil {
		return err
	}
	s.answers = newQueue()
	chunks := make(chan chunk, 256)
	s.readers.Add(4)
	go s.read(chunks)
	go s.show(chunks)
	go s.reply()
	go func() {
		defer s.readers.Done()
		s.answers.drainTo(s.near)
	}()
	go s.wait()
	return nil
}

// wanted is the size to tell the program, shown the size to draw.
func wanted(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return max(n, 0)
}

func shown(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

func (s *Session) command(ctx context.Context) *exec.Cmd {
	name, args := s.opts.Command, s.opts.Args
	if s.opts.Job {
		args = append([]string{"-c", jobScript, "sh", name}, args...)
		name = "/bin/sh"
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Dir = s.environment(), s.opts.Dir
	cmd.Cancel = func() error { return s.kill() }
	controlling := -1
	for i, own := range []*os.File{s.opts.Stdin, s.opts.Stdout, s.opts.Stderr} {
		file := own
		if file == nil {
			file = s.far
			controlling = i
		}
		switch i {
		case 0:
			cmd.Stdin = file
		case 1:
			cmd.Stdout = file
		default:
			cmd.Stderr = file
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if controlling >= 0 {
		cmd.SysProcAttr.Setctty, cmd.SysProcAttr.Ctty = true, controlling
	}
	return cmd
}

func (s *Session) environment() []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + s.home,
		"XDG_CONFIG_HOME=" + s.home + "/.config",
		"XDG_CACHE_HOME=" + s.home + "/.cache",
		"XDG_DATA_HOME=" + s.home + "/.local/share",
		"XDG_STATE_HOME=" + s.home + "/.local/state",
		"XDG_RUNTIME_DIR=" + s.home,
		"TMPDIR=" + s.home,
		"LANG=C.UTF-8",
		"TERM=xterm-256color",
	}
	if s.opts.Kind == Modern {
		env = append(env, "COLORTERM=truecolor")
	}
	for _, e := range s.opts.Env {
		name, _, set := cutEnv(e)
		env = slices.DeleteFunc(env, func(old string) bool {
			n, _, _ := cutEnv(old)
			return n == name
		})
		if set {
			env = append(env, e)
		}
	}
	return env
}

// Home is the program's home directory.
func (s *Session) Home() string { return s.home }

// Started is when the program was started, just before fork and exec.
func (s *Session) Started() time.Time { return s.started }

// Pid is the number of the program's process.
func (s *Session) Pid() int {
	if s.opts.Job {
		if pgrp, err := foreground(s.near); err == nil {
			return pgrp
		}
	}
	return s.cmd.Process.Pid
}

// Signal sends a signal to the program alone.
func (s *Session) Signal(sig syscall.Signal) error {
	if err := syscall.Kill(s.Pid(), sig); err != nil {
		return fmt.Errorf("send %s: %w", sig, err)
	}
	return nil
}

// Resize gives the terminal another size, in cells; the program gets SIGWINCH.
// A side of 0 is told to the program while the terminal keeps its own.
func (s *Session) Resize(width, height int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.emu.resize(shown(width, s.emu.width), shown(height, s.emu.height))
	s.broadcast()
	return setSize(s.near, width, height)
}

// HangUp closes the terminal under the program, as when its window is closed
// or the connection breaks; the program gets SIGHUP.
func (s *Session) HangUp() error {
	s.mu.Lock()
	s.hungUp = true
	s.mu.Unlock()
	_ = s.far.Close() // while it is open there is still somebody at the terminal
	return s.near.Close()
}

// Close kills the program if it still runs and frees everything.
func (s *Session) Close() error {
	select {
	case <-s.ended:
	default:
		_ = s.kill()
		s.line.open()
		<-s.ended
	}
	s.discard()
	return nil
}

// kill ends the program, and a shell around it, without a chance to react.
func (s *Session) kill() error {
	if s.opts.Job {
		if pgrp, err := foreground(s.near); err == nil && pgrp > 1 {
			_ = syscall.Kill(-pgrp, syscall.SIGKILL)
		}
	}
	return syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
}

func (s *Session) discard() {
	s.line.open()
	if s.answers != nil {
		s.answers.close()
	}
	if s.emu != nil {
		s.emu.close()
	}
	for _, f := range []*os.File{s.near, s.far} {
		if f != nil {
			_ = f.Close()
		}
	}
	s.readers.Wait()
	if s.ownHome {
		_ = os.RemoveAll(s.home)
	}
}
