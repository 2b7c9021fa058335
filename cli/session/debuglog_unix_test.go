//go:build linux || darwin

package session

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Opening a pipe that nobody reads would wait for ever.
func TestADebugLogIsNoPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenLog(path); err == nil || !strings.Contains(err.Error(), "a pipe") {
		t.Errorf("%v", err)
	}
}
