package ui

import (
	"testing"
	"time"

	"gatehouse/tenant"
	"gatehouse/ui/host"
)

// A pane without rows says whom it waits for and how long already; esc gives up, and r asks anew.
func TestALongWaitSaysWhatForAndCanBeStopped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30})
	d.Waiting(func() {
		d.keys("2")
		d.sees("Loading webhooks…")
		d.fire(host.WaitIsLong)
		d.sees("Waiting for " + d.client.Host() + " to answer, 3 s; esc stops it.")
		d.fire(host.WaitIsLonger)
		d.sees("to answer, 4 s;")
		d.keys("<esc>")
		d.sees("The webhooks could not be loaded.", "It was stopped.", "r tries again.")
		d.keys("r")
	})
	d.settle()
	d.sees("27 in all")
}

// Rows that are read again stay in view: the headline says how to stop it, and esc does, before anything else that it does.
func TestARefreshThatTakesLongCanBeStopped(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("2", "/", "a", "<enter>")
		first := d.screen()
		d.Waiting(func() {
			d.keys("r")
			d.sees("refreshing…")
			d.fire(host.WaitIsLong)
			d.sees("3 s, esc stops")
			d.fire(host.WaitIsLonger)
			d.sees("4 s, esc stops")
			d.keys("<esc>")
			d.sees("efresh", "stopped; ", "/a")
			d.seesNot("esc stops")
		})
		d.settle()
		d.sees("stopped; ")
		d.keys("r")
		d.seesNot("stopped; ")
		if now := d.screen(); now != first {
			t.Errorf("after a refresh there is\n%s\nnot\n%s", now, first)
		}
	}
}

// So does what comes below the rows in view, and a record that is read again.
func TestMoreRowsAndARecordReadAgainCanBeStopped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 80, h: 24, tenant: tenant.Options{Rows: 450}})
	d.keys("4")
	d.Waiting(func() {
		d.keys("G")
		d.fire(host.WaitIsLong)
		d.sees("100 loaded so far", "loading for 3 s, esc stops it")
		d.keys("<esc>")
		d.sees("It was stopped.", "r tries again.")
	})
	d.settle()
	d.keys("0", "c")
	d.Waiting(func() {
		d.keys("r")
		d.sees("refreshing…")
		d.fire(host.WaitIsLong)
		d.sees("refreshing for 3 s, esc stops it")
		d.keys("<esc>")
		d.sees("r tries again. It was stopped.")
	})
	d.settle()
	d.keys("r")
	d.seesNot("stopped")
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

// So do the panes of one record, and a form that is being sent.
func TestALongWaitForARecordSaysWhatForAndCanBeStopped(t *testing.T) {
	for key, what := range map[string]string{"c": "the contacts", "m": "your notification settings"} {
		d := newDriver(t, driverOptions{w: 120, h: 30})
		d.keys("0")
		d.Waiting(func() {
			d.keys(key)
			d.sees("Reading " + what + "…")
			d.fire(host.WaitIsLong)
			d.sees("Waiting for " + d.client.Host() + " to answer, 3 s; esc stops it.")
			d.fire(host.WaitIsLonger)
			d.sees("to answer, 4 s;")
			d.keys("<esc>")
			d.reads(host.Capital(what)+" could not be read.", "It was stopped.")
			d.keys("r")
		})
		d.settle()
		d.seesNot("could not be read", "Waiting for")
	}
}

func TestAFormThatIsSentSaysWhomItWaitsFor(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30})
	d.keys("2", "e", " of Acme")
	release := d.withheld("<ctrl+s>")
	d.sees("Sending.")
	d.fire(host.WaitIsLong)
	d.sees("Waiting for "+d.client.Host()+" to answer, ", "What you typed is kept until there is an")
	release()
	d.sees("Saved webhook")
	d.fire(host.WaitIsLonger)
	if n := d.timers(host.WaitIsLonger); n != 0 {
		t.Errorf("%d timers still look at a form that is closed", n)
	}
}

func TestAChoiceSaysWhomItWaitsFor(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("0", "o")
	d.Waiting(func() {
		d.keys("p")
		d.sees("Asking the tenant…")
		d.fire(host.WaitIsLong)
		d.sees("Waiting for " + d.client.Host() + " to answer, 3 s; esc closes this.")
	})
	d.settle()
	d.sees("24 found")
	d.fire(host.WaitIsLonger)
	d.seesNot("Waiting for")
}

func TestTheBenchSaysWhomItWaitsFor(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("0", "b", "1 + 1")
	d.Waiting(func() {
		d.keys("<ctrl+s>")
		d.sees("Asking the tenant…")
		d.fire(host.WaitIsLong)
		d.sees("Waiting for " + d.client.Host() + " to answer, ")
	})
	d.settle()
	d.seesNot("Waiting for")
}
