package grid

// Cursor returns the selected row.
func (g *Grid[K, T]) Cursor() (T, bool) {
	if g.at == none {
		var zero T
		return zero, false
	}
	return g.store.at(g.view[g.at]), true
}

// CursorKey returns the selected row's key.
func (g *Grid[K, T]) CursorKey() (K, bool) { return g.cursor, g.at != none }

// Position is the cursor's place among the shown rows, counted from 0; -1 if there is none.
func (g *Grid[K, T]) Position() (index, shown int) { return g.at, len(g.view) }

// Select moves the cursor to a record; false if it isn't shown.
func (g *Grid[K, T]) Select(key K) bool {
	at := g.find(key)
	if at == none {
		return false
	}
	g.moveTo(at)
	return true
}

// Move moves the cursor down by so many rows, up if negative, as far as there are rows.
func (g *Grid[K, T]) Move(delta int) {
	if g.at != none {
		g.moveTo(g.at + min(max(delta, -len(g.view)), len(g.view)))
	}
}

// Page moves the cursor by so many screens.
func (g *Grid[K, T]) Page(n int) { g.scroll(n, max(1, g.body())) }

// HalfPage moves the cursor by so many half screens.
func (g *Grid[K, T]) HalfPage(n int) { g.scroll(n, max(1, g.body()/2)) }

// scroll moves view and cursor together, so that the cursor stays where it is on the screen.
func (g *Grid[K, T]) scroll(n, rows int) {
	delta := min(max(n, -len(g.view)), len(g.view)) * rows
	if g.at == none {
		return
	}
	g.top = min(max(0, g.top+delta), g.lastTop())
	g.moveTo(g.at + delta)
}

// Top selects the first row.
func (g *Grid[K, T]) Top() { g.moveTo(0) }

// Bottom selects the last row that is loaded and shown.
func (g *Grid[K, T]) Bottom() { g.moveTo(len(g.view) - 1) }

// moveTo is a move that the person made: the record that a filter took the cursor from is forgotten.
func (g *Grid[K, T]) moveTo(at int) {
	g.hasHome, g.first, g.best = false, false, false
	g.selectAt(at)
	g.reveal()
}

// Hold keeps the cursor on its record from now on, as if it had been moved there: something was done with that record.
func (g *Grid[K, T]) Hold() { g.first, g.best = false, false }

// selectAt selects the row at an index, the nearest one if it lies outside.
func (g *Grid[K, T]) selectAt(at int) {
	g.at = min(max(at, 0), len(g.view)-1)
	var gone K
	g.cursor = gone
	if g.at >= 0 {
		g.cursor = g.key(g.store.at(g.view[g.at]))
	}
}

// selectSomething gives the cursor a row when the first ones arrive.
func (g *Grid[K, T]) selectSomething() {
	if g.at == none && len(g.view) > 0 {
		g.selectAt(0)
		g.first = !g.hasHome
	}
	g.reveal()
}

// place selects the row at an index and draws it as far from the top as before.
func (g *Grid[K, T]) place(at, offset int) {
	g.selectAt(at)
	g.top = g.at - offset
	g.reveal()
}

// find returns a record's index among the shown rows, none if it isn't shown.
func (g *Grid[K, T]) find(key K) int {
	if slot, ok := g.store.index[key]; ok {
		return int(g.pos[slot])
	}
	return none
}

// SetSize sets the size of the whole grid in cells, with its header.
func (g *Grid[K, T]) SetSize(w, h int) {
	if w != g.w {
		clear(g.seen)
		clear(g.nameless)
		g.Redraw()
	}
	g.w, g.h = max(0, w), max(0, h)
	g.reveal()
}

// body is how many rows there is room for.
func (g *Grid[K, T]) body() int { return g.h - g.head() }

// head is how many lines stand above the rows: the header, and what is said of similar rows. A single line shows a row instead.
func (g *Grid[K, T]) head() int {
	switch {
	case g.h < 2:
		return 0
	case g.h > 2 && g.Similar():
		return 2
	}
	return 1
}

func (g *Grid[K, T]) lastTop() int { return max(0, len(g.view)-g.body()) }

// reveal scrolls as little as needed to have the cursor in view and no empty lines that rows could fill.
func (g *Grid[K, T]) reveal() {
	if g.at >= g.top+g.body() {
		g.top = g.at - g.body() + 1
	}
	g.top = min(g.top, g.at)
	g.top = min(max(0, g.top), g.lastTop())
}

// window returns the slots on the screen.
func (g *Grid[K, T]) window() []int32 {
	return g.view[g.top:min(g.top+g.body(), len(g.view))]
}

// Window returns the rows on the screen.
func (g *Grid[K, T]) Window() []T {
	rows := make([]T, 0, g.body())
	for _, slot := range g.window() {
		rows = append(rows, g.store.at(slot))
	}
	return rows
}

// NewOnScreen returns the rows that came to the screen since it was asked last, or are to be drawn anew, and the selected one among them.
func (g *Grid[K, T]) NewOnScreen() []T {
	if g.drawn.met == nil {
		g.drawn.met = map[int32]struct{}{}
	}
	var rows []T
	meet := func(slot int32) {
		if _, known := g.drawn.met[slot]; !known {
			g.drawn.met[slot] = struct{}{}
			rows = append(rows, g.store.at(slot))
		}
	}
	for _, slot := range g.window() {
		meet(slot)
	}
	if g.at != none {
		meet(g.view[g.at])
	}
	return rows
}

// Around returns the rows of a screen above and of a screen below those on the screen.
func (g *Grid[K, T]) Around() []T {
	body := g.body()
	from, end := max(0, g.top-body), min(len(g.view), g.top+2*body)
	rows := make([]T, 0, end-from)
	for i, slot := range g.view[from:end] {
		if at := from + i; at < g.top || at >= g.top+body {
			rows = append(rows, g.store.at(slot))
		}
	}
	return rows
}

// RowsBelow is how many shown rows lie below both the cursor and the end of the screen: near 0 it is time to load more.
func (g *Grid[K, T]) RowsBelow() int {
	return max(0, len(g.view)-max(g.at+1, g.top+g.body()))
}

// HitRow returns the record drawn on a line of View, for the mouse; the header is line 0.
func (g *Grid[K, T]) HitRow(y int) (K, bool) {
	line := y - (g.h - g.body())
	rows := g.window()
	if line < 0 || line >= len(rows) {
		var zero K
		return zero, false
	}
	return g.key(g.store.at(rows[line])), true
}

// InView is which part of the rows that are shown is on the screen: the first of them, how many there is room for, how many there are.
func (g *Grid[K, T]) InView() (top, rows, all int) { return g.top, g.body(), len(g.view) }
