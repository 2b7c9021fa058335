package console

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
)

func TestGarbageIsCollectedLateWhileLittleIsHeld(t *testing.T) {
	for held, want := range map[uint64]int{0: 400, 4 << 20: 400, 6 << 20: 400, 8 << 20: 300, 12 << 20: 200, 24 << 20: 100, 120 << 20: 100} {
		if got := percentOf(held); got != want {
			t.Errorf("with %d bytes held, garbage is collected at %d percent of them, want %d", held, got, want)
		}
	}
}

// When much comes to be held, the collection that finds it has the next one come as usual.
func TestWhatIsHeldIsFollowed(t *testing.T) {
	var held atomic.Uint64
	percents, over := make(chan int), make(chan struct{})
	defer close(over) // what follows a later collection waits for nobody
	live := func(int) uint64 { return held.Load() }
	set := func(percent int) int {
		select {
		case percents <- percent:
		case <-over:
		}
		return 0
	}
	h := heap{live: live, set: set, after: afterCollection}
	go h.collectLate()
	for _, step := range []struct {
		want int
		then uint64
	}{{400, 100 << 20}, {100, 12 << 20}, {200, 0}} {
		if got := nextOf(percents); got != step.want {
			t.Errorf("garbage is collected at %d percent, want %d", got, step.want)
		}
		held.Store(step.then)
	}
}

// nextOf collects garbage until something follows.
func nextOf(percents <-chan int) int {
	for {
		select {
		case percent := <-percents:
			return percent
		default:
			runtime.GC()
		}
	}
}

// What is reckoned is near what is held, whatever the percent.
func TestWhatIsHeldIsReckoned(t *testing.T) {
	before := debug.SetGCPercent(most)
	defer debug.SetGCPercent(before)
	held := make([]byte, 64<<20)
	for _, percent := range []int{most, 200, usual} {
		debug.SetGCPercent(percent)
		runtime.GC()
		if got := liveHeap(percent) >> 20; got < 60 || got > 80 {
			t.Errorf("at %d percent %d MiB are held, want 64 and little more", percent, got)
		}
	}
	runtime.KeepAlive(held)
}
