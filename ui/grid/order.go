package grid

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"gatehouse/ui/filter"
)

// byText says whether a column is sorted by what it shows.
func (c *Column[T]) byText() bool { return c.Compare == nil && c.Number == nil }

// comparison orders slots by a column, equals by their ids: the tenant's order may be another with each answer. What isn't known comes last
// in both directions. Where the order is that of texts, key is that of a slot's cell.
func (s *Snapshot[K, T]) comparison(column int, desc bool, key func(slot int32) string) func(a, b int32) int {
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
		order = func(a, b int32) int {
			x, y := key(a), key(b)
			return cmp.Or(lastIf(x == "", y == ""), sign*strings.Compare(x, y))
		}
	}
	id := s.column(Sort{Column: "id"})
	return func(a, b int32) int {
		if by := order(a, b); by != 0 || id == none {
			return cmp.Or(by, cmp.Compare(a, b))
		}
		return cmp.Or(strings.Compare(s.columns[id].Text(s.row(a), s.env), s.columns[id].Text(s.row(b), s.env)), cmp.Compare(a, b))
	}
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

// keysOf makes the keys of the cells that a column shows in some slots, for which there is a place in keys.
func (r *reader[K, T]) keysOf(ctx context.Context, column int, slots []int32, keys []string) error {
	return filter.InChunks(ctx, len(slots), chunkSize, func() func(from, to int) {
		c := newCollation()
		return func(from, to int) {
			for _, slot := range slots[from:to] {
				if keys[slot] == "" {
					keys[slot] = c.of(filter.Cell(r.docs[slot/chunkSize].docs[slot%chunkSize], column))
				}
			}
		}
	})
}

// keyOf is the key of the cell that a column shows in a slot, made where it is asked for.
func (r *reader[K, T]) keyOf(column int) func(slot int32) string {
	var c *collation
	keys := map[int32]string{}
	return func(slot int32) string {
		key, ok := keys[slot]
		if !ok {
			if c == nil {
				c = newCollation()
			}
			text, _ := r.doc(slot)
			key = c.of(filter.Cell(text, column))
			keys[slot] = key
		}
		return key
	}
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

// insert puts slots, which are in order, where they belong in a view, whose memory is used. From is the first place that has changed.
func insert(view, slots []int32, order func(a, b int32) int) (grown []int32, from int) {
	end := len(view)
	view = slices.Grow(view, len(slots))[:end+len(slots)]
	for i := len(slots) - 1; i >= 0; i-- {
		at, _ := slices.BinarySearchFunc(view[:end], slots[i], order)
		copy(view[at+i+1:], view[at:end])
		view[at+i] = slots[i]
		end = at
	}
	return view, end
}
