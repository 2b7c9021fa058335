package grid

import (
	"cmp"
	"slices"
)

// gap is how many cells stand between two columns.
const gap = 2

// arrow is how many cells the sign of the order takes behind a title.
const arrow = 2

// place is a column on the screen.
type place struct {
	column, width int
}

// gutter is how many cells stand before the first column: the cursor's sign, the mark's sign, a blank.
func gutter(w int) int {
	switch {
	case w >= 20:
		return 3
	case w >= 8:
		return 2
	default:
		return min(w, 1)
	}
}

// VisibleColumns returns the names of the columns that there is room for.
func (g *Grid[K, T]) VisibleColumns() []string {
	var names []string
	for _, p := range g.visible() {
		names = append(names, g.columns[p.column].Name)
	}
	return names
}

// visible picks the columns that there is room for: one comes only when those of more importance have what they want. It looks at
// declarations, so that columns don't come and go with the rows on the screen; only a number that is wider than any before may take one
// away.
func (g *Grid[K, T]) visible() []place {
	room := g.w - gutter(g.w)
	var chosen []int
	wanted, spare := -gap, 0
	for _, i := range g.ranked {
		spare = max(spare, g.spare(i)) // what comes after that leaves it, too
		if g.columns[i].Priority > 0 && wanted+gap+g.least(i)+spare > room {
			break
		}
		chosen = append(chosen, i)
		wanted += gap + g.want(i)
	}
	slices.SortFunc(chosen, func(a, b int) int { return g.spots[a] - g.spots[b] })
	places := make([]place, len(chosen))
	for n, i := range chosen {
		places[n] = place{column: i, width: g.least(i)}
	}
	return g.squeeze(places, room)
}

// Choose shows these columns in this order, nil: as they are declared. Of chosen ones those on the left get room first, after those
// that never hide; the others by their priority. Filter and order may name a column that isn't shown.
func (g *Grid[K, T]) Choose(names []string) {
	g.ranked, g.spots, g.chosen = nil, make([]int, len(g.columns)), names != nil
	for i, c := range g.columns {
		g.spots[i] = i
		if names != nil {
			g.spots[i] = slices.Index(names, c.Name)
		}
		if g.spots[i] >= 0 && (names != nil || !c.Aside) {
			g.ranked = append(g.ranked, i)
		}
	}
	slices.SortStableFunc(g.ranked, func(a, b int) int {
		x, y := g.columns[a].Priority, g.columns[b].Priority
		if names != nil && x > 0 && y > 0 {
			x, y = g.spots[a], g.spots[b]
		}
		return cmp.Compare(x, y)
	})
}

// spare is how many cells a column leaves to those before it. One that somebody has chosen takes them.
func (g *Grid[K, T]) spare(column int) int {
	if g.chosen {
		return 0
	}
	return g.columns[column].Spare
}

// Want is the width, in cells, at which every column is there with what it wants. It looks at declarations alone, so that who gives the
// grid its size by it gives the same whatever was seen, and in whatever order.
func (g *Grid[K, T]) Want() int {
	wanted, spare := -gap, 0
	for _, i := range g.ranked {
		c := &g.columns[i]
		wanted += gap + max(1, c.Min, c.Want, g.heads[i])
		spare = max(spare, g.spare(i))
	}
	return gutter(wanted) + wanted + spare
}

// squeeze narrows the columns that are never hidden, texts first and all alike. Numbers and dates aren't cut: they go as a whole when
// texts have given what they can, and so do those at the end that don't even get a cell.
func (g *Grid[K, T]) squeeze(places []place, room int) []place {
	for len(places) > 0 && len(places)*(gap+1)-gap > room {
		places = places[:len(places)-1]
	}
	for excess := total(places) - room; excess > 0 && len(places) > 0; excess = total(places) - room {
		widest, number := none, none
		for i, p := range places {
			if c := &g.columns[p.column]; c.counts() || c.Hours != nil {
				number = i
			} else if widest == none || p.width > places[widest].width {
				widest = i
			}
		}
		switch {
		case widest != none && (places[widest].width > leastText || number == none && places[widest].width > 1):
			places[widest].width--
		case number != none && len(places) > 1:
			places = slices.Delete(places, number, number+1)
		default:
			places[0].width = room
		}
	}
	return places
}

// leastText is what a text keeps before numbers go.
const leastText = 6

func total(places []place) int {
	sum := gap * max(0, len(places)-1)
	for _, p := range places {
		sum += p.width
	}
	return sum
}

// headWidth is how many cells the header of a column takes, with the sign of the order.
func (g *Grid[K, T]) headWidth(column int) int {
	if g.columns[column].Name == g.sort.Column {
		return g.heads[column] + arrow
	}
	return g.heads[column]
}

// limit is how wide a column may be, 0: without limit. Its header has room, and a number is never cut.
func (g *Grid[K, T]) limit(column int) int {
	c := &g.columns[column]
	switch {
	case c.Max <= 0:
		return 0
	case c.counts():
		return max(c.Max, g.headWidth(column), g.seen[column])
	}
	return max(c.Max, g.headWidth(column))
}

// least is the width below which a column hides rather than shrink.
func (g *Grid[K, T]) least(column int) int {
	c := &g.columns[column]
	width := c.Min
	if limit := g.limit(column); limit > 0 {
		width = min(width, limit)
	}
	if c.counts() {
		width = max(width, g.seen[column])
	}
	return max(1, width, g.headWidth(column))
}

// want is the width that a column has before less important ones come.
func (g *Grid[K, T]) want(column int) int { return max(g.least(column), g.columns[column].Want) }

// wish is the width at which nothing of a column seen so far is cut.
func (g *Grid[K, T]) wish(column int) int {
	width := max(g.seen[column], g.nameless[column], g.least(column))
	if limit := g.limit(column); limit > 0 {
		width = min(width, limit)
	}
	return width
}

// widen shares the room that is left: first to what is cut and has less than it wants, the most important first; then to what else is
// cut, the narrowest first, and those that leave cells to others after them; then by weight.
func (g *Grid[K, T]) widen(places []place) {
	spare := g.w - gutter(g.w) - total(places)
	for _, i := range g.ranked {
		if at := slices.IndexFunc(places, func(p place) bool { return p.column == i }); at >= 0 {
			more := max(0, min(spare, min(g.want(i), g.wish(i))-places[at].width))
			places[at].width += more
			spare -= more
		}
	}
	spare = g.fill(places, spare, func(column int) bool { return g.spare(column) == 0 })
	spare = g.fill(places, spare, func(int) bool { return true })
	g.share(places, spare)
}

// fill gives spare cells to those of the columns that are cut, the narrowest first, and tells how many are left.
func (g *Grid[K, T]) fill(places []place, spare int, of func(column int) bool) int {
	for spare > 0 {
		narrow := none
		for i, p := range places {
			if of(p.column) && p.width < g.wish(p.column) && (narrow == none || p.width < places[narrow].width) {
				narrow = i
			}
		}
		if narrow == none {
			break
		}
		places[narrow].width++
		spare--
	}
	return spare
}

// share gives spare cells to columns with a weight, up to their limits.
func (g *Grid[K, T]) share(places []place, spare int) {
	for spare > 0 {
		weights := 0
		for _, p := range places {
			weights += g.openWeight(p)
		}
		if weights == 0 {
			return
		}
		left := spare
		for i, p := range places {
			w := g.openWeight(p)
			if w == 0 {
				continue
			}
			more := min((spare*w+weights-1)/weights, left)
			if limit := g.limit(p.column); limit > 0 {
				more = min(more, limit-p.width)
			}
			places[i].width += more
			left -= more
		}
		spare = left
	}
}

// openWeight is a column's weight, 0 if it can't grow.
func (g *Grid[K, T]) openWeight(p place) int {
	if limit := g.limit(p.column); limit > 0 && p.width >= limit {
		return 0
	}
	return max(0, g.columns[p.column].Weight)
}
