//go:build linux || darwin

package terminal

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A program is told that it was continued while somebody types: each key comes, and none as a signal, since the terminal stays as it is.
func TestNothingTypedIsLostWhileTheTerminalIsTakenAnew(t *testing.T) {
	b := newBed(t, &witness{}, 0)
	b.shows("keys: 0")
	const times = 300
	told := make(chan struct{})
	go func() {
		defer close(told)
		for range times {
			b.terminal.program.Send(retakeMsg{})
		}
	}()
	for range times {
		b.send("x")
		time.Sleep(50 * time.Microsecond)
	}
	<-told
	b.shows("keys: 300")
	b.until("being told each time", func() bool {
		continued := 0
		for _, msg := range b.got {
			if _, is := msg.(tea.ResumeMsg); is {
				continued++
			}
		}
		return continued == times
	})
	b.send("q")
	b.ends(10 * time.Second)
}
