package grid

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"gatehouse/ui/filter"
)

// byText says whether a column is sorted by what it shows.
func (s *Snapshot[K, T]) byText(column int) bool {
	return s.columns[column].Compare == nil && s.columns[column].Number == nil
}

// comparison orders slots by a column, equals by their ids: the tenant's order may be another with each answer. What isn't known comes last
// in both directions.
func (s *Snapshot[K, T]) comparison(ctx context.Context, column int, desc bool, docs []*texts) (func(a, b int32) int, error) {
	c := s.columns[column]
	sign := 1
	if desc {
		sign = -1
	}
	var order func(a, b int32) int
	switch {
	case c.Compare != nil:
		order = func(a, b int32) int { return s.compare(&c, s.row(a), s.row(b), sign) }
	case c.Number != nil:
		order = func(a, b int32) int { return byNumber(s.row(a), s.row(b), c.Number, sign) }
	default:
		keys, err := s.keys(ctx, column, docs)
		if err != nil {
			return nil, err
		}
		order = func(a, b int32) int {
			return cmp.Or(lastIf(keys[a] == "", keys[b] == ""), sign*strings.Compare(keys[a], keys[b]))
		}
	}
	id := s.column(Sort{Column: "id"})
	return func(a, b int32) int {
		if by := order(a, b); by != 0 || id == none {
			return cmp.Or(by, cmp.Compare(a, b))
		}
		return cmp.Or(strings.Compare(s.columns[id].Text(s.row(a), s.env), s.columns[id].Text(s.row(b), s.env)), cmp.Compare(a, b))
	}, nil
}

// compare is the order that a column has of its own.
func (s *Snapshot[K, T]) compare(c *Column[T], a, b T, sign int) int {
	if c.Known != nil {
		if last := lastIf(!c.Known(a), !c.Known(b)); last != 0 {
			return last
		}
	}
	return sign * c.Compare(a, b)
}

// lastIf puts what is so behind what isn't.
func lastIf(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// byNumber puts rows without a number last, in both directions.
func byNumber[T any](a, b T, number func(T) (float64, bool), sign int) int {
	x, okX := number(a)
	y, okY := number(b)
	switch {
	case okX && okY:
		return sign * cmp.Compare(x, y)
	case okX:
		return -1
	case okY:
		return 1
	default:
		return 0
	}
}

// keys are the keys of the cells that a column shows, by slot.
func (s *Snapshot[K, T]) keys(ctx context.Context, column int, docs []*texts) ([]string, error) {
	keys := make([]string, s.used)
	err := filter.InChunks(ctx, len(docs), 1, func() func(from, to int) {
		c := newCollation()
		return func(from, to int) {
			for i := from; i < to; i++ {
				for n, doc := range docs[i].docs[:len(s.chunks[i].rows)] { // there may be texts of later rows
					keys[i*chunkSize+n] = c.of(filter.Cell(doc, column))
				}
			}
		}
	})
	return keys, err
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// digits cuts a number off, without leading zeros.
func digits(s string) (number, rest string) {
	end := 0
	for end < len(s) && digit(s[end]) {
		end++
	}
	return strings.TrimLeft(s[:end], "0"), s[end:]
}

// run is how many slots are sorted at a time: small enough to stop soon when cancelled.
const run = 8192

// sortSlots sorts by runs on all processors and merges them. Its only error is the context's.
func sortSlots(ctx context.Context, slots []int32, order func(a, b int32) int) error {
	from, to := slots, make([]int32, len(slots))
	err := filter.InChunks(ctx, len(from), run, func() func(a, b int) {
		return func(a, b int) { slices.SortFunc(from[a:b], order) }
	})
	for width := run; err == nil && width < len(slots); width *= 2 {
		err = filter.InChunks(ctx, len(from), 2*width, func() func(a, b int) {
			return func(a, b int) { merge(to[a:b], from[a:min(a+width, b)], from[min(a+width, b):b], order) }
		})
		from, to = to, from
	}
	if err == nil && len(slots) > 0 && &from[0] != &slots[0] {
		copy(slots, from)
	}
	return err
}

func merge(into, a, b []int32, order func(a, b int32) int) {
	for i := range into {
		if len(b) == 0 || len(a) > 0 && order(a[0], b[0]) <= 0 {
			into[i], a = a[0], a[1:]
		} else {
			into[i], b = b[0], b[1:]
		}
	}
}
