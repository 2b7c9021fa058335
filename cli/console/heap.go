package console

import (
	"runtime"
	"runtime/debug"
)

// heap has garbage collected when as much has come together as is held, as usual, but not before it is room: while few rows are loaded, so
// little is held that collecting would cost more than drawing.
type heap struct {
	live  func(percent int) uint64 // how much is held, as the last collection has found it; percent: at which the next one comes
	set   func(percent int) int
	after func(collection func()) // runs something after the next collection
}

const (
	room        = 24 << 20
	usual, most = 100, 400 // percent of what is held
)

func newHeap() heap { return heap{live: liveHeap, set: debug.SetGCPercent, after: afterCollection} }

// collectLate begins with that, and follows what is held.
func (h heap) collectLate() { h.collectAt(most) }

func (h heap) collectAt(percent int) {
	h.set(percent)
	h.after(func() { h.collectAt(percentOf(h.live(percent))) })
}

func percentOf(live uint64) int {
	if live <= room*usual/most {
		return most
	}
	return max(usual, int(room*usual/live)) //nolint:gosec // at most 400
}

// liveHeap reckons from when the next collection comes. Package runtime/metrics tells it, and takes longer to be there than the first frame
// has.
func liveHeap(percent int) uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NextGC * 100 / (100 + uint64(percent)) //nolint:gosec // it is positive
}

// afterCollection leaves something behind that is collected with the rest.
func afterCollection(then func()) {
	runtime.AddCleanup(new([1]*byte), func(then func()) { then() }, then)
}
