package world

import (
	"math"
	"slices"
	"testing"
)

const pile = 340 // suggestions of the demo

// found is a suggestion with what it grants.
type found struct {
	Suggestion
	grants []Grant
	set    Set // of the entitlements, by their number in the division
}

func findings(s *Suggestions, n int) []found {
	out := make([]found, n)
	for i := range out {
		out[i].Suggestion = s.At(i)
		out[i].grants = s.Grants(&out[i].Suggestion)
		for _, each := range out[i].grants {
			out[i].set.Add(each.Entitlement % DivisionEntitlements)
		}
	}
	return out
}

// overlap is what two suggestions have in common of what either has: the lesser of entitlements and people.
func overlap(a, b *found) float64 {
	if a.Cohort.Division != b.Cohort.Division {
		return 0
	}
	both := a.set.Shared(&b.set)
	people := a.Cohort.Members.Shared(&b.Cohort.Members)
	return min(float64(both)/float64(len(a.grants)+len(b.grants)-both),
		float64(people)/float64(a.Cohort.Members.Len()+b.Cohort.Members.Len()-people))
}

// decisions is how many suggestions are left to judge when those that overlap with a judged one that much go with it.
func decisions(all []found, least float64) int {
	var judged []*found
	for i := range all {
		if !slices.ContainsFunc(judged, func(one *found) bool { return overlap(one, &all[i]) >= least }) {
			judged = append(judged, &all[i])
		}
	}
	return len(judged)
}

func pairs(all []found, least float64) int {
	n := 0
	for i := range all {
		for k := range all[:i] {
			if overlap(&all[i], &all[k]) >= least {
				n++
			}
		}
	}
	return n
}

func TestSuggestionsFallIntoFamilies(t *testing.T) {
	for seed := range uint64(3) {
		all := findings(New(seed, DivisionPeople, DivisionEntitlements).Suggest(pile), pile)
		left := map[float64]int{}
		for _, least := range []float64{0.5, 0.7, 0.8} {
			left[least] = decisions(all, least)
			t.Logf("seed %d: overlap of %.1f: %d of %d pairs, %d decisions", seed, least, pairs(all, least), pile*(pile-1)/2, left[least])
		}
		if left[0.7] > 150 || left[0.7] < 40 {
			t.Errorf("seed %d: %d suggestions are %d decisions", seed, pile, left[0.7])
		}
	}
}

func TestCohortsHaveAllSizes(t *testing.T) {
	w := company()
	sizes := map[string][]int{}
	for _, c := range w.Cohorts(0) {
		sizes[c.Sort.Type()] = append(sizes[c.Sort.Type()], c.Members.Len())
	}
	for name, list := range sizes {
		slices.Sort(list)
		t.Logf("%s: %v", name, list)
	}
	if len(sizes) != 6 {
		t.Errorf("%d sorts of cohorts, want 6", len(sizes))
	}
}

// TestCoverageSpreads: in the vendor's example 39 % of a cohort hold everything, and risk sorts the pile.
func TestCoverageSpreads(t *testing.T) {
	for seed := range uint64(3) {
		w := New(seed, DivisionPeople, DivisionEntitlements)
		checkCoverage(t, w, findings(w.Suggest(pile), pile))
	}
}

func checkCoverage(t *testing.T, w *World, all []found) {
	t.Helper()
	coverage, whole, counts, risks := [11]int{}, []float64{}, [13]int{}, map[Risk]int{}
	for _, each := range all {
		size, sum, top := float64(each.Cohort.Members.Len()), 0.0, NoRisk
		for _, g := range each.grants {
			sum += float64(g.Granted) / size
			top = max(top, w.Entitlement(g.Entitlement).Risk)
		}
		coverage[int(10*sum/float64(len(each.grants)))]++
		whole = append(whole, float64(w.WithAll(each.Cohort, each.grants))/size)
		counts[len(each.grants)/5]++
		risks[top]++
	}
	slices.Sort(whole)
	t.Logf("average coverage by tenths %v; entitlements by fives %v; highest risk %v", coverage, counts, risks)
	t.Logf("hold everything: quarter %.2f, middle %.2f, three quarters %.2f", whole[pile/4], whole[pile/2], whole[3*pile/4])
	if middle := whole[pile/2]; middle < 0.2 || middle > 0.55 {
		t.Errorf("in the middle, %.2f of a cohort hold everything", middle)
	}
	if risks[Critical] < 5 || risks[Critical] > pile/10 || risks[High] > pile/3 || risks[NoRisk]+risks[Low]+risks[Medium] < pile/6 {
		t.Errorf("risk doesn't sort: %v", risks)
	}
}

// TestMatricesShowBlocks: in two cohorts of three some of the people hold some of the entitlements and others don't, for a reason that
// an administrator can name; and no matrix is a staircase.
func TestMatricesShowBlocks(t *testing.T) {
	for seed := range uint64(3) {
		checkBlocks(t, New(seed, DivisionPeople, DivisionEntitlements))
	}
}

func checkBlocks(t *testing.T, w *World) {
	t.Helper()
	s := w.Suggest(pile)
	cohorts, blocks, stairs := 0, map[CohortSort]int{}, 0
	sorts := map[CohortSort]int{}
	for _, each := range findings(s, len(w.Cohorts(0))) {
		cohorts++
		sorts[each.Cohort.Sort]++
		if block(w, each.Cohort, each.grants) {
			blocks[each.Cohort.Sort]++
		}
		if stair(w, each.Cohort, each.grants) {
			stairs++
		}
	}
	total := 0
	for _, n := range blocks {
		total += n
	}
	t.Logf("%d of %d cohorts show blocks, by sort %v of %v; %d are a staircase", total, cohorts, blocks, sorts, stairs)
	if 3*total < 2*cohorts {
		t.Errorf("%d of %d cohorts show blocks", total, cohorts)
	}
	if stairs > cohorts/5 {
		t.Errorf("%d of %d matrices are a staircase", stairs, cohorts)
	}
}

// block says whether a part of a cohort that one attribute sets apart holds three or more of the entitlements quite otherwise than the
// rest.
func block(w *World, c *Cohort, grants []Grant) bool {
	d := w.holdings(c.Division)
	size := c.Members.Len()
	for _, part := range parts(d.people, c) {
		n := part.Len()
		if n < 2 || size-n < 2 {
			continue
		}
		apart := 0
		for _, g := range grants {
			in := d.held[g.Entitlement%DivisionEntitlements].Shared(part)
			if math.Abs(float64(in)/float64(n)-float64(g.Granted-in)/float64(size-n)) >= 0.5 {
				apart++
			}
		}
		if apart >= 3 {
			return true
		}
	}
	return false
}

// parts are the parts of a cohort by title, manager, contract, place, time here and department.
func parts(people []Person, c *Cohort) map[[2]int]*Set {
	out := map[[2]int]*Set{}
	for i := range people {
		if !c.Members.Has(i) {
			continue
		}
		p := &people[i]
		fresh := 0
		if p.Newcomer {
			fresh = 1
		}
		for kind, value := range [...]int{p.Title, p.Manager, min(1, int(p.Contract)), p.Location, fresh, p.Department} {
			key := [2]int{kind, value}
			if out[key] == nil {
				out[key] = &Set{}
			}
			out[key].Add(i)
		}
	}
	return out
}

// stair says whether whoever holds an entitlement that few hold also holds all that more hold.
func stair(w *World, c *Cohort, grants []Grant) bool {
	d := w.holdings(c.Division)
	for i := range grants[1:] {
		more, fewer := d.held[grants[i].Entitlement%DivisionEntitlements], d.held[grants[i+1].Entitlement%DivisionEntitlements]
		fewer.And(&c.Members)
		if fewer.Shared(&more) < fewer.Len() {
			return false
		}
	}
	return true
}

func TestProfilesAreAPool(t *testing.T) {
	w := company()
	s := w.Suggest(pile)
	pool := s.Profiles(0)
	fits, none := map[Fit]int{}, 0
	for _, each := range findings(s, pile) {
		matches := s.Matches(&each.Suggestion, each.grants, func(*Profile) bool { return true })
		exact := 0
		for _, m := range matches {
			fits[m.Fit]++
			if m.Fit == Exact {
				exact++
			}
		}
		if len(matches) == 0 {
			none++
		}
		if exact > 1 {
			t.Errorf("suggestion %d has %d exact profiles", each.Place, exact)
		}
	}
	t.Logf("%d profiles; matches %v, suggestions without one %d", len(pool), fits, none)
	if len(pool) < 20 || len(pool) > 40 || fits[Exact] == 0 || fits[Superset] == 0 || fits[Partial] == 0 || none < pile/10 {
		t.Error("the pool is too small or too large, or fits are missing")
	}
	for i, p := range pool {
		for _, other := range pool[:i] {
			if slices.Equal(p.Entitlements, other.Entitlements) {
				t.Errorf("profiles %d and %d grant the same", i, other.Number)
			}
		}
	}
}
