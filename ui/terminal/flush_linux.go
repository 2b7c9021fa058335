package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// discardInput drops what the terminal holds and nobody has read; discardOutput what it holds and hasn't shown.
func discardInput(f *os.File) { _ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH) }

func discardOutput(f *os.File) { _ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCOFLUSH) }
