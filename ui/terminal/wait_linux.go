package terminal

import (
	"errors"
	"os"
	"syscall"
	"time"
	"unsafe"

	"github.com/muesli/cancelreader"
	"golang.org/x/sys/unix"
)

// waiter reads a file once there is something to read, waiting where the Go runtime waits for all its files. Who waits in a system call of
// its own, as cancelreader does, wakes the runtime's watchdog with every key.
type waiter struct {
	file   *os.File
	direct *direct  // reads it; nil: the file itself is read
	poll   *os.File // an epoll of the file alone: the file itself may be shared, and has to stay as it is
	conn   syscall.RawConn
	events [1]unix.EpollEvent
}

// newReader is a reader whose reading can be stopped.
func newReader(file *os.File) (cancelreader.CancelReader, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return cancelreader.NewReader(file)
	}
	event := unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(file.Fd())} //nolint:gosec // file numbers are small
	added := errors.Join(unix.EpollCtl(fd, unix.EPOLL_CTL_ADD, int(file.Fd()), &event), unix.SetNonblock(fd, true))
	poll := os.NewFile(uintptr(fd), "epoll")
	conn, err := poll.SyscallConn()
	if err := errors.Join(added, err, poll.SetReadDeadline(time.Time{})); err != nil { // the runtime doesn't wait for it
		_ = poll.Close()
		return cancelreader.NewReader(file)
	}
	return &waiter{file: file, direct: openAgain(file, unix.O_RDONLY), poll: poll, conn: conn}, nil
}

// Read waits and reads.
func (w *waiter) Read(p []byte) (int, error) {
	for {
		if err := w.conn.Read(w.isReady); err != nil {
			return 0, cancelreader.ErrCanceled
		}
		if w.direct == nil {
			return w.file.Read(p)
		}
		switch n, err := w.direct.call(unix.SYS_READ, p); err {
		case 0:
			return n, nil
		case unix.EAGAIN, unix.EINTR: // somebody else has read it
		default:
			return 0, err
		}
	}
}

// isReady reports whether there is something to read, without waiting.
func (w *waiter) isReady(fd uintptr) bool {
	n, _, err := unix.RawSyscall6(unix.SYS_EPOLL_PWAIT, fd, uintptr(unsafe.Pointer(&w.events)), uintptr(len(w.events)), 0, 0, 0)
	return err == 0 && n > 0 || err != 0 && err != unix.EINTR
}

// Cancel ends a Read that waits.
func (w *waiter) Cancel() bool { return w.poll.SetReadDeadline(time.Unix(1, 0)) == nil }

// Close leaves the file open.
func (w *waiter) Close() error {
	w.direct.close()
	return w.poll.Close()
}
