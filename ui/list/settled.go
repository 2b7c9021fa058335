package list

import (
	"time"

	"gatehouse/action"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// settledRow is a record as an action left it. The tenant's lists may lag behind its own writes (companion.md 4): until they show
// the record so, they are not believed about it.
type settledRow struct {
	formers []host.AnyRow // as the record was before the actions of this session
	Now     host.AnyRow
	Gone    bool
	created bool
	serial  uint64 // what was asked before it is older
	at      time.Time
	lagging bool // the last list that had it showed a former state
}

// LagLimit is how long a list may show a former state before it is believed again.
const LagLimit = 3 * time.Minute

// noteRead notes when records were read.
func (p *Pane) noteRead(at time.Time, rows ...host.AnyRow) {
	for _, row := range rows {
		p.ReadAt[p.Key(row)] = at
	}
}

// Stale reports whether a record was read too long ago to be decided on.
func (p *Pane) Stale(key host.AnyKey) bool {
	return action.Age(p.Env.Now(), p.ReadAt[key]) > action.Fresh
}

// settle notes what an action left behind; gone: there is no record any more.
func (p *Pane) settle(before, now host.AnyRow, gone bool) {
	key, created := p.Key(before), false
	if key == p.NoKey { // the action made the record
		key, created = p.Key(now), true
	}
	next := &settledRow{Now: now, Gone: gone, created: created, serial: p.Env.NextSerial(), at: p.Env.Now()}
	if !created {
		next.formers = []host.AnyRow{before}
	}
	if last := p.Settled[key]; last != nil {
		next.formers = append(last.formers, last.Now)
		next.created = last.created
	}
	p.Settled[key] = next
	p.ReadAt[key] = next.at
}

// settledSince reports whether an action settled the record after something was asked.
func (p *Pane) settledSince(key host.AnyKey, asked uint64) bool {
	s := p.Settled[key]
	return s != nil && s.serial > asked
}

// confirmSettled takes what reading a settled record by its id shows: that is never late.
func (p *Pane) confirmSettled(now host.AnyRow) {
	if s := p.Settled[p.Key(now)]; s != nil {
		s.formers = append(s.formers, s.Now)
		s.Now = now
	}
}

// settledAmong puts settled records in the place of rows that a list shows as they were; what it shows otherwise is news.
func (p *Pane) settledAmong(rows []host.AnyRow, asked uint64) []host.AnyRow {
	if len(p.Settled) == 0 {
		return rows
	}
	kept := make([]host.AnyRow, 0, len(rows))
	for _, row := range rows {
		key := p.Key(row)
		s := p.Settled[key]
		switch {
		case s == nil:
			kept = append(kept, row)
		case s.serial > asked || p.lags(s, row):
			if !s.Gone {
				kept = append(kept, s.Now)
				p.ReadAt[key] = s.at
			}
		default:
			delete(p.Settled, key)
			kept = append(kept, row)
		}
	}
	return kept
}

// lags reports whether a row is a former state of a settled record rather than news.
func (p *Pane) lags(s *settledRow, row host.AnyRow) bool {
	s.lagging = false
	if p.Env.Now().Sub(s.at) > LagLimit || !s.Gone && !widget.Differs(p.Raw(s.Now), p.Raw(row)) {
		return false
	}
	for _, former := range s.formers {
		if len(p.Raw(former)) > 0 && !widget.Differs(p.Raw(former), p.Raw(row)) {
			s.lagging = true
			return true
		}
	}
	return false
}

// withCreated adds the records that were made here and that a whole list doesn't show yet.
func (p *Pane) withCreated(rows []host.AnyRow) []host.AnyRow {
	if len(p.Settled) == 0 || p.Query.Text != "" {
		return rows
	}
	shown := map[host.AnyKey]bool{}
	for _, row := range rows {
		shown[p.Key(row)] = true
	}
	for key, s := range p.Settled {
		switch {
		case shown[key] || !s.created || s.Gone:
		case p.Env.Now().Sub(s.at) > LagLimit:
			delete(p.Settled, key)
		default:
			s.lagging = true
			rows = append([]host.AnyRow{s.Now}, rows...)
		}
	}
	return rows
}

// late counts the rows that show more than the tenant's list does.
func (p *Pane) late() (n int) {
	for _, s := range p.Settled {
		if s.lagging {
			n++
		}
	}
	return n
}
