package terminal

import (
	"fmt"
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// direct is the terminal file opened once more, as one that is never waited for: the file itself may be shared with the shell, and has to
// stay as it is. What the terminal takes at once needs nobody to write it who would have to be woken. Its system calls are raw ones, which
// the Go runtime isn't told of: its watchdog, which wakes with the first call that may wait, would look around every 20 microseconds for
// as long as the key takes.
type direct struct{ fd int }

// openDirect opens it to be written; nil where it can't be had.
func openDirect(file *os.File) *direct { return openAgain(file, unix.O_WRONLY) }

func openAgain(file *os.File, mode int) *direct {
	fd, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", file.Fd()), mode|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
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
	n, err := d.call(unix.SYS_WRITE, p)
	if err != 0 {
		return 0
	}
	return n
}

// takesMore waits until more can be written, and reports whether that is so.
func (d *direct) takesMore(wait time.Duration) bool {
	asked := unix.PollFd{Fd: int32(d.fd), Events: unix.POLLOUT} //nolint:gosec // file numbers are small
	limit := unix.NsecToTimespec(int64(wait))
	n, _, err := unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&asked)), 1, uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
	return err == 0 && n == 1 && asked.Revents&unix.POLLOUT != 0
}

func (d *direct) call(which uintptr, p []byte) (int, unix.Errno) {
	n, _, err := unix.RawSyscall(which, uintptr(d.fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	return int(n), err //nolint:gosec // no more than there is
}

func (d *direct) close() {
	if d != nil {
		_ = unix.Close(d.fd)
	}
}
