package terminal

import (
	"errors"
	"os"
	"syscall"
	"time"

	"github.com/muesli/cancelreader"
	"golang.org/x/sys/unix"
)

// waiter reads a file once there is something to read, waiting where the Go runtime waits for all its files. Who waits in a system call of
// its own, as cancelreader does, wakes the runtime's watchdog with every key: it then looks around every 20 microseconds for a while, which
// takes longer than the key.
type waiter struct {
	file   *os.File
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
	return &waiter{file: file, poll: poll, conn: conn}, nil
}

// Read waits and reads.
func (w *waiter) Read(p []byte) (int, error) {
	err := w.conn.Read(func(fd uintptr) bool {
		n, err := unix.EpollWait(int(fd), w.events[:], 0)
		return n > 0 || err != nil && !errors.Is(err, unix.EINTR)
	})
	if err != nil {
		return 0, cancelreader.ErrCanceled
	}
	return w.file.Read(p)
}

// Cancel ends a Read that waits.
func (w *waiter) Cancel() bool { return w.poll.SetReadDeadline(time.Unix(1, 0)) == nil }

// Close leaves the file open.
func (w *waiter) Close() error { return w.poll.Close() }
