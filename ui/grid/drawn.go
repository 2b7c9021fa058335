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
	second int64   // in which it was drawn last
	places []place // with the widths that the lines were drawn with
	cells  map[cellsOf]readCells
	filtered
	former []filtered  // of filters that a letter may be taken back to, the latest last
	rows   []rowCells  // of the window that was drawn last: most keys leave each of them where it is
	window []drawnLine // its lines
	header drawnHeader
	met    map[int32]struct{} // by NewOnScreen
}

// made is what all cells of a table depend on besides their rows and the width: SetSize forgets what was drawn in another one.
type made struct {
	epoch, version uint64
	theme          *theme.Theme
}

// readCells are the cells of a row, and the second in which the ages in them are right: they are told to the second at the most.
type readCells struct {
	cells  []cell
	second int64
}

// filtered are the lines that show the hits of a filter.
type filtered struct {
	filter *filter.Filter // nil: none
	lines  map[lineOf]string
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

// mostDrawn is how many screens of rows are kept, mostFiltered of how many filters.
const (
	mostDrawn    = 4
	mostFiltered = 8
)

// Redraw forgets what was drawn: something that cells tell may be another now.
func (g *Grid[K, T]) Redraw() { g.drawn = drawn{} }

// keep forgets what was drawn of another table than this one.
func (g *Grid[K, T]) keep(now time.Time, th *theme.Theme, places []place) {
	at, second := made{g.epoch, g.version, th}, now.Unix()
	same := slices.EqualFunc(g.drawn.places, places, func(a, b place) bool { return a.column == b.column })
	if at != g.drawn.made || !same || len(g.drawn.cells) > mostDrawn*max(g.h, 1) {
		g.drawn = drawn{made: at, cells: map[cellsOf]readCells{}}
	}
	if g.drawn.second != second {
		g.drawn.second, g.drawn.met = second, nil
	}
}

// forgetLines forgets how a row was drawn.
func (d *drawn) forgetLines(of cellsOf) {
	d.window = d.window[:0]
	d.forget(of)
	for i := range d.former {
		d.former[i].forget(of)
	}
}

func (f *filtered) forget(of cellsOf) {
	for _, selected := range []bool{false, true} {
		for _, marked := range []bool{false, true} {
			delete(f.lines, lineOf{of, selected, marked, false})
			delete(f.lines, lineOf{of, selected, marked, true})
		}
	}
}

// keepLines forgets lines with other widths, and sets those of another filter aside.
func (g *Grid[K, T]) keepLines(places []place) {
	d, of := &g.drawn, g.filter
	if of.Empty() {
		of = nil
	}
	if d.lines == nil || !slices.Equal(d.places, places) {
		d.places, d.header, d.former = slices.Clone(places), drawnHeader{}, nil
	} else if d.filter == of {
		return
	} else {
		d.former = append(d.former, d.filtered)
	}
	d.filtered, d.window = filtered{of, nil}, d.window[:0]
	if at := slices.IndexFunc(d.former, func(f filtered) bool { return f.filter == of }); at >= 0 {
		d.lines = d.former[at].lines
		d.former = slices.Delete(d.former, at, at+1)
	} else {
		d.lines = make(map[lineOf]string, g.h)
	}
	if len(d.former) == mostFiltered {
		d.former = slices.Delete(d.former, 0, 1)
	}
}
