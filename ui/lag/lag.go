// Package lag keeps records as this session's actions left them, until the tenant's lists show them so: they may lag behind its own
// writes (companion.md 4).
package lag

import (
	"time"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Limit is how long a list may show a former state before it is believed again.
const Limit = host.ListsLag

// Records are those of one list that actions have changed.
type Records struct {
	of    Kind
	rows  map[host.AnyKey]*record
	now   func() time.Time
	order func() uint64
}

// Kind is what has to be known of the records of a list.
type Kind struct {
	Key   func(host.AnyRow) host.AnyKey
	NoKey host.AnyKey // that of a record that isn't there yet
	Raw   func(host.AnyRow) api.Original
}

// record is one of them. Until a list shows it so, lists are not believed about it.
type record struct {
	formers []host.AnyRow // as it was before the actions of this session
	now     host.AnyRow
	gone    bool
	created bool
	order   uint64 // what was asked before it is older
	at      time.Time
	lagging bool // the last list that had it showed a former state
}

// New makes the records of a list, none yet. order numbers what is asked and what comes of actions in turn.
func New(of Kind, now func() time.Time, order func() uint64) *Records {
	return &Records{of: of, rows: map[host.AnyKey]*record{}, now: now, order: order}
}

// Keep notes what an action left behind; gone: there is no record any more.
func (r *Records) Keep(before, now host.AnyRow, gone bool) (key host.AnyKey, at time.Time) {
	key, created := r.of.Key(before), false
	if key == r.of.NoKey { // the action made the record
		key, created = r.of.Key(now), true
	}
	next := &record{now: now, gone: gone, created: created, order: r.order(), at: r.now()}
	if !created {
		next.formers = []host.AnyRow{before}
	}
	if last := r.rows[key]; last != nil {
		next.formers = append(last.formers, last.now)
		next.created = last.created
	}
	r.rows[key] = next
	return key, next.at
}

// Now is a record as the last action left it; false: none has, or the lists show it so by now.
func (r *Records) Now(key host.AnyKey) (row host.AnyRow, ok bool) {
	if kept := r.rows[key]; kept != nil {
		return kept.now, true
	}
	return nil, false
}

// Gone reports whether an action took the record away.
func (r *Records) Gone(key host.AnyKey) bool {
	kept := r.rows[key]
	return kept != nil && kept.gone
}

// ChangedSince reports whether an action changed the record after something was asked.
func (r *Records) ChangedSince(key host.AnyKey, asked uint64) bool {
	kept := r.rows[key]
	return kept != nil && kept.order > asked
}

// Confirm takes what reading a record by its id shows: that never lags.
func (r *Records) Confirm(now host.AnyRow) {
	if kept := r.rows[r.of.Key(now)]; kept != nil {
		kept.formers = append(kept.formers, kept.now)
		kept.now = now
	}
}

// Among puts what is kept in the place of rows that a list shows as they were; what it shows otherwise is news. used is told of each.
func (r *Records) Among(rows []host.AnyRow, asked uint64, used func(host.AnyKey, time.Time)) []host.AnyRow {
	if len(r.rows) == 0 {
		return rows
	}
	shown := make([]host.AnyRow, 0, len(rows))
	for _, row := range rows {
		key := r.of.Key(row)
		kept := r.rows[key]
		switch {
		case kept == nil:
			shown = append(shown, row)
		case kept.order > asked || r.lags(kept, row):
			if !kept.gone {
				shown = append(shown, kept.now)
				used(key, kept.at)
			}
		default:
			delete(r.rows, key)
			shown = append(shown, row)
		}
	}
	return shown
}

// lags reports whether a row is a former state of a record rather than news.
func (r *Records) lags(kept *record, row host.AnyRow) bool {
	kept.lagging = false
	if r.now().Sub(kept.at) > Limit || !kept.gone && !widget.Differs(r.of.Raw(kept.now), r.of.Raw(row)) {
		return false
	}
	for _, former := range kept.formers {
		if r.of.Raw(former).Came() && !widget.Differs(r.of.Raw(former), r.of.Raw(row)) {
			kept.lagging = true
			return true
		}
	}
	return false
}

// WithCreated adds the records that were made here and that a whole list doesn't show yet.
func (r *Records) WithCreated(rows []host.AnyRow) []host.AnyRow {
	if len(r.rows) == 0 {
		return rows
	}
	shown := map[host.AnyKey]bool{}
	for _, row := range rows {
		shown[r.of.Key(row)] = true
	}
	for key, kept := range r.rows {
		switch {
		case shown[key] || !kept.created || kept.gone:
		case r.now().Sub(kept.at) > Limit:
			delete(r.rows, key)
		default:
			kept.lagging = true
			rows = append([]host.AnyRow{kept.now}, rows...)
		}
	}
	return rows
}

// Late counts the rows that show more than the tenant's list does.
func (r *Records) Late() (n int) {
	for _, kept := range r.rows {
		if kept.lagging {
			n++
		}
	}
	return n
}
