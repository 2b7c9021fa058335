package ui

import (
	"testing"
	"time"

	"gatehouse/ui/host"
)

func TestAutoRefresh(t *testing.T) {
	d := newDriver(t, driverOptions{options: func(o *Options) { o.Refresh = 30 * time.Second }})
	if n := d.timers(30 * time.Second); n != 1 {
		t.Fatalf("%d timers of the automatic refresh", n)
	}
	if err := d.tenant.UpdateAs("hooks", d.tenant.HookID(0), func(r map[string]any) { r["displayName"] = "Renamed meanwhile" }); err != nil {
		t.Fatal(err)
	}
	d.fire(30 * time.Second)
	d.sees("Renamed meanwhile")
	if n := d.timers(30 * time.Second); n != 1 {
		t.Errorf("%d timers after a refresh", n)
	}
	d.keys("4", "j", "x")
	asked := len(d.asked("POST /api/v1/search/secrets-admin"))
	d.fire(30 * time.Second)
	if after := len(d.asked("POST /api/v1/search/secrets-admin")); after != asked {
		t.Errorf("the rows were refreshed behind a dialog")
	}
	d.keys("<esc>", "R")
	d.sees("Automatic refresh is off")
	d.fire(30 * time.Second)
	if n := d.timers(30 * time.Second); n != 0 {
		t.Errorf("%d timers after it was turned off", n)
	}
}

func TestNoTimerRunsWhileNothingMoves(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.fire(host.WaitIsLong) // the one that watched over the first page is over with it
	if len(d.ticks) != 1 {
		t.Errorf("%d timers are under way on an idle screen, want the minute's one", len(d.ticks))
	}
}
