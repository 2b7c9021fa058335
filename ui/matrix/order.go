package matrix

import (
	"cmp"
	"slices"
	"strings"
)

// Order is how the people and the entitlements of a matrix are sorted.
type Order int

// The orders. In ByBlocks each stands beside the one that is most like it, so that blocks show.
const (
	ByBlocks Order = iota
	ByTotals
	ByNames
	orders
)

// Words is the order in a word.
func (o Order) Words() string { return [...]string{"by blocks", "by totals", "by name"}[o] }

// next is the order after it, in turn.
func (o Order) next() Order { return (o + 1) % orders }

// least is how many there have to be before one of them is called an outlier.
const least = 4

// median is what an outlier is told by; 0 where there are too few to tell.
func median(counts []int) int {
	if len(counts) < least {
		return 0
	}
	slices.Sort(counts)
	return counts[len(counts)/2]
}

// Arrange sorts the people and the entitlements. names are those of the entitlements.
func (t *Table) Arrange(o Order, sum Totals, names []string) (rows, columns []int) {
	rows, columns = upTo(len(t.people)), upTo(t.columns)
	byName := func(a, b int) int {
		return cmp.Or(strings.Compare(strings.ToLower(t.people[a].Name), strings.ToLower(t.people[b].Name)), cmp.Compare(a, b))
	}
	byTitle := func(a, b int) int {
		return cmp.Or(strings.Compare(strings.ToLower(names[a]), strings.ToLower(names[b])), cmp.Compare(a, b))
	}
	if o == ByNames {
		slices.SortFunc(rows, byName)
		slices.SortFunc(columns, byTitle)
		return rows, columns
	}
	slices.SortFunc(rows, func(a, b int) int { return cmp.Or(cmp.Compare(sum.Rows[b].Held, sum.Rows[a].Held), byName(a, b)) })
	slices.SortFunc(columns, func(a, b int) int {
		return cmp.Or(cmp.Compare(sum.Columns[b].Held, sum.Columns[a].Held), byTitle(a, b))
	})
	if o == ByTotals {
		return rows, columns
	}
	return t.blocks(rows, columns, sum)
}

// blocks puts each beside the one most like it, from the one with the most on. Whoever has it all comes first, outliers and people of whom
// nothing is known come last.
func (t *Table) blocks(rows, columns []int, sum Totals) (people, entitlements []int) {
	groups := map[Stand][]int{}
	for _, i := range rows {
		groups[sum.Rows[i].Stand] = append(groups[sum.Rows[i].Stand], i)
	}
	alike := func(a, b int) float64 {
		return jaccard((t.holds[a] & t.holds[b]).size(), (t.holds[a] | t.holds[b]).size())
	}
	for _, stand := range []Stand{HasAll, Gains, Outlier, Unclear} {
		people = append(people, chain(groups[stand], alike)...)
	}
	holders := t.holders()
	isOutlier := func(column int) bool { return sum.Columns[column].Outlier }
	both := func(a, b int) float64 { return holders[a].alike(holders[b]) }
	usual := slices.DeleteFunc(slices.Clone(columns), isOutlier)
	odd := slices.DeleteFunc(slices.Clone(columns), func(column int) bool { return !isOutlier(column) })
	return people, append(chain(usual, both), chain(odd, both)...)
}

// chain begins with the first and goes on with the one that is most like the last, the earlier of two.
func chain(all []int, alike func(a, b int) float64) []int {
	for i := 1; i < len(all); i++ {
		best, most := i, -1.0
		for j := i; j < len(all); j++ {
			if like := alike(all[i-1], all[j]); like > most {
				best, most = j, like
			}
		}
		next := all[best]
		copy(all[i+1:best+1], all[i:best])
		all[i] = next
	}
	return all
}

// jaccard is the share that both have of what either has.
func jaccard(both, either int) float64 {
	if either == 0 {
		return 1
	}
	return float64(both) / float64(either)
}

// crowd is a set of people, by their place.
type crowd [(MaxPeople + 63) / 64]set

// holders are the people who hold each entitlement.
func (t *Table) holders() []crowd {
	all := make([]crowd, t.columns)
	for i := range t.people {
		for column := range all {
			if t.holds[i].has(column) {
				all[column][i/64] |= only(i % 64)
			}
		}
	}
	return all
}

func (c *crowd) alike(o crowd) float64 {
	both, either := 0, 0
	for i := range c {
		both += (c[i] & o[i]).size()
		either += (c[i] | o[i]).size()
	}
	return jaccard(both, either)
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
