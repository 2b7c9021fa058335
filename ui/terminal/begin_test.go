//go:build linux || darwin

package terminal

import (
	"bytes"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// beginner tells what it was told before it was drawn for the first time.
type beginner struct {
	*witness
	drawn atomic.Bool
	first chan []tea.Msg
}

func (b *beginner) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := b.witness.Update(msg)
	return b, cmd
}

func (b *beginner) View() tea.View {
	if b.drawn.CompareAndSwap(false, true) {
		b.mu.Lock()
		b.first <- slices.Clone(*b.got)
		b.mu.Unlock()
	}
	return b.witness.View()
}

// A view for no size would be drawn for nothing, before the first frame.
func TestNothingIsDrawnBeforeTheSizeIsKnown(t *testing.T) {
	b := &beginner{witness: &witness{}, first: make(chan []tea.Msg, 1)}
	bed := newBedOf(t, b.witness, b, 0)
	before := <-b.first
	if len(before) == 0 || before[0] != (tea.WindowSizeMsg{Width: 80, Height: 24}) {
		t.Errorf("drawn first when it had been told %v", before)
	}
	bed.shows("keys: 0")
	bed.send("i")
	bed.shows("keys: 1")
	frames := 1
	if colorprofile.Detect(bed.far, os.Environ()) != colorprofile.ANSI256 { // Bubble Tea has another environment here, and tells of it
		frames = 2
	}
	bed.until("one size, and no frame from nothing again", func() bool {
		told := slices.DeleteFunc(slices.Clone(bed.got), func(msg tea.Msg) bool { _, is := msg.(tea.WindowSizeMsg); return !is })
		return len(told) == 1 && bytes.Count(bed.seen.Bytes(), []byte(ansi.EraseEntireScreen)) == frames
	})
	bed.send("q")
	bed.ends(time.Minute)
}
