package grid

import (
	"slices"
	"sync/atomic"

	"gatehouse/ui/filter"
)

// chunkSize is how many rows are shared or copied at a time.
const chunkSize = 256

// store keeps rows in the tenant's order. A row's slot stays the same until all are replaced; snapshots share the chunks,
// which are copied before they change.
type store[K comparable, T any] struct {
	chunks []*chunk[T]
	used   int // slots given out
	index  map[K]int32
	gone   map[int32]struct{} // slots whose rows were removed
	shares uint64             // snapshots taken
}

type chunk[T any] struct {
	rows []T
	// born is the store's shares when this chunk was made: a later snapshot has it too.
	born  uint64
	texts atomic.Pointer[texts]
}

// texts are the filter's documents of a chunk's first rows. They never change once they are stored in a chunk.
type texts struct {
	epoch    uint64
	docs     []string // "": not made yet
	initials []filter.Initials
	lacks    []lack
	complete bool // each of the rows that weren't removed has its document
}

func newStore[K comparable, T any]() store[K, T] {
	return store[K, T]{index: map[K]int32{}, gone: map[int32]struct{}{}}
}

func (s *store[K, T]) at(slot int32) T { return s.chunks[slot/chunkSize].rows[slot%chunkSize] }

func (s *store[K, T]) len() int { return len(s.index) }

func (s *store[K, T]) alive(slot int32) bool {
	_, gone := s.gone[slot]
	return !gone
}

// push appends a row. The room behind a snapshot's rows is not the snapshot's, so nothing is copied.
func (s *store[K, T]) push(key K, row T) int32 {
	if s.used%chunkSize == 0 {
		s.chunks = append(s.chunks, &chunk[T]{born: s.shares})
	}
	last := s.chunks[len(s.chunks)-1]
	last.rows = append(last.rows, row)
	slot := int32(s.used)
	s.used++
	s.index[key] = slot
	return slot
}

func (s *store[K, T]) set(slot int32, row T) {
	c := s.own(slot / chunkSize)
	c.rows[slot%chunkSize] = row
	old := c.texts.Load()
	if i := int(slot % chunkSize); old != nil && i < len(old.docs) {
		docs := slices.Clone(old.docs)
		docs[i] = ""
		c.texts.Store(&texts{epoch: old.epoch, docs: docs, initials: old.initials, lacks: old.lacks})
	}
}

func (s *store[K, T]) remove(key K) (slot int32) {
	var zero T
	slot = s.index[key]
	s.set(slot, zero)
	delete(s.index, key)
	s.gone[slot] = struct{}{}
	return slot
}

// own returns a chunk that no snapshot reads.
func (s *store[K, T]) own(i int32) *chunk[T] {
	c := s.chunks[i]
	if c.born == s.shares {
		return c
	}
	mine := &chunk[T]{born: s.shares, rows: slices.Clone(c.rows)}
	mine.texts.Store(c.texts.Load())
	s.chunks[i] = mine
	return mine
}
