package grid

import (
	"slices"

	"gatehouse/ui/filter"
)

// result is what a filter has left of the rows, in an order.
type result struct {
	filter  *filter.Filter // nil: all rows
	sort    Sort
	view    []int32
	used    int    // the slots that there were
	version uint64 // of the rows that it was made of
	names   uint64
}

// mostKept is how many results are kept, for letters that are taken back; all of them have at most twice as many slots as the grid. That
// of all rows in the order that is asked for stays longest: others are found in it in order, and nothing else takes as long to be had
// again.
const mostKept = 12

// base is what a search begins with.
type base struct {
	known   bool
	exact   bool    // view is what the search finds, but for what has changed
	view    []int32 // the rows that may be found: no others of those that haven't changed since
	sort    Sort    // of view
	changed []int32 // slots whose rows are others since, in the tenant's order
}

// finds reports whether some row is known to be found.
func (b *base) finds() bool { return b.exact && len(b.view) > 0 }

// current is what is shown.
func (g *Grid[K, T]) current() result {
	return result{filter: g.filter, sort: g.order, view: g.view, used: g.known, version: g.arrival, names: g.arrivalNames}
}

// holds reports whether what is known of the rows is so with the names that are known now.
func (g *Grid[K, T]) holds(r result) bool {
	return r.names == g.names || r.filter.Empty() && !g.byNames(r.sort)
}

// byNames reports whether names may be told apart in an order: it is one of texts.
func (g *Grid[K, T]) byNames(order Sort) bool {
	return slices.ContainsFunc(g.columns, func(c Column[T]) bool { return c.Name == order.Column && order.Column != "" && c.byText() })
}

// results are what is known of the rows, the latest last.
func (g *Grid[K, T]) results() []result {
	all := slices.DeleteFunc(slices.Clone(g.former), func(r result) bool { return !g.holds(r) })
	if now := g.current(); g.sure && g.holds(now) {
		all = append(all, now)
	}
	return all
}

// arranged is how many rows of a result were put in their places: those that came later stand behind them.
func (r *result) arranged() int {
	n := len(r.view)
	for n > 0 && int(r.view[n-1]) >= r.used {
		n--
	}
	return n
}

// toLookAt is how many rows a search looks at that begins with a result; exact: it finds all of them but for what has changed.
func (g *Grid[K, T]) toLookAt(r result, exact bool) int {
	changed := g.store.used - r.used
	if exact {
		return changed
	}
	return len(r.view) + changed
}

// remember keeps what is shown, before something else is. All rows in the tenant's order are easily had again.
func (g *Grid[K, T]) remember() {
	now := g.current()
	if !g.sure || now.filter.Empty() && now.sort == (Sort{}) {
		return
	}
	g.former = slices.DeleteFunc(g.former, func(r result) bool {
		return !g.holds(r) || r.sort == now.sort && r.filter.Same(now.filter)
	})
	g.former = append(g.former, now)
	slots := 0
	for _, r := range g.former {
		slots += len(r.view)
	}
	for len(g.former) > mostKept || slots > 2*g.store.used && len(g.former) > 0 {
		oldest := max(0, slices.IndexFunc(g.former, func(r result) bool { return !r.filter.Empty() || r.sort != g.sort }))
		slots -= len(g.former[oldest].view)
		g.former = slices.Delete(g.former, oldest, oldest+1)
	}
}

// touch notes that the row in a slot is another one from the next version on.
func (g *Grid[K, T]) touch(slot int32) {
	g.touched[slot] = g.version + 1
}

// since are the slots whose rows are others than those that a result was made of, in the tenant's order.
func (g *Grid[K, T]) since(r result) []int32 {
	var changed []int32
	if r.version != g.version {
		for slot, version := range g.touched {
			if version > r.version && int(slot) < r.used {
				changed = append(changed, slot)
			}
		}
		slices.Sort(changed)
	}
	for slot := r.used; slot < g.store.used; slot++ {
		changed = append(changed, int32(slot))
	}
	return changed
}

// ages reports whether rows come and go under a filter as time goes by.
func (g *Grid[K, T]) ages(f *filter.Filter) bool {
	return f.Compares(func(column int) bool { return g.columns[column].Number == nil })
}

// baseOf is what is known that a search for what a filter finds can begin with: what leaves the least to be looked at, where there is an
// order such that stands in it. Nothing in it is changed when the grid is.
func (g *Grid[K, T]) baseOf(f *filter.Filter) base {
	var best result
	var b base
	better := func(r result, exact bool) bool {
		if !b.known || exact != b.exact {
			return !b.known || exact
		}
		inOrder, bestInOrder := r.sort == g.sort, best.sort == g.sort
		if g.sort != (Sort{}) && inOrder != bestInOrder {
			return inOrder
		}
		return g.toLookAt(r, exact) <= g.toLookAt(best, exact)
	}
	for _, r := range g.results() {
		exact := r.sort == g.sort && r.filter.Same(f) && !g.ages(f)
		similar := r.filter.IsSimilar()
		if similar { // no row contains it
			r.view = nil
		}
		narrows := !g.ages(r.filter) && f.Narrows(r.filter.Exact())
		if !exact && !narrows && !(r.filter.Empty() && r.sort == g.sort && r.sort != (Sort{}) && !f.Empty()) {
			continue
		}
		if better(r, exact) {
			best, b = r, base{known: true, exact: exact}
		}
	}
	if !b.known {
		return b
	}
	b.sort, b.changed = best.sort, g.since(best)
	b.view = slices.Clone(best.view[:best.arranged()])
	if len(g.store.gone) == 0 && (len(b.changed) == 0 || int(b.changed[0]) >= best.used) { // as most often: to ask of each row takes ms
		return b
	}
	b.view = slices.DeleteFunc(b.view, func(slot int32) bool {
		return int(slot) >= best.used || g.touched[slot] > best.version || !g.store.alive(slot)
	})
	return b
}
