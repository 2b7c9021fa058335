package grid

import (
	"context"
	"maps"
	"slices"

	"gatehouse/ui/draw"
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
	found   *filter.Filter
	among   []int32 // what found has left of the same rows, by slot; nil: nothing is known

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

	epoch, version, asked uint64
}

// Snapshot takes the rows as they are. It costs little, because it shares them with the grid.
func (g *Grid[K, T]) Snapshot(env Env) Snapshot[K, T] {
	g.asked++
	g.store.shares++
	s := Snapshot[K, T]{
		columns: g.columns,
		env:     env,
		chunks:  make([]sharedChunk[T], len(g.store.chunks)),
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
	if len(g.store.gone) > 0 {
		s.gone = maps.Clone(g.store.gone)
	}
	if g.version == g.arrival && !g.filter.Empty() {
		s.found, s.among = g.filter, slices.Clone(g.pos)
	}
	return s
}

// ForgetTexts says that cells may read differently now, because names that were missing became known.
// The next arrangement reads them again.
func (g *Grid[K, T]) ForgetTexts() {
	g.names++
	g.version++
}

// Arrange finds the rows that match, or else those that are similar, and puts them in order: sorted if a sort is given (equals by
// their ids), else best first if the filter has a word, else in the tenant's order. The only error is the context's.
func (s Snapshot[K, T]) Arrange(ctx context.Context, f *filter.Filter, order Sort) (Arrangement[K], error) {
	a := Arrangement[K]{used: s.used, filter: f, sort: order, epoch: s.epoch, version: s.version, asked: s.asked}
	column := s.column(order)
	var docs []*texts
	var err error
	if !f.Empty() || column != none && s.byText(column) {
		if docs, err = s.readTexts(ctx); err != nil {
			return a, err
		}
	}
	if f.Empty() {
		a.view = s.all()
	} else if a.view, a.filter, err = s.matching(ctx, f.Within(s.within), docs); err != nil {
		return a, err
	}
	if column != none {
		compare, err := s.comparison(ctx, column, order.Desc, docs)
		if err != nil {
			return a, err
		}
		if err := sortSlots(ctx, a.view, compare); err != nil {
			return a, err
		}
	}
	a.pos = positions(a.view, s.used)
	return a, ctx.Err()
}

// matching are the rows that the filter finds, and the filter that found them: where no row contains its words, one of similar rows.
func (s Snapshot[K, T]) matching(ctx context.Context, f *filter.Filter, docs []*texts) ([]int32, *filter.Filter, error) {
	rows := &source[K, T]{Snapshot: s, docs: docs, numbers: f.Numbers()}
	if !f.Narrows(s.found) {
		rows.among = nil
	}
	view, err := filter.Run(ctx, f, rows)
	if err != nil || len(view) > 0 || !f.Ranked() {
		return view, f, err
	}
	rows.among = nil
	like := f.SimilarIn(s.read())
	if view, err = filter.Run(ctx, like, rows); len(view) == 0 {
		return view, f, err
	}
	return view, like, err
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
	_, gone := s.gone[slot]
	return !gone
}

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

// ReadTexts makes the documents that filters look through, so that the first filter finds them made. What is done when the context
// ends stays.
func (s Snapshot[K, T]) ReadTexts(ctx context.Context) { _, _ = s.readTexts(ctx) }

// readTexts gets the documents of all rows, most of them from earlier arrangements.
func (s *Snapshot[K, T]) readTexts(ctx context.Context) ([]*texts, error) {
	docs := make([]*texts, len(s.chunks))
	err := filter.InChunks(ctx, len(s.chunks), 1, func() func(from, to int) {
		cells := make([]string, len(s.columns))
		var join filter.Joiner
		return func(from, to int) {
			for i := from; i < to; i++ {
				docs[i] = s.chunkTexts(i, cells, &join)
			}
		}
	})
	return docs, err
}

// chunkTexts completes a chunk's documents; removed rows have none.
func (s *Snapshot[K, T]) chunkTexts(number int, cells []string, join *filter.Joiner) *texts {
	c := s.chunks[number]
	known := c.chunk.texts.Load()
	fresh := &texts{epoch: s.names, docs: make([]string, len(c.rows)), initials: make([]filter.Initials, len(c.rows)), complete: true}
	if known != nil && known.epoch == s.names {
		if known.complete && len(known.docs) >= len(c.rows) {
			return known
		}
		copy(fresh.docs, known.docs)
		copy(fresh.initials, known.initials)
	}
	for i, row := range c.rows {
		if fresh.docs[i] == "" && s.alive(int32(number*chunkSize+i)) {
			fresh.docs[i] = join.Join(s.cells(row, cells))
			fresh.initials[i] = filter.InitialsOf(fresh.docs[i])
		}
	}
	// A snapshot that is older than the last ForgetTexts keeps its texts to itself.
	if known == nil || known.epoch <= s.names {
		c.chunk.texts.Store(fresh)
	}
	return fresh
}

// cells are what the filter sees of a row, by column.
func (s *Snapshot[K, T]) cells(row T, cells []string) []string {
	for i, c := range s.columns {
		switch {
		case c.Search != nil:
			cells[i] = draw.Clean(c.Search(row))
		case c.Text != nil:
			cells[i] = draw.Clean(c.Text(row, s.env))
		}
	}
	return cells
}

// source gives a snapshot's rows to the filter.
type source[K comparable, T any] struct {
	Snapshot[K, T]
	docs    []*texts
	numbers bool
}

func (s *source[K, T]) Len() int { return s.used }

func (s *source[K, T]) Doc(i int) (filter.Doc, bool) {
	slot := int32(i)
	if s.among != nil && s.among[slot] == hidden || !s.alive(slot) {
		return filter.Doc{}, false
	}
	texts := s.docs[slot/chunkSize]
	d := filter.Doc{All: texts.docs[slot%chunkSize], Initials: texts.initials[slot%chunkSize]}
	if s.numbers {
		d.Number = func(column int) (float64, bool) {
			switch c := s.columns[column]; {
			case c.Number != nil:
				return c.Number(s.row(slot))
			case c.Hours != nil:
				return c.Hours(s.row(slot), s.env)
			}
			return 0, false
		}
	}
	return d, true
}
