package host

import (
	"context"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Saves are the writes to the state folder that have not ended. A program that quits forgets commands that it has not begun: what was to
// be written is written all the same.
type Saves struct {
	mu  sync.Mutex
	Due []*save // in the order in which they were asked for
}

// save is a write that happens once, whoever asks for it first.
type save struct{ run func() tea.Msg }

// stateTime is how long the state folder may take.
const stateTime = 10 * time.Second

// Command is the command that writes.
func (s *Saves) Command(write func(context.Context) tea.Msg) tea.Cmd {
	one := &save{}
	one.run = sync.OnceValue(func() tea.Msg {
		defer s.ended(one)
		ctx, cancel := context.WithTimeout(context.Background(), stateTime)
		defer cancel()
		return write(ctx)
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Due = append(s.Due, one)
	return one.run
}

func (s *Saves) ended(one *save) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Due = slices.DeleteFunc(s.Due, func(other *save) bool { return other == one })
}

// Finish writes what is left to be written.
func (s *Saves) Finish() {
	s.mu.Lock()
	due := slices.Clone(s.Due)
	s.mu.Unlock()
	for _, one := range due {
		func() {
			defer func() { _ = recover() }() // the command that failed has told it
			one.run()
		}()
	}
}
