//go:build !windows

package action

import (
	"errors"
	"syscall"
)

// processRuns reports whether a program with that number runs.
func processRuns(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
