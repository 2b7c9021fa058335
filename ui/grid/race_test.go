package grid

import (
	"context"
	"sync"
	"testing"
)

// Arrangements run while the update loop goes on changing the grid; the race detector watches.
func TestArrangeWhileTheGridChanges(t *testing.T) {
	g := newRecGrid(numbered(0, 3000)...)
	f, err := g.ParseFilter("row score:>0.2")
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	for i := range 20 {
		s := g.Snapshot(testEnv{})
		running.Go(func() {
			if _, err := s.Arrange(context.Background(), f, Sort{Column: "name", Desc: i%2 == 0}); err != nil {
				t.Error(err)
			}
		})
		g.Append(numbered(3000+i*50, 3050+i*50))
		g.Put(numbered(i*100, i*100+1)[0])
		g.Remove(numbered(i*70+1, i*70+2)[0].id)
		if i%5 == 0 {
			g.ForgetTexts()
		}
		g.Named(came("u1"))
	}
	running.Wait()
}
