package grid

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"gatehouse/ui/draw"
)

// work counts what a list asks of its rows, also by several at once.
type work struct{ texts, numbers atomic.Int64 }

func (w *work) columns() []Column[rec] {
	return []Column[rec]{
		{Name: "name", Text: func(r rec, _ Env) string { w.texts.Add(1); return r.name }},
		{Name: "score", Align: draw.Right, Text: func(rec, Env) string { return "" },
			Number: func(r rec) (float64, bool) { w.numbers.Add(1); return r.score, true }},
		{Name: "id", Text: func(r rec, _ Env) string { return r.id }},
	}
}

// What a page costs depends on its rows and hardly on how many there are, whatever filter and order there are.
func TestLoadingIsLinear(t *testing.T) {
	for name, c := range map[string]struct {
		filter string
		sort   Sort
	}{
		"plain": {}, "a word": {filter: "row"}, "a column": {filter: "name:7"}, "similar": {filter: "rw7"},
		"by text": {sort: Sort{Column: "name", Desc: true}}, "by number": {sort: Sort{Column: "score"}},
		"a word, by number": {filter: "row", sort: Sort{Column: "score"}},
	} {
		t.Run(name, func(t *testing.T) {
			var w work
			g := New(recKey, w.columns())
			g.SetSize(80, 20)
			g.SetSort(c.sort)
			const page, half = 100, 20_000
			load := func(from int) (texts, numbers int64, bytes uint64) {
				textsBefore, numbersBefore, allocated := w.texts.Load(), w.numbers.Load(), allocated()
				for i := from; i < from+half; i += page {
					g.Append(numbered(i, i+page))
					if bring(t, g, c.filter, page*(coldRow+slowRow), 1<<20, func() {}); g.Stale() {
						t.Fatal("the rows aren't up to date")
					}
				}
				return w.texts.Load() - textsBefore, w.numbers.Load() - numbersBefore, allocatedSince(allocated)
			}
			load(0)
			texts, numbers, bytes := load(half)
			again, moreNumbers, moreBytes := load(2 * half)
			if texts > 4*half || again > texts+texts/10 || moreNumbers > numbers+numbers/4 || moreBytes > 2*bytes {
				t.Errorf("from 20,000 on: %d texts, %d numbers, %d bytes; from 40,000 on: %d, %d, %d", texts, numbers, bytes, again, moreNumbers,
					moreBytes)
			}
		})
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func allocatedSince(before uint64) uint64 { return allocated() - before }

// BenchmarkLoad100k is the grid's part in loading 100,000 rows, a hundred a page.
func BenchmarkLoad100k(b *testing.B) {
	const n, page = 100_000, 100
	rows := hooks(0, n)
	for name, c := range map[string]struct {
		filter string
		sort   Sort
	}{"plain": {}, "filtered": {filter: "pay"}, "sorted by text": {sort: Sort{Column: "name"}},
		"sorted by number": {sort: Sort{Column: "priority"}}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g := New(func(h hook) string { return h.id }, hookColumns)
				g.SetSize(160, 45)
				g.SetSort(c.sort)
				last := time.Duration(0)
				for from := 0; from < n; from += page {
					start := time.Now()
					g.Append(rows[from : from+page])
					bring(b, g, c.filter, page, 1<<20, func() {})
					last = time.Since(start)
				}
				b.ReportMetric(float64(last.Microseconds()), "last-page-us")
			}
		})
	}
}
