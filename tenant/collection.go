package tenant

import (
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// collection is all records of one sort: those that a pure function makes on demand (0..size-1), and over them what was changed,
// created or deleted. Created records have negative places: the newest comes first. The Tenant's lock guards it.
type collection struct {
	name     string
	what     string // one record of it, in words
	idField  string
	kind     kind
	size     int
	record   func(i int) object
	peek     func(i int, field string) any // a searched field without the rest of the record; nil: not to be had this way
	live     func(object) object           // what time alone changes in a record; nil: nothing
	searched []string                      // the fields a query is matched against

	changed map[int][]version
	created int
	reads   atomic.Int64 // searches so far: a lag can be counted in them
	writes  int
}

// version is one state of a changed record. Searches may not see it yet.
type version struct {
	record object // nil: deleted
	from   time.Time
	read   int64
	held   bool
}

// row is one record under a search: fields come from what was changed or from the generator, the whole record only if asked for.
type row struct {
	c   *collection
	pos int
	rec object
}

func (r *row) field(name string) any {
	if r.rec == nil {
		if r.c.peek != nil {
			if value := r.c.peek(r.pos, name); value != nil {
				return value
			}
		}
		r.rec = r.c.alive(r.c.record(r.pos))
	}
	return r.rec[name]
}

func (r *row) text(name string) string {
	s, _ := r.field(name).(string)
	return s
}

func (r *row) whole() object {
	if r.rec == nil {
		r.rec = r.c.alive(r.c.record(r.pos))
	}
	return r.rec
}

// matches reports whether a query, in lower case, is in one of the searched fields.
func (r *row) matches(query string) bool {
	if query == "" {
		return true
	}
	for _, name := range r.c.searched {
		if holdsFolded(r.text(name), query) {
			return true
		}
	}
	return false
}

// holdsFolded says whether text, in lower case, holds a query that is in lower case. Plain ASCII, nearly all there is, is compared
// in place: a scan of 100,000 rows would otherwise spend its time on copies.
func holdsFolded(text, query string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return strings.Contains(strings.ToLower(text), query)
		}
	}
	for start := 0; start+len(query) <= len(text); start++ {
		n := 0
		for n < len(query) && lowered(text[start+n]) == query[n] {
			n++
		}
		if n == len(query) {
			return true
		}
	}
	return false
}

func lowered(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

func (c *collection) alive(rec object) object {
	if rec == nil || c.live == nil {
		return rec
	}
	return c.live(rec)
}

// at returns the record as it truly is; nil: there is none.
func (c *collection) at(pos int) object {
	if versions := c.changed[pos]; len(versions) > 0 {
		return c.alive(versions[len(versions)-1].record)
	}
	if pos < 0 || pos >= c.size {
		return nil
	}
	return c.alive(c.record(pos))
}

// seen returns the row as a search sees it at now; ok is false when it shows none.
func (c *collection) seen(pos int, now time.Time) (r row, ok bool) {
	versions := c.changed[pos]
	for i := len(versions) - 1; i >= 0; i-- {
		if v := versions[i]; v.visible(now, c.reads.Load()) {
			return row{c, pos, c.alive(v.record)}, v.record != nil
		}
	}
	if pos < 0 || pos >= c.size {
		return row{}, false
	}
	return row{c: c, pos: pos}, true
}

func (v version) visible(now time.Time, reads int64) bool {
	return !v.held && !now.Before(v.from) && reads >= v.read
}

// put stores a record (nil: it is gone). Under a lag, searches go on showing what they showed before.
func (c *collection) put(pos int, rec object, lag Lag, now time.Time) {
	next := version{record: rec, held: lag.Hold}
	if lag.For > 0 {
		next.from = now.Add(lag.For)
	}
	if lag.Reads > 0 {
		next.read = c.reads.Load() + int64(lag.Reads) + 1
	}
	versions := c.changed[pos]
	for i := len(versions) - 1; i > 0; i-- { // older than the newest visible one: nobody can see it any more
		if versions[i].visible(now, c.reads.Load()) {
			versions = versions[i:]
			break
		}
	}
	if next.visible(now, c.reads.Load()) {
		versions = nil
	}
	if c.changed == nil {
		c.changed = map[int][]version{}
	}
	c.changed[pos] = append(versions[:len(versions):len(versions)], next)
	c.writes++
}

// reserve takes the place of the next created record.
func (c *collection) reserve() int {
	c.created++
	return -c.created
}

// release makes every write visible to searches.
func (c *collection) release() {
	for pos, versions := range c.changed {
		last := versions[len(versions)-1]
		c.changed[pos] = []version{{record: last.record}}
	}
}

// scan walks places upwards from start and returns up to limit matching rows and the place where the next page starts. It stops
// as soon as it knows that there is one more. places limits it to some records, in ascending order; nil: all.
func (c *collection) scan(start, limit int, places []int, now time.Time, match func(*row) bool) (rows []row, next int, more bool) {
	rows = make([]row, 0, limit)
	visit := func(pos int) (full bool) {
		r, ok := c.seen(pos, now)
		if !ok || match != nil && !match(&r) {
			return false
		}
		if len(rows) == limit {
			next, more = pos, true
			return true
		}
		rows = append(rows, r)
		return false
	}
	if places != nil {
		for _, pos := range places {
			if pos >= start && visit(pos) {
				break
			}
		}
		return rows, next, more
	}
	for pos := max(start, -c.created); pos < c.size; pos++ {
		if visit(pos) {
			break
		}
	}
	return rows, next, more
}
