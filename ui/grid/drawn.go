package grid

import (
	"slices"
	"time"

	"gatehouse/theme"
	"gatehouse/ui/filter"
)

// drawn keeps what was drawn of rows, since a key that moves the cursor leaves all of them but two as they were.
type drawn struct {
	made   made
	filter *filter.Filter // whose hits the lines show
	places []place        // with the widths that the lines were drawn with
	cells  map[cellsOf][]cell
	lines  map[lineOf]string
	rows   []rowCells  // of the window that was drawn last: most keys leave each of them where it is
	window []drawnLine // its lines
	header drawnHeader
	met    map[int32]struct{} // by NewOnScreen
}

// made is what all cells of a table depend on besides their rows and the width: SetSize forgets what was drawn in another one.
type made struct {
	epoch, version uint64
	second         int64 // ages are told to the second at the most
	theme          *theme.Theme
}

// cellsOf says which cells of a row are kept, lineOf which line.
type cellsOf struct {
	slot    int32
	pending bool
}

type lineOf struct {
	cellsOf
	selected, marked, focused bool
}

type drawnLine struct {
	is   lineOf
	text string
}

type drawnHeader struct {
	sort Sort
	text string
}

// mostDrawn is how many screens of rows are kept.
const mostDrawn = 4

// Redraw forgets what was drawn: something that cells tell may be another now.
func (g *Grid[K, T]) Redraw() { g.drawn = drawn{} }

// keep forgets what was drawn of another table than this one.
func (g *Grid[K, T]) keep(now time.Time, th *theme.Theme, places []place) {
	at := made{g.epoch, g.version, now.Unix(), th}
	same := slices.EqualFunc(g.drawn.places, places, func(a, b place) bool { return a.column == b.column })
	if at == g.drawn.made && same && len(g.drawn.cells) <= mostDrawn*max(g.h, 1) {
		return
	}
	g.drawn = drawn{made: at, cells: map[cellsOf][]cell{}}
}

// keepLines forgets lines with other widths, or of another filter.
func (g *Grid[K, T]) keepLines(places []place) {
	if g.drawn.lines == nil || g.drawn.filter != g.filter || !slices.Equal(g.drawn.places, places) {
		g.drawn.lines, g.drawn.places, g.drawn.filter = map[lineOf]string{}, slices.Clone(places), g.filter
		g.drawn.window, g.drawn.header = nil, drawnHeader{}
	}
}
