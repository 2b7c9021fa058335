package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// discardInput drops what the terminal holds and nobody has read; discardOutput what it holds and hasn't shown.
func discardInput(f *os.File) { _ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH) }

func discardOutput(f *os.File) {
	_ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCOFLUSH)
	// A write that waits for room in a pseudo-terminal isn't told that there is some now; it is when output goes on after a stop.
	_ = unix.IoctlSetInt(int(f.Fd()), unix.TCXONC, unix.TCOOFF)
	_ = unix.IoctlSetInt(int(f.Fd()), unix.TCXONC, unix.TCOON)
}
