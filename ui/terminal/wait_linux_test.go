package terminal

import (
	"os"
	"testing"

	"github.com/creack/pty"
)

// at is a file for which nobody ever waits.
type at func()

func (a at) Control(func(uintptr)) error    { return nil }
func (a at) Write(func(uintptr) bool) error { return nil }

func (a at) Read(func(uintptr) bool) error {
	a()
	return nil
}

// What somebody else has read first isn't waited for in a call that the runtime knows nothing of: who reads looks again.
func TestWhatSomebodyElseHasReadIsWaitedForAgain(t *testing.T) {
	near, far, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = near.Close(), far.Close() }()
	reader, err := newReader(far)
	if err != nil {
		t.Fatal(err)
	}
	w, is := reader.(*waiter)
	if !is || w.direct == nil {
		t.Fatalf("the terminal is read by a %T: %+v", reader, reader)
	}
	defer func() { _ = w.Close() }()
	looks := 0
	w.conn = at(func() {
		if looks++; looks == 3 {
			_, _ = near.WriteString("j\n")
		}
	})
	var got [8]byte
	n, err := w.Read(got[:])
	if string(got[:n]) != "j\n" || err != nil || looks != 3 {
		t.Errorf("read %q, %v after %d looks, want a line after 3", got[:n], err, looks)
	}
}

func TestAFileThatIsNoTerminalIsReadAsItIs(t *testing.T) {
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	pipe, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = pipe.Close(), end.Close() }()
	if again := openAgain(pipe, os.O_RDONLY); again != nil {
		t.Error("a pipe was opened once more: what is read there is another pipe's")
	}
}
