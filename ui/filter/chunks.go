package filter

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// InChunks does the work of 0..n in pieces of at most size on all processors. Each worker calls start once for a function of
// its own, so that it can have scratch memory. The only error is the context's; after it, pieces may not have been done.
// A panic of a worker goes on in the caller, which may be guarded against it.
func InChunks(ctx context.Context, n, size int, start func() func(from, to int)) error {
	var next atomic.Int64
	var failed atomic.Pointer[string]
	var workers sync.WaitGroup
	work := func() {
		defer func() {
			if r := recover(); r != nil {
				report := fmt.Sprintf("%v\n%s", r, debug.Stack())
				failed.CompareAndSwap(nil, &report)
			}
		}()
		piece := start()
		for ctx.Err() == nil && failed.Load() == nil {
			from := int(next.Add(int64(size))) - size
			if from >= n {
				return
			}
			piece(from, min(from+size, n))
		}
	}
	for range min(runtime.GOMAXPROCS(0), (n+size-1)/size) {
		workers.Go(work)
	}
	workers.Wait()
	if report := failed.Load(); report != nil {
		panic(*report)
	}
	return ctx.Err()
}
