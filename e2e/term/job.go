//go:build linux || darwin

package term

import (
	"context"
	"time"

	"golang.org/x/sys/unix"
)

// jobScript does what a shell does for a person who starts a program: run it
// as a job of its own, take the terminal back when it stops (145 to 150 are
// 128 plus the stop signals of Linux and macOS), say so, and continue it on a
// line of input, as fg would. It says so by a sequence that terminals ignore,
// so that it is read behind all that the job has written.
const jobScript = `set -m
"$@"
status=$?
while [ $status -ge 145 ] && [ $status -le 150 ]; do
	printf '\033]7770;stopped\007'
	read -r line
	fg >/dev/null
	status=$?
done
exit $status`

// oscStopped is the number of the sequence in jobScript.
const oscStopped = 7770

// WaitStopped waits until the job has stopped with all its processes, what it
// wrote before is shown, and the shell has the terminal.
func (s *Session) WaitStopped(ctx context.Context) error {
	err := s.WaitFor(ctx, "the job to stop", func(*Screen) bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.emu.stops > s.resumes
	})
	if err != nil {
		return err
	}
	return s.poll(ctx, "every process of the job to stop", func() (bool, error) { return stopped(s.cmd.Process.Pid, s.far.Name()) })
}

// Resume continues a stopped job in the foreground.
func (s *Session) Resume(ctx context.Context) error {
	if err := s.Send("\n"); err != nil {
		return err
	}
	s.mu.Lock()
	s.resumes++
	s.mu.Unlock()
	return s.waitForeground(ctx)
}

// waitForeground waits until the job has the terminal.
func (s *Session) waitForeground(ctx context.Context) error {
	return s.waitGroup(ctx, "the job to run", func(pgrp int) bool { return pgrp > 0 && pgrp != s.cmd.Process.Pid })
}

// waitGroup waits until the process group that has the terminal is as said.
func (s *Session) waitGroup(ctx context.Context, what string, is func(pgrp int) bool) error {
	return s.poll(ctx, what, func() (bool, error) {
		pgrp, err := foreground(s.near)
		return err == nil && is(pgrp), nil
	})
}

// poll asks again and again until something is so.
func (s *Session) poll(ctx context.Context, what string, is func() (bool, error)) error {
	ctx, cancel := s.patient(ctx)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		if so, err := is(); so || err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-s.ended:
			return s.failure("waiting for "+what+": the program has ended", nil)
		case <-ctx.Done():
			return s.failure("waiting for "+what, ctx.Err())
		}
	}
}

// termios are the terminal's settings: at the end of the program when it has
// ended, now when it runs or is stopped.
func (s *Session) termios() (unix.Termios, error) {
	if s.Ended() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.hungUp {
			return s.before, nil // there is no terminal any more
		}
		return s.after, s.afterErr
	}
	return readTermios(s.far)
}
