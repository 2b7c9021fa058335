package grid

import (
	"cmp"
	"slices"

	"gatehouse/ui/draw"
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
// declarations only, so that columns don't come and go with the rows on the screen.
func (g *Grid[K, T]) visible() []place {
	room := g.w - gutter(g.w)
	var chosen []int
	wanted := -gap
	for _, i := range g.ranked {
		if g.columns[i].Priority > 0 && wanted+gap+g.least(i) > room {
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
	return squeeze(places, room)
}

// Choose shows these columns in this order, nil: all as they are declared. Of chosen ones those on the left get room first, after those
// that never hide; the others by their priority. Filter and order may name a column that isn't shown.
func (g *Grid[K, T]) Choose(names []string) {
	g.ranked, g.spots = nil, make([]int, len(g.columns))
	for i, c := range g.columns {
		g.spots[i] = i
		if names != nil {
			g.spots[i] = slices.Index(names, c.Name)
		}
		if g.spots[i] >= 0 {
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

// Want is the width, in cells, at which every column is there with what it wants.
func (g *Grid[K, T]) Want() int {
	wanted := max(0, len(g.ranked)-1) * gap
	for _, i := range g.ranked {
		wanted += g.want(i)
	}
	return gutter(wanted) + wanted
}

// squeeze narrows the columns that are never hidden, all alike, and drops those at the end that don't even get a cell.
func squeeze(places []place, room int) []place {
	for len(places) > 0 && len(places)*(gap+1)-gap > room {
		places = places[:len(places)-1]
	}
	for excess := total(places) - room; excess > 0; excess-- {
		widest := 0
		for i := range places {
			if places[i].width > places[widest].width {
				widest = i
			}
		}
		places[widest].width--
	}
	return places
}

func total(places []place) int {
	sum := gap * max(0, len(places)-1)
	for _, p := range places {
		sum += p.width
	}
	return sum
}

// least is the width below which a column hides rather than shrink.
func (g *Grid[K, T]) least(column int) int {
	c := &g.columns[column]
	width := c.Min
	if width <= 0 {
		width = draw.Width(draw.Clean(c.Title))
	}
	if c.Max > 0 {
		width = min(width, c.Max)
	}
	return max(1, width)
}

// want is the width that a column has before less important ones come.
func (g *Grid[K, T]) want(column int) int { return max(g.least(column), g.columns[column].Want) }

// wish is the width at which nothing of a column seen so far is cut.
func (g *Grid[K, T]) wish(column int) int {
	c := &g.columns[column]
	title := draw.Width(draw.Clean(c.Title))
	if c.Name == g.sort.Column {
		title += arrow
	}
	width := max(g.seen[column], title, g.least(column))
	if c.Max > 0 {
		width = min(width, c.Max)
	}
	return width
}

// widen shares the room that is left: first to what is cut and has less than it wants, the most important first; then to what else is
// cut, the narrowest first; then by weight.
func (g *Grid[K, T]) widen(places []place) {
	spare := g.w - gutter(g.w) - total(places)
	for _, i := range g.ranked {
		if at := slices.IndexFunc(places, func(p place) bool { return p.column == i }); at >= 0 {
			more := max(0, min(spare, min(g.want(i), g.wish(i))-places[at].width))
			places[at].width += more
			spare -= more
		}
	}
	for spare > 0 {
		narrow, count := none, 0
		for i, p := range places {
			if p.width < g.wish(p.column) {
				count++
				if narrow == none || p.width < places[narrow].width {
					narrow = i
				}
			}
		}
		if count == 0 {
			break
		}
		places[narrow].width++
		spare--
	}
	g.share(places, spare)
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
			if limit := g.columns[p.column].Max; limit > 0 {
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
	c := &g.columns[p.column]
	if c.Max > 0 && p.width >= c.Max {
		return 0
	}
	return max(0, c.Weight)
}
