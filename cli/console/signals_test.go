//go:build unix

package console

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// What a signal did before the console took its turn is seen when it has taken it, whatever moment the signal comes at.
func TestASignalIsOneTurnsOrTheOthers(t *testing.T) {
	for range 200 {
		ctx, cancel := context.WithCancel(context.Background())
		var later atomic.Bool
		s := hear(func(os.Signal) { cancel() })
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			s.take(os.Interrupt)
		}()
		s.then(func(os.Signal) { later.Store(true) })
		before := ctx.Err() != nil
		<-sent
		if before == later.Load() {
			t.Fatalf("the signal was the opening's: %v, the console's: %v", before, later.Load())
		}
		s.stop()
		s.stop()
		cancel()
	}
}

func TestSignalsAreHeardUntilTheyAreLeftAlone(t *testing.T) {
	guard := make(chan os.Signal, 1) // without it a signal that nobody hears ends the test
	signal.Notify(guard, syscall.SIGHUP)
	defer signal.Stop(guard)
	raise := func() {
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		<-guard
	}
	heard := make(chan os.Signal, 1000)
	s := hear(func(one os.Signal) { heard <- one })
	for deadline := time.Now().Add(time.Minute); len(heard) == 0 && time.Now().Before(deadline); { // until it has begun to hear
		raise()
		time.Sleep(time.Millisecond)
	}
	if len(heard) == 0 || <-heard != syscall.SIGHUP {
		t.Fatal("not heard")
	}
	s.stop()
	for len(heard) > 0 {
		<-heard
	}
	raise()
	if len(heard) != 0 {
		t.Error("heard after it had stopped")
	}
}
