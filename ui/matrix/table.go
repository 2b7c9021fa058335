package matrix

import "math/bits"

// The most that a matrix holds: a person's cells are the bits of a word, and a request reads one entitlement of 100 people.
const (
	MaxEntitlements = 60
	MaxPeople       = 500
)

// Cell says whether a person holds an entitlement.
type Cell int

// The cells. Unread is still to be read, Unknown was read and isn't known.
const (
	Unread Cell = iota
	Unknown
	Lacks
	Holds
)

// Person is somebody of the cohort.
type Person struct {
	ID, Name, Job string
}

// set is a set of entitlements, by their place in the suggestion.
type set uint64

func only(column int) set { return 1 << column }

func (s set) has(column int) bool { return s&only(column) != 0 }

func (s set) size() int { return bits.OnesCount64(uint64(s)) }

// firstOf is the set of the first n entitlements.
func firstOf(n int) set { return set(1)<<n - 1 }

// Table is who holds what, as far as it was read. Columns are entitlements, in the order in which the suggestion has them.
type Table struct {
	columns  int
	people   []Person
	at       map[string]int
	holds    []set // by person
	lacks    []set
	complete set  // columns that were read to their end
	failed   set  // columns that can't be read
	without  set  // columns that somebody has left out
	cut      bool // there are more people than fit
}

// NewTable is a table of so many entitlements, of which nothing was read.
func NewTable(columns int) *Table {
	return &Table{columns: min(columns, MaxEntitlements), at: map[string]int{}}
}

// Put notes how many of the one entitlement a person holds; nil: the tenant didn't say.
func (t *Table) Put(column int, p Person, covered *int64) {
	i, known := t.at[p.ID]
	if !known {
		if len(t.people) == MaxPeople {
			t.cut = true
			return
		}
		i = len(t.people)
		t.at[p.ID] = i
		t.people, t.holds, t.lacks = append(t.people, p), append(t.holds, 0), append(t.lacks, 0)
	}
	t.holds[i] &^= only(column)
	t.lacks[i] &^= only(column)
	switch {
	case covered == nil:
	case *covered > 0:
		t.holds[i] |= only(column)
	default:
		t.lacks[i] |= only(column)
	}
}

// Complete notes that a column was read to its end: whoever wasn't in it is unknown from now on.
func (t *Table) Complete(column int) { t.complete |= only(column) }

// Fail notes that a column can't be read.
func (t *Table) Fail(column int) { t.failed |= only(column) }

// At is the cell of a person and an entitlement.
func (t *Table) At(person, column int) Cell {
	switch {
	case t.holds[person].has(column):
		return Holds
	case t.lacks[person].has(column):
		return Lacks
	case (t.complete | t.failed).has(column):
		return Unknown
	}
	return Unread
}

// Leave leaves an entitlement out of what would be granted, or takes it in again.
func (t *Table) Leave(column int) { t.without ^= only(column) }

// kept are the entitlements that would be granted.
func (t *Table) kept() set { return firstOf(t.columns) &^ t.without }

// Stand is how a person stands to all that would be granted.
type Stand int

// The stands: whoever has it all, would gain something, would gain far more than the others, or isn't known well enough.
const (
	Unclear Stand = iota
	HasAll
	Gains
	Outlier
)

// Row are the totals of a person.
type Row struct {
	Held, Gained, Unknown int // of what would be granted
	Stand                 Stand
}

// Column are the totals of an entitlement.
type Column struct {
	Held, Lacking, Unknown int
	Outlier                bool // far fewer hold it than the others
}

// Totals are the margins of a table.
type Totals struct {
	Rows    []Row
	Columns []Column
	All     int // people who have it all
	Gain    int // people who would gain something
	Grants  int // what they would gain in all
	Odd     int // those of them who are outliers
	Unclear int // people of whom too little is known
}

// Totals counts the margins. An outlier, person or entitlement, has fewer than half of the median of its kind.
func (t *Table) Totals() Totals {
	kept := t.kept()
	sum := Totals{Rows: make([]Row, len(t.people)), Columns: make([]Column, t.columns)}
	var held []int
	for i := range t.people {
		holds, lacks := t.holds[i]&kept, t.lacks[i]&kept
		sum.Rows[i] = Row{Held: holds.size(), Gained: lacks.size(), Unknown: (kept &^ holds &^ lacks).size()}
		if holds|lacks != 0 {
			held = append(held, holds.size())
		}
		for column := range sum.Columns {
			c := &sum.Columns[column]
			switch {
			case t.holds[i].has(column):
				c.Held++
			case t.lacks[i].has(column):
				c.Lacking++
			default:
				c.Unknown++
			}
		}
	}
	t.judge(&sum, median(held))
	var holders []int
	for column, c := range sum.Columns {
		if t.complete.has(column) {
			holders = append(holders, c.Held)
		}
	}
	usual := median(holders)
	for column := range sum.Columns {
		sum.Columns[column].Outlier = t.complete.has(column) && 2*sum.Columns[column].Held < usual
	}
	return sum
}

// judge says how everybody stands, where the others hold so many.
func (t *Table) judge(sum *Totals, usual int) {
	for i := range sum.Rows {
		switch r := &sum.Rows[i]; {
		case r.Gained > 0:
			r.Stand = Gains
			if r.Unknown == 0 && 2*r.Held < usual {
				r.Stand = Outlier
				sum.Odd++
			}
			sum.Gain++
			sum.Grants += r.Gained
		case r.Unknown == 0 && r.Held > 0:
			r.Stand = HasAll
			sum.All++
		default:
			sum.Unclear++
		}
	}
}
