package grid

// Apply shows the rows as arranged. It is false, and nothing changes, if all rows were replaced since the snapshot or a later
// snapshot's arrangement is applied already: then arrange again. Rows appended since the snapshot stand at the end, or are
// hidden if there is a filter, and Stale is true.
//
// The cursor stays on its record, or on the first row if nobody has moved it from there. If the filter hides its record, the next row that
// is still shown is selected, or the best one if rows come best first; it returns to its record as soon as that is shown again, unless it
// was moved meanwhile.
func (g *Grid[K, T]) Apply(a Arrangement[K]) bool {
	if a.epoch != g.epoch || a.asked < g.applied || a.asked == g.applied && !g.partial {
		return false
	}
	if !a.filter.Same(g.filter) || a.sort != g.order {
		g.remember()
	}
	oldView, oldAt, offset := g.view, g.at, g.at-g.top
	retyped := a.filter.Text() != g.filter.Text()
	g.applied, g.arrival, g.arrivalNames, g.known = a.asked, a.version, a.names, a.used
	g.view, g.pos, g.filter, g.order = a.view, a.pos, a.filter, a.sort
	g.sure, g.partial = !a.partial, a.partial
	for slot := int32(a.used); int(slot) < g.store.used; slot++ {
		g.showNew(slot)
	}
	g.dropGone()
	g.hiddenNow = unknown
	g.follows(oldView, oldAt, offset, retyped)
	return true
}

// follows brings the cursor to its place in a new view.
func (g *Grid[K, T]) follows(oldView []int32, oldAt, offset int, retyped bool) {
	g.ranging = g.ranging && !g.Similar()
	switch {
	case oldAt == none:
		g.selectSomething()
	case g.first:
		g.place(0, 0)
	default:
		g.place(g.follow(oldView, oldAt, retyped || g.best), offset)
	}
	g.best = g.best && g.partial
}

// Partial says whether the rows shown are those that were found so far: others may come, also before them.
func (g *Grid[K, T]) Partial() bool { return g.partial }

// Stale says whether rows changed since they were arranged, or not all were looked at, so that a filter or sort may not be right for all of
// them.
func (g *Grid[K, T]) Stale() bool {
	return g.partial || g.version != g.arrival && (!g.filter.Empty() || g.order != Sort{} || g.sort != g.order)
}

// dropGone takes rows out of the view that were removed after the snapshot.
func (g *Grid[K, T]) dropGone() {
	stale := false
	for slot := range g.store.gone {
		stale = stale || g.pos[slot] != hidden
	}
	if !stale {
		return
	}
	kept := g.view[:0]
	for _, slot := range g.view {
		if g.store.alive(slot) {
			kept = append(kept, slot)
		}
	}
	g.view = kept
	g.pos = positions(kept, g.store.used)
}

// follow finds the index of the cursor's record in a new view, or of the row to select instead.
func (g *Grid[K, T]) follow(oldView []int32, oldAt int, retyped bool) int {
	wanted := g.cursor
	if g.hasHome {
		wanted = g.home
	}
	if at := g.find(wanted); at != none {
		g.hasHome = false
		return at
	}
	g.home, g.hasHome = wanted, true
	if retyped && g.filter.Ranked() && g.order == (Sort{}) {
		g.best = true
		return 0
	}
	if at := g.find(g.cursor); at != none {
		return at
	}
	for _, slot := range oldView[oldAt:] {
		if g.pos[slot] != hidden {
			return int(g.pos[slot])
		}
	}
	for i := oldAt - 1; i >= 0; i-- {
		if at := g.pos[oldView[i]]; at != hidden {
			return int(at)
		}
	}
	return 0
}
