package terminal

import (
	"testing"
	"time"

	"github.com/creack/pty"
)

// A terminal that reads gets the rest of what it had no room for; one that doesn't is waited for no longer than it may be.
func TestATerminalThatReadsTakesMore(t *testing.T) {
	near, far, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = near.Close(), far.Close() }()
	d := openDirect(far)
	defer d.close()
	full, taken := make([]byte, 1<<16), 0
	for d.takesMore(100 * time.Millisecond) { // the system makes room as long as it has some
		taken += d.write(full)
	}
	for taken > 0 {
		n, err := near.Read(full)
		if err != nil {
			t.Fatal(err)
		}
		taken -= n
	}
	if !d.takesMore(10*time.Second) || d.write([]byte("more")) != len("more") {
		t.Error("a terminal that has read everything takes no more")
	}
}
