//go:build unix

package ui

import "golang.org/x/sys/unix"

// canSuspend reports whether a shell is there to resume us: without one the stop signal is ignored and the program would wait for ever.
func canSuspend() bool {
	session, err := unix.Getsid(0)
	return err == nil && session != unix.Getpid() && unix.Getppid() != 1
}
