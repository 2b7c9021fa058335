//go:build !windows

package terminal

import (
	"os"
	"os/signal"
	"syscall"
)

// suspend stops the process group until it is continued.
func suspend() error {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	<-continued
	return nil
}
