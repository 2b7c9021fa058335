package ui

import (
	"time"

	"gatehouse/action"
)

// settledRow is a record as an action left it. The tenant's lists may lag behind its own writes (companion.md 4): until they show
// the record so, they are not believed about it.
type settledRow struct {
	formers []anyRow // as the record was before the actions of this session
	now     anyRow
	gone    bool
	created bool
	serial  uint64 // what was asked before it is older
	at      time.Time
	lagging bool // the last list that had it showed a former state
}

// lagLimit is how long a list may show a former state before it is believed again.
const lagLimit = 3 * time.Minute

// noteRead notes when records were read.
func (p *list) noteRead(at time.Time, rows ...anyRow) {
	for _, row := range rows {
		p.readAt[p.key(row)] = at
	}
}

// stale reports whether a record was read too long ago to be decided on.
func (p *list) stale(key anyKey) bool {
	return action.Age(p.env.Now(), p.readAt[key]) > action.Fresh
}

// settle notes what an action left behind; gone: there is no record any more.
func (p *list) settle(before, now anyRow, gone bool) {
	key, created := p.key(before), false
	if key == p.noKey { // the action made the record
		key, created = p.key(now), true
	}
	next := &settledRow{now: now, gone: gone, created: created, serial: p.env.nextSerial(), at: p.env.Now()}
	if !created {
		next.formers = []anyRow{before}
	}
	if last := p.settled[key]; last != nil {
		next.formers = append(last.formers, last.now)
		next.created = last.created
	}
	p.settled[key] = next
	p.readAt[key] = next.at
}

// settledSince reports whether an action settled the record after something was asked.
func (p *list) settledSince(key anyKey, asked uint64) bool {
	s := p.settled[key]
	return s != nil && s.serial > asked
}

// confirmSettled takes what reading a settled record by its id shows: that is never late.
func (p *list) confirmSettled(now anyRow) {
	if s := p.settled[p.key(now)]; s != nil {
		s.formers = append(s.formers, s.now)
		s.now = now
	}
}

// settledAmong puts settled records in the place of rows that a list shows as they were; what it shows otherwise is news.
func (p *list) settledAmong(rows []anyRow, asked uint64) []anyRow {
	if len(p.settled) == 0 {
		return rows
	}
	kept := make([]anyRow, 0, len(rows))
	for _, row := range rows {
		key := p.key(row)
		s := p.settled[key]
		switch {
		case s == nil:
			kept = append(kept, row)
		case s.serial > asked || p.lags(s, row):
			if !s.gone {
				kept = append(kept, s.now)
				p.readAt[key] = s.at
			}
		default:
			delete(p.settled, key)
			kept = append(kept, row)
		}
	}
	return kept
}

// lags reports whether a row is a former state of a settled record rather than news.
func (p *list) lags(s *settledRow, row anyRow) bool {
	s.lagging = false
	if p.env.Now().Sub(s.at) > lagLimit || !s.gone && !differs(p.raw(s.now), p.raw(row)) {
		return false
	}
	for _, former := range s.formers {
		if len(p.raw(former)) > 0 && !differs(p.raw(former), p.raw(row)) {
			s.lagging = true
			return true
		}
	}
	return false
}

// withCreated adds the records that were made here and that a whole list doesn't show yet.
func (p *list) withCreated(rows []anyRow) []anyRow {
	if len(p.settled) == 0 || p.query.text != "" {
		return rows
	}
	shown := map[anyKey]bool{}
	for _, row := range rows {
		shown[p.key(row)] = true
	}
	for key, s := range p.settled {
		switch {
		case shown[key] || !s.created || s.gone:
		case p.env.Now().Sub(s.at) > lagLimit:
			delete(p.settled, key)
		default:
			s.lagging = true
			rows = append([]anyRow{s.now}, rows...)
		}
	}
	return rows
}

// late counts the rows that show more than the tenant's list does.
func (p *list) late() (n int) {
	for _, s := range p.settled {
		if s.lagging {
			n++
		}
	}
	return n
}
