package ui

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/panes/history"
)

// timeline is the pane in front.
func (d *driver) timeline() *history.Timeline {
	d.t.Helper()
	p, ok := d.model.pane().(*history.Timeline)
	if !ok {
		d.t.Fatalf("the pane is a %T", d.model.pane())
	}
	return p
}

// From the first answer on it is said how far the reading has come, and of how many servers.
func TestAllChangesSayHowFarTheyAre(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}} {
		d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 130}, w: size[0], h: size[1]})
		d.keys("5")
		held := d.holding(func() { d.keys("a") })
		d.sees("Loading changes… esc stops it.")
		held = d.holding(held.deliver)
		d.sees("Loading changes: 0 of 100+ servers read… esc stops it.") // the tenant lists more than one page
		held = d.holding(held.deliver)
		d.sees("changes, 4 of 100+ servers so far, esc stops")
		held.deliver()
		d.sees("changes of 130 servers")
		d.seesNot("so far")
	}
}

// Esc ends the requests under way, nothing comes after it, and it is said what was read and how to go on.
func TestAllChangesStopAtOnce(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 40}, w: size[0], h: size[1]})
		d.keys("5")
		held := d.holding(func() { d.keys("a") })
		held = d.holding(held.deliver)
		held = d.holding(held.deliver) // four servers are there, four under way
		n, underWay := d.timeline().Grid.Len(), d.timeline().Load.Context()
		d.keys("<esc>")
		if underWay.Err() == nil {
			t.Error("the requests under way were not ended")
		}
		held.deliver()
		d.keys("j", "j", "1", "5")
		if got := d.timeline().Grid.Len(); got != n {
			t.Errorf("%d changes are there, %d were when it was stopped", got, n)
		}
		d.sees("4 of 40 servers", "F goes on.")
		d.tenant.ForgetRequests()
		d.keys("F")
		d.seesNot("goes on")
		if got := d.tenant.Count(oneHistory); got != 36 {
			t.Errorf("%d histories of the 36 servers left were read", got)
		}
	}
}

// Stopped before the first change is there, it is begun again with the key that is named.
func TestAllChangesStopBeforeTheFirst(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("5")
	held := d.holding(func() { d.keys("a") })
	held = d.holding(held.deliver)
	d.keys("<esc>")
	held.deliver()
	d.sees("It was stopped.", "r tries again")
	d.keys("r")
	d.sees("changes of 12 servers")
}

// Where none of the first servers may be read, a key goes on with the others, and another begins again.
func TestAllChangesGoOnPastServersThatNobodyMayRead(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 60}})
	servers := d.servers()
	for _, s := range servers[:40] {
		d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/apps/" + s.AppID + "/xaa/resource_servers/" + s.ID + "/history", Status: 403})
	}
	d.tenant.ForgetRequests()
	d.keys("5", "a")
	d.sees("You may not list the changes of the first 20 servers.", "F goes on with the others.")
	if n := d.tenant.Count(oneHistory); n != 20 {
		t.Errorf("%d histories were asked for", n)
	}
	d.keys("F")
	d.sees("of the first 40 servers.")
	d.keys("r")
	d.sees("of the first 20 servers.")
	d.keys("F", "F")
	d.sees("changes of 60 servers, 40 not readable", "could not be read: 403")
	d.seesNot("goes on")
}

// In a small window, too, it is said how far the reading has come.
func TestAllChangesSayHowFarTheyAreInFewCells(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 40}, w: 60, h: 15})
	d.keys("5")
	held := d.holding(func() { d.keys("a") })
	held = d.holding(held.deliver)
	d.holding(held.deliver)
	d.sees("4 of 40 servers, esc stops")
	d.keys("<esc>")
	d.sees("Stopped at 4 of 40 servers")
}

// A refresh reads no further than the cursor; the others come after it.
func TestAllChangesAreWholeAfterARefresh(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("5", "a")
	n := d.timeline().Grid.Len()
	d.keys("r")
	d.sees("changes of 12 servers")
	if got := d.timeline().Grid.Len(); got != n {
		t.Errorf("%d changes after the refresh, %d before", got, n)
	}
}

// The first server that could not be read is named with the reason; a key lists the others.
func TestServersThatCantBeReadAreNamed(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want []string
	}{
		{160, 45, []string{" could not be read: 403, you may not see it, and 3 more; f lists them."}},
		{80, 24, []string{"Not read: ", ": 403, you may not see it, and 3 more; f lists them."}},
		{40, 10, []string{"Not read: ", " +3; f says why."}},
	} {
		d := newDriver(t, driverOptions{w: c.w, h: c.h})
		all := d.servers()
		for _, s := range all[4:8] { // all that are read together
			d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/apps/" + s.AppID + "/xaa/resource_servers/" + s.ID + "/history", Status: 403})
		}
		d.keys("5", "a")
		d.sees(c.want...)
		if c.w < 160 {
			continue
		}
		d.sees("changes of 12 servers, 4 not readable", all[4].DisplayName)
		d.keys("f")
		for _, s := range all[4:8] {
			d.sees("Not read: " + s.DisplayName)
		}
		d.keys(all[7].DisplayName, "<enter>")
		d.sees("All changes › "+all[7].DisplayName, "You may not")
	}
}

// The changes behind the line of Today are those of this week, all of them.
func TestTheChangesOfThisWeekAreOfThisWeek(t *testing.T) {
	d := newDriver(t, driverOptions{options: beginningWith("today")})
	want, servers := 0, 0
	for _, s := range d.servers() {
		if !host.ThisWeek(s.UpdatedAt, d.model.env.Now()) {
			continue
		}
		servers++
		page, err := d.client.ResourceServerHistory(t.Context(), s.AppID, s.ID, api.PageRequest{Size: 20})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range page.Rows {
			if host.ThisWeek(h.Metadata.CreatedAt, d.model.env.Now()) {
				want++
			}
		}
	}
	for !strings.Contains(d.selected(), "changed this week") {
		d.keys("j")
	}
	d.keys("<enter>")
	if got := d.timeline().Grid.Len(); got != want {
		t.Errorf("%d changes are listed, %d are of this week", got, want)
	}
	d.sees("Today › Changes this week", fmt.Sprintf("%d changes of %d servers", want, servers))
}
