package terminal

import "time"

// painter lets Bubble Tea paint when there is something to paint: each view marks the screen as changed, and one goroutine gives the tick
// for it, no more often than the person wants it and never while the terminal still takes what was painted before.
type painter struct {
	changed chan struct{}  // holds one mark
	ticks   chan time.Time // holds one tick: a second one would paint the same
	least   time.Duration  // from one paint to the next
	stop    chan struct{}
	ended   chan struct{}
	now     func() time.Time
}

// free is how many frames after a pause don't wait for their turn: the one of the key, and the one with what came at once.
const free = 2

func newPainter(fps int) *painter {
	return &painter{changed: make(chan struct{}, 1), ticks: make(chan time.Time, 1), least: time.Second / time.Duration(max(1, fps)),
		stop: make(chan struct{}), ended: make(chan struct{}), now: time.Now}
}

// mark says that the screen has changed.
func (p *painter) mark() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// run gives ticks until stop is closed. barrier returns when the view that made the mark is with the renderer, settled when the terminal
// has taken everything, false when there is no more to paint on.
func (p *painter) run(barrier func(), settled func() bool) {
	defer close(p.ended)
	pace := pace{least: p.least}
	for {
		select {
		case <-p.changed:
		case <-p.stop:
			return
		}
		if !p.sleep(pace.wait(p.now())) || !settled() {
			return
		}
		barrier()
		pace.painted(p.now())
		select {
		case p.ticks <- p.now():
		default: // one that nobody took yet paints this too
		}
	}
}

// sleep reports whether the time is over, not the program.
func (p *painter) sleep(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.stop:
		return false
	}
}

func (p *painter) close() {
	close(p.stop)
	<-p.ended
}

// pace keeps the ceiling of frames.
type pace struct {
	least time.Duration
	last  time.Time
	spent int // free frames since the last pause
}

// wait is how long the next frame has to wait.
func (c *pace) wait(now time.Time) time.Duration {
	since := now.Sub(c.last)
	if since >= free*c.least {
		c.spent = 0
	}
	if c.spent < free {
		return 0
	}
	return c.least - since
}

func (c *pace) painted(now time.Time) { c.last, c.spent = now, c.spent+1 }
