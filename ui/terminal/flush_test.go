//go:build linux || darwin

package terminal

import (
	"bytes"
	"testing"
	"time"

	"github.com/creack/pty"
)

// A write that waits for a terminal that takes nothing is woken, so that what gives the terminal back is written.
func TestLeavingWakesAWriteThatWaits(t *testing.T) {
	near, far, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	defer far.Close()
	o := newOutput(far)
	defer o.close()
	_, _ = o.Write(bytes.Repeat([]byte("x"), 64<<10))
	time.Sleep(20 * time.Millisecond) // it waits by then; if not, there is nothing to wake
	o.leave("given back")
	if !o.idle() {
		t.Fatal("the write still waits")
	}
	var seen []byte
	for piece := make([]byte, 4096); !bytes.Contains(seen, []byte("given back")); {
		n, err := near.Read(piece)
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, piece[:n]...)
	}
}
