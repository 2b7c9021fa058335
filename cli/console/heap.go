package console

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// heap has garbage collected when as much has come together as is held, as usual, but not before it is room: while few rows are loaded, so
// little is held that collecting would cost more than drawing.
type heap struct {
	live  func() uint64 // how much is held
	set   func(percent int) int
	after func(collection func()) // runs something after the next collection
}

const (
	room        = 24 << 20
	usual, most = 100, 400 // percent of what is held
)

func newHeap() heap { return heap{live: liveHeap, set: debug.SetGCPercent, after: afterCollection} }

// collectLate begins with that, and follows what is held.
func (h heap) collectLate() {
	h.set(h.percent())
	h.after(h.collectLate)
}

func (h heap) percent() int {
	live := h.live()
	if live <= room*usual/most {
		return most
	}
	return max(usual, int(room*usual/live)) //nolint:gosec // at most 400
}

// liveHeap is what the last collection has found to be held.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// afterCollection leaves something behind that is collected with the rest.
func afterCollection(then func()) {
	runtime.AddCleanup(new([1]*byte), func(then func()) { then() }, then)
}
