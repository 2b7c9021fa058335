package host

import (
	"errors"
	"time"
)

// CopiedMsg tells what the system's own clipboard did with a text.
type CopiedMsg struct {
	What string
	Sent bool // it went to the terminal's clipboard as well
	Err  error
}

// CopyTime is how long the system's clipboard may take: its tools wait for ever for a display that is gone.
const CopyTime = 2 * time.Second

var ErrNoAnswer = errors.New("it didn't answer")

// InTime ends waiting for something that can't be ended. What panics in it panics here, where the program knows how to end.
func InTime(most time.Duration, f func() error) error {
	type ended struct {
		err   error
		panic any
	}
	done := make(chan ended, 1)
	go func() {
		var e ended
		defer func() {
			e.panic = recover()
			done <- e
		}()
		e.err = f()
	}()
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case e := <-done:
		if e.panic != nil {
			panic(e.panic)
		}
		return e.err
	case <-timer.C:
		return ErrNoAnswer
	}
}
