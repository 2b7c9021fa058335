package ui

import (
	"context"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// saves are the writes to the state folder that have not ended. A program that quits forgets commands that it has not begun: what was to
// be written is written all the same.
type saves struct {
	mu  sync.Mutex
	due []*save // in the order in which they were asked for
}

// save is a write that happens once, whoever asks for it first.
type save struct{ run func() tea.Msg }

// stateTime is how long the state folder may take.
const stateTime = 10 * time.Second

// command is the command that writes.
func (s *saves) command(write func(context.Context) tea.Msg) tea.Cmd {
	one := &save{}
	one.run = sync.OnceValue(func() tea.Msg {
		defer s.ended(one)
		ctx, cancel := context.WithTimeout(context.Background(), stateTime)
		defer cancel()
		return write(ctx)
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.due = append(s.due, one)
	return one.run
}

func (s *saves) ended(one *save) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.due = slices.DeleteFunc(s.due, func(other *save) bool { return other == one })
}

// finish writes what is left to be written.
func (s *saves) finish() {
	s.mu.Lock()
	due := slices.Clone(s.due)
	s.mu.Unlock()
	for _, one := range due {
		func() {
			defer func() { _ = recover() }() // the command that failed has told it
			one.run()
		}()
	}
}

// FinishSaving writes what the console still has to keep in the state folder, and returns when that is done, or with the context's error.
// It is called after the last update; calling it again waits on.
func (m *Model) FinishSaving(ctx context.Context) error {
	ended := make(chan struct{})
	go func() {
		m.env.saves.finish()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
