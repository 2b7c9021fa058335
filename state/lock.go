package state

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// errBusy is what tryLock returns while another program has the lock.
var errBusy = errors.New("another gatehouse is writing it")

// Waits for the lock: a console holds it for milliseconds.
const (
	lockEvery = 10 * time.Millisecond
	lockWait  = 5 * time.Second
)

// lock waits until no other console changes the folder. The system takes the lock back from a program that ends, however it ends.
func (s *Store) lock(ctx context.Context) (unlock func(), err error) {
	file, err := os.OpenFile(filepath.Join(s.dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	deadline := time.Now().Add(lockWait)
	for {
		err := tryLock(file)
		if err == nil {
			return func() { _ = file.Close() }, nil // which gives the lock back
		}
		if !errors.Is(err, errBusy) || time.Now().After(deadline) {
			_ = file.Close()
			return nil, err
		}
		select {
		case <-ctx.Done():
			_ = file.Close()
			return nil, ctx.Err()
		case <-time.After(lockEvery):
		}
	}
}
