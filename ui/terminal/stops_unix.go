//go:build !windows

package terminal

import (
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"
)

// watch hands on what somebody else than the keyboard asks of a job: to stop, as kill -TSTP does, or to go on after a stop that nobody
// is told of, as kill -STOP is. Then the terminal may be as the shell wants it, and is taken anew. It also tells of another size. It
// never waits for the program, which may be waiting for it to say that it was continued.
func (s *stops) watch(in *os.File, send func(tea.Msg)) {
	defer close(s.ended)
	signal.Notify(s.signals, syscall.SIGTSTP, syscall.SIGCONT, syscall.SIGWINCH)
	defer signal.Stop(s.signals)
	for {
		select {
		case which := <-s.signals:
			s.handle(which, in, send)
		case <-s.done:
			return
		}
	}
}

func (s *stops) handle(which os.Signal, in *os.File, send func(tea.Msg)) {
	switch {
	case which == syscall.SIGWINCH:
		go send(tea.WindowSizeMsg{})
	case which == syscall.SIGTSTP && s.away.Load(): // Go can't give the signal its usual effect back
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	case which == syscall.SIGTSTP:
		go send(Stop{})
	case s.away.Load():
		select {
		case s.continued <- struct{}{}:
		default:
		}
	case inFront(in):
		go send(retakeMsg{})
	}
}

// inFront reports whether the program has the terminal, and isn't in its background.
func inFront(in *os.File) bool {
	group, err := unix.IoctlGetInt(int(in.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}

// suspend stops the process group until it is continued.
func (s *stops) suspend() error {
	select {
	case <-s.continued: // from when a command had the terminal
	default:
	}
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	<-s.continued
	return nil
}
