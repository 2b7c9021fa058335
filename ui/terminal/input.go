package terminal

import (
	"sync"
	"time"
)

// flood is how soon what is read behind a burst or a paste still belongs to it.
const flood = 150 * time.Millisecond

// input is what is read from the terminal, until it is messages in the queue.
type input struct {
	queue *queue

	mu      sync.Mutex
	scanner scanner
	decoder *decoder
	timer   *time.Timer // says when time decides what a sequence is
	waits   bool        // the timer runs
	flooded time.Time   // when a burst or a paste was read last
}

func newInput(termType string, q *queue) *input {
	in := &input{queue: q, decoder: newDecoder(termType), timer: time.NewTimer(time.Hour)}
	in.timer.Stop()
	return in
}

// handleRead puts what is complete by now into the queue, after a read has brought data.
func (in *input) handleRead(data []byte) {
	in.mu.Lock()
	defer in.mu.Unlock()
	now := time.Now()
	in.handOn(in.scanner.feed(data, now), now)
}

// elapsed lets the scanner decide what the time has decided.
func (in *input) elapsed() {
	in.mu.Lock()
	defer in.mu.Unlock()
	now := time.Now()
	in.handOn(in.scanner.expired(now), now)
}

func (in *input) handOn(tokens []token, now time.Time) {
	all, floods := in.decoder.decode(tokens, after{flood: now.Sub(in.flooded) < flood, paste: in.scanner.isWary(now)})
	if floods {
		in.flooded = now
	}
	in.queue.put(all...)
	at, waits := in.scanner.deadline()
	if waits {
		in.timer.Reset(at.Sub(now) + time.Millisecond)
	} else if in.waits {
		in.timer.Stop()
	}
	in.waits = waits
}

// forget drops what is cut and what waits: it was meant for the program that is being left.
func (in *input) forget() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.scanner = scanner{kitty: in.scanner.kitty}
	in.timer.Stop()
	in.waits = false
	in.queue.forget()
}
