//go:build linux || darwin

package cli

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
	if _, _, err := openLog(path); err == nil || !strings.Contains(err.Error(), "a pipe") {
		t.Errorf("%v", err)
	}
}
