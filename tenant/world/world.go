// Package world is what the built-in tenant's records are about: people, apps, entitlements, and who holds what. All of it is a pure
// function of a seed and of places, so nothing is stored and any part can be made alone. It knows nothing of the wire and of dates but how
// long ago something was: the tenant turns it into records.
//
// People and entitlements come in divisions of the same size. Nobody holds anything outside their own division, so the cost of counting
// doesn't grow with the tenant.
package world

import "sync"

// Sizes of a division, the whole company in the demo.
const (
	DivisionPeople       = 480
	DivisionApps         = 24
	EntitlementsPerApp   = 20
	DivisionEntitlements = DivisionApps * EntitlementsPerApp
)

// kept is how many divisions are remembered at a time.
const kept = 24

// World is one world. It is safe for concurrent use.
type World struct {
	seed                 uint64
	people, entitlements int

	mu        sync.Mutex
	divisions map[int]*division
	order     []int // of divisions, the one asked for last at the end
}

// New makes a world of some people and entitlements. It does nothing else.
func New(seed uint64, people, entitlements int) *World {
	return &World{seed: Mix(seed ^ 0x3017d), people: people, entitlements: entitlements, divisions: map[int]*division{}}
}

// Divisions is how many divisions have their people and entitlements complete.
func (w *World) Divisions() int {
	return max(1, min(w.people/DivisionPeople, w.entitlements/DivisionEntitlements))
}

// division is what was made of a division, to be used again.
type division struct {
	people  []Person
	cohorts []Cohort

	holds    sync.Once
	held     [DivisionEntitlements]Set // the people who hold each entitlement
	everyone Set
}

// division returns the people of a division; what they hold is made when it is first asked for.
func (w *World) division(n int) *division {
	w.mu.Lock()
	defer w.mu.Unlock()
	d, there := w.divisions[n]
	if !there {
		d = w.makeDivision(n)
		w.divisions[n] = d
	}
	for i, each := range w.order {
		if each == n {
			w.order = append(w.order[:i], w.order[i+1:]...)
			break
		}
	}
	if w.order = append(w.order, n); len(w.order) > kept {
		delete(w.divisions, w.order[0])
		w.order = w.order[1:]
	}
	return d
}

func (w *World) makeDivision(n int) *division {
	first := n * DivisionPeople
	d := &division{people: make([]Person, max(0, min(DivisionPeople, w.people-first)))}
	for i := range d.people {
		d.people[i] = w.Person(first + i)
	}
	d.cohorts = w.makeCohorts(n, d.people)
	return d
}

// holdings returns a division with who holds what.
func (w *World) holdings(n int) *division {
	d := w.division(n)
	d.holds.Do(func() {
		first := n * DivisionEntitlements
		for e := range max(0, min(DivisionEntitlements, w.entitlements-first)) {
			grant := w.Entitlement(first + e)
			for i := range d.people {
				if w.holds(&d.people[i], &grant) {
					d.held[e].Add(i)
				}
			}
		}
		for i := range d.people {
			if d.people[i].Member() {
				d.everyone.Add(i)
			}
		}
	})
	return d
}

// Mix is an avalanche over 64 bits (the finalizer of SplitMix64).
func Mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	x ^= x >> 31
	return x
}

// salt says what a throw is for.
type salt uint64

// Each has its own throws.
const (
	saltTitle salt = iota + 1
	saltContract
	saltPlace
	saltTenure
	saltMoved
	saltStatus
	saltJob
	saltName
	saltAudience
	saltRate
	saltHeld
	saltLone
	saltAccount
	saltUnused
	saltLeft
	saltTool
	saltTheme
	saltProfile
	saltOwner
)

// throw returns 64 random bits of two places.
func (w *World) throw(s salt, a, b int) uint64 {
	return Mix(w.seed ^ uint64(s)<<56 ^ Mix(uint64(int64(a))+0x9e3779b97f4a7c15) ^ Mix(uint64(int64(b))*0xd1342543de82ef95+0x632be5ab))
}

// below throws 0..limit-1.
func (w *World) below(limit int, s salt, a, b int) int {
	if limit < 1 {
		return 0
	}
	return int(w.throw(s, a, b) >> 1 % uint64(limit))
}

// fraction throws a number in [0, 1).
func (w *World) fraction(s salt, a, b int) float64 { return float64(w.throw(s, a, b)>>11) / (1 << 53) }

// chance is true in so many of a hundred throws.
func (w *World) chance(percent int, s salt, a, b int) bool { return w.below(100, s, a, b) < percent }
