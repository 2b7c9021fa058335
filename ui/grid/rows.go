package grid

// Change says what a replacement of the rows did to the cursor and the marks.
type Change struct {
	CursorGone bool // the selected record is not there any more; its neighbour is selected if there is one
	MarksLost  int  // marks on records that are not there any more
}

// Append adds a page of rows and returns how many are new. A row whose key is there already takes the old one's place.
// Without a filter new rows stand at the end until the next arrangement; with a filter they show only then.
func (g *Grid[K, T]) Append(rows []T) (added int) {
	for _, row := range rows {
		if g.add(row) {
			added++
		}
	}
	if len(rows) > 0 {
		g.version++
		g.hiddenNow = unknown
	}
	g.selectSomething()
	return added
}

func (g *Grid[K, T]) add(row T) (added bool) {
	key := g.key(row)
	if slot, ok := g.store.index[key]; ok {
		g.store.set(slot, row)
		g.touch(slot)
		return false
	}
	slot := g.store.push(key, row)
	g.showNew(slot)
	if _, ok := g.absent[key]; ok {
		delete(g.absent, key)
		g.marks[key] = struct{}{}
	}
	return true
}

// showNew gives a slot that no arrangement knows its place.
func (g *Grid[K, T]) showNew(slot int32) {
	if !g.filter.Empty() {
		g.pos = append(g.pos, hidden)
		return
	}
	g.pos = append(g.pos, int32(len(g.view)))
	g.view = append(g.view, slot)
}

// Put replaces the row of the same key in place; false if there is none. Its place changes with the next arrangement.
func (g *Grid[K, T]) Put(row T) bool {
	slot, ok := g.store.index[g.key(row)]
	if !ok {
		return false
	}
	g.store.set(slot, row)
	g.touch(slot)
	g.version++
	return true
}

// Remove takes a row out; its mark goes with it, and if it was selected, the row after it is.
func (g *Grid[K, T]) Remove(key K) bool {
	delete(g.absent, key)
	if _, ok := g.store.index[key]; !ok {
		return false
	}
	slot := g.store.remove(key)
	g.version++
	delete(g.marks, key)
	g.hiddenNow = unknown
	if at := int(g.pos[slot]); at >= 0 {
		g.hide(slot, at)
	}
	if g.hasHome && g.home == key {
		g.hasHome = false
	}
	if g.ranging && g.anchor == key {
		g.ranging = false
	}
	return true
}

// hide takes the slot at an index out of the view.
func (g *Grid[K, T]) hide(slot int32, at int) {
	g.view = append(g.view[:at], g.view[at+1:]...)
	g.pos[slot] = hidden
	for i := at; i < len(g.view); i++ {
		g.pos[g.view[i]] = int32(i)
	}
	switch {
	case at < g.at:
		g.at--
		g.top = max(0, g.top-1)
	case at == g.at:
		g.selectAt(at)
	}
	g.reveal()
}

// Row returns the row of a key.
func (g *Grid[K, T]) Row(key K) (T, bool) {
	slot, ok := g.store.index[key]
	if !ok {
		var zero T
		return zero, false
	}
	return g.store.at(slot), true
}

// Place is where a record stands in the tenant's order, whatever is shown: at most so many rows are before it.
func (g *Grid[K, T]) Place(key K) (int, bool) {
	slot, ok := g.store.index[key]
	return int(slot), ok
}

// Rows returns all loaded rows in the tenant's order.
func (g *Grid[K, T]) Rows() []T {
	rows := make([]T, 0, g.store.len())
	for slot := range int32(g.store.used) {
		if g.store.alive(slot) {
			rows = append(rows, g.store.at(slot))
		}
	}
	return rows
}

// ShownRows returns the rows that the filter lets through, in the order shown.
func (g *Grid[K, T]) ShownRows() []T {
	rows := make([]T, len(g.view))
	for i, slot := range g.view {
		rows[i] = g.store.at(slot)
	}
	return rows
}

// After returns the row that follows in the tenant's order, whatever is shown.
func (g *Grid[K, T]) After(key K) (T, bool) {
	if slot, ok := g.store.index[key]; ok {
		for slot++; int(slot) < g.store.used; slot++ {
			if g.store.alive(slot) {
				return g.store.at(slot), true
			}
		}
	}
	var zero T
	return zero, false
}

// Len is how many rows are loaded.
func (g *Grid[K, T]) Len() int { return g.store.len() }

// Shown is how many rows the filter lets through.
func (g *Grid[K, T]) Shown() int { return len(g.view) }
