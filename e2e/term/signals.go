//go:build linux || darwin

package term

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// startClean starts a command with the default handling of the signals that a terminal and its jobs send, whatever we inherited: one that
// is ignored stays so in a child, unless it has a handler while the child is made.
func startClean(cmd *exec.Cmd) error {
	handled := make(chan os.Signal, 1)
	signal.Notify(handled, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU)
	defer signal.Stop(handled)
	return cmd.Start()
}
