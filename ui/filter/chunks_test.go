package filter

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Work that nobody waits for leaves a processor to what a person does meanwhile, where there are more than one.
func TestWorkBesideLeavesAProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for procs, want := range map[int]int64{4: 3, 2: 1, 1: 1} {
		runtime.GOMAXPROCS(procs)
		for ctx, want := range map[context.Context]int64{context.Background(): int64(procs), Beside(context.Background()): want} {
			var began, done atomic.Int64
			err := InChunks(ctx, 100, 1, func() func(from, to int) {
				began.Add(1)
				return func(from, to int) { done.Add(int64(to - from)) }
			})
			if err != nil || began.Load() != want || done.Load() != 100 {
				t.Errorf("%d processors: %d work, want %d; %d of 100 are done, %v", procs, began.Load(), want, done.Load(), err)
			}
		}
	}
}

// watched notes which goroutines ask for its rows.
type watched struct {
	Docs
	by *sync.Map
}

func (w watched) Doc(i int) (Doc, bool) {
	w.by.Store(goroutine(), true)
	return w.Docs.Doc(i)
}

// goroutine is the number of the one that runs.
func goroutine() string {
	stack := make([]byte, 64)
	return strings.Fields(string(stack[:runtime.Stack(stack, false)]))[1]
}

// A few rows are looked at by who asks for that: waking another takes longer.
func TestFewRowsWakeNobody(t *testing.T) {
	for rows, alone := range map[int]bool{chunk: true, 1: true, 4 * chunk: runtime.GOMAXPROCS(0) == 1} {
		w := watched{make(Docs, rows), &sync.Map{}}
		f, err := Parse("deputy", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := NewSearch(f, w).Step(context.Background(), rows); err != nil {
			t.Fatal(err)
		}
		if _, is := w.by.Load(goroutine()); is != alone {
			t.Errorf("%d rows are looked at by who asks: %v", rows, is)
		}
	}
}
