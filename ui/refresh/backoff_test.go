package refresh_test

import (
	"testing"

	"gatehouse/ui/refresh"
)

// An automatic refresh that fails leaves out one tick, then three, then seven, as long as it fails.
func TestFailingRefreshesComeLessOften(t *testing.T) {
	var p refresh.BackOff
	var due []int
	for tick := 1; tick <= 20; tick++ {
		if p.Due(tick > 1) { // the first is the one that fails first
			due = append(due, tick)
		}
	}
	want := []int{1, 3, 7, 15}
	if len(due) != len(want) {
		t.Fatalf("due at ticks %v, want %v", due, want)
	}
	for i := range want {
		if due[i] != want[i] {
			t.Errorf("due at ticks %v, want %v", due, want)
		}
	}
	for range 2 {
		if !p.Due(false) {
			t.Error("after a success every tick counts")
		}
	}
	out, most := 0, 0
	for range 1000 {
		if out++; p.Due(true) {
			out = 0
		}
		most = max(most, out)
	}
	if most != 63 {
		t.Errorf("up to %d ticks in a row are left out", most)
	}
}
