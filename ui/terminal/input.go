package terminal

import (
	"sync"
	"time"
)

// flood is how soon what is read behind a burst still belongs to it.
const flood = 150 * time.Millisecond

// input is what is read from the terminal, until it is messages in the queue.
type input struct {
	queue *queue

	mu      sync.Mutex
	scanner scanner
	decoder *decoder
	timer   *time.Timer
	burst   time.Time // when the last burst was read
}

func newInput(termType string, q *queue) *input {
	in := &input{queue: q, decoder: newDecoder(termType)}
	in.timer = time.AfterFunc(time.Hour, in.elapsed)
	in.timer.Stop()
	return in
}

// took takes what was read at once.
func (in *input) took(data []byte) {
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

// forget drops what is cut and what waits: it was meant for the program that is being left.
func (in *input) forget() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.scanner = scanner{kitty: in.scanner.kitty}
	in.timer.Stop()
	in.queue.forget()
}
