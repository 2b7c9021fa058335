package terminal

import (
	"sync"
	"time"
)

// lent is whether a command has the terminal, or had it a moment ago.
type lent struct {
	mu    sync.Mutex
	now   bool
	until time.Time
}

// onItsWay is how long a signal that was meant for the command may take to whom it reaches as well. The console itself reads ctrl+c as a
// key, so that nobody misses one.
const onItsWay = time.Second

func (l *lent) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = true
}

func (l *lent) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now, l.until = false, time.Now().Add(onItsWay)
}

// Lent reports whether the signals of the keyboard are for a command that has the terminal: editors get ctrl+c as one, and with them the
// whole job.
func (t *Terminal) Lent() bool {
	t.lent.mu.Lock()
	defer t.lent.mu.Unlock()
	return t.lent.now || time.Now().Before(t.lent.until)
}
