package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

const (
	searchHooks       = "POST /api/v1/search/hooks"
	searchSuggestions = "POST /api/v1/search/role-mining/suggestions"
	searchWebhooks    = "POST /api/v1/search/webhooks"
)

// hooksPane is the hooks pane as it is inside.
func (d *driver) hooksPane() *list.Pane {
	return d.model.tabs[1].stack[0].(*list.Pane)
}

func (d *driver) cursorHook() string {
	d.t.Helper()
	h, ok := list.CursorOf[api.Hook](d.hooksPane())
	if !ok {
		d.t.Fatal("no hook is selected")
	}
	return h.ID
}

// tokens are the page tokens that a search was asked for, in order.
func (d *driver) tokens(route string) []string {
	var tokens []string
	for _, body := range d.asked(route) {
		token := ""
		if _, rest, ok := strings.Cut(body, `"pageToken":"`); ok {
			token, _, _ = strings.Cut(rest, `"`)
		}
		tokens = append(tokens, token)
	}
	return tokens
}

func TestRefreshKeepsTheRowsUntilTheNewOnesAreThere(t *testing.T) {
	d := newDriver(t, driverOptions{})
	late := d.holding(func() { d.keys("r") })
	d.sees("refreshing…", "Block payment answers in chat", "42 in all")
	if err := d.tenant.UpdateAs("hooks", d.tenant.HookID(0), func(r map[string]any) { r["displayName"] = "Renamed meanwhile" }); err != nil {
		t.Fatal(err)
	}
	late.deliver()
	d.seesNot("refreshing…", "Renamed meanwhile")
	d.keys("r")
	d.sees("Renamed meanwhile")
}

func TestRefreshKeepsCursorAndMarksOnTheirRecords(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("jj", " ", "jj")
	want := d.cursorHook()
	if err := d.tenant.DeleteAs("hooks", d.tenant.HookID(0)); err != nil {
		t.Fatal(err)
	}
	d.keys("r")
	if got := d.cursorHook(); got != want {
		t.Errorf("a record above went, and the cursor moved from %s to %s", want, got)
	}
	d.sees("1 marked", "41 in all")
	if marked := list.TypedRows[api.Hook](d.hooksPane().Grid.Marked()); len(marked) != 1 || marked[0].ID != d.tenant.HookID(2) {
		t.Errorf("the mark moved to another record")
	}
}

func TestRefreshSelectsTheNeighbourOfAGoneRecordAndSaysSo(t *testing.T) {
	for _, size := range goldenSizes {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("jj")
		if err := d.tenant.DeleteAs("hooks", d.cursorHook()); err != nil {
			t.Fatal(err)
		}
		d.keys("r")
		if got := d.cursorHook(); got != d.tenant.HookID(3) {
			t.Errorf("the record after the gone one isn't selected")
		}
		if said := strings.Join(strings.Fields(d.screen()), " "); !strings.Contains(said,
			"The hook that was selected is gone; its neighbour is selected now.") {
			t.Errorf("%v: nothing says that the record is gone:\n%s", size, d.screen())
		}
	}
}

// A sort puts a record from far down the tenant's order under the cursor: a refresh has to read as far as that.
func TestRefreshOfSortedRowsReadsAsFarAsTheSelectedRecord(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
	d.keys("G", "g", "ss") // all loaded, by priority
	far := d.tenant.HookID(730)
	d.hooksPane().Grid.Select(far)
	d.keys("r")
	d.seesNot("is gone")
	if got := d.cursorHook(); got != far {
		t.Fatalf("the refresh moved the cursor to another record")
	}
}

func TestFailedRefreshKeepsRowsAgeAndTheWayToTheNextPage(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
	d.sees("200 loaded, more below")
	d.clock.advance(3 * time.Minute)
	heal := d.fault(tenant.Rule{Path: "/api/v1/search/hooks", Status: 503, Message: "upstream is away"})
	d.keys("r")
	d.sees("200 loaded, more below", "Hooks 200+", "read 3m ago",
		"The hooks could not be refreshed; these rows were read 3m ago; r tries again.", "upstream is away")
	heal()
	d.tenant.ForgetRequests()
	d.keys("r")
	if got := d.tokens(searchHooks); len(got) == 0 || got[0] != "" {
		t.Errorf("r after a failed refresh asked for pages %q, want the first one again", got)
	}
	d.seesNot("tries again")
	d.keys("G")
	d.sees("1,000 in all")
}

func TestFailedPageKeepsTheEarlierOnesAndIsTriedAgain(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
	heal := d.fault(tenant.Rule{Path: "/api/v1/search/hooks", Status: 500, Message: "shard is moving"})
	d.keys("G")
	d.sees("200 loaded, more below", "shard is moving", "r tries again")
	d.seesNot("esc stops")
	asked := d.tokens(searchHooks)
	heal()
	d.tenant.ForgetRequests()
	d.keys("r")
	if got := d.tokens(searchHooks); len(got) == 0 || got[0] != asked[len(asked)-1] {
		t.Errorf("r asked for page %q, want the failed one, %q", got, asked[len(asked)-1])
	}
	d.seesNot("tries again")
	d.keys("G")
	d.sees("1,000 in all")
}

func TestLeavingThePaneDuringARefreshLosesNothing(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
	late := d.holding(func() { d.keys("r", "2") })
	late.deliver()
	d.settle()
	d.keys("1")
	d.sees("200 loaded, more below")
	d.seesNot("tries again", "refreshing")
	d.keys("G")
	d.sees("1,000 in all")
}

func TestEveryPageIsAskedForOnce(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
	d.keys("jjj", "<ctrl+d>", "<pgdown>", "G", "g", "G")
	tokens := d.tokens(searchHooks)
	slices.Sort(tokens)
	if len(tokens) != 10 || len(slices.Compact(tokens)) != 10 {
		t.Errorf("1,000 rows in pages of 100 took the tokens %q", d.tokens(searchHooks))
	}
}

func TestPagesArriveBeforeTheCursorNeedsThem(t *testing.T) {
	for _, size := range goldenSizes {
		d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}, w: size[0], h: size[1]})
		for d.hooksPane().Load.More() {
			d.keys("<pgdown>")
			index, shown := d.hooksPane().Grid.Position()
			if d.hooksPane().Load.More() && index >= shown-1 {
				t.Fatalf("%v: the cursor stands on the last of %d loaded rows, and more are to come", size, shown)
			}
		}
		d.sees("1,000 in all")
	}
}

func TestAFilterNeverLoadsPagesByItself(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
	before := len(d.asked(searchHooks))
	d.keys("/", `"nothing is called this"`, "<tab>", "jjj", "<pgdown>")
	d.Resize(100, 30)
	if after := len(d.asked(searchHooks)); after != before {
		t.Errorf("a filter made the list ask for %d pages", after-before)
	}
	d.sees("0 of 200 loaded", "No match in 200 hooks.", "F loads the rest")
	d.keys("F")
	d.sees("0 of 1,000", "No match in 1,000 hooks.")
}

func TestLoadingAllKeepsTheCursorAndGoingToTheEndTakesIt(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
	d.keys("jj")
	before := d.cursorHook()
	d.keys("F")
	d.sees("1,000 in all")
	if d.cursorHook() != before {
		t.Errorf("loading all moved the cursor")
	}
	d = newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
	d.keys("G")
	if d.cursorHook() != d.tenant.HookID(999) {
		t.Errorf("G didn't end on the last record")
	}
}

func TestEscStopsTheWalkAndNothingElse(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
	d.keys("/", "o", "<tab>")
	late := d.holding(func() { d.keys("G") })
	d.sees("200 loaded so far, esc stops")
	d.send(host.Retrying{Exchange: api.Exchange{Base: d.client.BaseURL(), Method: "POST", Path: "/api/v1/search/hooks", Wait: 1e9,
		Attempt: 1, Status: 503}}) // a notice stands there: esc stops the walk first
	more := d.holding(func() { late.deliver(); d.keys("<esc>") })
	more.deliver()
	d.seesNot("esc stops")
	d.sees("300 of 300 loaded") // the page under way isn't taken
	if len(d.asked(searchHooks)) != 3 {
		t.Errorf("the walk went on for %d pages after esc", len(d.asked(searchHooks)))
	}
}

// What esc stops ends at once; only a page that the cursor's place asks for comes.
func TestEscEndsThePageUnderWayUnlessTheCursorIsNearTheEnd(t *testing.T) {
	for key, want := range map[string]string{"F": "1 of 300 loaded", "G": "300 of 400 loaded"} {
		d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
		held := d.holding(func() { d.keys(key) })
		held = d.holding(held.deliver)
		d.sees("300 loaded so far")
		d.keys("<esc>")
		d.seesNot("so far")
		held.deliver()
		d.sees(want)
		d.keys("G")
		d.sees("1,000 of 1,000")
	}
}

func TestListsWithoutEndAreSaidToBeIncomplete(t *testing.T) {
	const repeated, endless = "incomplete: the tenant repeated a page", "incomplete: the tenant kept sending pages without end"
	one := `{"list":[{"id":"h1","displayName":"The only hook"}],"nextPageToken":"p1"}`
	cases := []struct {
		name  string
		rules []tenant.Rule
		word  string
		rows  string
		most  int
	}{
		{"the same token for ever", []tenant.Rule{{Body: one}}, repeated, "1 loaded", 3},
		{"two tokens in turn", []tenant.Rule{{Tokens: []string{"p1", "p2"}}}, repeated, "42 loaded", 4},
		{"a new token each time, the same rows", []tenant.Rule{{Tokens: []string{"+"}}}, endless, "42 loaded", 60},
		{"the token just sent, on page 3", []tenant.Rule{{Tokens: []string{"p1", "p2", "p2"}}}, repeated, "42 loaded", 4},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
				for _, r := range c.rules {
					r.Path = "/api/v1/search/hooks"
					tn.Faults().Add(r)
				}
			}})
			d.keys("G")
			d.sees(c.word, c.rows)
			d.seesNot("in all", "more below")
			if n := len(d.asked(searchHooks)); n > c.most {
				t.Errorf("it took %d requests to notice", n)
			}
			d.keys("jk", "r")
			d.sees(c.word, c.rows)
		})
	}
}

// A list that never came to its end isn't known to be empty.
func TestAnIncompleteListIsNotSaidToBeEmpty(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/hooks", Body: `{"list":[],"nextPageToken":"p1"}`})
	}})
	d.keys("G")
	d.sees("No hooks so far. The list is incomplete: the tenant repeated a page.", "r refreshes.")
	d.seesNot("has no hooks")
}

func TestAnAnswerOfAnOlderQuestionChangesNothing(t *testing.T) {
	d := newDriver(t, driverOptions{})
	oldest := d.holding(func() { d.keys("/", "block", "<ctrl+s>") })
	older := d.holding(func() { d.keys("/", "<ctrl+u>", "tool", "<ctrl+s>") })
	newest := d.holding(func() { d.keys("/", "<ctrl+u>", "approvals", "<ctrl+s>") })
	newest.deliver()
	d.sees("“approvals” on the tenant", "Route approvals to ticket")
	want := d.screen()
	older.deliver()
	oldest.deliver()
	if got := d.screen(); got != want {
		t.Errorf("older answers changed the screen:\n%s", got)
	}
}

func TestTheLateErrorOfAnOlderQuestionIsNotShown(t *testing.T) {
	d := newDriver(t, driverOptions{})
	heal := d.fault(tenant.Rule{Path: "/api/v1/search/hooks", Status: 500})
	failing := d.holding(func() { d.keys("/", "block", "<ctrl+s>") })
	heal()
	d.keys("/", "<ctrl+u>", "approvals", "<ctrl+s>")
	d.sees("1 found for “approvals”")
	failing.deliver()
	d.sees("1 found for “approvals”", "Route approvals to ticket")
	d.seesNot("tries again", "not well")
}

func TestRowsOfOnePaneNeverAppearInAnother(t *testing.T) {
	d := newDriver(t, driverOptions{})
	webhooks := d.holding(func() { d.keys("2", "3") })
	webhooks.deliver()
	d.settle()
	d.sees("▏3 Suggestions")
	d.seesNot("hooks.example.com")
	d.keys("2")
	d.sees("27 in all", "hooks.example.com")
}

// The same history opened again is another list: what the first one asked for is not its answer.
func TestAnOlderListOfTheSameNameDoesntAnswerForTheNewOne(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("5")
	first := d.holding(func() { d.keys("<enter>") })
	d.keys("<esc>", "<enter>")
	d.sees("40 in all")
	first.deliver()
	d.sees("40 in all")
	d.seesNot("incomplete", "tries again")
}

func TestTroubleStaysBesideWhatSucceedsAfterIt(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	d.fault(tenant.Rule{Method: "POST", Path: fmt.Sprintf("/api/v1/role-mining/suggestions/%s/state", d.tenant.SuggestionID(0)), Status: 400,
		Message: "the suggestion is locked"})
	d.keys("a", "j", "a")
	d.sees("the suggestion is locked", "Accepted suggestion")
	d.fire(host.NoticeTime)
	d.sees("the suggestion is locked")
	d.seesNot("Accepted suggestion")
	d.tenant.Faults().Reset()
	d.keys("k", "a")
	d.sees("Accepted suggestion")
	d.seesNot("the suggestion is locked") // there is news about the same record
	d.keys("<esc>")
	d.seesNot("Accepted suggestion")
}
