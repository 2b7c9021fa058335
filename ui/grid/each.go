package grid

import (
	"iter"
	"maps"
)

// Len is how many rows are shown.
func (a Arrangement[K]) Len() int { return len(a.view) }

// Rows goes through the rows of an arrangement of this snapshot, in its order, without a copy of them.
func (s Snapshot[K, T]) Rows(a Arrangement[K]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, slot := range a.view {
			if !yield(s.row(slot)) {
				return
			}
		}
	}
}

// EachShown goes through the rows that the filter lets through, in the order shown. The grid must not change meanwhile.
func (g *Grid[K, T]) EachShown() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, slot := range g.view {
			if !yield(g.store.at(slot)) {
				return
			}
		}
	}
}

// All goes through the rows of a snapshot in the tenant's order, whatever a filter lets through.
func (s Snapshot[K, T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for slot := range int32(s.used) {
			if s.alive(slot) && !yield(s.row(slot)) {
				return
			}
		}
	}
}

// EachLoaded goes through all rows in the tenant's order, whatever the filter lets through. The grid must not change meanwhile.
func (g *Grid[K, T]) EachLoaded() iter.Seq[T] {
	return func(yield func(T) bool) {
		for slot := range int32(g.store.used) {
			if g.store.alive(slot) && !yield(g.store.at(slot)) {
				return
			}
		}
	}
}

// Stamp tells two states of a grid apart: it is another one whenever rows have changed, or which of them are shown in which order.
type Stamp struct{ epoch, version, applied uint64 }

// SameRows reports whether both have the same rows, whichever of them are shown in whatever order.
func (s Stamp) SameRows(o Stamp) bool { return s.epoch == o.epoch && s.version == o.version }

// Stamp is that of the grid as it is now. It is never the zero one once there was a row.
func (g *Grid[K, T]) Stamp() Stamp { return Stamp{g.epoch, g.version, g.applied} }

// Marks returns which loaded records are marked, and the marked rows that aren't loaded at the moment (see ReplaceHead), in the
// order in which they were last. Both are the caller's.
func (g *Grid[K, T]) Marks() (loaded map[K]struct{}, absent []T) {
	for _, m := range g.absentInOrder() {
		absent = append(absent, m.row)
	}
	return maps.Clone(g.marks), absent
}
