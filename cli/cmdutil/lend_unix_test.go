//go:build unix

package cmdutil

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// ctrl+c that was pressed between the sentence that a command is asked and the command being there ends the command all the same.
func TestAnInterruptBeforeTheCommandIsThereIsItsOwn(t *testing.T) {
	terminal, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = terminal.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, "sleep", "60")
	seen := make(chan os.Signal, 1)
	signal.Notify(seen, os.Interrupt)
	defer signal.Stop(seen)
	ended := make(chan error, 1)
	pressed := make(chan struct{})
	go func() {
		ended <- runInterrupted(cmd, func() {
			_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
			<-seen
			close(pressed)
		})
	}()
	<-pressed
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the command ended well")
		}
	case <-time.After(20 * time.Second):
		cancel()
		<-ended
		t.Error("the command runs on")
	}
}
