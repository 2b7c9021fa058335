//go:build linux || darwin

package term

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// openPty opens a pseudo-terminal whose near side honours deadlines and can be
// closed while it is read.
func openPty(width, height int) (near, far *os.File, err error) {
	blocking, far, err := pty.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("open a pseudo-terminal: %w", err)
	}
	defer func() { _ = blocking.Close() }()
	if err := setSize(far, width, height); err != nil {
		_ = far.Close()
		return nil, nil, err
	}
	fd, err := unix.FcntlInt(blocking.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = syscall.SetNonblock(fd, true)
	}
	if err != nil {
		_ = far.Close()
		return nil, nil, fmt.Errorf("prepare a pseudo-terminal: %w", err)
	}
	return os.NewFile(uintptr(fd), "pty"), far, nil
}

func setSize(f *os.File, width, height int) error {
	//nolint:gosec // sizes of terminals fit
	size := &unix.Winsize{Col: uint16(width), Row: uint16(height)}
	err := withDescriptor(f, func(fd int) error { return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, size) })
	if err != nil {
		return fmt.Errorf("set the size of the terminal: %w", err)
	}
	return nil
}

// withDescriptor runs a call on a file's descriptor and keeps the file as it is:
// (*os.File).Fd would make it blocking.
func withDescriptor(f *os.File, call func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var inner error
	if err := conn.Control(func(fd uintptr) { inner = call(int(fd)) }); err != nil { //nolint:gosec // a descriptor
		return err
	}
	return inner
}

func readTermios(f *os.File) (t unix.Termios, err error) {
	err = withDescriptor(f, func(fd int) error {
		got, err := unix.IoctlGetTermios(fd, getTermios)
		if err == nil {
			t = *got
		}
		return err
	})
	return t, err
}

// queued is how much typed input the program hasn't read yet.
func queued(f *os.File) (n int, err error) {
	err = withDescriptor(f, func(fd int) error {
		n, err = unix.IoctlGetInt(fd, inputQueued)
		return err
	})
	return n, err
}

// hasRoom reports whether a write would be taken at once.
func hasRoom(f *os.File) (room bool, err error) {
	err = withDescriptor(f, func(fd int) error {
		poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}} //nolint:gosec // file numbers are small
		_, err := unix.Poll(poll, 0)
		for errors.Is(err, unix.EINTR) { // a signal of the runtime's own, which any call may meet
			_, err = unix.Poll(poll, 0)
		}
		room = poll[0].Revents&unix.POLLOUT != 0
		return err
	})
	return room, err
}

// foreground is the process group that has the terminal.
func foreground(f *os.File) (pgrp int, err error) {
	err = withDescriptor(f, func(fd int) error {
		pgrp, err = unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		return err
	})
	return pgrp, err
}

// termiosDiff names the settings in which two states of a terminal differ.
func termiosDiff(before, after unix.Termios) string {
	if before == after {
		return ""
	}
	var diff []string
	for _, f := range []struct {
		name     string
		old, new uint64
	}{
		{"iflag", uint64(before.Iflag), uint64(after.Iflag)},
		{"oflag", uint64(before.Oflag), uint64(after.Oflag)},
		{"cflag", uint64(before.Cflag), uint64(after.Cflag)},
		{"lflag", uint64(before.Lflag), uint64(after.Lflag)},
	} {
		if f.old != f.new {
			diff = append(diff, fmt.Sprintf("%s %#x instead of %#x", f.name, f.new, f.old))
		}
	}
	if before.Cc != after.Cc {
		diff = append(diff, fmt.Sprintf("cc %v instead of %v", after.Cc, before.Cc))
	}
	if len(diff) == 0 {
		diff = append(diff, "line speed or discipline")
	}
	return strings.Join(diff, ", ")
}
