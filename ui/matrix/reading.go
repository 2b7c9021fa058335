package matrix

import (
	"slices"

	"gatehouse/api"
)

// The limits of reading: so many requests at a time, and so many in all until somebody asks for it anew.
const (
	AtATime     = 4
	MaxRequests = 300
	mostFailed  = 3 // columns in a row, after which the rest isn't tried
)

// ask is a page that is to be read: of the cohort, with one entitlement selected.
type ask struct {
	column int
	token  string
}

// progress is how far a column was read.
type progress struct {
	token  string // of the next page
	trail  api.Trail
	people map[string]bool // who was read
	flying bool
	over   bool
	err    error
}

// reading decides what is asked next. It asks for nothing itself.
type reading struct {
	columns []progress
	asked   int
	before  int // asked before somebody asked for it anew
	flying  int
	failed  int // columns in a row
	stopped bool
	err     error // why nothing more is asked
}

func newReading(columns int) *reading { return &reading{columns: make([]progress, columns)} }

// next is the page to ask for: of the first column in the order that isn't read or being read. One that has begun goes before others.
func (r *reading) next(order []int) (a ask, ok bool) {
	if r.stopped || r.err != nil || r.flying >= AtATime || r.asked >= MaxRequests {
		return a, false
	}
	free := func(column int) bool { p := &r.columns[column]; return !p.over && !p.flying }
	i := slices.IndexFunc(order, func(column int) bool { return free(column) && r.columns[column].token != "" })
	if i < 0 {
		i = slices.IndexFunc(order, free)
	}
	if i < 0 {
		return a, false
	}
	p := &r.columns[order[i]]
	p.flying = true
	r.flying++
	r.asked++
	return ask{order[i], p.token}, true
}

// leftOver is how many columns the limit has left unread: nothing else has ended the reading.
func (r *reading) leftOver() int {
	if r.stopped || r.err != nil || r.flying > 0 || r.asked < MaxRequests {
		return 0
	}
	return r.left()
}

// handle takes a page into the table.
func (r *reading) handle(a ask, page api.Page[api.CohortMember], err error, t *Table) {
	p := &r.columns[a.column]
	r.flying--
	p.flying = false
	if err != nil {
		r.fail(p, a.column, err, t)
		return
	}
	r.failed = 0
	if p.people == nil {
		p.people = map[string]bool{}
	}
	fresh := 0
	for _, m := range page.Rows {
		if !p.people[m.ID] {
			p.people[m.ID] = true
			fresh++
		}
		t.Put(a.column, personOf(m), m.Covered)
	}
	full := len(p.people) >= MaxPeople
	incomplete := p.trail.Admit(a.token, page.Next, fresh)
	p.token = page.Next
	if page.Next != "" && full {
		t.cut = true
	}
	if incomplete != nil {
		p.err = incomplete
	}
	if page.Next == "" || full || incomplete != nil {
		p.over = true
		t.Complete(a.column)
	}
}

// fail notes why a column can't be read. What no other column would answer differently ends the reading.
func (r *reading) fail(p *progress, column int, err error, t *Table) {
	p.over, p.err = true, err
	t.Fail(column)
	r.failed++
	switch api.KindOf(err) {
	case api.KindForbidden, api.KindUnsupported, api.KindNotFound, api.KindUnauthenticated:
		r.err = err
	}
	if r.failed >= mostFailed {
		r.err = err
	}
}

// over reports whether nothing is on its way and nothing more will be asked.
func (r *reading) over() bool {
	return r.flying == 0 && (r.stopped || r.err != nil || r.asked >= MaxRequests || r.left() == 0)
}

// left is how many columns aren't read.
func (r *reading) left() (n int) {
	for i := range r.columns {
		if !r.columns[i].over {
			n++
		}
	}
	return n
}

// firstError is why a column couldn't be read, nil when all could.
func (r *reading) firstError() error {
	for i := range r.columns {
		if r.columns[i].err != nil {
			return r.columns[i].err // without its number: once they are sorted it is that of another
		}
	}
	return nil
}

// drop forgets the pages on their way, which were cancelled.
func (r *reading) drop() {
	r.flying = 0
	for i := range r.columns {
		r.columns[i].flying = false
	}
}

// again makes what wasn't read be asked for once more; false: all was read.
func (r *reading) again(t *Table) bool {
	again := false
	for i := range r.columns {
		if p := &r.columns[i]; p.err != nil || !p.over {
			*p = progress{}
			t.failed &^= only(i)
			t.complete &^= only(i)
			again = true
		}
	}
	r.before, r.asked, r.failed, r.stopped, r.err = r.before+r.asked, 0, 0, false, nil
	return again
}
