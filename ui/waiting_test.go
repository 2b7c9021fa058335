package ui

import (
	"testing"
	"time"

	"gatehouse/tenant"
)

// An automatic refresh that fails leaves out one tick, then three, then seven, as long as it fails.
func TestFailingRefreshesComeLessOften(t *testing.T) {
	var p backOff
	var due []int
	for tick := 1; tick <= 20; tick++ {
		if p.due(tick > 1) { // the first is the one that fails first
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
		if !p.due(false) {
			t.Error("after a success every tick counts")
		}
	}
	for range 1000 {
		p.due(true)
	}
	if p.left > 64 {
		t.Errorf("%d ticks are left out", p.left)
	}
}

// A pane without rows says whom it waits for and how long already; esc gives up, and r asks anew.
func TestALongWaitSaysWhatForAndCanBeStopped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30})
	d.waiting(func() {
		d.keys("2")
		d.sees("Loading webhooks…")
		d.fire(waitIsLong)
		d.sees("Waiting for " + d.client.Host() + " to answer, 3 s; esc stops it.")
		d.fire(waitIsLonger)
		d.sees("to answer, 4 s;")
		d.keys("<esc>")
		d.sees("The webhooks could not be loaded.", "It was stopped.", "r tries again.")
		d.keys("r")
	})
	d.settle()
	d.sees("27 in all")
}

// Of eight ticks of the automatic refresh that meet a failing tenant, those that follow a failure are left out more and more.
func TestAFailingAutomaticRefreshBacksOff(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30})
	d.keys("R")
	d.fault(tenant.Rule{Path: "/api/v1/search/hooks", Status: 500})
	d.tenant.ForgetRequests()
	for range 8 {
		d.fire(time.Minute)
	}
	if n := len(d.asked("POST /api/v1/search/hooks")); n != 3*4 {
		t.Errorf("%d requests, want three refreshes of four tries each", n)
	}
}
