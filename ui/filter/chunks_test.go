package filter

import (
	"context"
	"runtime"
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
