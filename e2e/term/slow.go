//go:build linux || darwin

package term

import (
	"context"
	"sync"
	"time"
)

// Take sets how fast the terminal takes what the program writes, in bytes a
// second: 0 is as fast as it can, and a negative number takes nothing at all,
// but for what a read that waits already gets.
func (s *Session) Take(rate int) { s.line.set(rate) }

// Received is how much the terminal has taken; all of it will be in the Log.
func (s *Session) Received() int {
	_, read := s.line.state()
	return read
}

// Gone waits until the program has ended, also while the terminal takes
// nothing; Wait is for what it wrote at its end.
func (s *Session) Gone(ctx context.Context) error {
	ctx, cancel := s.patient(ctx)
	defer cancel()
	select {
	case <-s.gone:
		return nil
	case <-ctx.Done():
		return s.failure("waiting for the program to end", ctx.Err())
	}
}

// Backgrounded waits until a job has stopped and the shell has the terminal,
// also while the terminal takes nothing.
func (s *Session) Backgrounded(ctx context.Context) error {
	return s.waitGroup(ctx, "the job to stop", func(pgrp int) bool { return pgrp == s.cmd.Process.Pid })
}

// line is between the program and the terminal.
type line struct {
	mu      sync.Mutex
	rate    int
	changed chan struct{} // closed and renewed
	closed  bool
	stands  bool // nothing is read until that changes
	read    int  // bytes so far
}

func newLine() *line { return &line{changed: make(chan struct{})} }

func (l *line) set(rate int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rate = rate
	close(l.changed)
	l.changed = make(chan struct{})
}

// stand says whether the reader waits for nothing but a change.
func (l *line) stand(on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stands = on && l.rate < 0 && !l.closed
}

// add counts what was read.
func (l *line) add(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.read += n
}

func (l *line) state() (stands bool, read int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stands, l.read
}

// open ends every restriction for good.
func (l *line) open() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.set(0)
}

// turns is how often in a second a slow terminal takes something.
const turns = 20

// wait waits until it may be read, and tells how much; 0 is no bound.
func (l *line) wait() (most int) {
	for {
		l.mu.Lock()
		rate, changed := l.rate, l.changed
		if l.closed {
			rate = 0
		}
		l.mu.Unlock()
		var turn <-chan time.Time
		switch {
		case rate == 0:
			return 0
		case rate > 0:
			turn = time.After(time.Second / turns)
		}
		l.stand(rate < 0)
		select {
		case <-turn:
			return max(1, rate/turns)
		case <-changed:
		}
	}
}

// Full waits until no more of what the program writes fits behind the
// terminal, which takes nothing, and calls more for the program to write.
func (s *Session) Full(ctx context.Context, more func()) error {
	ctx, cancel := s.patient(ctx)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		room, err := hasRoom(s.far)
		if stands, _ := s.line.state(); err != nil || !room && stands {
			return err
		}
		if room {
			more()
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return s.failure("waiting for the terminal to be full", ctx.Err())
		}
	}
}
