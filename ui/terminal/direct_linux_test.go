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
	for n := d.write(full); n > 0; n = d.write(full) {
		taken += n
	}
	if taken == 0 || d.takesMore(time.Millisecond) {
		t.Fatalf("a full terminal took %d bytes, and would take more", taken)
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
