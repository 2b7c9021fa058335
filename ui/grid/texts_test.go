package grid

import (
	"context"
	"sync/atomic"
	"testing"
)

// A filter makes the documents only of rows that have none yet.
func TestDocumentsAreMadeOnce(t *testing.T) {
	var made atomic.Int64
	columns := []Column[rec]{{Name: "name", Title: "Name", Min: 8, Text: func(r rec, _ Env) string { made.Add(1); return r.name }}}
	g := New(recKey, columns)
	const rows = 3*chunkSize + 10
	g.Append(numbered(0, rows))
	g.Snapshot(testEnv{}).ReadTexts(context.Background())
	for what, step := range map[string]struct {
		change func()
		want   int64
	}{
		"nothing":   {func() {}, 0},
		"a change":  {func() { g.Put(numbered(5, 6)[0]) }, 1},
		"a page":    {func() { g.Append(numbered(rows, rows+10)) }, 10},
		"a removal": {func() { g.Remove(numbered(7, 8)[0].id) }, 0},
	} {
		made.Store(0)
		step.change()
		arrange(t, g, "row")
		if got := made.Load(); got != step.want {
			t.Errorf("after %s, %d documents are made, want %d", what, got, step.want)
		}
		arrange(t, g, "ro")
		if got := made.Load(); got != step.want {
			t.Errorf("after %s, %d documents are made twice", what, got-step.want)
		}
	}
}

func TestReadingTextsStopsWithItsContext(t *testing.T) {
	var made atomic.Int64
	columns := []Column[rec]{{Name: "name", Title: "Name", Min: 8, Text: func(r rec, _ Env) string { made.Add(1); return r.name }}}
	g := New(recKey, columns)
	g.Append(numbered(0, 3*chunkSize))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if g.Snapshot(testEnv{}).ReadTexts(ctx); made.Load() != 0 {
		t.Errorf("%d documents are made", made.Load())
	}
}
