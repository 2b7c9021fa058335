package grid

import (
	"context"
	"slices"

	"gatehouse/ui/draw"
	"gatehouse/ui/filter"
)

// reader makes the filter's documents of a snapshot's rows, as far as they aren't made.
type reader[K comparable, T any] struct {
	Snapshot[K, T]
	docs  []*texts // by chunk; nil: not looked for yet
	cells []string
	join  filter.Joiner
}

func newReader[K comparable, T any](s Snapshot[K, T]) reader[K, T] {
	return reader[K, T]{Snapshot: s, docs: make([]*texts, len(s.chunks)), cells: make([]string, len(s.columns))}
}

// ReadTexts makes the documents that filters look through, so that the first filter finds them made. What is done when the context
// ends stays.
func (s Snapshot[K, T]) ReadTexts(ctx context.Context) {
	r := newReader(s)
	_ = r.readAll(ctx)
}

// readAll gets the documents of all rows, most of them from earlier arrangements.
func (r *reader[K, T]) readAll(ctx context.Context) error {
	var missing []int
	for i := range r.docs {
		if !r.has(i) {
			missing = append(missing, i)
		}
	}
	return r.read(ctx, missing)
}

// read makes the documents of some chunks, on all processors.
func (r *reader[K, T]) read(ctx context.Context, chunks []int) error {
	return filter.InChunks(ctx, len(chunks), 1, func() func(from, to int) {
		cells := make([]string, len(r.columns))
		var join filter.Joiner
		return func(from, to int) {
			for _, number := range chunks[from:to] {
				r.docs[number] = r.chunkTexts(number, cells, &join)
			}
		}
	})
}

// has reports whether the documents of a chunk are made.
func (r *reader[K, T]) has(number int) bool {
	if r.docs[number] == nil {
		r.docs[number] = r.made(number)
	}
	return r.docs[number] != nil
}

// doc is the document of a row. Those of its chunk are made unless they are.
func (r *reader[K, T]) doc(slot int32) (text string, initials filter.Initials) {
	number := int(slot / chunkSize)
	if r.docs[number] == nil {
		r.docs[number] = r.chunkTexts(number, r.cells, &r.join)
	}
	texts := r.docs[number]
	return texts.docs[slot%chunkSize], texts.initials[slot%chunkSize]
}

// made are the documents of a chunk if all of them are made, else nil.
func (s *Snapshot[K, T]) made(number int) *texts {
	c := s.chunks[number]
	if known := c.chunk.texts.Load(); known != nil && known.epoch == s.names && known.complete && len(known.docs) >= len(c.rows) {
		return known
	}
	return nil
}

// chunkTexts completes a chunk's documents; removed rows have none.
func (s *Snapshot[K, T]) chunkTexts(number int, cells []string, join *filter.Joiner) *texts {
	if known := s.made(number); known != nil {
		return known
	}
	c := s.chunks[number]
	known := c.chunk.texts.Load()
	fresh := &texts{epoch: s.names, docs: make([]string, len(c.rows)), initials: make([]filter.Initials, len(c.rows)), complete: true}
	if known != nil && known.epoch == s.names {
		copy(fresh.docs, known.docs)
		copy(fresh.initials, known.initials)
		fresh.lacks = slices.Clip(known.lacks)
	}
	env := lacking{Env: s.env, lacks: fresh.lacks}
	made := join.JoinRows(len(c.rows), func(i int) ([]string, bool) {
		if fresh.docs[i] != "" || !s.alive(int32(number*chunkSize+i)) {
			return nil, false
		}
		env.at = i
		return s.cells(c.rows[i], &env, cells), true
	})
	fresh.lacks = env.lacks
	for i, doc := range made {
		if doc != "" {
			fresh.docs[i], fresh.initials[i] = doc, filter.InitialsOf(doc)
		}
	}
	for now := c.chunk.texts.Load(); !now.newer(fresh) && !c.chunk.texts.CompareAndSwap(now, fresh); { // an older snapshot keeps its own
		now = c.chunk.texts.Load()
	}
	return fresh
}

// cells are what the filter sees of a row, by column.
func (s *Snapshot[K, T]) cells(row T, env Env, cells []string) []string {
	for i, c := range s.columns {
		switch {
		case c.Search != nil:
			cells[i] = draw.Clean(c.Search(row))
		case c.Text != nil:
			cells[i] = draw.Clean(c.Text(row, env))
		}
	}
	return cells
}

// number gives the numbers of a row by column.
func (s *Snapshot[K, T]) number(slot int32) func(column int) (float64, bool) {
	return func(column int) (float64, bool) {
		switch c := s.columns[column]; {
		case c.Number != nil:
			return c.Number(s.row(slot))
		case c.Hours != nil:
			return c.Hours(s.row(slot), s.env)
		}
		return 0, false
	}
}

// newer reports whether texts are of later names than others, or of more rows.
func (t *texts) newer(than *texts) bool {
	return t != nil && (t.epoch > than.epoch || t.epoch == than.epoch && len(t.docs) > len(than.docs))
}
