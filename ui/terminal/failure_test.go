//go:build linux || darwin

package terminal

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// failing is a reader that panics.
type failing struct{}

func (failing) Read([]byte) (int, error) { panic("made to fail") }
func (failing) Cancel() bool             { return true }
func (failing) Close() error             { return nil }

// A failure of who reads ends the program, and gives the terminal back before.
func TestAFailureOfTheReaderLeavesTheTerminal(t *testing.T) {
	b := newBed(t, &witness{}, 0)
	b.shows("keys: 0")
	b.terminal.turn.Lock()
	b.terminal.reader.Cancel() // who reads otherwise
	b.terminal.turn.Unlock()
	go b.terminal.read(failing{})
	select {
	case err := <-b.done:
		if !errors.Is(err, tea.ErrProgramPanic) {
			t.Errorf("the program ended with %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the program goes on")
	}
	b.until("the end of the output", func() bool { return strings.HasSuffix(b.seen.String(), ansi.SetModeTextCursorEnable) })
}
