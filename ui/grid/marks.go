package grid

import (
	"cmp"
	"slices"
)

// absentMark is a mark on a record that isn't loaded at the moment.
type absentMark[T any] struct {
	row   T   // as it was last
	order int // its place among its kind
}

// ToggleMark marks the selected row, or takes its mark away.
func (g *Grid[K, T]) ToggleMark() {
	if g.at == none {
		return
	}
	if _, ok := g.marks[g.cursor]; ok {
		delete(g.marks, g.cursor)
		return
	}
	g.marks[g.cursor] = struct{}{}
}

// StartRange begins a range at the cursor; rows between there and the cursor show as marked while it moves.
func (g *Grid[K, T]) StartRange() {
	if g.at != none && !g.Similar() {
		g.anchor, g.ranging = g.cursor, true
	}
}

// InRange says whether a range is being drawn, and over how many rows.
func (g *Grid[K, T]) InRange() (rows int, ok bool) {
	from, to := g.rangeEnds()
	return to - from, g.ranging
}

// EndRange marks the rows of the range.
func (g *Grid[K, T]) EndRange() {
	from, to := g.rangeEnds()
	g.mark(g.view[from:to])
	g.ranging = false
}

// CancelRange forgets the range; nothing is marked by it.
func (g *Grid[K, T]) CancelRange() { g.ranging = false }

// rangeEnds returns the indices from the first row of the range to after its last.
func (g *Grid[K, T]) rangeEnds() (from, to int) {
	if !g.ranging || g.at == none {
		return 0, 0
	}
	other := g.find(g.anchor)
	if other == none { // the filter hides where it began
		other = g.at
	}
	return min(g.at, other), max(g.at, other) + 1
}

// hasMark reports whether the row in a slot is marked.
func (g *Grid[K, T]) hasMark(slot int32) bool {
	_, marked := g.marks[g.key(g.store.at(slot))]
	return marked
}

// MarkShown marks all rows that the filter lets through, none that are only similar.
func (g *Grid[K, T]) MarkShown() {
	if !g.Similar() {
		g.mark(g.view)
	}
}

func (g *Grid[K, T]) mark(slots []int32) {
	for _, slot := range slots {
		g.marks[g.key(g.store.at(slot))] = struct{}{}
	}
}

// MarkRows marks those of the rows that are loaded, and says how many are.
func (g *Grid[K, T]) MarkRows(rows []T) (n int) {
	for _, row := range rows {
		if _, loaded := g.store.index[g.key(row)]; loaded {
			g.marks[g.key(row)] = struct{}{}
			n++
		}
	}
	g.hiddenNow = unknown
	return n
}

// InvertMarks turns the marks of the shown rows round; those of hidden rows stay, and those of rows that are only similar.
func (g *Grid[K, T]) InvertMarks() {
	if g.Similar() {
		return
	}
	for _, slot := range g.view {
		key := g.key(g.store.at(slot))
		if _, ok := g.marks[key]; ok {
			delete(g.marks, key)
		} else {
			g.marks[key] = struct{}{}
		}
	}
}

// ClearMarks takes all marks away, also those of hidden rows, and ends a range.
func (g *Grid[K, T]) ClearMarks() {
	clear(g.marks)
	clear(g.absent)
	g.hiddenNow, g.ranging = 0, false
}

// Unmark takes a record's mark away.
func (g *Grid[K, T]) Unmark(key K) {
	delete(g.marks, key)
	delete(g.absent, key)
	g.hiddenNow = unknown
}

// IsMarked says whether a record is marked.
func (g *Grid[K, T]) IsMarked(key K) bool {
	_, loaded := g.marks[key]
	_, absent := g.absent[key]
	return loaded || absent
}

// Marked returns the marked rows in the tenant's order, those that aren't loaded at the moment (see ReplaceHead) at the end.
func (g *Grid[K, T]) Marked() []T {
	slots := make([]int32, 0, len(g.marks))
	for key := range g.marks {
		slots = append(slots, g.store.index[key])
	}
	slices.Sort(slots)
	rows := make([]T, 0, g.MarkCount())
	for _, slot := range slots {
		rows = append(rows, g.store.at(slot))
	}
	for _, m := range g.absentInOrder() {
		rows = append(rows, m.row)
	}
	return rows
}

func (g *Grid[K, T]) absentInOrder() []absentMark[T] {
	absent := make([]absentMark[T], 0, len(g.absent))
	for _, m := range g.absent {
		absent = append(absent, m)
	}
	slices.SortFunc(absent, func(a, b absentMark[T]) int { return cmp.Compare(a.order, b.order) })
	return absent
}

// MarkCount is how many records are marked, without a range that isn't ended.
func (g *Grid[K, T]) MarkCount() int { return len(g.marks) + len(g.absent) }

// HiddenMarks is how many marked records the filter hides or aren't loaded at the moment.
func (g *Grid[K, T]) HiddenMarks() int {
	if len(g.view) == g.store.len() {
		return len(g.absent)
	}
	if g.hiddenNow == unknown {
		g.hiddenNow = len(g.absent)
		for key := range g.marks {
			if g.find(key) == none {
				g.hiddenNow++
			}
		}
	}
	return g.hiddenNow
}

// MarkOnScreen reports whether a marked row is on the screen.
func (g *Grid[K, T]) MarkOnScreen() bool { return slices.Contains(g.marksOnScreen(), true) }

// marksOnScreen says of each row of the window whether it is marked. A few marks are found by where they are.
func (g *Grid[K, T]) marksOnScreen() []bool {
	rows := g.window()
	marked := make([]bool, len(rows))
	if len(g.marks) >= len(rows) {
		for i, slot := range rows {
			marked[i] = g.hasMark(slot)
		}
		return marked
	}
	for key := range g.marks {
		if at := g.find(key) - g.top; at >= 0 && at < len(marked) {
			marked[at] = true
		}
	}
	return marked
}

// Shows reports whether a record is on the screen. Where the selected one stands alone, as in its detail, no other is.
func (g *Grid[K, T]) Shows(key K, alone bool) bool {
	if alone {
		return g.at != none && g.cursor == key
	}
	return slices.ContainsFunc(g.Window(), func(row T) bool { return g.key(row) == key })
}

// AbsentMarks is how many marked records aren't loaded at the moment.
func (g *Grid[K, T]) AbsentMarks() int { return len(g.absent) }

// replaceMarks carries marks over to new rows and returns how many are lost.
func (g *Grid[K, T]) replaceMarks(old *store[K, T], whole bool) (lost int) {
	var missing []int32
	for key := range g.marks {
		if _, ok := g.store.index[key]; !ok {
			missing = append(missing, old.index[key])
			delete(g.marks, key)
		}
	}
	for key := range g.absent {
		if _, ok := g.store.index[key]; ok {
			delete(g.absent, key)
			g.marks[key] = struct{}{}
		}
	}
	g.hiddenNow = unknown
	if whole {
		lost = len(missing) + len(g.absent)
		clear(g.absent)
		return lost
	}
	slices.Sort(missing)
	last := 0
	for _, m := range g.absent {
		last = max(last, m.order)
	}
	for i, slot := range missing {
		row := old.at(slot)
		g.absent[g.key(row)] = absentMark[T]{row: row, order: last + 1 + i}
	}
	return 0
}
