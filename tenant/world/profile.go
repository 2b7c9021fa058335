package world

import (
	"cmp"
	"slices"
	"sync"
)

// Decision is what somebody has decided on a suggestion.
type Decision int

// Most are undecided. Declined is what tenants that can reject call it; Parked is a state newer than any client.
const (
	Undecided Decision = iota
	Dismissed
	Accepted
	Declined
	Parked
)

// undecidedFirst is how many of the newest suggestions of a division nobody has looked at.
const undecidedFirst = 12

// Decision is what was decided on the suggestion at a place.
func (s *Suggestions) Decision(place int) Decision {
	if place < 0 {
		return Undecided
	}
	g := s.At(place)
	return s.decision(g.Cohort.Division, g.local, g.Run)
}

func (s *Suggestions) decision(division, local, run int) Decision {
	throw := s.w.below(100, saltProfile, division, -1-local)
	switch {
	case local < undecidedFirst || throw < 86 || run == 0 && throw < 94:
		return Undecided
	case throw < 91:
		return Dismissed
	case throw < 97:
		return Accepted
	case throw < 98:
		return Declined
	case throw < 99:
		return Dismissed
	}
	return Parked
}

// Profile is an access profile of a division. Each has entitlements that no other has exactly.
type Profile struct {
	Division, Number int
	From             int // place of the suggestion that it was made from; -1: somebody put it together
	Cohort           *Cohort
	Entitlements     []int // ascending
}

// handmade is how many profiles are older than the analyses: one for everybody and one for each department but the last.
const handmade = DepartmentCount

// pools remembers the profiles of divisions.
type pools struct {
	mu       sync.Mutex
	profiles map[int][]Profile
}

// Profiles is the pool of a division.
func (s *Suggestions) Profiles(division int) []Profile {
	s.pools.mu.Lock()
	defer s.pools.mu.Unlock()
	if made, there := s.pools.profiles[division]; there {
		return made
	}
	if s.pools.profiles == nil || len(s.pools.profiles) >= kept {
		s.pools.profiles = map[int][]Profile{}
	}
	made := s.makeProfiles(division)
	s.pools.profiles[division] = made
	return made
}

func (s *Suggestions) makeProfiles(division int) []Profile {
	cohorts := s.w.Cohorts(division)
	var out []Profile
	add := func(from int, c *Cohort, grants []Grant) {
		p := Profile{Division: division, Number: len(out), From: from, Cohort: c}
		for _, each := range grants {
			p.Entitlements = append(p.Entitlements, each.Entitlement)
		}
		slices.Sort(p.Entitlements)
		for extra := 0; slices.ContainsFunc(out, func(other Profile) bool { return slices.Equal(other.Entitlements, p.Entitlements) }); extra++ {
			p.Entitlements = append(p.Entitlements, division*DivisionEntitlements+4*extra) // what only reads
			slices.Sort(p.Entitlements)
			p.Entitlements = slices.Compact(p.Entitlements)
		}
		out = append(out, p)
	}
	for i := range cohorts {
		c := &cohorts[i]
		if c.Sort == OfCompany && !c.External || c.Sort == OfDepartment && len(out) < handmade {
			add(-1, c, s.w.held(c, 0.55+0.3*s.w.fraction(saltProfile, division, i)))
		}
	}
	for place := range s.of(division) {
		g := s.At(place)
		if s.decision(division, g.local, g.Run) != Accepted {
			continue
		}
		grants := s.Grants(&g)
		if n := len(grants); n > 3 && s.w.chance(40, saltProfile, division, g.local) { // what is least held was left out
			grants = grants[:n-1-s.w.below(n/4, saltProfile, division, g.local+1)]
		}
		add(place, g.Cohort, grants)
	}
	return out
}

// of goes through the places of a division's suggestions.
func (s *Suggestions) of(division int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for run := range Runs {
			to := s.each
			if run+1 < Runs {
				to = s.starts[run+1]
			}
			size := to - s.starts[run]
			for k := range size {
				place := s.starts[run]*s.w.Divisions() + division*size + k
				if place < s.size && !yield(place) {
					return
				}
			}
		}
	}
}

// Fit is how a profile goes with a suggestion.
type Fit int

// The fits, best first.
const (
	Exact Fit = iota
	Superset
	Partial
)

// Match is a profile that grants some or all of what a suggestion has.
type Match struct {
	Profile *Profile
	Fit     Fit
	Missing []Grant // of the suggestion's, what the profile lacks
	Overlap float64 // what both have of what either has
}

// matchesMost is how many profiles a suggestion names; enough is the part of a suggestion that a profile has to grant for that.
const (
	matchesMost = 3
	enough      = 0.5
)

// Matches are the profiles that go with what a suggestion grants, the best first. known says whether the analysis knew a profile.
func (s *Suggestions) Matches(g *Suggestion, grants []Grant, known func(*Profile) bool) []Match {
	pool := s.Profiles(g.Cohort.Division)
	var out []Match
	for i := range pool {
		p := &pool[i]
		if !known(p) {
			continue
		}
		m := Match{Profile: p, Fit: Partial}
		for _, each := range grants {
			if _, has := slices.BinarySearch(p.Entitlements, each.Entitlement); !has {
				m.Missing = append(m.Missing, each)
			}
		}
		both := len(grants) - len(m.Missing)
		m.Overlap = float64(both) / float64(len(p.Entitlements)+len(m.Missing))
		switch {
		case len(m.Missing) == 0 && both == len(p.Entitlements):
			m.Fit = Exact
		case len(m.Missing) == 0:
			m.Fit = Superset
		case float64(both) < enough*float64(len(grants)):
			continue
		}
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b Match) int { return cmp.Or(cmp.Compare(a.Fit, b.Fit), cmp.Compare(b.Overlap, a.Overlap)) })
	return out[:min(len(out), matchesMost)]
}

// ProfileMembers counts who holds all of a profile.
func (s *Suggestions) ProfileMembers(p *Profile) int {
	d := s.w.holdings(p.Division)
	all := d.everyone
	for _, e := range p.Entitlements {
		all.And(&d.held[e%DivisionEntitlements])
	}
	return all.Len()
}
