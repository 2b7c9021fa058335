// Package families groups what is nearly the same: suggestions whose entitlements and cohorts overlap.
package families

import (
	"cmp"
	"math"
	"slices"
)

// Item is what says how much something overlaps with another: two sets, in any order.
type Item struct {
	Entitlements []string
	Cohort       []string
}

// Family is a group of items, by their place: the best, and those that overlap with it by as much as the threshold, the best first.
type Family struct {
	Best int
	Rest []int
}

// Least is the lowest threshold: from there on two items of a family share an entitlement and a part of the cohort.
const Least = 0.55

// Overlap is the measure: the mean of the overlap of the entitlements and that of the cohorts. The overlap of two sets is the share that
// both have of what either has. Where neither says what its cohort is, the entitlements alone count; without any, nothing overlaps.
func Overlap(a, b Item) float64 {
	d := newDictionary([]Item{a, b})
	return d.items[0].overlap(d.items[1])
}

// set is a set of words by their ranks, ascending: the rarest word has the lowest.
type set []int32

type item struct{ entitlements, cohort set }

func (a item) overlap(b item) float64 {
	if len(a.entitlements) == 0 || len(b.entitlements) == 0 {
		return 0
	}
	if len(a.cohort)+len(b.cohort) == 0 {
		return a.entitlements.jaccard(b.entitlements)
	}
	return (a.entitlements.jaccard(b.entitlements) + a.cohort.jaccard(b.cohort)) / 2
}

// reaches reports whether two items overlap by at least so much. What the sizes rule out isn't compared.
func (a item) reaches(b item, least float64) bool {
	n, m := len(a.entitlements), len(b.entitlements)
	if n == 0 || m == 0 {
		return false
	}
	bound := float64(min(n, m)) / float64(max(n, m))
	if len(a.cohort)+len(b.cohort) > 0 {
		cohort := a.cohort.jaccard(b.cohort)
		if (bound+cohort)/2 < least-tiny {
			return false
		}
		return (a.entitlements.jaccard(b.entitlements)+cohort)/2 >= least-tiny
	}
	return bound >= least-tiny && a.entitlements.jaccard(b.entitlements) >= least-tiny
}

// tiny is what sums of fractions may be off by.
const tiny = 1e-9

func (s set) jaccard(o set) float64 {
	both := s.both(o)
	return float64(both) / float64(max(1, len(s)+len(o)-both))
}

// both counts what two sets have in common.
func (s set) both(o set) (n int) {
	for i, j := 0, 0; i < len(s) && j < len(o); {
		switch {
		case s[i] == o[j]:
			n, i, j = n+1, i+1, j+1
		case s[i] < o[j]:
			i++
		default:
			j++
		}
	}
	return n
}

// dictionary has the items as sets of ranks.
type dictionary struct {
	items []item
	words int
}

func newDictionary(items []Item) dictionary {
	type kindOf struct {
		kind byte
		word string
	}
	places := map[kindOf]int32{}
	var counts []int32
	place := func(kind byte, word string) int32 {
		key := kindOf{kind, word}
		p, known := places[key]
		if !known {
			p = int32(len(counts))
			places[key] = p
			counts = append(counts, 0)
		}
		return p
	}
	placed := func(kind byte, words []string) set {
		s := make(set, 0, len(words))
		for _, word := range words {
			s = append(s, place(kind, word))
		}
		slices.Sort(s)
		s = slices.Compact(s)
		for _, p := range s {
			counts[p]++
		}
		return s
	}
	d := dictionary{items: make([]item, len(items))}
	for i, each := range items {
		d.items[i] = item{placed('e', each.Entitlements), placed('c', each.Cohort)}
	}
	order := make([]int32, len(counts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b)) })
	ranks := make([]int32, len(order))
	for rank, p := range order {
		ranks[p] = int32(rank)
	}
	for _, each := range d.items {
		for _, s := range []set{each.entitlements, each.cohort} {
			for i, p := range s {
				s[i] = ranks[p]
			}
			slices.Sort(s)
		}
	}
	d.words = len(counts)
	return d
}

// prefix is the rarest words of a set, of which one at least is among those of any set that overlaps with it by so much.
func (s set) prefix(least float64) set {
	return s[:max(0, min(len(s), len(s)-int(math.Ceil(least*float64(len(s))-tiny))+1))]
}

// Group takes the items the best first. Each that is in no family yet is the best of one, with all that overlap with it by as much as the
// threshold: nobody is in a family through somebody else. Only items that share one of their rarest words are compared.
func Group(items []Item, threshold float64) []Family {
	threshold = max(Least, min(threshold, 1))
	d := newDictionary(items)
	least := 2*threshold - 1 // of the entitlements where the cohorts are the same, and the other way round
	lists := make([][]int32, d.words)
	for i, each := range d.items {
		for _, s := range []set{each.entitlements.prefix(least), each.cohort.prefix(least)} {
			for _, word := range s {
				lists[word] = append(lists[word], int32(i))
			}
		}
	}
	in := make([]bool, len(items))      // it is in a family
	looked := make([]int32, len(items)) // for which best it was looked at last, plus one
	var all []Family
	for best, each := range d.items {
		if in[best] {
			continue
		}
		in[best] = true
		f := Family{Best: best}
		for _, word := range each.probe(lists, least) {
			kept := lists[word][:0]
			for _, i := range lists[word] {
				if in[i] {
					continue
				}
				if looked[i] != int32(best)+1 {
					looked[i] = int32(best) + 1
					if each.reaches(d.items[i], threshold) {
						in[i] = true
						f.Rest = append(f.Rest, int(i))
						continue
					}
				}
				kept = append(kept, i)
			}
			lists[word] = kept
		}
		slices.Sort(f.Rest)
		all = append(all, f)
	}
	return all
}

// probe are the words to look for others by: of the entitlements or of the cohort, whichever has fewer to look at.
func (a item) probe(lists [][]int32, least float64) set {
	weigh := func(s set) (n int) {
		for _, word := range s {
			n += len(lists[word])
		}
		return n
	}
	entitlements, cohort := a.entitlements.prefix(least), a.cohort.prefix(least)
	if len(cohort) > 0 && weigh(cohort) < weigh(entitlements) {
		return cohort
	}
	return entitlements
}
