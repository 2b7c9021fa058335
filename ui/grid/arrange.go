package grid

import (
	"context"
	"maps"

	"gatehouse/ui/filter"
)

// Snapshot is the rows of a grid at one moment, to filter and sort them in another goroutine. Rows must not be changed through
// pointers that T may hold.
type Snapshot[K comparable, T any] struct {
	columns []Column[T]
	env     Env
	chunks  []sharedChunk[T]
	gone    map[int32]struct{}
	used    int
	within  []bool // the columns that words look at

	epoch, version, names, asked uint64
}

type sharedChunk[T any] struct {
	chunk *chunk[T] // for its texts only
	rows  []T
}

// Arrangement is which rows are shown and in which order.
type Arrangement[K comparable] struct {
	view, pos []int32
	used      int
	filter    *filter.Filter
	sort      Sort
	partial   bool // not all rows were looked at

	epoch, version, names, asked uint64
}

// Snapshot takes the rows as they are. It costs little, because it shares them with the grid.
func (g *Grid[K, T]) Snapshot(env Env) Snapshot[K, T] {
	g.asked++
	g.store.shares++
	s := g.look(env)
	s.gone = maps.Clone(s.gone)
	return s
}

// look is a snapshot that is over before the grid changes.
func (g *Grid[K, T]) look(env Env) Snapshot[K, T] {
	s := Snapshot[K, T]{
		columns: g.columns,
		env:     env,
		chunks:  make([]sharedChunk[T], len(g.store.chunks)),
		gone:    g.store.gone,
		used:    g.store.used,
		within:  g.within(),
		epoch:   g.epoch,
		version: g.version,
		names:   g.names,
		asked:   g.asked,
	}
	for i, c := range g.store.chunks {
		s.chunks[i] = sharedChunk[T]{chunk: c, rows: c.rows}
	}
	return s
}

// ForgetTexts says that cells may read differently now, because names that were missing became known.
// The next arrangement reads them again.
func (g *Grid[K, T]) ForgetTexts() {
	g.names++
	g.version++
	clear(g.nameless)
}

// Arrange finds the rows that match, or else those that are similar, and puts them in order: sorted if a sort is given (equals by
// their ids), else best first if the filter has a word, else in the tenant's order. The only error is the context's.
func (s Snapshot[K, T]) Arrange(ctx context.Context, f *filter.Filter, order Sort) (Arrangement[K], error) {
	return newSearch(s, f.Within(s.within), order, base{}).Finish(ctx)
}

// read are the columns that people read: ids are copied and pasted, and resemble nothing.
func (s *Snapshot[K, T]) read() []bool {
	read := make([]bool, len(s.columns))
	for i, c := range s.columns {
		read[i] = !c.Always && (s.within == nil || s.within[i])
	}
	return read
}

func (s *Snapshot[K, T]) column(order Sort) int {
	for i, c := range s.columns {
		if c.Name == order.Column && c.Name != "" {
			return i
		}
	}
	return none
}

func (s *Snapshot[K, T]) row(slot int32) T { return s.chunks[slot/chunkSize].rows[slot%chunkSize] }

func (s *Snapshot[K, T]) alive(slot int32) bool {
	if len(s.gone) == 0 {
		return true
	}
	_, gone := s.gone[slot]
	return !gone
}

// all are the slots that have rows, in the tenant's order.
func (s *Snapshot[K, T]) all() []int32 {
	view := make([]int32, 0, s.used)
	for slot := range int32(s.used) {
		if s.alive(slot) {
			view = append(view, slot)
		}
	}
	return view
}

// positions turns a view round: the index in it by slot.
func positions(view []int32, used int) []int32 {
	pos := make([]int32, used)
	for i := range pos {
		pos[i] = hidden
	}
	for i, slot := range view {
		pos[slot] = int32(i)
	}
	return pos
}
