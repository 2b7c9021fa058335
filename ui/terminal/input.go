package terminal

import (
	"os"
	"sync"
	"time"
)

// flood is how soon what is read behind a burst still belongs to it.
const flood = 150 * time.Millisecond

// input is the terminal file as Bubble Tea reads it. Bubble Tea waits until there is something to read, and can be made to stop waiting;
// what is read doesn't go its way but through the queue, so Read always returns nothing, at once.
type input struct {
	file  *os.File
	queue *queue

	mu      sync.Mutex
	scanner scanner
	decoder *decoder
	timer   *time.Timer
	burst   time.Time // when the last burst was read
	buffer  [64 << 10]byte
}

func newInput(file *os.File, termType string, q *queue) *input {
	in := &input{file: file, queue: q, decoder: newDecoder(termType)}
	in.timer = time.AfterFunc(time.Hour, in.elapsed)
	in.timer.Stop()
	return in
}

// Fd and Name are those of the terminal: by them Bubble Tea sets its modes and waits for input.
func (in *input) Fd() uintptr { return in.file.Fd() }

func (in *input) Name() string { return in.file.Name() }

func (in *input) Write(p []byte) (int, error) { return in.file.Write(p) }

// Close leaves the file open: it belongs to the process.
func (in *input) Close() error { return nil }

// Read reads what there is. It never waits: who waits here would take what the shell is to get.
func (in *input) Read([]byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !readable(in.file) {
		return 0, nil
	}
	n, err := in.file.Read(in.buffer[:])
	if n > 0 {
		now := time.Now()
		in.handOn(in.scanner.feed(in.buffer[:n], now), now)
	}
	return 0, err
}

// elapsed lets the scanner decide what the time has decided.
func (in *input) elapsed() {
	in.mu.Lock()
	defer in.mu.Unlock()
	now := time.Now()
	in.handOn(in.scanner.expired(now), now)
}

func (in *input) handOn(tokens []token, now time.Time) {
	all, burst := in.decoder.decode(tokens, now.Sub(in.burst) < flood)
	if burst {
		in.burst = now
	}
	in.queue.put(all...)
	if at, ok := in.scanner.deadline(); ok {
		in.timer.Reset(time.Until(at) + time.Millisecond)
	} else {
		in.timer.Stop()
	}
}

// forget drops what is cut, what waits and what nobody has read: it was meant for the program that is being left.
func (in *input) forget() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.scanner = scanner{kitty: in.scanner.kitty}
	in.timer.Stop()
	in.queue.forget()
	discardInput(in.file)
}
