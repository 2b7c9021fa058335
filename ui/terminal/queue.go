package terminal

import (
	"sync"

	tea "charm.land/bubbletea/v2"
)

// stamped is something that a person did, with the age it was done in: what is older than the last ctrl+c or the last leaving is void.
type stamped struct {
	msg tea.Msg
	age uint64
}

// queue holds what was read until the program takes it, so that reading never waits for the program.
type queue struct {
	mu     sync.Mutex
	filled *sync.Cond
	all    []tea.Msg
	age    uint64
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.filled = sync.NewCond(&q.mu)
	return q
}

// put adds messages in order. ctrl+c makes void what was done before it and waits.
func (q *queue) put(all ...tea.Msg) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, msg := range all {
		if interrupts(msg) {
			q.void()
			q.all = append(q.all, msg)
			continue
		}
		if typed(msg) {
			if q.joins(msg) {
				continue
			}
			msg = stamped{msg, q.age}
		}
		q.all = append(q.all, msg)
	}
	q.filled.Signal()
}

// joins puts a burst behind the one that waits last: what comes in pieces is taken in one.
func (q *queue) joins(msg tea.Msg) bool {
	more, is := msg.(Burst)
	if !is || len(q.all) == 0 {
		return false
	}
	last, is := q.all[len(q.all)-1].(stamped)
	if !is {
		return false
	}
	burst, is := last.msg.(Burst)
	if is {
		q.all[len(q.all)-1] = stamped{Burst{append(burst.Keys, more.Keys...)}, last.age}
	}
	return is
}

// void drops what a person did and the program has not taken yet.
func (q *queue) void() {
	q.age++
	kept := q.all[:0]
	for _, msg := range q.all {
		if _, is := msg.(stamped); !is {
			kept = append(kept, msg)
		}
	}
	clear(q.all[len(kept):])
	q.all = kept
}

// forget is void from outside.
func (q *queue) forget() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.void()
}

// open gives what is stamped, nil for what is void by now.
func (q *queue) open(s stamped) tea.Msg {
	q.mu.Lock()
	defer q.mu.Unlock()
	if s.age != q.age {
		return nil
	}
	return s.msg
}

// take waits for the next message; ok is false when there will be none.
func (q *queue) take() (msg tea.Msg, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.all) == 0 && !q.closed {
		q.filled.Wait()
	}
	if q.closed {
		return nil, false
	}
	msg = q.all[0]
	q.all[0] = nil
	q.all = q.all[1:]
	return msg, true
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.filled.Broadcast()
}

// deliver hands everything on until the queue is closed.
func (q *queue) deliver(send func(tea.Msg)) {
	for {
		msg, ok := q.take()
		if !ok {
			return
		}
		send(msg)
	}
}
