package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/list"
)

// lateCases is a console on a tenant of n suggestions, of which only the last few are new.
func lateCases(t *testing.T, n, few int, o driverOptions) *driver {
	t.Helper()
	o.tenant.Rows = n
	o.w, o.h = 120, 40
	o.faults = func(tn *tenant.Tenant) {
		if err := makeCases(tn, n); err != nil {
			t.Fatal(err)
		}
		for i := range n - few {
			if err := tn.UpdateAs("suggestions", tn.SuggestionID(i),
				func(r map[string]any) { r["suggestionState"] = string(api.SuggestionStateDismissed) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	return newDriver(t, o)
}

func TestTriageAsksForWhatIsNewAndTheListStaysAsItIs(t *testing.T) {
	d := lateCases(t, 400, 66, driverOptions{})
	d.keys("3")
	listed := len(d.asked(searchSuggestions))
	loaded := d.suggestions().Grid.Len()
	d.keys("t", "t")
	d.onCase(334, 1)
	asked := d.asked(searchSuggestions)[listed:]
	if len(asked) < 2 {
		t.Fatalf("asked %q", asked)
	}
	for i, body := range asked {
		size := `"pageSize":50`
		if i == 0 {
			size = `"pageSize":10`
		}
		if !strings.Contains(body, `"states":["SUGGESTION_STATE_NEW"]`) || !strings.Contains(body, size) {
			t.Errorf("question %d: %s", i, body)
		}
	}
	d.keys("a", "F")
	d.onCase(335, 2)
	d.sees("card 2 of 66")
	d.keys("<esc>")
	if p := d.suggestions(); p.Query.Narrow != nil || !p.Load.More() || p.Count() != fmt.Sprint(p.Grid.Len())+"+" || p.Grid.Len() <= loaded {
		t.Errorf("the list is %+v, more: %v, %d rows, tab %q", p.Query, p.Load.More(), p.Grid.Len(), p.Count())
	}
	d.keys("F")
	d.sees("400 in all")
	bodies := d.asked(searchSuggestions)
	if strings.Contains(bodies[len(bodies)-1], "states") {
		t.Errorf("the list asked %s", bodies[len(bodies)-1])
	}
	d.keys("r")
	d.tellsNot("is gone")
}

// What was asked ahead just now is gone on with where it was left, unless the list was read again since.
func TestTriageGoesOnAskingWhereItWasLeft(t *testing.T) {
	d := lateCases(t, 400, 150, driverOptions{})
	d.keys("3", "t", "t")
	d.onCase(250, 1)
	asked := len(d.asked(searchSuggestions))
	d.keys("<esc>", "t", "t")
	d.onCase(250, 1)
	if all := d.asked(searchSuggestions); len(all) > asked {
		t.Errorf("opened again it asks %q", all[asked:])
	}
	d.keys("F")
	d.sees("card 1 of 150") // nothing is left out
	if all := d.asked(searchSuggestions); !strings.Contains(all[asked], "pageToken") || !strings.Contains(all[asked], "states") {
		t.Errorf("it goes on with %s", all[asked])
	}
	for name, since := range map[string]func(){
		"after half a minute": func() { d.clock.advance(31 * time.Second) },
		"after a refresh":     func() { d.keys("r") },
	} {
		d.keys("<esc>")
		since()
		asked = len(d.asked(searchSuggestions))
		d.keys("t", "t")
		if all := d.asked(searchSuggestions); len(all) == asked || strings.Contains(all[asked], "pageToken") ||
			!strings.Contains(all[asked], "states") {
			t.Errorf("%s it asks %q", name, all[asked:])
		}
	}
}

// A refresh that hasn't come as far as a record that was loaded ahead of its page doesn't say that it is gone.
func TestARefreshKeepsWhatTriageHasBroughtUnderTheCursor(t *testing.T) {
	d := lateCases(t, 400, 6, driverOptions{})
	d.keys("3", "t", "t", "<esc>")
	d.sees(caseName(394))
	d.keys("r")
	d.tellsNot("is gone")
	d.sees(caseName(394))
}

func TestTriageWorksWhereTheTenantRefusesToNarrow(t *testing.T) {
	d := newCases(t, 200, driverOptions{})
	d.keys("3")
	before := len(d.asked(searchSuggestions))
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/search/role-mining/suggestions", Status: 400, Code: 3,
		Message: "unknown field states", Times: 1})
	d.keys("t", "t")
	d.onCase(0, 1)
	if asked := d.asked(searchSuggestions)[before:]; len(asked) == 0 || !strings.Contains(asked[0], "states") {
		t.Errorf("asked %q", asked)
	}
	d.keys("F")
	d.sees("card 1 of 200")
	d.keys("<esc>", "t", "t", "<esc>")
	if bodies := d.asked(searchSuggestions)[before+1:]; strings.Contains(strings.Join(bodies, ""), "states") {
		t.Errorf("it was asked again: %q", bodies)
	}
}

func TestTriageAsksForSmallPagesWhereLargeOnesAreRefusedOrSlow(t *testing.T) {
	for name, rule := range map[string]tenant.Rule{
		"refused": {Method: "POST", Path: "/api/v1/search/role-mining/suggestions", Status: 400, Code: 3,
			Message: "page_size must be at most 10", Skip: 1, Times: 1},
	} {
		d := lateCases(t, 400, 66, driverOptions{})
		d.keys("3")
		before := len(d.asked(searchSuggestions))
		d.fault(rule)
		d.keys("t", "t", "F")
		d.sees("card 1 of 66")
		for i, body := range d.asked(searchSuggestions)[before:] {
			if !strings.Contains(body, "states") || strings.Contains(body, `"pageSize":50`) != (i == 1) {
				t.Errorf("%s: question %d: %s", name, i, body)
			}
		}
	}
	var a list.Ahead
	if a.Size("") != 10 || a.Size("x") != 50 {
		t.Error("sizes of pages")
	}
	d := lateCases(t, 200, 60, driverOptions{})
	d.keys("3", "t", "t")
	p := d.suggestions()
	p.CountAhead(list.PageMsg{Took: 3 * time.Second}, nil)
	if p.Ahead.Size("x") != 10 {
		t.Error("a slow page is followed by a large one")
	}
}

func TestSuggestionsAreNarrowedByTheTenant(t *testing.T) {
	for choice, want := range map[string]string{
		"State: accepted": `"states":["SUGGESTION_STATE_ACCEPTED"]`, "Profile match: exact": `"matchTypes":["ACCESS_PROFILE_MATCH_TYPE_EXACT"]`,
		"Cohort by: job title": `"cohortTypes":["job_title"]`,
	} {
		d := newDriver(t, driverOptions{w: 120, h: 40})
		d.keys("3", "f", choice, "<enter>")
		bodies := d.asked(searchSuggestions)
		if last := bodies[len(bodies)-1]; !strings.Contains(last, want) {
			t.Errorf("%s asks %s", choice, last)
		}
	}
}
