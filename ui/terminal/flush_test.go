//go:build linux || darwin

package terminal

import (
	"bytes"
	"testing"
	"time"

	"github.com/creack/pty"
)

// writes reports whether a write is under way.
func (o *output) writes() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.busy
}

// A write that waits for a terminal that takes nothing is woken, so that what gives the terminal back is written.
func TestLeavingWakesAWriteThatWaits(t *testing.T) {
	near, far, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	defer far.Close()
	o := newOutput(far)
	o.most = time.Minute // however busy the machine is
	defer o.close()
	_, _ = o.Write(bytes.Repeat([]byte("x"), 64<<10))
	for !o.writes() {
		time.Sleep(time.Millisecond)
	}
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
