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

// comparison orders slots by a column, equals in the tenant's order.
func (s *Snapshot[K, T]) comparison(column int, desc bool, docs [][]string) func(a, b int32) int {
	c := s.columns[column]
	sign := 1
	if desc {
		sign = -1
	}
	var order func(a, b int32) int
	switch {
	case c.Compare != nil:
		order = func(a, b int32) int { return sign * c.Compare(s.row(a), s.row(b)) }
	case c.Number != nil:
		order = func(a, b int32) int { return byNumber(s.row(a), s.row(b), c.Number, sign) }
	default:
		keys := s.keys(column, docs)
		order = func(a, b int32) int { return sign * natural(keys[a], keys[b]) }
	}
	return func(a, b int32) int { return cmp.Or(order(a, b), cmp.Compare(a, b)) }
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

func (s *Snapshot[K, T]) keys(column int, docs [][]string) []string {
	keys := make([]string, 0, s.used)
	for _, chunk := range docs {
		for _, doc := range chunk {
			keys = append(keys, filter.Cell(doc, column))
		}
	}
	return keys
}

// natural compares texts with the numbers in them by value: "role 9" before "role 10".
func natural(a, b string) int {
	for a != "" && b != "" {
		if !digit(a[0]) || !digit(b[0]) {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		x, restA := digits(a)
		y, restB := digits(b)
		if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
			return c
		}
		a, b = restA, restB
	}
	return cmp.Compare(len(a), len(b))
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
