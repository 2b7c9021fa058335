package ui

import "testing"

func TestNoSecondChangeGoesToARecordWhoseFirstHasNoAnswer(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.hold = true
	d.keys("t", "t")
	d.sees("nothing was sent for hook", "an earlier change to it has no answer yet")
	d.hold = false
	d.settle()
	if sent := d.mutations(); len(sent) != 1 {
		t.Fatalf("sent %v, want one", sent)
	}
	d.keys("t")
	if sent := d.mutations(); len(sent) != 2 {
		t.Fatalf("after the answer: sent %v, want two", sent)
	}
}

func TestAnActionOnOneRecordSaysSoWhenSeveralAreMarked(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys(" jt")
	d.sees("1 is marked, and this works on one hook at a time; U takes the marks away.")
	if sent := d.mutations(); len(sent) != 0 {
		t.Fatalf("sent %v", sent)
	}
}
