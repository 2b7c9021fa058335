package ui

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/state"
	"gatehouse/tenant"
	todaypane "gatehouse/ui/panes/today"
	"gatehouse/ui/refresh"
)

func beginningWith(pane string) func(*Options) {
	return func(o *Options) { o.Start = pane }
}

// today opens the console on its first screen.
func today(t *testing.T, o driverOptions) *driver {
	t.Helper()
	o.options = beginningWith("today")
	return newDriver(t, o)
}

// lineOf is the line of the first screen that says that; the number stands before it.
func (d *driver) lineOf(text string) string {
	d.t.Helper()
	for _, line := range strings.Split(d.screen(), "\n") {
		if strings.Contains(line, text) {
			return line
		}
	}
	d.t.Fatalf("no line says %q:\n%s", text, d.screen())
	return ""
}

func TestTodaySaysWhatNeedsSomebody(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {100, 30}, {80, 24}, {40, 12}} {
		d := today(t, driverOptions{w: size[0], h: size[1]})
		for _, text := range []string{"hooks are off", "suggestions are new", "within the hour", "shared outside", "changed this week",
			"exporter"} {
			if line := d.lineOf(text); !regexp.MustCompile(`●\s+\d+ |✓\s+No `).MatchString(line) {
				t.Errorf("%v: %q has neither a number nor says that there is none", size, line)
			}
		}
		if most := d.mostAsked(); most > 2 {
			t.Errorf("%v: an operation was asked %d times", size, most)
		}
	}
}

// A line's list may be empty when it is read again, and has no key that does nothing there.
func TestTheListOfALineEmpties(t *testing.T) {
	for line := range 7 {
		d := today(t, driverOptions{w: 160, h: 45})
		for range line {
			d.keys("j")
		}
		d.keys("<enter>")
		if _, opened := d.model.pane().(*todaypane.Pane); opened {
			continue // there is nothing behind it
		}
		d.seesNot("all/mine")
		d.fault(tenant.Rule{Body: `{"list":[]}`})
		d.keys("r")
		d.sees("r looks again")
		d.tellsNot("neighbour")
		d.keys("m", "?", "<esc>", "<esc>")
	}
}

// mostAsked is how often the operation was asked that was asked most, the token aside.
func (d *driver) mostAsked() (most int) {
	counts := map[string]int{}
	for _, r := range d.tenant.Requests() {
		if !strings.HasPrefix(r.Path, "/auth/") {
			counts[r.Method+" "+r.Path]++
			most = max(most, counts[r.Method+" "+r.Path])
		}
	}
	return most
}

// What the tenant refuses or lacks costs only its own lines.
func TestATopicThatFailsLosesItsOwnLinesOnly(t *testing.T) {
	d := today(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/search/hooks", Status: 403, Message: "needs Super Administrator"})
	}})
	if line := d.lineOf("Hooks that are off: unknown"); !strings.Contains(line, "You may not") {
		t.Errorf("it doesn't say why: %q", line)
	}
	if line := d.lineOf("suggestions are new"); !strings.Contains(line, "●") {
		t.Errorf("another line is lost, too: %q", line)
	}
	d.tenant.Faults().Reset()
	d.keys("j", "<enter>") // on the line that failed: it is read again
	if line := d.lineOf("hooks are off"); !strings.Contains(line, "●") {
		t.Errorf("reading it again: %q", line)
	}
}

func TestALineOpensItsRowsFromTheSameAnswer(t *testing.T) {
	d := today(t, driverOptions{})
	number := regexp.MustCompile(`(\d+) hooks are off`).FindStringSubmatch(d.lineOf("hooks are off"))[1]
	d.tenant.ForgetRequests()
	d.clock.advance(2 * time.Minute)
	d.keys("j", "<enter>")
	d.sees("Today › Hooks that are off", number+" in all", "read 2m ago")
	if n := len(d.tenant.Requests()); n > 0 {
		t.Errorf("opening the line asked %d times", n)
	}
	d.keys("t") // turns one on
	if sent := d.mutations(); len(sent) != 1 {
		t.Errorf("sent %q", sent)
	}
	d.keys("<esc>", "<esc>")
	if line := d.lineOf("hooks are off"); strings.Contains(line, " "+number+" hooks") {
		t.Errorf("one was turned on, and the line still says %q", line)
	}
}

// Readings that nobody asked for wait for the changes under way.
func TestTodayLetsChangesGoFirst(t *testing.T) {
	d := newDriver(t, driverOptions{})
	target := action.Target{Kind: "hook", ID: "h1"}
	d.model.env.UnderWay[target] = []string{"Turning"}
	d.tenant.ForgetRequests()
	d.keys("`")
	if n := len(d.tenant.Requests()); n > 0 {
		t.Errorf("%d requests while a change is under way", n)
	}
	delete(d.model.env.UnderWay, target)
	d.fire(250 * time.Millisecond)
	if line := d.lineOf("suggestions are new"); !strings.Contains(line, "●") {
		t.Errorf("after the change: %q", line)
	}
}

func TestTodayStopsReadingWhenItIsLeft(t *testing.T) {
	d := today(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/search/hooks", Status: 500})
	}})
	held := d.holding(func() { d.send(refresh.Fired{}); d.keys("r") })
	d.keys("1")
	held.deliver() // what comes late changes nothing
	d.keys("`")
	d.sees("Hooks that are off: unknown")
}

func TestTheConsoleBeginsWhereItIsToldTo(t *testing.T) {
	d := newDriver(t, driverOptions{options: beginningWith("suggestions")})
	if name := d.model.pane().Name(); name != "suggestions" {
		t.Errorf("it begins with %s", name)
	}
	store := state.Open(t.TempDir(), nil)
	d = newDriver(t, driverOptions{options: func(o *Options) { o.Start, o.KeepLast, o.Opened = "", true, store }})
	if name := d.model.pane().Name(); name != "today" {
		t.Errorf("with nothing to go by it begins with %s", name)
	}
	d.keys("4")
	if last, err := store.LastPane(); err != nil || last != "secrets" {
		t.Errorf("kept %q, %v", last, err)
	}
}

// Counts of the first screen are what its operations tell.
func TestTodayCountsWhatTheTenantHas(t *testing.T) {
	d := today(t, driverOptions{})
	page, err := d.client.SearchHooks(t.Context(), api.HookSearch{}, api.PageRequest{Size: 100})
	if err != nil {
		t.Fatal(err)
	}
	off := 0
	for _, h := range page.Rows {
		if api.HookStateOf(h) == api.SwitchedOff {
			off++
		}
	}
	if line := d.lineOf("hooks are off"); !strings.Contains(line, " "+string(rune('0'+off))+" hooks are off") {
		t.Errorf("%d of the hooks are off: %q", off, line)
	}
}

// Where there is room the first records stand below their line, the most urgent first; where there is none they are named in it.
func TestTodayShowsTheMostUrgentRecords(t *testing.T) {
	wide := today(t, driverOptions{w: 160, h: 45})
	lines := strings.Split(wide.screen(), "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "suggestions are new") })
	if at < 0 || !strings.Contains(lines[at+1], "critical risk") || !strings.Contains(lines[at+1], "entitlements") {
		t.Errorf("the riskiest suggestion isn't the first below its line:\n%s", wide.screen())
	}
	at = slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "secrets expire within the hour") })
	if at < 0 || !regexp.MustCompile(`in \d+m .*views`).MatchString(lines[at+1]) {
		t.Errorf("the secret that ends first isn't below its line:\n%s", wide.screen())
	}
	small := today(t, driverOptions{w: 80, h: 24})
	if !regexp.MustCompile(`, in \d+m`).MatchString(small.screen()) || strings.Contains(small.screen(), "views") {
		t.Errorf("at 80x24 secrets are named in one line:\n%s", small.screen())
	}
}

// Where records stand below the lines, every line is in view all the same.
func TestTodayShowsAllItsLinesWithTheirRecords(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {120, 40}, {132, 38}} {
		d := today(t, driverOptions{w: size[0], h: size[1]})
		if d.seesNot("more ↓"); !strings.Contains(d.screen(), "this week") {
			t.Errorf("%v:\n%s", size, d.screen())
		}
	}
}

// All that is new is counted by risk, to the last of them: a sum that is cut is none.
func TestTodayCountsAllThatIsNewByRisk(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {120, 40}, {100, 30}, {80, 24}} {
		d := today(t, driverOptions{w: size[0], h: size[1]})
		text := d.screen()
		found := regexp.MustCompile(`(\d+) critical  (\d+) high  (\d+) elevated  (\d+) medium  (\d+) low  (\d+) unrated`).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("%v: not all levels are counted:\n%s", size, text)
		}
		sum := 0
		for _, n := range found[1:] {
			number, _ := strconv.Atoi(n)
			sum += number
		}
		if !strings.Contains(d.lineOf("suggestions are new"), fmt.Sprintf(" %d suggestions", sum)) {
			t.Errorf("%v: the levels are %d:\n%s", size, sum, text)
		}
	}
}
