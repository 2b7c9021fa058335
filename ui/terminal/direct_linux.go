package terminal

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// direct is the terminal file opened once more, as one that is never waited for: the file itself may be shared with the shell, and has to
// stay as it is. What the terminal takes at once needs nobody to write it who would have to be woken.
type direct struct{ fd int }

// openDirect opens it; nil where it can't be had.
func openDirect(file *os.File) *direct {
	fd, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", file.Fd()), unix.O_WRONLY|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	var was, is unix.Stat_t
	if unix.Fstat(int(file.Fd()), &was) != nil || unix.Fstat(fd, &is) != nil || was.Rdev != is.Rdev || is.Mode&unix.S_IFMT != unix.S_IFCHR {
		_ = unix.Close(fd)
		return nil
	}
	return &direct{fd}
}

// write writes what is taken at once, and tells how much that was.
func (d *direct) write(p []byte) int {
	if d == nil {
		return 0
	}
	n, err := unix.Write(d.fd, p)
	if err != nil {
		return 0
	}
	return n
}

func (d *direct) close() {
	if d != nil {
		_ = unix.Close(d.fd)
	}
}
