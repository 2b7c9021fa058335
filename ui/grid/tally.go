package grid

import "iter"

// Tally counts the values that rows have. They are counted once for the same rows, as long as names are the same: there may be many.
type Tally[T any, V comparable] struct {
	counted Stamp
	named   int
	counts  map[V]int
}

// Of are the values of rows as they are in a state of their grid, and how many rows have each; each adds those of a row. named is how
// often names came, where values depend on these.
func (t *Tally[T, V]) Of(now Stamp, named int, rows iter.Seq[T], each func(row T, add func(V))) map[V]int {
	if t.counts != nil && t.counted.SameRows(now) && t.named == named {
		return t.counts
	}
	t.counted, t.named, t.counts = now, named, map[V]int{}
	add := func(v V) { t.counts[v]++ }
	for row := range rows {
		each(row, add)
	}
	return t.counts
}
