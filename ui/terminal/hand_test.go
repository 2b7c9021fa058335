//go:build linux || darwin

package terminal

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A command may end the program, and one that is still under way then holds up nobody.
func TestACommandThatNeverEndsHoldsUpNobody(t *testing.T) {
	b := newBed(t, &witness{}, 0)
	b.shows("keys: 0")
	ends := make(chan struct{})
	defer close(ends)
	go b.terminal.perform(func() tea.Msg {
		<-ends
		return time.Time{}
	})
	b.send("q")
	b.ends(5 * time.Second)
}
