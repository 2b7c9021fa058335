package world

import "math/bits"

// Set is a set of people of one division, by their number in it.
type Set [DivisionPeople/64 + 1]uint64

// Add puts a number into the set.
func (s *Set) Add(i int) { s[i/64] |= 1 << (i % 64) }

// Has says whether a number is in the set.
func (s *Set) Has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

// Len counts the set.
func (s *Set) Len() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// Shared counts what two sets have in common.
func (s *Set) Shared(other *Set) int {
	n := 0
	for i, word := range s {
		n += bits.OnesCount64(word & other[i])
	}
	return n
}

// And keeps what is in the other set too.
func (s *Set) And(other *Set) {
	for i := range s {
		s[i] &= other[i]
	}
}

// Or adds what is in the other set.
func (s *Set) Or(other *Set) {
	for i := range s {
		s[i] |= other[i]
	}
}

// Places returns the numbers in the set, ascending, each with first added.
func (s *Set) Places(first int) []int {
	out := make([]int, 0, s.Len())
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			out = append(out, first+i*64+bits.TrailingZeros64(word))
		}
	}
	return out
}
