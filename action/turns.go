package action

import (
	"context"
	"slices"
	"sync"
	"time"
)

// turns bounds how many requests are out at once. Those that have begun go before those that have not: what became of a change is known
// soon, however long the batch.
type turns struct {
	mu    sync.Mutex
	free  int
	begun []chan struct{}
	rest  []chan struct{}
}

// take waits for a turn; begun: for a step that has had one before.
func (t *turns) take(ctx context.Context, begun bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return nil
	}
	queue := &t.rest
	if begun {
		queue = &t.begun
	}
	mine := make(chan struct{})
	*queue = append(*queue, mine)
	t.mu.Unlock()
	select {
	case <-mine:
		if ctx.Err() == nil {
			return nil
		}
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if at := slices.Index(*queue, mine); at >= 0 {
		*queue = slices.Delete(*queue, at, at+1)
		return ctx.Err()
	}
	t.pass() // it came at the same moment
	return ctx.Err()
}

func (t *turns) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pass()
}

// pass hands a turn to who waits for one. The caller holds the lock.
func (t *turns) pass() {
	for _, queue := range []*[]chan struct{}{&t.begun, &t.rest} {
		if len(*queue) > 0 {
			close((*queue)[0])
			*queue = slices.Delete(*queue, 0, 1)
			return
		}
	}
	t.free++
}

// turn is the turn of one step.
type turn struct {
	of   *turns
	held bool
}

func (t *turn) end() {
	if t.held {
		t.held = false
		t.of.give()
	}
}

// pause leaves the turn to others for a while.
func (t *turn) pause(ctx context.Context, d time.Duration, sleep func(context.Context, time.Duration) error) error {
	t.end()
	if err := sleep(ctx, d); err != nil {
		return err
	}
	if err := t.of.take(ctx, true); err != nil {
		return err
	}
	t.held = true
	return nil
}
