package grid

// Replace swaps all rows for those of a refresh that walked the whole list. Cursor and marks are kept by key; marks on records
// that are gone are dropped. With a filter or a sort the rows keep their old order, without new ones if there is a filter,
// until the next arrangement.
func (g *Grid[K, T]) Replace(rows []T) Change { return g.replace(rows, true) }

// ReplaceHead is Replace for a refresh that walked only the beginning of the list: marks on records that are not in it
// are kept until they are loaded again. They count as hidden.
func (g *Grid[K, T]) ReplaceHead(rows []T) Change { return g.replace(rows, false) }

// EndReached says that the whole list is loaded: marks on records that are not in it are dropped and counted.
func (g *Grid[K, T]) EndReached() (marksLost int) {
	marksLost = len(g.absent)
	clear(g.absent)
	g.hiddenNow = unknown
	return marksLost
}

func (g *Grid[K, T]) replace(rows []T, whole bool) Change {
	old, oldView, oldAt, offset := g.store, g.view, g.at, g.at-g.top
	keyAt := func(i int) K { return g.key(old.at(oldView[i])) }

	g.store = newStore[K, T]()
	g.epoch++
	g.version++
	g.former, g.sure, g.partial = nil, false, false
	clear(g.touched)
	for _, row := range rows {
		key := g.key(row)
		if slot, ok := g.store.index[key]; ok {
			g.store.set(slot, row)
			continue
		}
		g.store.push(key, row)
	}
	change := Change{MarksLost: g.replaceMarks(&old, whole)}
	g.replaceView(len(oldView), keyAt)

	if oldAt == none {
		g.selectSomething()
		return change
	}
	g.first = false // its record was there to be read
	if _, ok := g.store.index[g.cursor]; !ok {
		change.CursorGone = true
	}
	if g.hasHome {
		_, g.hasHome = g.store.index[g.home]
	}
	if _, ok := g.store.index[g.anchor]; !ok {
		g.ranging = false
	}
	g.place(g.nearest(len(oldView), oldAt, keyAt), offset)
	return change
}

// replaceView makes the view of new rows: as they come, or in the old order where an arrangement was asked for.
func (g *Grid[K, T]) replaceView(shown int, keyAt func(int) K) {
	g.view, g.pos = nil, nil
	if g.filter.Empty() && g.order == (Sort{}) {
		for slot := range int32(g.store.used) {
			g.showNew(slot)
		}
		return
	}
	g.pos = make([]int32, g.store.used)
	for i := range g.pos {
		g.pos[i] = hidden
	}
	show := func(slot int32) {
		g.pos[slot] = int32(len(g.view))
		g.view = append(g.view, slot)
	}
	for i := range shown {
		if slot, ok := g.store.index[keyAt(i)]; ok {
			show(slot)
		}
	}
	for slot := range int32(g.store.used) {
		if g.filter.Empty() && g.pos[slot] == hidden {
			show(slot)
		}
	}
}

// nearest finds where the cursor goes: to its record, or to the next one of the old view that is still shown, or to the one before.
func (g *Grid[K, T]) nearest(shown, at int, keyAt func(int) K) int {
	place := func(i int) int {
		if slot, ok := g.store.index[keyAt(i)]; ok {
			return int(g.pos[slot])
		}
		return none
	}
	for i := at; i < shown; i++ {
		if p := place(i); p >= 0 {
			return p
		}
	}
	for i := at - 1; i >= 0; i-- {
		if p := place(i); p >= 0 {
			return p
		}
	}
	return at
}
