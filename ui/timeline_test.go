package ui

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/tenant"
)

const oneHistory = "GET /api/v1/apps/{}/xaa/resource_servers/{}/history"

// servers are all resource servers of the tenant.
func (d *driver) servers() []api.ResourceServer {
	d.t.Helper()
	page, err := d.client.SearchResourceServers(d.t.Context(), api.ResourceServerSearch{}, api.PageRequest{Size: 100})
	if err != nil || page.Next != "" {
		d.t.Fatalf("servers: %v, more: %q", err, page.Next)
	}
	return page.Rows
}

func TestAllChangesAreOneList(t *testing.T) {
	d := newDriver(t, driverOptions{})
	servers := d.servers()
	newest := api.HistoryEntry{}
	all := 0
	for _, s := range servers {
		page, err := d.client.ResourceServerHistory(t.Context(), s.AppID, s.ID, api.PageRequest{Size: 20})
		if err != nil {
			t.Fatal(err)
		}
		all += len(page.Rows)
		if first := page.Rows[0]; first.Metadata.CreatedAt.After(newest.Metadata.CreatedAt.Time) {
			newest = first
		}
	}
	d.tenant.ForgetRequests()
	d.keys("5", "a")
	d.sees("History › All changes", "changes of 12 servers")
	if n := d.tenant.Count(oneHistory); n != len(servers) {
		t.Errorf("%d histories of %d servers were read", n, len(servers))
	}
	if got, _ := d.model.pane().(interface{ Count() string }); got.Count() == "" {
		t.Error("the tab counts nothing")
	}
	d.sees(newest.Snapshot.DisplayName + " changed ") // the cursor is on the newest change
	d.keys("<enter>")
	d.sees("History › All changes › "+newest.Snapshot.DisplayName, newest.Metadata.ID)
	d.keys("<esc>")
	d.sees("History › All changes")
	d.keys("f", "Time: the last 7", "<enter>")
	if n := regexp.MustCompile(`(\d+) of \d+`).FindStringSubmatch(d.screen()); n == nil || n[1] == "0" {
		t.Errorf("changes of the last seven days:\n%s", d.screen())
	}
	d.keys("f", "Show all", "<enter>")
	d.sees("changes of 12 servers")
}

// A server whose history can't be read is counted; the others are there.
func TestAServerWithoutHistoryIsCounted(t *testing.T) {
	d := newDriver(t, driverOptions{})
	s := d.servers()[1]
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/apps/" + s.AppID + "/xaa/resource_servers/" + s.ID + "/history", Status: 403})
	d.keys("5", "a")
	d.sees("changes of 12 servers, 1 not readable")
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/apps/**", Status: 403})
	d.keys("<esc>", "a")
	d.sees("You may not")
}

// Who, what and when stand together, also in a small window.
func TestAllChangesSayWho(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("5", "a")
		d.sees("When", "Resource server", "What", "Who", "changes of 12 servers")
	}
}

// Servers that nobody asked for by name are read after the changes under way.
func TestAllChangesLetWritesGoFirst(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("5")
	target := action.Target{Kind: "hook", ID: "h1"}
	d.model.env.UnderWay[target] = []string{"Turning"}
	d.tenant.ForgetRequests()
	d.keys("a")
	d.fire(250 * time.Millisecond)
	if n := d.tenant.Count(oneHistory); n > 0 {
		t.Errorf("%d histories were read while a change is under way", n)
	}
	d.sees("A change has no answer yet; reading goes on after it. esc stops it.", "esc stop")
	d.seesNot("is recorded")
	delete(d.model.env.UnderWay, target)
	d.fire(250 * time.Millisecond)
	d.sees("changes of 12 servers")
	if n := d.tenant.Count(oneHistory); n != 12 {
		t.Errorf("%d histories of 12 servers were read", n)
	}
}

// What is stopped while it lets a change go first isn't read after it.
func TestAllChangesAreStoppedBeforeTheyBegin(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("5")
	target := action.Target{Kind: "hook", ID: "h1"}
	d.model.env.UnderWay[target] = []string{"Turning"}
	d.tenant.ForgetRequests()
	d.keys("a", "<esc>")
	delete(d.model.env.UnderWay, target)
	d.fire(250 * time.Millisecond)
	if n := d.tenant.Count(oneHistory); n > 0 {
		t.Errorf("%d histories were read after it was stopped", n)
	}
	d.sees("stopped", "r ")
	d.seesNot("is recorded")
	d.keys("r")
	d.sees("changes of ", " servers")
}

// Past so many servers a person says whether to go on; till then it says of how many servers the changes are.
func TestAllChangesPauseAtManyServers(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 330}})
	d.keys("5", "a")
	if n := d.tenant.Count(oneHistory); n < 300 || n > 308 {
		t.Errorf("%d histories were read before anybody asked for more than 300", n)
	}
	d.sees(" servers read", "F goes on")
	d.keys("F")
	d.sees("changes of 330 servers")
}

// In few cells, too, it is said whole how many changes a filter finds, and that there are more.
func TestAFilterOfManyChangesInFewCells(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 330}, w: 40, h: 10})
	d.keys("5", "a", "/", "api", "<enter>")
	if !regexp.MustCompile(`/api  [\d,]+ of [\d,]+\+ `).MatchString(d.screen()) {
		t.Errorf("no count:\n%s", d.screen())
	}
}

// Left, it asks for nothing more; a person who comes back goes on.
func TestAllChangesStopWhenTheyAreLeft(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 40}})
	d.keys("5")
	d.tenant.ForgetRequests()
	held := d.holding(func() { d.keys("a") }) // the servers are listed
	held = d.holding(held.deliver)            // the first of them are read
	d.Waiting(func() { held.deliver(); d.keys("1") })
	d.settle()
	if n := d.tenant.Count(oneHistory); n == 0 || n > 8 {
		t.Errorf("%d histories were read before and after it was left", n)
	}
	d.keys("5")
	d.sees("changes of 40 servers")
}

func TestWhoChangedAServerThisWeekIsOneKeyAway(t *testing.T) {
	d := newDriver(t, driverOptions{options: beginningWith("today")})
	changed := regexp.MustCompile(`(\d+) servers changed this week`).FindStringSubmatch(d.screen())
	if changed == nil {
		t.Fatalf("no line of changed servers:\n%s", d.screen())
	}
	d.tenant.ForgetRequests()
	for !strings.Contains(d.selected(), "changed this week") {
		d.keys("j")
	}
	d.keys("<enter>")
	d.sees("Today › Changes this week", "changes of "+changed[1]+" servers", "Who")
	if n := d.tenant.Count("POST /api/v1/search/xaa/resource_servers"); n > 0 {
		t.Errorf("the servers were asked for again, %d times", n)
	}
}
