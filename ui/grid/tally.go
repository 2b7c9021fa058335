package grid

import (
	"cmp"
	"iter"
	"slices"
)

// Tally counts the values that rows have. They are counted once for the same rows, as long as names are the same: there may be many.
type Tally[T any, V comparable] struct {
	Order   func(a, b Count[V]) int // in which the values stand; nil: as they are met
	counted Stamp
	named   int
	counts  []Count[V]
	done    bool
}

// Count is how many rows have a value.
type Count[V comparable] struct {
	Value V
	Rows  int
}

// Of are the values of rows as they are in a state of their grid, in order; each adds those of a row. named is how often names came, where
// values depend on these. Who takes them only reads them.
func (t *Tally[T, V]) Of(now Stamp, named int, rows iter.Seq[T], each func(row T, add func(V))) []Count[V] {
	if t.done && t.counted.SameRows(now) && t.named == named {
		return t.counts
	}
	t.counted, t.named, t.counts, t.done = now, named, nil, true
	places := map[V]int{}
	add := func(v V) {
		at, met := places[v]
		if !met {
			at = len(t.counts)
			places[v], t.counts = at, append(t.counts, Count[V]{Value: v})
		}
		t.counts[at].Rows++
	}
	for row := range rows {
		each(row, add)
	}
	if t.Order != nil {
		slices.SortFunc(t.counts, t.Order)
	}
	return t.counts
}

// ByValue is the order of values themselves.
func ByValue[V comparable](compare func(a, b V) int) func(a, b Count[V]) int {
	return func(a, b Count[V]) int { return compare(a.Value, b.Value) }
}

// MostFirst is the order of values that most rows have first, those that as many have by themselves.
func MostFirst[V cmp.Ordered](a, b Count[V]) int {
	return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.Value, b.Value))
}
