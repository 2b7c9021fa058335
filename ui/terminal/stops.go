package terminal

import (
	"os"
	"sync/atomic"
)

// Stop asks the program to give the terminal to the shell, as the key for it does.
type Stop struct{}

// stops are the signals of job control.
type stops struct {
	signals     chan os.Signal
	away        atomic.Bool   // somebody else has the terminal
	continued   chan struct{} // after a stop while somebody else had it
	done, ended chan struct{}
}

func newStops() *stops {
	return &stops{signals: make(chan os.Signal, 4), continued: make(chan struct{}, 1), done: make(chan struct{}), ended: make(chan struct{})}
}

func (s *stops) close() {
	close(s.done)
	<-s.ended
}
