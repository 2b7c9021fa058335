package ui

import (
	"context"
)

// FinishSaving writes what the console still has to keep in the state folder, and returns when that is done, or with the context's error.
// It is called after the last update; calling it again waits on.
func (m *Model) FinishSaving(ctx context.Context) error {
	ended := make(chan struct{})
	go func() {
		m.env.Saves.Finish()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
