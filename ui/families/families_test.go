package families

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
)

func letters(s string) (all []string) {
	for _, r := range s {
		all = append(all, string(r))
	}
	return all
}

func of(entitlements, cohort string) Item { return Item{letters(entitlements), letters(cohort)} }

func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		a, b Item
		want float64
	}{
		{of("abcd", "x"), of("abcd", "x"), 1},
		{of("abcd", "x"), of("dcba", "x"), 1},
		{of("aabbcd", "xx"), of("abcd", "x"), 1},                // what is named twice is one
		{of("abcd", "x"), of("abce", "x"), (0.6 + 1) / 2},       // three of five
		{of("abcd", "x"), of("abcd", "xy"), (1 + 0.5) / 2},      // a cohort within another
		{of("abcd", "x"), of("efgh", "x"), 0.5},                 // the same people, for something else
		{of("abcd", "x"), of("abcd", "y"), 0.5},                 // the same for other people
		{of("abcd", ""), of("abce", ""), 0.6},                   // nobody says who they are
		{of("abcd", ""), of("abcd", "x"), 0.5},                  // one of them does
		{of("", "x"), of("", "x"), 0},                           // nothing is granted
		{of("x", "ab"), Item{[]string{"ab"}, []string{"x"}}, 0}, // an entitlement is no part of a cohort
	} {
		if got := Overlap(c.a, c.b); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v and %v overlap by %v, want %v", c.a, c.b, got, c.want)
		}
		if got := Overlap(c.b, c.a); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v and %v overlap by %v the other way round, want %v", c.b, c.a, got, c.want)
		}
	}
}

// Everybody in a family overlaps with its best, not only with somebody else in it.
func TestAFamilyIsHeldTogetherByItsBest(t *testing.T) {
	got := Group([]Item{of("abcdefgh", "x"), of("abcdef", "x"), of("cdef", "x"), of("zyw", "x"), of("abcdefgh", "x")}, 0.8)
	want := []Family{{0, []int{1, 4}}, {2, nil}, {3, nil}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestGroupOfNothing(t *testing.T) {
	if got := Group(nil, 0.7); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	if got := Group(make([]Item, 3), 0.7); len(got) != 3 {
		t.Errorf("those without entitlements are %d families, want 3", len(got))
	}
}

// everyPair groups as Group does, by comparing each with each.
func everyPair(items []Item, threshold float64) (all []Family) {
	in := make([]bool, len(items))
	for best := range items {
		if in[best] {
			continue
		}
		f := Family{Best: best}
		for i := best + 1; i < len(items); i++ {
			if !in[i] && Overlap(items[best], items[i]) >= threshold-1e-9 {
				in[i] = true
				f.Rest = append(f.Rest, i)
			}
		}
		all = append(all, f)
	}
	return all
}

// pile makes suggestions that are variants of some: of few words each, so that many are close to the threshold.
func pile(seed uint64, n, kinds, words int) []Item {
	r := rand.New(rand.NewPCG(seed, 1))
	some := make([]Item, kinds)
	for i := range some {
		for range 3 + r.IntN(12) {
			some[i].Entitlements = append(some[i].Entitlements, fmt.Sprint(r.IntN(words)))
		}
		for range 1 + r.IntN(2) {
			some[i].Cohort = append(some[i].Cohort, fmt.Sprint(r.IntN(20)))
		}
	}
	items := make([]Item, n)
	for i := range items {
		like := some[r.IntN(kinds)]
		items[i] = Item{slices.Clone(like.Entitlements), slices.Clone(like.Cohort)}
		for range r.IntN(4) {
			items[i].Entitlements[r.IntN(len(items[i].Entitlements))] = fmt.Sprint(r.IntN(words))
		}
		switch r.IntN(8) {
		case 0:
			items[i].Cohort = append(items[i].Cohort, fmt.Sprint(r.IntN(20)))
		case 1:
			items[i].Cohort = nil
		case 2:
			items[i].Entitlements = items[i].Entitlements[:r.IntN(len(items[i].Entitlements)+1)]
		}
	}
	return items
}

// What isn't compared would not have been in the family.
func TestNothingIsMissed(t *testing.T) {
	for seed := range uint64(8) {
		items := pile(seed, 120, 12, 25)
		for _, threshold := range []float64{Least, 0.6, 0.7, 0.75, 0.9, 1} {
			if got, want := Group(items, threshold), everyPair(items, threshold); !reflect.DeepEqual(got, want) {
				t.Fatalf("pile %d at %v: got %v, want %v", seed, threshold, got, want)
			}
		}
	}
}

// BenchmarkGroup groups 5,000 suggestions: spread out, and all of the same few words. It fails at more than a second.
func BenchmarkGroup(b *testing.B) {
	for name, items := range map[string][]Item{"spread": pile(1, 5000, 800, 2000), "dense": pile(2, 5000, 800, 30)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Group(items, 0.7)
			}
			if each := b.Elapsed() / time.Duration(b.N); each > time.Second {
				b.Errorf("grouping took %v, its mark is a second", each)
			}
		})
	}
}
