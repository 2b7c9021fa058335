package term

import "golang.org/x/sys/unix"

const (
	getTermios  = unix.TIOCGETA
	inputQueued = 0x4004667f // FIONREAD, which x/sys/unix doesn't name here
)
