package grid

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"

	"gatehouse/ui/filter"
)

// What looking at a row takes, in rows that have a document and in which words are looked for: one whose document must be made, and one in
// which scattered letters or a regular expression are looked for.
const (
	coldRow = 12
	slowRow = 8
	sortRow = 16 // that must be put in its order among all that are found
	// insertRow is what it takes besides to find the place of one among rows that are in order.
	insertRow = 4
)

// rowCost is what looking at a row takes whose document is made.
func rowCost(f *filter.Filter) int {
	if f.Slow() {
		return slowRow
	}
	return 1
}

// fewAtFirst is how many rows the first step puts in their places among those that are in order already: for its rows somebody waits.
const fewAtFirst = 256

// part is how many rows are looked at by each processor before a step is asked whether it was enough.
const part = 2048

// Search looks for the rows that a filter lets through in steps, each of which has an arrangement of what was found so far. It is used by
// one goroutine at a time, and goes on with the rows of its snapshot whatever becomes of the grid.
type Search[K comparable, T any] struct {
	reader[K, T]
	wanted *filter.Filter // as it was asked for
	filter *filter.Filter // in this step: the same, or that of similar rows
	order  Sort
	base   base
	slots  []int32 // to look at
	sorted int     // so many of the first of them stand in the order that was asked for
	found  *filter.Search
	keys   orderKeys
}

// Search begins to look for the rows that a filter lets through, in the order that was asked for last.
func (g *Grid[K, T]) Search(env Env, f *filter.Filter) *Search[K, T] {
	f = f.Within(g.within())
	return newSearch(g.Snapshot(env), f, g.sort, g.baseOf(f))
}

func newSearch[K comparable, T any](s Snapshot[K, T], f *filter.Filter, order Sort, b base) *Search[K, T] {
	return &Search[K, T]{reader: newReader(s), wanted: f, filter: f, order: order, base: b}
}

// begin says which rows are to be looked at: those that are known to be the only ones, and those that have changed since.
func (s *Search[K, T]) begin() {
	b := &s.base
	switch {
	case !b.known:
		s.slots = s.all()
	case b.exact:
		s.slots = b.changed
	case b.sort == s.order && s.column(s.order) != none && s.allMade():
		s.sorted = len(b.view)
		s.slots = slices.Concat(b.view, b.changed)
	default:
		s.slots = s.inTenantsOrder()
	}
	s.found = filter.NewSearch(s.filter, source[K, T]{s})
}

// allMade reports whether all documents are made, so that rows can be looked at in any order.
func (s *Search[K, T]) allMade() bool {
	for i := range s.docs {
		if !s.has(i) {
			return false
		}
	}
	return true
}

func (s *Search[K, T]) inTenantsOrder() []int32 {
	in := make([]bool, s.used)
	for _, slots := range [][]int32{s.base.view, s.base.changed} {
		for _, slot := range slots {
			in[slot] = true
		}
	}
	slots := make([]int32, 0, len(s.base.view)+len(s.base.changed))
	for slot := range int32(s.used) {
		if in[slot] {
			slots = append(slots, slot)
		}
	}
	return slots
}

// Step goes on by so many rows, less where they take longer, and arranges what was found so far; done: that is all. It ends sooner where it
// was enough, which it asks every few rows; nil: it never is. The first step brings what is in order already, with few of the others.
// Without filter and order there is one step. The only error is the context's.
func (s *Search[K, T]) Step(ctx context.Context, rows int, enough func() bool) (a Arrangement[K], done bool, err error) {
	most := math.MaxInt
	if s.found == nil {
		s.begin()
		if enough != nil {
			most = fewAtFirst
		}
		if s.base.finds() && len(s.slots) > most {
			return s.arrangement(slices.Clone(s.base.view), false), false, ctx.Err()
		}
	}
	done, err = s.look(ctx, rows, enough)
	if err != nil {
		return a, false, err
	}
	if done && s.filter.Ranked() && !s.filter.IsSimilar() && !s.base.finds() && len(s.found.Found()) == 0 && s.used > len(s.gone) {
		s.lookForSimilar()
		return s.Step(ctx, rows, enough)
	}
	view, all, err := s.arranged(ctx, most)
	if err != nil {
		return a, false, err
	}
	return s.arrangement(view, done && all), done && all, ctx.Err()
}

// arrangement shows rows; done: they are all.
func (s *Search[K, T]) arrangement(view []int32, done bool) Arrangement[K] {
	f := s.filter
	if done && f.IsSimilar() && len(view) == 0 {
		f = s.wanted
	}
	return Arrangement[K]{view: view, pos: positions(view, s.used), used: s.used, filter: f, sort: s.order, partial: !done,
		epoch: s.epoch, version: s.version, names: s.names, asked: s.asked}
}

// look looks at rows as a step does; done: at all of them.
func (s *Search[K, T]) look(ctx context.Context, rows int, enough func() bool) (done bool, err error) {
	for {
		some := rows
		if enough != nil {
			some = min(rows, part*runtime.GOMAXPROCS(0))
		}
		to, left, cold := s.reach(s.found.Looked(), some)
		if err := s.read(ctx, cold); err != nil {
			return false, err
		}
		if err := s.found.Step(ctx, to); err != nil {
			return false, err
		}
		rows -= some - left
		switch {
		case to == len(s.slots):
			return true, nil
		case rows <= 0 || enough != nil && enough():
			return false, nil
		}
	}
}

// Finish takes all steps that are left.
func (s *Search[K, T]) Finish(ctx context.Context) (Arrangement[K], error) {
	a, _, err := s.Step(ctx, math.MaxInt, nil)
	return a, err
}

// Searches reports whether a search looks for what a filter lets through, in the order that was asked for last, among rows that read as
// they do now. Some of them may have come or changed since it began.
func (g *Grid[K, T]) Searches(s *Search[K, T], f *filter.Filter) bool {
	return s.epoch == g.epoch && s.names == g.names && s.order == g.sort && s.wanted.Same(f.Within(g.within()))
}

// lookForSimilar goes on to rows that only resemble what was typed, since none contains it.
func (s *Search[K, T]) lookForSimilar() {
	s.filter = s.filter.SimilarIn(s.Snapshot.read())
	s.base = base{}
	s.slots, s.sorted = s.all(), 0
	s.found = filter.NewSearch(s.filter, source[K, T]{s})
}

// reach is how far one gets with so many rows, how many are left of these, and the chunks whose documents it needs.
func (s *Search[K, T]) reach(from, rows int) (to, left int, cold []int) {
	docs := !s.filter.Empty() || s.sortsTexts()
	if !docs && !s.sorts() {
		return len(s.slots), rows, nil
	}
	row, last := rowCost(s.filter), none
	if s.sorts() {
		row += sortRow
	}
	for to = from; to < len(s.slots) && rows > 0; to++ {
		if number := int(s.slots[to] / chunkSize); docs && number != last {
			last = number
			if !s.has(number) && !slices.Contains(cold, number) {
				cold = append(cold, number)
				rows -= coldRow * s.unread(number)
			}
		}
		rows -= row
	}
	return to, rows, cold
}

// arranged are the rows found so far in their order, with so many at the most that must be put in their places among others; all: with all
// of these.
func (s *Search[K, T]) arranged(ctx context.Context, most int) (view []int32, all bool, err error) {
	column := s.column(s.order)
	if column == none && !s.base.exact {
		return s.at(s.found.Best()), true, nil
	}
	found := s.found.Found()
	if column == none {
		return s.joined(s.at(found)), true, nil
	}
	inOrder, _ := slices.BinarySearch(found, int32(s.sorted))
	if found = s.at(found); s.sorted == 0 && !s.sorts() {
		inOrder = s.asInBase(found)
	}
	view, found = found[:inOrder:inOrder], found[inOrder:]
	if s.base.exact {
		view = s.base.view
	}
	if all = s.sorts() || len(found) <= most; !all {
		found = found[:most]
	}
	if err := s.sort(ctx, column, found); err != nil {
		return nil, false, err
	}
	view, err = s.merged(ctx, column, view, found)
	return view, all, err
}

// sorts reports whether what is found must be put in its order, other than by where it stands among rows that are in it already.
func (s *Search[K, T]) sorts() bool {
	return s.column(s.order) != none && !s.base.exact && (!s.base.known || s.base.sort != s.order)
}

// sortsTexts reports whether the order is one of texts, so that it needs documents.
func (s *Search[K, T]) sortsTexts() bool {
	column := s.column(s.order)
	return column != none && s.columns[column].byText()
}

// asInBase puts slots that stand in the base before the others, as they stand there, and says how many these are.
func (s *Search[K, T]) asInBase(slots []int32) (n int) {
	if s.base.exact {
		return 0
	}
	found := make([]bool, s.used)
	for _, slot := range slots {
		found[slot] = true
	}
	others := slices.DeleteFunc(slices.Clone(s.base.changed), func(slot int32) bool { return !found[slot] })
	for _, slot := range s.base.view {
		if found[slot] {
			slots[n] = slot
			n++
		}
	}
	copy(slots[n:], others)
	return n
}

// joined are the rows that are known with others that were found, best first.
func (s *Search[K, T]) joined(found []int32) []int32 {
	order := s.rankOrderOf(s.filter)
	slices.SortFunc(found, order)
	view, _ := insert(slices.Clone(s.base.view), found, order)
	return view
}

// at are the slots at some indices.
func (s *Search[K, T]) at(indices []int32) []int32 {
	for i, index := range indices {
		indices[i] = s.slots[index]
	}
	return indices
}

// inOrder compares rows of which few are looked at besides those whose keys are read.
func (s *Search[K, T]) inOrder(column int) func(a, b int32) int {
	others := s.keyOf(column)
	return comparison(s.order.Desc, func(slot int32) *orderKey {
		if key := s.keys.of(slot); key != nil {
			return key
		}
		return others(slot)
	})
}

// sort puts slots in the order of a column, on all processors.
func (s *Search[K, T]) sort(ctx context.Context, column int, slots []int32) error {
	if len(slots) == 0 {
		return nil
	}
	if err := s.readKeys(ctx, column, slots); err != nil {
		return err
	}
	return sortSlots(ctx, slots, comparison(s.order.Desc, s.keys.of))
}

// rankOrderOf is the order in which a filter has rows: best first, equals in the tenant's order.
func (r *reader[K, T]) rankOrderOf(f *filter.Filter) func(a, b int32) int {
	if !f.Ranked() {
		return cmp.Compare[int32]
	}
	match, scores := f.Matcher(), map[int32]int{}
	score := func(slot int32) int {
		known, ok := scores[slot]
		if !ok {
			known, _ = match(r.docOf(slot))
			known = max(known, 0)
			scores[slot] = known
		}
		return known
	}
	return func(a, b int32) int { return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(a, b)) }
}

// docOf is a row's document, with its numbers.
func (r *reader[K, T]) docOf(slot int32) filter.Doc {
	text, initials := r.doc(slot)
	return filter.Doc{All: text, Initials: initials, Number: r.number(slot)}
}

// source gives the rows of a search to the filter.
type source[K comparable, T any] struct{ of *Search[K, T] }

func (s source[K, T]) Len() int { return len(s.of.slots) }

func (s source[K, T]) Doc(i int) (filter.Doc, bool) {
	slot := s.of.slots[i]
	if !s.of.alive(slot) {
		return filter.Doc{}, false
	}
	if s.of.filter.Empty() {
		return filter.Doc{}, true
	}
	text, initials := s.of.doc(slot)
	d := filter.Doc{All: text, Initials: initials}
	if s.of.filter.Numbers() {
		d.Number = s.of.number(slot)
	}
	return d, true
}
