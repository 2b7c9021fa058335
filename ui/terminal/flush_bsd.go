//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// The queues of a terminal, as TIOCFLUSH names them.
const (
	queueIn  = 1
	queueOut = 2
)

// discardInput drops what the terminal holds and nobody has read; discardOutput what it holds and hasn't shown.
func discardInput(f *os.File) { _ = unix.IoctlSetPointerInt(int(f.Fd()), unix.TIOCFLUSH, queueIn) }

func discardOutput(f *os.File) { _ = unix.IoctlSetPointerInt(int(f.Fd()), unix.TIOCFLUSH, queueOut) }
