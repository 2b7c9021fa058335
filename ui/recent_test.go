package ui

import (
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"gatehouse/action"
	"gatehouse/keymap/keytest"
	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// reopened are views that ask the tenant: what leads to the pane, what opens the view, what leaves it, and what it shows.
var reopened = map[string]struct{ to, open, leave, shows string }{
	"matrix":        {"3", "H", "<esc>", "held by"},
	"members":       {"3", "m", "<esc>", "Members ›"},
	"a suggestion":  {"3", "<enter>", "<esc>", "Cohort"},
	"audit":         {"4", "A", "<esc>", "Audit ›"},
	"versions":      {"5", "<enter>", "<esc>", "What changed"},
	"timeline":      {"5", "a", "<esc>", "All changes"},
	"notifications": {"0", "m", "<esc>", "Approval needed"},
	"contacts":      {"0", "c", "<esc>", "Security"},
	"Today":         {"2", "`", "2", "Today"},
}

// opening opens a view, and gives how many requests that took and what is shown then.
func (d *driver) opening(open, shows string) (asked int, screen string) {
	d.t.Helper()
	d.tenant.ForgetRequests()
	d.keys(open)
	d.sees(shows)
	return len(d.tenant.Requests()), d.screen()
}

// A view that was left just now shows at once what was read, and asks for nothing.
func TestWhatWasReadJustNowIsNotReadAgain(t *testing.T) {
	for name, at := range reopened {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{})
			d.keys(at.to)
			first, shown := d.opening(at.open, at.shows)
			if first == 0 {
				t.Fatal("nothing was asked the first time")
			}
			d.tenant.ForgetRequests()
			d.keys(at.leave)
			if n := len(d.tenant.Requests()); n != 0 {
				t.Errorf("%d requests for going back", n)
			}
			again, same := d.opening(at.open, at.shows)
			if again != 0 {
				t.Errorf("%d requests, %d the first time", again, first)
			}
			ages := regexp.MustCompile(`in +\d+[smh] *`) // time has gone on
			if ages.ReplaceAllString(same, "in ") != ages.ReplaceAllString(shown, "in ") {
				t.Errorf("it shows\n%s\nand before\n%s", same, shown)
			}
		})
	}
}

// It is read again once that was a while ago, where something was changed from here, and on request.
func TestWhatMayBeOtherwiseByNowIsReadAgain(t *testing.T) {
	between := map[string]func(*driver){
		"after a while": func(d *driver) { d.clock.advance(action.Fresh) },
		"after a change": func(d *driver) {
			d.model.env.UnderWay.Begin(&action.Plan{Doing: "Testing", Steps: []action.Step{{Target: action.Target{Kind: "hook", ID: "1"}}}})
			d.model.Follow(nil)
			d.model.env.UnderWay.End(action.Step{Target: action.Target{Kind: "hook", ID: "1"}})
			d.model.Follow(nil)
		},
	}
	for name, at := range reopened {
		for when, happens := range between {
			t.Run(name+" "+when, func(t *testing.T) {
				d := newDriver(t, driverOptions{})
				d.keys(at.to)
				d.opening(at.open, at.shows)
				d.keys(at.leave)
				happens(d)
				if again, _ := d.opening(at.open, at.shows); again == 0 {
					t.Error("nothing is asked")
				}
			})
		}
		if name == "a suggestion" {
			continue // the key refreshes the list
		}
		t.Run(name+" on request", func(t *testing.T) {
			d := newDriver(t, driverOptions{})
			d.keys(at.to)
			d.opening(at.open, at.shows)
			d.keys(at.leave, at.open)
			if again, _ := d.opening("r", at.shows); again == 0 {
				t.Error("no request")
			}
		})
	}
}

// What an action of this console does to a record is seen in the view that was left.
func TestAViewThatWasLeftFollowsADecision(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	first, _ := d.opening("H", "held by")
	d.keys("<esc>", "a")
	d.sees("✓ accepted")
	if again, _ := d.opening("H", "held by"); again < first {
		t.Errorf("%d requests after the decision, %d before", again, first)
	}
	d.keys("<esc>", "`")
	d.keys("3", "j", "a")
	if again, _ := d.opening("`", "Today"); again == 0 {
		t.Error("Today isn't read again after a decision")
	}
}

// Behind a change lists may lag, so that what they said right after it is asked for again.
func TestWhatMayLagIsReadAgain(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3", "a")
	d.sees("✓ accepted")
	look := func() int {
		asked, _ := d.opening("`", "Today")
		d.keys("3")
		return asked
	}
	look()
	d.clock.advance(10 * time.Second)
	if look() == 0 {
		t.Error("Today isn't read again ten seconds after a decision")
	}
	d.clock.advance(host.ListsLag)
	look()
	if n := look(); n != 0 {
		t.Errorf("%d requests when lists lag no longer", n)
	}
}

// While nobody knows what came of a change, nothing that was read counts as just read.
func TestNothingIsKeptBesideAChangeThatMayStillHappen(t *testing.T) {
	d := newDriver(t, driverOptions{})
	heal := d.fault(tenant.Rule{Method: "POST", Path: stateRoute, DropBefore: true})
	d.keys("3", "a")
	heal()
	d.tells("outcome unknown")
	first, _ := d.opening("H", "held by")
	d.keys("<esc>")
	if again, _ := d.opening("H", "held by"); again != first {
		t.Errorf("%d requests, %d the first time", again, first)
	}
}

// What could not be read as a whole isn't shown again as if it had been.
func TestWhatFailedIsReadAgain(t *testing.T) {
	for name, at := range map[string]struct{ to, open, path, shows, then string }{
		"matrix":     {"3", "H", cohortPath, "Access matrix", "held by"},
		"members":    {"3", "m", cohortPath, "Members ›", "Members ›"},
		"versions":   {"5", "<enter>", "/api/v1/apps/*/xaa/resource_servers/*/history", "could not be loaded", "What changed"},
		"some of it": {"5", "a", "/api/v1/apps/*/xaa/resource_servers/*/history", "", "All changes"},
		"Today":      {"2", "`", "/api/v1/search/hooks", "unknown", "Today"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{})
			d.keys(at.to)
			rule := tenant.Rule{Path: at.path, Status: 404}
			if name == "some of it" {
				rule.Times = 2
			}
			heal := d.fault(rule)
			d.keys(at.open)
			d.sees(at.shows)
			heal()
			d.keys("<esc>", at.to)
			if asked, _ := d.opening(at.open, at.then); asked == 0 {
				t.Error("nothing is asked again")
			}
			d.seesNot("could not be", "not readable", "unknown:")
		})
	}
}

// A reading that was stopped goes on where it stood.
func TestAReadingThatWasStoppedGoesOn(t *testing.T) {
	for name, at := range map[string]struct{ to, open, shows string }{"matrix": {"3", "H", "held by"}, "timeline": {"5", "a", "All changes"}} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{})
			d.keys(at.to)
			d.tenant.ForgetRequests()
			late := d.holding(func() { d.keys(at.open) })
			d.keys("<esc>")
			late.deliver()
			d.sees("topped")
			d.keys("<esc>")
			if asked, _ := d.opening(at.open, at.shows); asked == 0 {
				t.Error("nothing more is asked")
			}
			d.seesNot("topped")
		})
	}
}

// A record that has come otherwise since has a view of its own, and few views are kept.
func TestFewViewsAreKeptAndOnlyOfTheSameRecord(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("5")
	for range mostRecent + 1 {
		d.opening("<enter>", "What changed")
		d.keys("<esc>", "j")
	}
	if len(d.model.recent) != mostRecent {
		t.Errorf("%d are kept", len(d.model.recent))
	}
	d.keys(strings.Repeat("k", mostRecent+1))
	if asked, _ := d.opening("<enter>", "What changed"); asked == 0 {
		t.Error("the oldest is kept")
	}
	d.keys("<esc>", "3")
	d.opening("m", "Members ›")
	d.keys("<esc>")
	if err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(0), func(r map[string]any) { r["cohortSize"] = 1 }); err != nil {
		t.Fatal(err)
	}
	d.keys("r")
	if asked, _ := d.opening("m", "Members ›"); asked == 0 {
		t.Error("the members of the suggestion as it was are shown")
	}
	d.clock.advance(time.Minute)
	d.model.dropRecent()
	if len(d.model.recent) != 0 {
		t.Errorf("after a minute %d are kept", len(d.model.recent))
	}
}

func TestNothingIsKeptOnAnotherTenant(t *testing.T) {
	d := newDriver(t, driverOptions{})
	other(t, d, tenant.Options{Seed: 1})
	d.keys("5")
	d.opening("<enter>", "What changed")
	d.keys("<esc>", "T", "beta", "<enter>")
	d.sees("You are on beta")
	if len(d.model.recent) != 0 {
		t.Errorf("%d views of the other tenant are kept", len(d.model.recent))
	}
}

// What a list has drawn of a record stands while it is looked elsewhere, but no longer than nothing comes and the minute is the same.
func TestWhatWasDrawnStandsUntilSomethingComes(t *testing.T) {
	at := reopened["members"]
	d := newDriver(t, driverOptions{})
	d.keys(at.to, at.open, at.leave)
	drawn := func() *string { return &d.model.pane().(*list.Pane).Detail.Lines[0] }
	for _, c := range []struct {
		name    string
		between func()
		stands  bool
	}{
		{"nothing", func() {}, true},
		{"moves", func() { d.send(keytest.Press("j")); d.send(keytest.Press("k")) }, true},
		{"a message", func() { d.send(host.NoticeOver{}) }, false},
		{"another key", func() { d.send(keytest.Press("y")) }, false},
		{"another theme", func() { d.send(tea.ColorProfileMsg{Profile: colorprofile.ANSI}) }, false},
		{"a second", func() { d.clock.advance(time.Second) }, true},
		{"a minute", func() { d.clock.advance(time.Minute) }, false},
		{"a minute, in the view", func() { d.model.redrawPanes() }, false},
	} {
		d.send(keytest.Press(at.open)) // what came with the last is over
		d.send(keytest.Press("esc"))
		was := drawn()
		d.send(keytest.Press(at.open))
		d.sees(at.shows)
		c.between()
		d.send(keytest.Press("esc"))
		if stands := drawn() == was; stands != c.stands {
			t.Errorf("%s between: the record stands as it was drawn: %v", c.name, stands)
		}
	}
}

// A menu that leads to a view changes nothing of the list behind it.
func TestARecordStandsBehindWhatAMenuLeadsTo(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 45})
	d.keys("3", "t", "<enter>", "<esc>", "t", "<enter>", "<esc>") // the decisions are counted by then
	p := d.model.pane().(*list.Pane)
	was := &p.Detail.Lines[0]
	d.keys("t", "<enter>")
	d.sees("decided")
	d.keys("<esc>")
	if &p.Detail.Lines[0] != was || d.model.pane() != host.Pane(p) {
		t.Error("the record was drawn anew")
	}
}

// A record also stands as it was drawn while a view is read that nothing else draws, unless a name comes that it lacks.
func TestARecordStandsWhileWhatIsNotItsOwnIsRead(t *testing.T) {
	for name, at := range map[string]struct{ to, open string }{"members": {"3", "m"}, "matrix": {"3", "H"}, "audit": {"4", "A"}} {
		d := newDriver(t, driverOptions{w: 160, h: 45})
		d.keys(at.to)
		p := d.model.pane().(*list.Pane)
		was, asked := &p.Detail.Lines[0], len(d.tenant.Requests())
		d.keys(at.open, "<esc>")
		if &p.Detail.Lines[0] != was || d.model.pane() != host.Pane(p) {
			t.Errorf("%s: the record was drawn anew", name)
		}
		if len(d.tenant.Requests()) == asked {
			t.Errorf("%s: nothing was read", name)
		}
	}
}
