package terminal

import (
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// stamped is something that was read, with the age it was read in: what a person did before the last ctrl+c or the last leaving is void.
type stamped struct {
	msg   tea.Msg
	age   uint64
	typed bool // by a person
}

// queue holds what was read until the program takes it, so that reading never waits for the program. What it gives is taken one after the
// other: the next is there once the one before was opened.
type queue struct {
	mu     sync.Mutex
	filled *sync.Cond
	all    []stamped
	age    uint64
	given  bool // one is under way to the program
	held   bool // something else has to get there first
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.filled = sync.NewCond(&q.mu)
	return q
}

// put adds messages in order. ctrl+c makes void what was done before it and waits. Who puts sees to it that they are taken.
func (q *queue) put(all ...tea.Msg) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, msg := range all {
		is := stamped{msg: msg, typed: typed(msg)}
		switch {
		case interrupts(msg):
			q.void()
			is.typed = false
		case q.joins(msg):
			continue
		}
		is.age = q.age
		q.all = append(q.all, is)
	}
}

// joins puts a burst behind the one that waits last: what comes in pieces is taken in one.
func (q *queue) joins(msg tea.Msg) bool {
	more, is := msg.(Burst)
	if !is || len(q.all) == 0 {
		return false
	}
	last := &q.all[len(q.all)-1]
	burst, is := last.msg.(Burst)
	if is {
		last.msg = Burst{append(burst.Keys, more.Keys...), burst.Pasted || more.Pasted}
	}
	return is
}

// void drops what a person did and the program has not taken yet.
func (q *queue) void() {
	q.age++
	q.all = slices.DeleteFunc(q.all, func(s stamped) bool { return s.typed })
}

// forget is void from outside.
func (q *queue) forget() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.void()
}

// open gives what was given by take, nil for what is void by now.
func (q *queue) open(s stamped) tea.Msg {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.given = false
	if len(q.all) > 0 {
		q.filled.Signal()
	}
	if s.typed && s.age != q.age {
		return nil
	}
	return s.msg
}

// next gives the next message to who has the turn already; ok is false when there is none, it is none that can be done there, or another
// is under way to the program.
func (q *queue) next(does func(tea.Msg) bool) (msg tea.Msg, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.all) == 0 || q.given || q.held || q.closed || !does(q.all[0].msg) {
		return nil, false
	}
	return q.first().msg, true
}

func (q *queue) first() stamped {
	s := q.all[0]
	q.all[0] = stamped{}
	if q.all = q.all[1:]; len(q.all) == 0 {
		q.all = nil
	}
	return s
}

// hold keeps everything until something else has reached the program.
func (q *queue) hold() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.held = true
}

// letGo ends that.
func (q *queue) letGo() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.held {
		q.held = false
		q.filled.Signal()
	}
}

// wake has what waits delivered.
func (q *queue) wake() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.all) > 0 {
		q.filled.Signal()
	}
}

// take waits for the next message; ok is false when there will be none.
func (q *queue) take() (s stamped, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for (len(q.all) == 0 || q.given || q.held) && !q.closed {
		q.filled.Wait()
	}
	if q.closed {
		return stamped{}, false
	}
	q.given = true
	return q.first(), true
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
		s, ok := q.take()
		if !ok {
			return
		}
		send(s)
	}
}
