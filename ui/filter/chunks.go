package filter

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// beside marks the contexts of Beside.
type beside struct{}

// Beside is the context of work that nobody waits for: it leaves a processor to what a person does meanwhile.
func Beside(ctx context.Context) context.Context { return context.WithValue(ctx, beside{}, true) }

// workers are how many work at the same time.
func workers(ctx context.Context) int {
	all := runtime.GOMAXPROCS(0)
	if ctx.Value(beside{}) != nil {
		return max(1, all-1)
	}
	return all
}

// InChunks does the work of 0..n in pieces of at most size on all processors, but for work beside. Each worker calls start once for a
// function of its own, so that it can have scratch memory. The only error is the context's; after it, pieces may not have been done.
// A panic of a worker goes on in the caller, which may be guarded against it.
func InChunks(ctx context.Context, n, size int, start func() func(from, to int)) error {
	var next atomic.Int64
	var failed atomic.Pointer[string]
	var under sync.WaitGroup
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
	if several := min(workers(ctx), (n+size-1)/size); several > 1 {
		for range several {
			under.Go(work)
		}
		under.Wait()
	} else { // waking somebody would take longer
		work()
	}
	if report := failed.Load(); report != nil {
		panic(*report)
	}
	return ctx.Err()
}
