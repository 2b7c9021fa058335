package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/list"
	"gatehouse/ui/panes"
)

// faultyList is a list of the console: the keys that lead to it, what it asks for, and a word of its rows.
type faultyList struct{ name, keys, method, path, row string }

// notLists are the panes that these tests leave out.
var notLists = map[string]string{
	"today":  "it has lines, each of which fails by itself",
	"tenant": "it is a menu of records and of lists that ask for nothing until something is chosen",
}

// faultyLists are the panes that are lists, each as it is when nothing is wrong, and one that is gone into from there.
func faultyLists(t *testing.T) []faultyList {
	t.Helper()
	all := []faultyList{{"versions", "5\n", "GET", "/api/v1/apps/*/xaa/resource_servers/*/history", "claims hook"}}
	for _, pane := range panes.All() {
		if notLists[pane.Name] != "" {
			continue
		}
		d := newDriver(t, driverOptions{options: beginningWith(pane.Name)})
		p, is := d.model.pane().(*list.Pane)
		if !is {
			t.Fatalf("%s is no list: say why it isn't tested here", pane.Name)
		}
		row, _ := p.Grid.Cursor()
		name := []rune(p.Target(row).Name)
		requests := slices.DeleteFunc(d.tenant.Requests(), func(r tenant.Recorded) bool { return strings.HasPrefix(r.Path, "/api/v1/auth/") })
		first := requests[0]
		all = append(all, faultyList{pane.Name, pane.Key, first.Method, first.Path, string(name[:min(8, len(name))])})
	}
	return all
}

// goTo presses the keys of a list; a line break stands for enter.
func (d *driver) goTo(keys string) {
	d.t.Helper()
	for _, k := range keys {
		if k == '\n' {
			d.keys("<enter>")
			continue
		}
		d.keys(string(k))
	}
}

// listFaults are the ways in which a list may not come, and what has to be said then.
var listFaults = []struct {
	name string
	rule tenant.Rule
	says []string
}{
	{"500", tenant.Rule{Status: 500, Message: "index shard 3 is moving"},
		[]string{"has a problem right now", "index shard 3 is moving", "r tries again"}},
	{"503", tenant.Rule{Status: 503}, []string{"has a problem right now", "r tries again"}},
	{"429", tenant.Rule{Status: 429, RetryAfter: "1"}, []string{"slow down", "Wait 1s; r tries again at once."}},
	{"html", tenant.Rule{HTML: true}, []string{"This is not an answer of the API (HTML from ", "perhaps a proxy or a sign-in page",
		"r tries again"}},
	{"html 502", tenant.Rule{HTML: true, Status: 502}, []string{"has a problem right now", "r tries again"}},
	{"another key", tenant.Rule{Body: `{"rows":[{"id":"1"}]}`}, []string{"can't be read", "r tries again"}},
	{"empty", tenant.Rule{Empty: true, Status: 200}, []string{"can't be read", "empty", "r tries again"}},
	{"cut", tenant.Rule{Cut: 100}, []string{"cut short", "r tries again"}},
	{"dropped before", tenant.Rule{DropBefore: true}, []string{"The connection was closed too early.", "r tries again"}},
	{"dropped after", tenant.Rule{DropAfter: true}, []string{"The connection was closed too early.", "r tries again"}},
	{"401", tenant.Rule{Status: 401, Message: "token revoked"}, []string{"doesn't accept the credentials", "token revoked"}},
	{"403", tenant.Rule{Status: 403, Message: "needs Super Administrator"}, []string{"You may not", "needs Super Administrator"}},
	{"404", tenant.Rule{Status: 404, Code: 12, Message: "Not Found"}, []string{"doesn't offer"}},
	{"408", tenant.Rule{Status: 408}, []string{"ended before there was an answer", "r tries again"}},
	{"redirect", tenant.Rule{Redirect: "https://evil.example/x"},
		[]string{"nexpected redirect to evil.example", "It was not followed"}},
}

// askElsewhere are the lists that another operation brings then, so that nothing is missing.
var askElsewhere = map[string]string{"exporters": "404"}

func TestListsInTrouble(t *testing.T) {
	for _, l := range faultyLists(t) {
		for _, f := range listFaults {
			if askElsewhere[l.name] == f.name {
				continue
			}
			t.Run(l.name+"/"+f.name, func(t *testing.T) {
				t.Parallel()
				f.rule.Method, f.rule.Path = l.method, l.path
				d := newDriver(t, driverOptions{w: 60, h: 16, faults: func(tn *tenant.Tenant) { tn.Faults().Add(f.rule) }})
				d.goTo(l.keys)
				d.tells(f.says...)
				d.keys("jG", "<enter>", "<esc>") // nothing to act on, nothing fails
				d.tenant.Faults().Reset()
				d.goTo(l.keys)
				d.keys("r")
				d.sees(l.row)
				heal := d.fault(f.rule) // a refresh that fails keeps the rows
				d.keys("r")
				d.sees(l.row, "Refresh failed", "r tries again")
				heal()
				d.keys("r")
				d.sees(l.row)
				d.seesNot("Refresh failed")
				d.wantMutations()
			})
		}
	}
}

func TestAListThatNeverAnswersIsLeftBehind(t *testing.T) {
	for _, l := range faultyLists(t)[1:] {
		t.Run(l.name, func(t *testing.T) {
			other := "1"
			if l.keys == "1" {
				other = "2"
			}
			d := newDriver(t, driverOptions{w: 100, h: 30})
			d.keys(other)
			remove := d.fault(tenant.Rule{Method: l.method, Path: l.path, Hang: true})
			d.tenant.ForgetRequests()
			d.Waiting(func() { d.goTo(l.keys); d.keys("r") })
			finish := d.background()
			d.until("the request", func() bool { return len(d.asked(l.method+" "+l.path)) > 0 })
			d.keys(other) // leaving the pane cancels its reads
			finish()
			d.seesNot("tries again", "ended before")
			remove()
			d.goTo(l.keys)
			d.sees(l.row)
		})
	}
}

func TestA401IsAnsweredWithANewTokenOnce(t *testing.T) {
	credentials := func(tn *tenant.Tenant, host string) api.Auth {
		return api.Auth{ClientID: tn.ClientID(host), ClientSecret: tn.ClientSecret()}
	}
	d := newDriver(t, driverOptions{auth: credentials})
	d.sees("42 in all")
	tokens := len(d.asked("POST /auth/v1/token"))
	d.fault(tenant.Rule{Path: "/api/v1/search/webhooks", Status: 401, Times: 1})
	d.keys("2")
	d.sees("27 in all")
	if again := len(d.asked("POST /auth/v1/token")); again != tokens+1 {
		t.Errorf("one 401 led to %d token requests", again-tokens)
	}
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/**", Status: 401, Times: 1})
	d.keys("3", "a")
	d.sees("Accepted suggestion")
	if n := len(d.mutations()); n != 2 { // the one that was refused unseen, and the one that was done
		t.Errorf("%d writes", n)
	}
}

// act is an action of a pane: the keys that run it, what it sends, and a word of its success.
type act struct {
	name, route string
	readable    bool // what came of it can be read
	keys        func(*driver)
	done        string
}

func actions(d *driver) []act {
	secret := d.secretBy(false)
	own := d.secretBy(true)
	first := d.tenant.SuggestionID(0)
	press := func(keys ...string) func(*driver) { return func(d *driver) { d.keys(keys...) } }
	return []act{
		{"accept", "POST /api/v1/role-mining/suggestions/" + first + "/state", true, press("3", "a"), "Accepted suggestion"},
		{"dismiss", "POST /api/v1/role-mining/suggestions/" + first + "/state", true, press("3", "d"), "Dismissed suggestion"},
		{"turn off", "POST /api/v1/hooks/" + d.tenant.HookID(0), true, press("1", "t"), "Turned off hook"},
		{"create", "POST /api/v1/webhooks", true, press("2", "n", "Brand new", "<tab>", "https://hooks.example.com/new", "<ctrl+s>"),
			"Created webhook"},
		{"edit", "POST /api/v1/webhooks/" + d.tenant.WebhookID(0), true, press("2", "e", " II", "<ctrl+s>"), "Saved webhook"},
		{"test", "POST /api/v1/webhooks/" + d.tenant.WebhookID(0) + "/test", false, press("2", "t"), "Sent a test event"},
		{"delete", "DELETE /api/v1/webhooks/" + d.tenant.WebhookID(0), true, press("2", "x", "Incident bridge", "<enter>"), "Deleted webhook"},
		{"revoke", "DELETE /api/v1/secrets-admin/" + secret, true, func(d *driver) { d.onSecret(secret); d.keys("x", "<tab>", "<enter>") },
			"Revoked secret"},
		{"revoke own", "DELETE /api/v1/secrets/" + own, true, func(d *driver) { d.onSecret(own); d.keys("x", "<tab>", "<enter>") },
			"Revoked secret"},
	}
}

// writeFaults are what may become of a write, and what has to be said then.
var writeFaults = []struct {
	name string
	rule tenant.Rule
	// applied: the tenant did it. refused: it said so itself, in these words.
	applied bool
	refused string
	writes  int // 0: a bounded number
}{
	{"500", tenant.Rule{Status: 500}, false, "", 1},
	{"500 after applying", tenant.Rule{Status: 500, Apply: true}, true, "", 1},
	{"502 after applying", tenant.Rule{Status: 502, HTML: true, Apply: true}, true, "", 1},
	{"503", tenant.Rule{Status: 503, RetryAfter: "1"}, false, "", 1},
	{"429 once", tenant.Rule{Status: 429, Times: 1}, true, "", 2}, // refused unseen, so it is sent again
	{"429", tenant.Rule{Status: 429}, false, "slow down", 0},      // refused unseen each time, and given up in the end
	{"html", tenant.Rule{HTML: true}, false, "", 1},
	{"cut after applying", tenant.Rule{Cut: 20}, true, "", 1},
	{"dropped before", tenant.Rule{DropBefore: true}, false, "", 1},
	{"dropped after", tenant.Rule{DropAfter: true}, true, "", 1},
	{"408", tenant.Rule{Status: 408}, false, "", 1},
	{"499 after applying", tenant.Rule{Status: 499, Apply: true}, true, "", 1},
	{"401", tenant.Rule{Status: 401, Message: "token revoked"}, false, "doesn't accept the credentials", 1},
	{"403", tenant.Rule{Status: 403, Message: "needs Super Administrator"}, false,
		"may not do this on this tenant. The tenant says: needs Super Administrator", 1},
	{"404", tenant.Rule{Status: 404, Message: "no such thing"}, false, "", 1},
	{"409", tenant.Rule{Status: 409, Message: "somebody was faster"}, false, "somebody was faster", 1},
	{"400", tenant.Rule{Status: 400, Message: "field is odd"}, false, "field is odd", 1},
	{"redirect", tenant.Rule{Redirect: "https://evil.example/x"}, false, "redirect to evil.example", 1},
	{"redirect 308", tenant.Rule{Redirect: "https://evil.example/x", Status: 308}, false, "redirect to evil.example", 1},
	{"empty answer", tenant.Rule{Empty: true, Apply: true}, true, "", 1},
	{"stale answer", tenant.Rule{Stale: true}, true, "", 1},
	{"a lie", tenant.Rule{Lie: true}, false, "", 1},
}

func TestWritesInTrouble(t *testing.T) {
	names := actions(newDriver(t, driverOptions{w: 40, h: 10}))
	for i := range names {
		for _, f := range writeFaults {
			t.Run(names[i].name+"/"+f.name, func(t *testing.T) {
				t.Parallel()
				d := newDriver(t, driverOptions{w: 60, h: 16})
				a := actions(d)[i]
				method, path, _ := strings.Cut(a.route, " ")
				f.rule.Method, f.rule.Path = method, path
				heal := d.fault(f.rule)
				a.keys(d)
				sent := 0
				for _, m := range d.mutations() {
					if m != a.route {
						t.Errorf("it sent %s, too", m)
						continue
					}
					sent++
				}
				if sent != f.writes && (f.writes > 0 || sent > 20) {
					t.Errorf("it was sent %d times, want %d", sent, f.writes)
				}
				answered := f.rule.Stale || f.rule.Empty || f.rule.Lie || f.rule.Status == 429
				switch {
				case f.refused != "":
					d.tells(f.refused)
					d.tellsNot(a.done)
				case f.name == "404":
					d.tellsNot(a.done)
				case f.rule.Lie && a.name == "create": // nobody can tell: the answer has all that was asked for
				case f.applied && (a.readable || answered), f.rule.Lie && !a.readable:
					d.tells(a.done)
				case !a.readable:
					d.tells("outcome unknown", heardOf(f.rule))
				case f.rule.Lie:
					d.tells("outcome unknown", "The tenant answered that it is done. Read again, ")
				default:
					d.tells("Read again, ", heardOf(f.rule))
				}
				heal()
				d.keys("<esc>", "<esc>", "<esc>", "<esc>")
				d.keys("1", "r")
				d.sees("Stop shell tools")
			})
		}
	}
}

// heardOf is what is to be said of the answer to a write that a rule spoils.
func heardOf(r tenant.Rule) string {
	switch {
	case r.Status != 0:
		return fmt.Sprintf("he tenant answered %d", r.Status)
	case r.HTML:
		return "he tenant answered 200: not an answer of the API (HTML from "
	case r.Cut != 0:
		return "he tenant answered 200: the answer was cut short"
	}
	return "o answer came"
}

func TestARowIsNotPaintedAsChangedWhenTheChangeFailed(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("3")
	before := d.selected()
	for _, f := range writeFaults {
		if f.applied {
			continue
		}
		f.rule.Method, f.rule.Path = "POST", "/api/v1/role-mining/suggestions/*/state"
		heal := d.fault(f.rule)
		d.keys("a")
		if got := d.selected(); got != before {
			t.Fatalf("%s: the row was\n%s and is now\n%s", f.name, before, got)
		}
		heal()
	}
}

func TestAWriteThatIsNotAnsweredIsNamedBeforeQuitting(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	remove := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/**", Hang: true})
	d.keys("3")
	name, _ := d.tenant.Record("suggestions", d.tenant.SuggestionID(0))
	d.Waiting(func() { d.keys("a") })
	finish := d.background()
	d.until("the write", func() bool { return len(d.mutations()) == 1 })
	d.Waiting(func() { d.keys("q") })
	d.sees("Quit now?", "have no answer yet", fmt.Sprint(name["suggestedName"]))
	d.Waiting(func() { d.keys("<enter>") }) // the safe answer: wait
	d.seesNot("Quit now?")
	if d.quit {
		t.Fatal("it quit")
	}
	d.Waiting(func() { d.keys("2", "q", "<tab>") }) // leaving the pane doesn't end the write
	d.sees("▸ Quit ◂")
	d.Waiting(func() { d.keys("<esc>") })
	remove()
	d.tenant.Faults().Reset() // the connection ends
	finish()
	d.settle()
	d.tells("the record doesn't show it")
	d.wantMutations("POST /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(0) + "/state")
	d.keys("q")
	if !d.quit {
		t.Error("with everything answered, q didn't quit at once")
	}
}

func TestQuitWithReadsInFlightIsAtOnce(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.fault(tenant.Rule{Path: "/api/v1/search/webhooks", Hang: true})
	d.Waiting(func() { d.keys("2") })
	finish := d.background()
	d.until("the read", func() bool { return len(d.asked(searchWebhooks)) == 1 })
	d.keys("q")
	if !d.quit {
		t.Error("a read in flight kept the console from quitting")
	}
	d.tenant.Faults().Reset()
	finish()
}
