//go:build linux || darwin

package term

import (
	"errors"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// chunk is a piece of output and when it was read.
type chunk struct {
	at   time.Time
	data []byte
}

func (s *Session) read(chunks chan<- chunk) {
	defer s.readers.Done()
	defer close(chunks)
	buf := make([]byte, 64<<10)
	for {
		most := len(buf)
		if n := s.line.wait(); n > 0 {
			most = n
		}
		n, err := s.near.Read(buf[:most])
		if n > 0 {
			s.line.add(n)
			chunks <- chunk{time.Now(), append([]byte(nil), buf[:n]...)}
		}
		if err != nil {
			return
		}
	}
}

// lull is how long a character at the end of a piece of output may wait for
// the rest of it: a piece can end within one, or within an emoji of several.
const lull = 3 * time.Millisecond

// show feeds the output to the emulator.
func (s *Session) show(chunks <-chan chunk) {
	defer s.readers.Done()
	defer close(s.drained)
	var held chunk
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		select {
		case c, ok := <-chunks:
			if !ok {
				s.feed(held, nil)
				return
			}
			raw := c.data
			if len(held.data) > 0 {
				c.data = append(held.data, c.data...)
			}
			n := complete(c.data)
			held = chunk{c.at, c.data[n:]}
			s.feed(chunk{c.at, c.data[:n]}, raw)
			timer.Reset(s.nextCheck(held))
		case <-timer.C:
			s.feed(held, nil)
			held = chunk{}
			timer.Reset(s.nextCheck(held))
		}
	}
}

func (s *Session) nextCheck(held chunk) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(held.data) > 0:
		return lull
	case s.emu.inSync:
		return syncLimit
	}
	return time.Hour
}

// feed writes to the emulator; raw is what was read and not logged so far.
func (s *Session) feed(c chunk, raw []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(raw) > 0 {
		s.log = append(s.log, raw...)
		s.lastRead = c.at
	}
	if len(c.data) > 0 {
		s.emu.write(c.data, c.at)
	} else {
		s.emu.tick(time.Now())
	}
	s.broadcast()
}

// complete is the length of the part of the output that the next piece can't
// extend: text beyond ASCII at the end may go on, and what comes next may join
// the last character. The end of an escape sequence is no such character.
func complete(data []byte) int {
	n := len(data)
	for n > 0 && n > len(data)-128 && data[n-1] >= 0x80 {
		n--
	}
	if n > 0 && data[n-1] > ' ' && data[n-1] < 0x7f && !endsSequence(data[:n]) {
		n--
	}
	return n
}

// endsSequence tells whether the last byte ends a control sequence.
func endsSequence(data []byte) bool {
	for i := len(data) - 2; i >= 0 && i > len(data)-64; i-- {
		switch c := data[i]; {
		case c == '\x1b':
			return true
		case c == '[':
		case c < ' ' || c > '?': // neither parameter nor intermediate
			return false
		}
	}
	return false
}

func (s *Session) broadcast() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// reply takes the terminal's answers to the program.
func (s *Session) reply() {
	defer s.readers.Done()
	buf := make([]byte, 4096)
	for {
		n, err := s.emu.readAnswers(buf)
		if n > 0 && s.opts.Kind != Mute {
			s.answers.put(buf[:n])
		}
		if err != nil {
			return
		}
	}
}

// wait reaps the program and lets its last output through.
func (s *Session) wait() {
	err := s.cmd.Wait()
	close(s.gone)
	after, afterErr := readTermios(s.far)
	_ = s.far.Close() // the last one who holds it: reading ends behind the last output
	select {
	case <-s.drained:
	case <-time.After(2 * time.Second): // a child of the program still holds the terminal
		_ = s.near.SetReadDeadline(time.Now())
		<-s.drained
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.exit, s.after, s.afterErr = exitOf(s.cmd, err), after, afterErr
	close(s.ended)
	s.broadcast()
}

func exitOf(cmd *exec.Cmd, err error) Exit {
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) && cmd.ProcessState == nil {
		return Exit{Code: -1}
	}
	e := Exit{Code: cmd.ProcessState.ExitCode()}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.Signal = status.Signal()
	}
	return e
}

func cutEnv(entry string) (name, value string, set bool) { return strings.Cut(entry, "=") }

// queue writes to the program without ever holding up the emulator.
type queue struct {
	mu     sync.Mutex
	ready  *sync.Cond
	data   []byte
	held   bool
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.ready = sync.NewCond(&q.mu)
	return q
}

// drainTo writes until the queue is closed or nobody reads any more.
func (q *queue) drainTo(w io.Writer) {
	for {
		data, open := q.take()
		if !open {
			return
		}
		if _, err := w.Write(data); err != nil {
			return
		}
	}
}

func (q *queue) take() (data []byte, open bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for (len(q.data) == 0 || q.held) && !q.closed {
		q.ready.Wait()
	}
	data, q.data = q.data, nil
	return data, !q.closed
}

func (q *queue) put(data []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.data = append(q.data, data...)
	q.ready.Signal()
}

func (q *queue) hold(on bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.held = on
	q.ready.Signal()
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.ready.Signal()
}
