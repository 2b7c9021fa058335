package dialog

import (
	"slices"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// gate shows a question that may be longer than its room, and knows whether all of it was seen. What was not seen can't be confirmed.
type gate struct {
	top  int  // the first line in view, of what scrolls
	room int  // the lines that were in view at a time
	seen int  // the lines of the question whose end was seen
	fits bool // at the last drawing all of the question was in view, or its end had been seen
}

// scrollKeys are what the keys are called that scroll a question and cancel it.
type scrollKeys struct{ down, up, cancel string }

func dialogKeys(keys *keymap.Map) scrollKeys {
	return scrollKeys{keys.Label("dialog.down"), keys.Label("dialog.up"), keys.Label("dialog.cancel")}
}

// asked is a question as it is drawn: what it is about, what else has to be read, and what may be.
type asked struct {
	head []string // what it is done to: in view as long as anything is, in full or in short
	// brief is the head with a long name cut in its middle, for where the whole has no room; the request view has all of it.
	brief []string
	pins  []string // the same in short, a line each
	must  []string
	list  listing // what a count in must stands for; it gates nothing
	foot  []string
}

// listing is lines that are drawn when they come into view.
type listing struct {
	n    int
	line func(i, w int) string
}

func (l listing) Lines(from, n, w int) (lines []string) {
	from = max(0, from)
	for i := from; i < min(l.n, from+n); i++ {
		lines = append(lines, l.line(i, w))
	}
	return lines
}

const (
	leastRoom   = 2  // lines below which nothing is read through a window
	easyRoom    = 4  // lines for which less of what it is about stays in view: the box names the tenant, too
	leastWidth  = 24 // cells
	listedRows  = 12 // of a list at most, where the question has room
	leastListed = 3
)

// whole draws the question without scrolling it, false where it doesn't fit.
func (g *gate) whole(q asked, w, h int, th *theme.Theme, keys scrollKeys) ([]string, bool) {
	body := slices.Concat(q.head, q.must)
	for _, blanks := range []int{1, 0} {
		if blanks == 0 {
			body = slices.DeleteFunc(body, func(line string) bool { return line == "" })
		}
		room := h - len(body) - len(q.foot) - 2*blanks
		rows := min(q.list.n, listedRows, room)
		if w < leastWidth || room < 0 || rows < min(q.list.n, leastListed) {
			continue
		}
		g.fits, g.room = true, rows
		lines := body
		if blanks > 0 {
			lines = append(lines, "")
		}
		if rows > 0 {
			g.top = max(0, min(g.top, q.list.n-rows))
			lines = append(lines, q.list.Lines(g.top, rows, w)...)
			if below := q.list.n - g.top - rows; below > 0 {
				lines[len(lines)-1] = th.Paint(theme.Dim, draw.Truncate("… "+draw.Count(int64(below+1))+" more, "+keys.down+" scrolls", w))
			}
			if blanks > 0 {
				lines = append(lines, "")
			}
		}
		return append(lines, q.foot...), true
	}
	return nil, false
}

// through draws the question through a window below what it is about, and says how many lines were not seen yet.
func (g *gate) through(q asked, w, h int, th *theme.Theme, keys scrollKeys, tried bool) []string {
	pins := slices.Clone(q.pins)
	around := 1 + len(q.foot)
	if n := len(q.head); n > 0 && n <= len(pins) && h-n-around >= easyRoom { // no shorter in short
		pins = slices.Clone(q.head)
	}
	for len(pins) > 1 && h-len(pins)-around < easyRoom {
		pins = pins[:len(pins)-1]
	}
	body := slices.DeleteFunc(slices.Clone(q.head), func(line string) bool { return slices.Contains(pins, line) }) // nothing is said twice
	body = slices.DeleteFunc(append(body, q.must...), func(line string) bool { return line == "" })
	g.room = h - len(pins) - around
	if g.fits = false; g.room < leastRoom || w < leastWidth {
		return tooSmall(body, w, h, th, keys.cancel)
	}
	all := len(body) + q.list.n
	g.top = max(0, min(g.top, all-g.room))
	if end := min(len(body), g.top+g.room); end == len(body) {
		g.seen = end
	}
	g.fits = g.seen == len(body)
	lines := append(pins, body[min(g.top, len(body)):min(len(body), g.top+g.room)]...)
	lines = append(lines, q.list.Lines(g.top-len(body), g.room-max(0, len(body)-g.top), w)...)
	role, note := g.note(len(body), all, keys.down, keys.up)
	if tried && !g.fits {
		role = theme.Warn
	}
	return append(append(lines, th.Paint(role, draw.Truncate(note, w))), q.foot...)
}

// note says how much there is that isn't in view.
func (g *gate) note(must, all int, down, up string) (theme.Role, string) {
	switch unseen, below := must-g.top-g.room, all-g.top-g.room; {
	case !g.fits:
		return theme.Info, "↓ " + widget.Count(int64(unseen), "more line") + " to read first: " + down
	case unseen > 0:
		return theme.Dim, "↓ " + widget.Count(int64(unseen), "more line") + ": " + down
	case below > 0:
		return theme.Dim, "↓ " + draw.Count(int64(below)) + " more in the list: " + down
	case g.top > 0:
		return theme.Dim, "↑ the beginning: " + up
	}
	return theme.Dim, ""
}

// Scroll moves what is in view by lines, or by what was in view.
func (g *gate) Scroll(by int, page bool) {
	if page {
		by *= max(1, g.room-1)
	}
	g.top = max(0, g.top+by)
}

func tooSmall(body []string, w, h int, th *theme.Theme, cancel string) []string {
	note := draw.Wrap("Too small to confirm: this needs a larger window. "+cancel+" cancels.", w)
	return append(slices.Clone(body[:max(0, min(len(body), h-len(note)))]), widget.PaintAll(th, theme.Bad, note)...)
}

// inShort is a line of a name and an id, of both of which the ends are seen.
func inShort(name, id string, w int, th *theme.Theme) string {
	if id == "" || name == id {
		return th.Paint(theme.Value, draw.Middle(name, w))
	}
	id = draw.Middle(id, max(9, w/3))
	return th.Paint(theme.Value, draw.Middle(name, max(1, w-draw.Width(id)-1))) + " " + th.Paint(theme.Dim, id)
}
