//go:build !windows

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// readable reports whether reading would return at once.
func readable(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, 0)
	return n > 0 || err != nil
}

// wrapsInput: what is read goes through this package.
const wrapsInput = true
