// Package filelock keeps several programs from changing the same files at once. The system takes a lock back from a program that ends,
// however it ends.
package filelock

import (
	"context"
	"errors"
	"os"
	"time"
)

// ErrBusy is the error of a lock that others held for longer than Acquire waits.
var ErrBusy = errors.New("another gatehouse holds it; look for one that hangs or is suspended")

// Waits for a lock, which is held for milliseconds.
const (
	firstWait   = time.Millisecond
	longestWait = 20 * time.Millisecond
	patience    = 5 * time.Second
)

// Acquire waits until nobody else holds the lock file at path, no program and no other caller in this one, for up to five seconds. The
// file is created, readable by its owner only, and stays; its folder must exist.
func Acquire(ctx context.Context, path string) (release func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	deadline := time.Now().Add(patience)
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		err := try(file)
		if err == nil {
			return func() { _ = file.Close() }, nil // which gives the lock back
		}
		if !errors.Is(err, ErrBusy) || time.Now().After(deadline) {
			_ = file.Close()
			return nil, err
		}
		select {
		case <-ctx.Done():
			_ = file.Close()
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}
