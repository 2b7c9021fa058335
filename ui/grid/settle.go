package grid

import (
	"slices"

	"gatehouse/ui/filter"
)

// Settle shows what a filter lets through in the order that was asked for, where that is known but for rows that have changed since, and
// looking at these takes as long as at so many rows at the most; false, and nothing changes: the rows must be searched.
func (g *Grid[K, T]) Settle(env Env, f *filter.Filter, most int) bool {
	f = f.Within(g.within())
	if f.Empty() && g.sort == (Sort{}) {
		g.settlePlain(f)
		return true
	}
	known, from, ok := g.settled(f)
	if !ok {
		return false
	}
	changed := g.since(known)
	if len(changed) > most {
		return false
	}
	if len(changed) == 0 && from == none && g.version == g.arrival {
		return true
	}
	r := newReader(g.look(env))
	if r.takes(known, changed) > most {
		return false
	}
	found, ok := foundAmong(&r, known.filter, changed)
	if !ok || len(found) == 0 && g.mayResemble(&r, known, changed) {
		return false
	}
	g.settleOn(&r, known, from, changed, found)
	return true
}

// takes is what looking at the rows takes that have changed since a result, in rows as those of a search.
func (r *reader[K, T]) takes(known result, changed []int32) (rows int) {
	column, insert := r.column(known.sort), 0
	if column != none {
		insert = insertRow
	}
	if known.filter.Empty() && (column == none || !r.columns[column].byText()) {
		return len(changed) * max(1, insert)
	}
	row, last := rowCost(known.filter)+insert, none
	if len(known.view) == 0 && known.filter.Ranked() { // similar ones are looked for
		row = slowRow + insert
	}
	for _, slot := range changed {
		if number := int(slot / chunkSize); number != last {
			last = number
			rows += coldRow * r.unread(number)
		}
		rows += row
	}
	return rows
}

// unread is how many documents of a chunk must be made.
func (r *reader[K, T]) unread(number int) int {
	if r.has(number) {
		return 0
	}
	c := r.chunks[number]
	known, made := c.chunk.texts.Load(), 0
	if known != nil && known.epoch == r.names {
		made = len(known.docs)
	}
	n := len(c.rows) - made
	if known != nil && made > 0 {
		for _, doc := range known.docs {
			if doc == "" {
				n++
			}
		}
	}
	return n
}

// settled is the result that a filter and the order have led to already: what is shown, or one that is kept, with its place among those.
func (g *Grid[K, T]) settled(f *filter.Filter) (r result, kept int, ok bool) {
	is := func(r result) bool { return r.sort == g.sort && g.holds(r) && r.filter.Exact().Same(f) }
	if now := g.current(); g.sure && is(now) {
		return now, none, true
	}
	for i, r := range g.former {
		if is(r) && !g.ages(f) {
			return r, i, true
		}
	}
	return r, none, false
}

// stays reports whether a row of a result is still in it when those that have changed aren't looked at.
func (g *Grid[K, T]) stays(known result, changed []int32) bool {
	return slices.ContainsFunc(known.view, func(slot int32) bool {
		_, is := slices.BinarySearch(changed, slot)
		return !is && g.store.alive(slot)
	})
}

// mayResemble reports whether, with no row found among those that have changed, others may be shown than those of a result: similar ones.
func (g *Grid[K, T]) mayResemble(r *reader[K, T], known result, changed []int32) bool {
	switch {
	case !known.filter.Ranked() || len(changed) == 0 || g.stays(known, changed):
		return false
	case len(known.view) > 0:
		return true
	}
	similar, _ := foundAmong(r, known.filter.SimilarIn(r.Snapshot.read()), changed) // there was none before
	return len(similar) > 0
}

// foundAmong are the rows that a filter finds among those that have changed; false: it has found only similar ones so far, and one contains
// what was typed.
func foundAmong[K comparable, T any](r *reader[K, T], f *filter.Filter, changed []int32) (found []int32, ok bool) {
	exact, match := f.Exact().Matcher(), f.Matcher()
	for _, slot := range changed {
		if !r.alive(slot) {
			continue
		}
		if f.Empty() {
			found = append(found, slot)
			continue
		}
		doc := r.docOf(slot)
		if f.IsSimilar() {
			if _, contains := exact(doc); contains {
				return nil, false
			}
		}
		if _, matches := match(doc); matches {
			found = append(found, slot)
		}
	}
	return found, true
}

// settlePlain shows all rows as they come.
func (g *Grid[K, T]) settlePlain(f *filter.Filter) {
	oldView, oldAt, offset := g.view, g.at, g.at-g.top
	retyped := f.Text() != g.filter.Text()
	if g.filter.Empty() && g.order == (Sort{}) {
		g.arrival, g.arrivalNames, g.known, g.sure = g.version, g.names, g.store.used, true
		return
	}
	g.remember()
	look := g.look(nil)
	g.view = look.all()
	g.pos = positions(g.view, g.store.used)
	g.filter, g.order = f, Sort{}
	g.arrived()
	g.follows(oldView, oldAt, offset, retyped)
}

// settleOn shows a result with what was found among the rows that have changed since.
func (g *Grid[K, T]) settleOn(r *reader[K, T], known result, kept int, changed, found []int32) {
	oldView, oldAt, offset := g.view, g.at, g.at-g.top
	retyped := known.filter.Text() != g.filter.Text()
	order := r.rankOrderOf(known.filter)
	if column := r.column(g.sort); column != none {
		order = comparison(g.sort.Desc, r.keyOf(column))
	}
	slices.SortFunc(found, order)
	touched := len(changed) > 0 && int(changed[0]) < known.used
	if kept == none && touched {
		oldView = slices.Clone(oldView)
	}
	view, from := known.view, len(known.view)
	if kept != none {
		g.former = slices.Delete(g.former, kept, kept+1)
		g.remember()
		view = slices.DeleteFunc(view, func(slot int32) bool { return len(g.store.gone) > 0 && !g.store.alive(slot) })
		g.view, g.pos = view, positions(view, g.store.used)
	}
	if touched {
		from = 0
		view = slices.DeleteFunc(view, func(slot int32) bool {
			_, is := slices.BinarySearch(changed, slot)
			if is {
				g.pos[slot] = hidden
			}
			return is
		})
	}
	for len(view) > 0 && int(view[len(view)-1]) >= known.used { // new ones stand at the end
		g.pos[view[len(view)-1]] = hidden
		view = view[:len(view)-1]
	}
	view, at := insert(view, found, order)
	for i := min(from, at); i < len(view); i++ {
		g.pos[view[i]] = int32(i)
	}
	g.view, g.filter, g.order = view, known.filter, known.sort
	g.arrived()
	g.follows(oldView, oldAt, offset, retyped)
}

// arrived notes that what is shown is made of the rows as they are.
func (g *Grid[K, T]) arrived() {
	g.asked++
	g.applied, g.arrival, g.arrivalNames, g.known = g.asked, g.version, g.names, g.store.used
	g.sure, g.partial = true, false
	g.hiddenNow = unknown
}
