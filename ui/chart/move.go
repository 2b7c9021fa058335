package chart

import "gatehouse/ui/draw"

// Step is a way from a bar to the next.
type Step struct{ X, Y int }

// Move goes to the next bar in a direction as it was drawn last, and stays where there is none: aside within a strip or groups that stand
// beside each other, up and down within a group and from its end to what stands above or below.
func (v *View) Move(by Step) {
	from, ok := v.laid.places[v.at]
	if !ok {
		return
	}
	next, found := v.nearest(func(to place) (far distance, ok bool) {
		dx, dy := to.x-from.x, to.y-from.y
		if by.X != 0 {
			return distance{abs(dx), abs(dy), 0}, to.block == from.block && dx*by.X > 0
		}
		return distance{abs(dy), 0, 0}, to.block == from.block && dx == 0 && dy*by.Y > 0
	})
	if !found && by.Y != 0 {
		next, found = v.nearest(func(to place) (far distance, ok bool) {
			return distance{abs(to.block - from.block), abs(to.x - from.x), abs(to.y - from.y)}, (to.block-from.block)*by.Y > 0
		})
	}
	if found {
		v.at, v.moved = next, true
	}
}

// distance is how far a bar is: what comes first decides.
type distance [3]int

func (d distance) less(o distance) bool {
	for i := range d {
		if d[i] != o[i] {
			return d[i] < o[i]
		}
	}
	return false
}

// nearest is the bar that is least far, of those that may be gone to.
func (v *View) nearest(look func(place) (distance, bool)) (best spot, found bool) {
	var least distance
	for s, to := range v.laid.places {
		far, may := look(to)
		if may && (!found || far.less(least) || far == least && before(s, best)) {
			best, least, found = s, far, true
		}
	}
	return best, found
}

func abs(n int) int { return max(n, -n) }

func before(a, b spot) bool { return a.group < b.group || a.group == b.group && a.bar < b.bar }

// Choose goes to the bar at a cell of the chart as it was drawn last, in the place of the rows or above them; false: there is none.
func (v *View) Choose(x, y int, covers bool) bool {
	if y < 0 || covers && y >= v.rows {
		return false
	}
	if covers {
		y = v.line(y)
	}
	if y >= len(v.laid.lines) {
		return false
	}
	for _, p := range v.laid.lines[y] {
		before := signWidth
		if !p.bar || v.declared.Groups[p.of.group].Strip {
			before = 0
		}
		if p.bar && p.x-before <= x && x <= p.x+draw.Width(p.text) {
			v.at, v.moved = p.of, true
			return true
		}
	}
	return false
}
