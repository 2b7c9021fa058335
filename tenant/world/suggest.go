package world

import "slices"

// Suggestion is what an analysis found out about a cohort: entitlements that most of its members hold.
type Suggestion struct {
	Place      int
	Run        int // 0: the newest; -1: one to come
	Cohort     *Cohort
	Occurrence int  // how often newer runs suggest the same under other names
	Wide       bool // what a part of the cohort holds, too
	local      int  // place within the division
	theme      int
}

// Grant is an entitlement of a suggestion or profile.
type Grant struct {
	Entitlement int
	Granted     int // how many of the cohort hold it
}

// Runs is how many weekly analyses there were.
const Runs = 9

// shares of a division's suggestions that each run brought, in a thousand, the newest first.
var shares = [Runs]int{235, 150, 125, 110, 100, 90, 75, 65, 50}

// themes is how many cohorts an analysis makes suggestions of at most: the first ones of a division.
const themes = 128

// wideEvery is how often a theme has what only a part of the cohort holds.
const wideEvery = 5

// Suggestions makes places into suggestions: so many there are.
type Suggestions struct {
	w      *World
	size   int
	each   int       // of a division
	starts [Runs]int // where within a division's the runs begin
	pools  pools
}

// Suggest prepares size suggestions. They are ordered by run, the newest first.
func (w *World) Suggest(size int) *Suggestions {
	s := &Suggestions{w: w, size: size}
	s.each = (size + w.Divisions() - 1) / w.Divisions()
	sum := 0
	for run := range Runs {
		s.starts[run] = s.each * sum / 1000
		sum += shares[run]
	}
	return s
}

// At is the suggestion at a place. Places below zero are those of analyses to come.
func (s *Suggestions) At(place int) Suggestion {
	if place < 0 {
		n := -place - 1
		local := s.each + n/s.w.Divisions()
		return s.make(place, -1, n%s.w.Divisions(), local)
	}
	all := s.w.Divisions()
	for run := Runs - 1; run >= 0; run-- {
		from := s.starts[run] * all
		if place < from {
			continue
		}
		to := s.each
		if run+1 < Runs {
			to = s.starts[run+1]
		}
		size := max(1, to-s.starts[run])
		return s.make(place, run, (place-from)/size, s.starts[run]+(place-from)%size)
	}
	return Suggestion{}
}

// OfRun is where the suggestions of a run begin, and how many there are.
func (s *Suggestions) OfRun(run int) (first, count int) {
	first, end := s.starts[run]*s.w.Divisions(), s.size
	if run+1 < Runs {
		end = min(end, s.starts[run+1]*s.w.Divisions())
	}
	return first, max(0, end-first)
}

// Jitter is a fraction of the suggestion at a place, for its time.
func (w *World) Jitter(place int) float64 { return w.fraction(saltTheme, place, -1) }

func (s *Suggestions) make(place, run, division, local int) Suggestion {
	cohorts := s.w.Cohorts(division)
	count := min(themes, len(cohorts))
	theme := (local*37 + 2) % count
	if gcd(37, count) != 1 { // never with a whole division
		theme = local % count
	}
	return Suggestion{Place: place, Run: run, Cohort: &cohorts[theme], Occurrence: local / count, Wide: theme%wideEvery == 3, local: local,
		theme: theme}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// A suggestion has at least fewest entitlements, where the cohort holds so many in common, and at most most.
const fewest, most = 4, 60

// Grants are the entitlements of a suggestion, the best covered first: those that enough of the cohort hold, and clearly more than of
// the company.
func (s *Suggestions) Grants(g *Suggestion) []Grant {
	w := s.w
	threshold := 0.38 + 0.34*w.fraction(saltTheme, g.theme, g.Cohort.Division)
	if g.Wide {
		threshold = 0.22 + 0.2*w.fraction(saltTheme, g.theme, g.Cohort.Division)
	}
	threshold += [...]float64{0, -0.05, 0.04, -0.02}[g.Occurrence%4]
	return w.held(g.Cohort, threshold)
}

// held are the entitlements whose coverage in the cohort reaches a threshold.
func (w *World) held(c *Cohort, threshold float64) []Grant {
	d := w.holdings(c.Division)
	size, company := float64(c.Members.Len()), float64(d.everyone.Len())
	var out, rest []Grant
	for e := range d.held {
		granted := d.held[e].Shared(&c.Members)
		if granted == 0 {
			continue
		}
		coverage, usual := float64(granted)/size, float64(d.held[e].Shared(&d.everyone))/company
		grant := Grant{c.Division*DivisionEntitlements + e, granted}
		switch {
		case coverage >= threshold && (c.Sort == OfCompany || coverage >= 1.3*usual):
			out = append(out, grant)
		case coverage >= 0.2:
			rest = append(rest, grant)
		}
	}
	order := func(a, b Grant) int {
		if a.Granted != b.Granted {
			return b.Granted - a.Granted
		}
		return a.Entitlement - b.Entitlement
	}
	slices.SortFunc(out, order)
	slices.SortFunc(rest, order)
	for len(out) < fewest && len(rest) > 0 {
		out, rest = append(out, rest[0]), rest[1:]
	}
	return out[:min(len(out), most)]
}

// WithAll counts the members of a cohort who hold all of some entitlements.
func (w *World) WithAll(c *Cohort, grants []Grant) int {
	d := w.holdings(c.Division)
	all := c.Members
	for _, each := range grants {
		all.And(&d.held[each.Entitlement%DivisionEntitlements])
	}
	return all.Len()
}
