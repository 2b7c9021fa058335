//go:build linux || darwin

package terminal

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// Keys arrive in the order in which they were pressed, whether who has read them does them or the program's loop, which is busy with
// other messages meanwhile.
func TestKeysKeepTheirOrder(t *testing.T) {
	b := newBed(t, &witness{}, 0)
	b.shows("keys: 0")
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				b.terminal.program.Send(tea.FocusMsg{})
			}
		}
	}()
	var want, got []string
	for i := range 400 {
		key := string(rune('A' + i*7%16)) // small letters have the witness do something
		want = append(want, key)
		b.send(key)
	}
	b.until("every key", func() bool {
		got = nil
		for _, msg := range b.got {
			switch msg := msg.(type) {
			case tea.KeyPressMsg:
				got = append(got, msg.Text)
			case Burst:
				for _, key := range msg.Keys {
					got = append(got, key.Text)
				}
			}
		}
		return len(got) == len(want)
	})
	close(stop)
	<-stopped
	if !slices.Equal(got, want) {
		t.Errorf("got %v,\nwant %v", got, want)
	}
}
