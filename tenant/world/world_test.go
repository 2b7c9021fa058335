package world

import (
	"slices"
	"testing"
)

// company is the world of the demo.
func company() *World { return New(1, DivisionPeople, DivisionEntitlements) }

func TestSlotsAreAPermutation(t *testing.T) {
	seen := map[int]bool{}
	for place := range DivisionPeople {
		slot := slotOf(place)
		if seen[slot] || placeOf(slot) != place {
			t.Errorf("place %d has slot %d, whose place is %d", place, slot, placeOf(slot))
		}
		seen[slot] = true
	}
	total := 0
	for _, d := range departments {
		total += d.size
	}
	if total != persons {
		t.Errorf("the departments have %d people, want %d", total, persons)
	}
}

// TestPeopleHaveAPlace: who leads is there and of the same department; what is no human has neither department nor manager.
func TestPeopleHaveAPlace(t *testing.T) {
	w := company()
	kinds, contracts, moved, left := map[Kind]int{}, map[Contract]int{}, 0, 0
	for place := range DivisionPeople {
		p := w.Person(place)
		kinds[p.Kind]++
		if p.Kind != Human {
			if p.Department >= 0 || p.Manager >= 0 || p.TitleName() != "" || p.EmploymentType() != "" {
				t.Errorf("%d is no human and has %+v", place, p)
			}
			continue
		}
		contracts[p.Contract]++
		if p.Status == Left {
			left++
		}
		if p.Former >= 0 {
			moved++
			if p.Former == p.Department {
				t.Errorf("%d came from the department they are in", place)
			}
		}
		if p.Leads() && p.Status != Active {
			t.Errorf("the lead %d has the status %v", place, p.Status)
		}
		if p.Manager < 0 {
			continue
		}
		if boss := w.Person(p.Manager); !boss.Leads() || p.Title >= -1 && boss.Department != p.Department {
			t.Errorf("%d of %s reports to %d of %s", place, p.DepartmentName(), p.Manager, boss.DepartmentName())
		}
	}
	t.Logf("kinds %v, contracts %v, moved %d, left %d", kinds, contracts, moved, left)
	if moved < 20 || left < 8 || contracts[Contractor] < 30 || contracts[Agency] < 5 {
		t.Error("too few people moved, left or came by contract")
	}
}

// TestHoldsIsWhatIsCounted: the one function, the lists and the counts say the same, whatever was asked before.
func TestHoldsIsWhatIsCounted(t *testing.T) {
	w, other := New(7, 3*DivisionPeople, 3*DivisionEntitlements), New(7, 3*DivisionPeople, 3*DivisionEntitlements)
	for entitlement := 0; entitlement < 3*DivisionEntitlements; entitlement += 17 {
		var holders []int
		for person := range 3 * DivisionPeople {
			if other.Holds(person, entitlement) {
				holders = append(holders, person)
			}
		}
		got := w.Holders(entitlement)
		if !slices.Equal(got, holders) || w.HolderCount(entitlement) != len(holders) {
			t.Errorf("entitlement %d: %v, counted %d, want %v", entitlement, got, w.HolderCount(entitlement), holders)
		}
	}
}

// TestLayers: everybody has what everybody has, who left holds nothing, some hold what their former department has, and critical
// entitlements are few and in few hands.
func TestLayers(t *testing.T) {
	w := company()
	d := w.holdings(0)
	leftovers, critical, most := 0, 0, 0
	for e := range DivisionEntitlements {
		grant := w.Entitlement(e)
		if grant.layer == birthright {
			if n := d.held[e].Shared(&d.everyone); float64(n) < 0.55*float64(d.everyone.Len()) {
				t.Errorf("%s %s is for everybody, and %d hold it", grant.Resource, grant.Grant, n)
			}
		}
		if grant.Risk == Critical {
			critical++
			most = max(most, d.held[e].Len())
		}
		for i := range d.people {
			p := &d.people[i]
			holds := d.held[e].Has(i)
			if holds && p.Status == Left {
				t.Errorf("%d has left and holds %d", i, e)
			}
			if holds && p.Former >= 0 && grant.layer == ofDepartments && slices.Contains(grant.homes, p.Former) {
				leftovers++
			}
		}
	}
	t.Logf("%d of %d entitlements are critical, held by at most %d; %d leftovers", critical, DivisionEntitlements, most, leftovers)
	if leftovers < 30 || critical < 5 || critical > DivisionEntitlements/20 || most > 40 {
		t.Error("leftovers or critical entitlements out of proportion")
	}
}

// TestAnyPlaceCostsTheSame: the last of many divisions is made alone.
func TestAnyPlaceCostsTheSame(t *testing.T) {
	w := New(1, 100_000, 100_000)
	s := w.Suggest(100_000)
	for _, place := range []int{0, 50_000, 99_999} {
		g := s.At(place)
		if len(s.Grants(&g)) == 0 || len(w.divisions) > 3 {
			t.Errorf("suggestion %d: %d divisions were made", place, len(w.divisions))
		}
	}
	for division := range w.Divisions() { // no two accepted suggestions keep the pool from being made
		if n := len(s.Profiles(division)); n < 14 {
			t.Errorf("division %d has %d profiles", division, n)
		}
	}
	seen := map[[2]int]bool{}
	for place := 0; place < 100_000; place += 7 {
		g := s.At(place)
		if key := [2]int{g.Cohort.Division, g.local}; seen[key] {
			t.Fatalf("suggestion %d is %v again", place, key)
		} else {
			seen[key] = true
		}
	}
	if len(w.divisions) > kept {
		t.Errorf("%d divisions are remembered", len(w.divisions))
	}
}
