//go:build linux || darwin

package terminal

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
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
	bed.send("q")
	bed.ends(time.Minute)
}
