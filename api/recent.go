package api

import "sync"

// recentKept is how many attempts are remembered.
const recentKept = 1000

// Recent remembers the last thousand attempts of a client. The zero value is ready; it is safe for concurrent use.
type Recent struct {
	mu   sync.Mutex
	ring []Attempt
	seen uint64
}

// Attempt is an exchange with its place among all that were remembered, from 1.
type Attempt struct {
	Number uint64
	Exchange
}

// Add remembers an attempt. The start of a wait is none: what was waited stands in the attempt after it.
func (r *Recent) Add(x Exchange) {
	if x.Wait > 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	a := Attempt{Number: r.seen + 1, Exchange: x}
	if len(r.ring) < recentKept {
		r.ring = append(r.ring, a)
	} else {
		r.ring[r.seen%recentKept] = a
	}
	r.seen++
}

// Seen is how many attempts there were, remembered or not.
func (r *Recent) Seen() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seen
}

// All are the attempts remembered, the latest first.
func (r *Recent) All() []Attempt {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make([]Attempt, len(r.ring))
	for i := range all {
		all[i] = r.ring[(r.seen-1-uint64(i))%recentKept]
	}
	return all
}
