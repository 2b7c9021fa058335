//go:build unix

package ui

import (
	"golang.org/x/sys/unix"
)

// canSuspend reports whether a shell is there to resume us: without one, as when it has ended
// and another process has adopted us, the stop signal is ignored and the program would wait for ever.
func canSuspend() bool {
	session, err := unix.Getsid(0)
	if err != nil || session == unix.Getpid() {
		return false
	}
	parents, err := unix.Getsid(unix.Getppid())
	return err == nil && parents == session
}
