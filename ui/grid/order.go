package grid

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"gatehouse/ui/filter"
)

// byText says whether a column is sorted by what it shows.
func (c *Column[T]) byText() bool { return c.When == nil && c.Number == nil }

// orderKey is what a row is put in order by. It is read once: rows are large, and to fetch them is most of what comparing them takes.
type orderKey struct {
	known  bool // what isn't known comes last in both directions
	nanos  int32
	number float64 // or the seconds of a time
	text   string
	id     string // equals go by it: the tenant's order may be another with each answer
}

func (a *orderKey) compare(b *orderKey, sign int) int {
	if a.known != b.known {
		return lastIf(!a.known, !b.known)
	}
	if by := cmp.Compare(a.number, b.number); by != 0 {
		return sign * by
	}
	if by := cmp.Compare(a.nanos, b.nanos); by != 0 {
		return sign * by
	}
	if by := strings.Compare(a.text, b.text); by != 0 {
		return sign * by
	}
	return strings.Compare(a.id, b.id)
}

// comparison orders slots by their keys.
func comparison(desc bool, key func(slot int32) *orderKey) func(a, b int32) int {
	sign := 1
	if desc {
		sign = -1
	}
	return func(a, b int32) int {
		if by := key(a).compare(key(b), sign); by != 0 {
			return by
		}
		return cmp.Compare(a, b)
	}
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

// keyReader reads keys in the order of a column, for one goroutine.
func (r *reader[K, T]) keyReader(column int) func(slot int32) orderKey {
	c, id := &r.columns[column], r.column(Sort{Column: "id"})
	var texts *collation
	return func(slot int32) (k orderKey) {
		row := r.row(slot)
		switch {
		case c.When != nil:
			if at, known := c.When(row); known {
				k.known, k.number, k.nanos = true, float64(at.Unix()), int32(at.Nanosecond()) //nolint:gosec // less than a second
			}
		case c.Number != nil:
			if number, known := c.Number(row); known {
				k.known, k.number = true, number
			}
		default:
			if texts == nil {
				texts = newCollation()
			}
			doc, _ := r.doc(slot)
			k.text = texts.of(filter.Cell(doc, column))
			k.known = k.text != ""
		}
		if id != none {
			k.id = r.columns[id].Text(row, r.env)
		}
		return k
	}
}

// keyOf is the key of a slot in the order of a column, read where it is asked for.
func (r *reader[K, T]) keyOf(column int) func(slot int32) *orderKey {
	read, keys := r.keyReader(column), map[int32]*orderKey{}
	return func(slot int32) *orderKey {
		key, ok := keys[slot]
		if !ok {
			made := read(slot)
			key = &made
			keys[slot] = key
		}
		return key
	}
}

// orderKeys are the keys of slots that a search puts in order.
type orderKeys struct {
	place []int32 // by slot: one more than where its key is, 0: it wasn't read
	all   []orderKey
}

// of is the key of a slot, nil where it wasn't read.
func (k *orderKeys) of(slot int32) *orderKey {
	if k.place == nil || k.place[slot] == 0 {
		return nil
	}
	return &k.all[k.place[slot]-1]
}

// readKeys reads the keys of slots whose documents are made where the order is one of texts, on all processors.
func (s *Search[K, T]) readKeys(ctx context.Context, column int, slots []int32) error {
	k := &s.keys
	if k.place == nil {
		k.place = make([]int32, s.used)
	}
	from, fresh := len(k.all), make([]int32, 0, len(slots))
	for _, slot := range slots {
		if k.place[slot] == 0 {
			fresh = append(fresh, slot)
			k.place[slot] = int32(from + len(fresh)) //nolint:gosec // less than there are slots
		}
	}
	k.all = slices.Grow(k.all, len(fresh))[:from+len(fresh)]
	return filter.InChunks(ctx, len(fresh), chunkSize, func() func(a, b int) {
		read := s.keyReader(column)
		return func(a, b int) {
			for i, slot := range fresh[a:b] {
				k.all[from+a+i] = read(slot)
			}
		}
	})
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

// merged puts slots in their places in a view, both in the order of a column, on all processors. Texts are read by one.
func (s *Search[K, T]) merged(ctx context.Context, column int, view, found []int32) ([]int32, error) {
	if len(view) == 0 {
		return found, nil
	}
	size, places := fewAtFirst, make([]int, len(found))
	if s.sortsTexts() {
		size = max(1, len(found))
	}
	err := filter.InChunks(ctx, len(found), size, func() func(a, b int) {
		order := s.inOrder(column)
		return func(a, b int) {
			from := 0
			for i := a; i < b && ctx.Err() == nil; i++ {
				further, _ := slices.BinarySearchFunc(view[from:], found[i], order)
				from += further
				places[i] = from
			}
		}
	})
	whole, from := make([]int32, 0, len(view)+len(found)), 0
	for i, to := range places {
		whole = append(append(whole, view[from:max(from, to)]...), found[i])
		from = max(from, to)
	}
	return append(whole, view[from:]...), err
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
