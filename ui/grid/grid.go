// Package grid is a virtual table: what a key press costs depends on the screen, not on how many rows are loaded.
//
// Cursor and marks are held by key, so that no refresh, sort, filter or new page moves them to another record. Filtering and
// sorting run on a Snapshot, outside the update loop; everything else is called from the update loop only.
package grid

import (
	"time"

	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/filter"
)

// Env is what cells may need besides the row. Its methods are called from several goroutines at once.
type Env interface {
	// Now is the time that ages are counted from.
	Now() time.Time
	// Name is the name of the thing of this kind with this id, "" if it isn't known.
	Name(kind, id string) string
}

// Column declares one column of a grid.
type Column[T any] struct {
	Name  string // the word in "name:value", in the configuration and in Sort
	Title string // the header
	Short string // the header where the title is much wider than what stands below it

	Min      int // cells; 0: as wide as the title
	Want     int // cells that it has before columns of a higher Priority appear; less than Min: Min
	Spare    int // cells that columns before it have beyond what they want before it appears by itself
	Max      int // cells; 0: without limit. A number may have more: it is never cut
	Weight   int // share of the spare width; 0: never wider than its contents
	Priority int // 0: never hidden; the highest hides first when there is little room
	Align    draw.Align
	Aside    bool // it is there only where somebody chose it
	Middle   bool // cut from the middle rather than the end: ids and addresses

	Text   func(T, Env) string              // what is drawn and filtered; the grid cleans it
	Role   func(T, Env) theme.Role          // nil: theme.Text
	Search func(T) string                   // what the filter sees instead of Text, for cells that change with time
	Number func(T) (value float64, ok bool) // for name:>0.8, and the order when there is no When
	Share  bool                             // Number is a share of one, which is drawn as a percentage
	Hours  func(T, Env) (float64, bool)     // Number of a time: hours ago, or to go; it orders nothing
	When   func(T) (at time.Time, ok bool)  // the order, if it is one of times; nil: by number, else by text without case, numbers by value
	Export func(T, Env) string              // what a file gets, where that is neither the number nor the text
	Words  string                           // the column that name:text looks in, where this one only counts; "" for this one
	Former map[string]string                // words that stood here once, in small letters, with those that stand here now: filters find them
	Was    string                           // a header that it had once
	Signed bool                             // the text starts with a sign and a space, which files leave out
	Always bool                             // words look here even where there is no room for it: ids
	Named  bool                             // words never look here, only name:text does: an age that is filtered by its date
}

// head is the header.
func (c *Column[T]) head() string {
	if c.Short != "" {
		return c.Short
	}
	return c.Title
}

// counts reports whether the column holds numbers, which are compared by their ends.
func (c *Column[T]) counts() bool { return c.Number != nil && c.Align == draw.Right }

// Sort is an order of the rows. The zero Sort is the tenant's order.
type Sort struct {
	Column string // a column's name
	Desc   bool
}

// Grid holds rows of T by their keys and draws a window on them. It is not safe for concurrent use.
type Grid[K comparable, T any] struct {
	key     func(T) K
	columns []Column[T]
	ranked  []int // the columns in the order in which they get room; without those that nobody wants
	spots   []int // by column: where it stands among the others
	chosen  bool  // somebody has chosen the columns
	heads   []int // by column: the width of its header
	store   store[K, T]

	// epoch counts the times that slots were given out anew, version the changes of rows.
	epoch, version uint64

	view    []int32 // slots that are shown, in the order shown
	pos     []int32 // by slot: its index in view, or hidden
	filter  *filter.Filter
	order   Sort // what view is in
	sort    Sort // what is asked for
	asked   uint64
	applied uint64
	arrival uint64 // version that view is made of

	arrivalNames uint64           // names that view is made of
	known        int              // slots that view is made of; those behind are shown by showNew
	sure         bool             // view is what filter and order leave of these
	partial      bool             // a search has found it so far
	former       []result         // what other filters and orders have led to
	touched      map[int32]uint64 // by slot: the version in which its row became another one

	cursor    K
	at        int  // the cursor's index in view, none if there is no cursor
	first     bool // it stands on the first row by itself: nobody has moved it or used its record
	best      bool // it stands on the best of the rows that were found so far
	home      K    // the record that the filter took the cursor from
	hasHome   bool
	anchor    K
	ranging   bool
	marks     map[K]struct{}
	absent    map[K]absentMark[T]
	hiddenNow int // marks that aren't shown, unknown if it must be counted

	pending func(T) bool

	w, h, top int
	drawn     drawn
	seen      []int  // by column: the widest cell drawn since the last resize
	nameless  []int  // by column: the widest cell drawn without a name that it asked for, since names became known
	asking    asking // of the cell that is read
	names     uint64 // counts the times that texts were forgotten
}

const (
	hidden  = int32(-1)
	none    = -1
	unknown = -1
)

// New makes an empty grid. Columns are told apart by their names.
func New[K comparable, T any](key func(T) K, columns []Column[T]) *Grid[K, T] {
	g := &Grid[K, T]{
		key:      key,
		columns:  columns,
		store:    newStore[K, T](),
		at:       none,
		marks:    map[K]struct{}{},
		absent:   map[K]absentMark[T]{},
		touched:  map[int32]uint64{},
		sure:     true,
		seen:     make([]int, len(columns)),
		nameless: make([]int, len(columns)),
	}
	for _, c := range columns {
		g.heads = append(g.heads, draw.Width(draw.Clean(c.head())))
	}
	g.Choose(nil)
	return g
}

// SetPending says which rows something is under way for: their column with a sign is drawn so.
func (g *Grid[K, T]) SetPending(pending func(T) bool) { g.pending = pending }

// Columns returns the columns as declared.
func (g *Grid[K, T]) Columns() []Column[T] { return g.columns }

// ParseFilter parses a filter over the grid's columns; the only error is a *filter.SyntaxError.
func (g *Grid[K, T]) ParseFilter(text string) (*filter.Filter, error) {
	columns := make([]filter.Column, len(g.columns))
	for i, c := range g.columns {
		columns[i] = filter.Column{Name: c.Name, Title: c.head(), Numeric: c.Number != nil || c.Hours != nil, Share: c.Share,
			Words: c.Words, Former: c.Former, Was: c.Was}
	}
	return filter.ParseColumns(text, columns)
}

// Filter is the filter that decides which rows are shown; nil shows all.
func (g *Grid[K, T]) Filter() *filter.Filter { return g.filter }

// Similar says whether the rows shown only resemble what was typed, because none contains it. They are marked one by one only.
func (g *Grid[K, T]) Similar() bool { return g.filter.IsSimilar() }

// within are the columns that words look at: those on the screen and ids.
func (g *Grid[K, T]) within() []bool {
	if g.w == 0 { // nothing was drawn yet
		return nil
	}
	within := make([]bool, len(g.columns))
	for _, p := range g.visible() {
		within[p.column] = !g.columns[p.column].Named
	}
	for i, c := range g.columns {
		within[i] = within[i] || c.Always
	}
	return within
}

// SetSort asks for an order; false if there is no such column. Rows take it with the next arrangement.
func (g *Grid[K, T]) SetSort(s Sort) bool {
	if s.Column != "" && g.column(s.Column) == none {
		return false
	}
	if s.Column == "" {
		s.Desc = false
	}
	g.sort = s
	return true
}

// Sort is the order that was asked for last.
func (g *Grid[K, T]) Sort() Sort { return g.sort }

// NextSort goes to another column to sort by, round through the tenant's own order.
func (g *Grid[K, T]) NextSort(delta int) {
	n := len(g.columns) + 1
	i := ((g.column(g.sort.Column)+1+delta)%n + n) % n
	g.sort = Sort{}
	if i > 0 {
		g.sort.Column = g.columns[i-1].Name
	}
}

// ReverseSort turns the order of the sorted column round.
func (g *Grid[K, T]) ReverseSort() {
	if g.sort.Column != "" {
		g.sort.Desc = !g.sort.Desc
	}
}

func (g *Grid[K, T]) column(name string) int {
	for i, c := range g.columns {
		if c.Name == name && name != "" {
			return i
		}
	}
	return none
}
