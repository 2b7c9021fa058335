package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/tenant"
	"gatehouse/ui/host"
)

func TestTheFilterSaysWhatItLooksThroughAndHowTheTenantIsAsked(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1000}})
	d.keys("/", "shell")
	d.sees("of 200 loaded", "enter keeps it, ctrl+s asks the tenant")
	d.keys("<ctrl+s>")
	d.sees("“shell” on the tenant")
	d.seesNot("of 200 loaded")
	if bodies := d.asked(searchHooks); !strings.Contains(bodies[len(bodies)-1], `"query":"shell"`) {
		t.Errorf("the tenant was asked %s", bodies[len(bodies)-1])
	}
	d.keys("/")
	d.keys("<enter>") // the words of the search are no filter beside it
	d.sees("“shell” on the tenant")
	d.seesNot("filter “")
	d.keys("/", "<ctrl+s>")
	d.sees("“shell” on the tenant")
	d.keys("<esc>")
	d.sees("loaded, more below")
	d.seesNot("on the tenant")
}

func TestAskingSaysWhereTheTenantCantSearch(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("5", "<enter>", "/", "changed", "<ctrl+s>")
	d.tells("The tenant can't search")
	d.keys("<esc>", "<esc>", "<esc>", "1", "/", "event:tool", "<ctrl+s>")
	d.tells("The tenant searches plain words only")
}

func TestAMistakeInTheFilterIsShownAtOnceAndLeavesTheLastGoodRows(t *testing.T) {
	for _, size := range goldenSizes {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("/", "block")
		rows := d.hooksPane().Grid.Shown()
		for _, more := range []string{` "un`, " state:", " /bl(", " !", " nowhere:x"} {
			d.keys(more, "<ctrl+s>", "<enter>", "<tab>") // asks nothing, and stays in the line
			if shown := d.hooksPane().Grid.Shown(); shown != rows || !d.hooksPane().Typing() {
				t.Errorf("%q shows %d rows instead of the last good %d, typing: %v", more, shown, rows, d.hooksPane().Typing())
			}
			d.sees("✗", "Block payment", "/block")
			for range more {
				d.keys("<backspace>")
			}
		}
		if n := len(d.asked(searchHooks)); n != 1 {
			t.Errorf("a mistake was sent to the tenant: %d requests", n)
		}
		d.keys("<ctrl+u>", "state:")
		if shown := d.hooksPane().Grid.Shown(); shown != 42 {
			t.Errorf("a column without its value shows %d rows of 42", shown)
		}
		d.keys("<ctrl+u>", `"`)
		if shown := d.hooksPane().Grid.Shown(); shown != 42 {
			t.Errorf("a mistake from the start shows %d rows of 42", shown)
		}
		d.keys("<esc>")
		d.sees("42 in all", "Block payment")
	}
}

func TestANewPageUnderAMistakeIsFilteredByWhatWasRead(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("/", "block")
	rows := d.hooksPane().Grid.Shown()
	late := d.holding(func() { d.keys("<enter>", "r", "/", " /bl(") })
	late.deliver()
	if shown := d.hooksPane().Grid.Shown(); shown != rows {
		t.Errorf("%d rows, want %d", shown, rows)
	}
}

func TestEscGoesBackOneLevelAtATimeAndNeverQuits(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("/", "tool", "<ctrl+s>") // on the tenant
	d.keys("/", "<ctrl+u>", "stop", "<tab>", " ", "V", "j", "<enter>")
	d.sees("Hooks › Stop shell tools")
	d.keys("<esc>")
	d.sees("▌", "1 marked")
	d.seesNot("Hooks ›")
	d.keys("<esc>") // the range
	d.sees("1 marked")
	d.sees(" · row ")
	d.keys("<esc>")
	d.seesNot(" · row ")
	d.sees("“tool” on the tenant")
	d.keys("<esc>")
	d.seesNot("on the tenant")
	d.sees("1 marked")
	d.keys("<esc>")
	d.seesNot("marked")
	for range 5 {
		d.keys("<esc>")
	}
	if d.quit {
		t.Fatal("esc quit")
	}
	d.sees("42 in all")
	d.clock.advance(host.NoticeTime)
	d.fire(host.NoticeTime) // "nothing is left to go back from" has gone
	d.keys("5", "<enter>", "<esc>")
	d.sees("▏5 History")
	d.seesNot("History › ")
}

func TestTypingInTheFilterIsText(t *testing.T) {
	const all = "qQ?:/jkdDrRaAgG0123456789 ,.x"
	d := newDriver(t, driverOptions{w: 100, h: 30})
	asked, tab := len(d.tenant.Requests()), d.model.active
	d.keys("/", all)
	if got := d.hooksPane().Find.Value(); got != all {
		t.Errorf("the filter holds %q", got)
	}
	d.keys("<ctrl+a>", "<ctrl+e>", "<alt+b>", "<home>", "<end>", "<ctrl+w>")
	d.paste("one\ntwo\t日本")
	if got := d.hooksPane().Find.Value(); !strings.Contains(got, "one two") || !strings.HasSuffix(got, "日本") {
		t.Errorf("after a paste the filter holds %q", got)
	}
	if d.quit || d.model.overlay() != nil || d.model.active != tab || len(d.tenant.Requests()) != asked {
		t.Error("typing in the filter did something else")
	}
}

func TestA403IsLearntAndCanBeTriedAgain(t *testing.T) {
	d := newDriver(t, driverOptions{})
	heal := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/**", Status: 403, Message: "needs Super Administrator"})
	d.keys("3", "a")
	d.tells("may not do this on this tenant. The tenant says: needs Super Administrator", "Request ")
	d.keys("<esc>", ":")
	d.tells("refused this before")
	d.keys("<esc>", "?")
	d.tells("the tenant refused this")
	d.keys("<esc>")
	heal()
	d.keys("a")
	d.sees("Accepted suggestion")
	d.keys(":")
	d.tellsNot("refused this before")
}

func TestARefusedRevokeOffersTheOtherOperationAsANewChoice(t *testing.T) {
	for _, own := range []bool{true, false} {
		d := newDriver(t, driverOptions{})
		id := d.secretBy(own)
		first, second := "/api/v1/secrets-admin/"+id, "/api/v1/secrets/"+id
		if own {
			first, second = second, first
		}
		d.fault(tenant.Rule{Method: "DELETE", Path: first, Status: 403, Message: "not with this role"})
		d.onSecret(id)
		d.keys("x", "<tab>", "<enter>")
		d.tells("was refused", "not with this role", "id "+id, "▸ Cancel ◂")
		d.wantMutations("DELETE " + first)
		d.rush("enter") // what was typed before the new question was seen is no answer
		d.keys("<tab>", "<enter>")
		d.wantMutations("DELETE "+first, "DELETE "+second)
		if record, _ := d.tenant.Record("secrets", id); own && record["status"] != "SECRET_STATUS_REVOKED" {
			t.Errorf("own %v: the secret is %v", own, record["status"])
		}
	}
}

func TestTheStateThatATenantDoesntKnowIsWithdrawn(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) { tn.Faults().RefuseRejected(true) }})
	d.keys("3", "x")
	d.tells("Reject suggestion “" + nameOfSuggestion(d, 0) +
		"”: refused. This tenant doesn't know that state, so reject is off for this session; there is dismiss (d) instead.")
	d.sees("○ new")
	d.keys("<esc>", "j", "x")
	d.tells("This tenant has no suggestions that are rejected; dismiss it instead.")
	if n := len(d.mutations()); n != 1 {
		t.Errorf("%d writes", n)
	}
	d.keys("d")
	d.sees("– dismissed")
}

func TestHistoryDifferencesIgnoreAbsentNullAndDefault(t *testing.T) {
	d := newDriver(t, driverOptions{})
	server := d.tenant.ServerID(0)
	change := func(f func(map[string]any)) {
		if err := d.tenant.UpdateAs("resource-servers", server, f); err != nil {
			t.Fatal(err)
		}
		d.clock.advance(time.Minute)
	}
	change(func(r map[string]any) {
		r["description"], r["disabled"], r["resourceUris"], r["signingAlgorithm"], r["modifyClaimsHook"] = "", false, []any{},
			"XAA_SIGNING_ALGORITHM_UNSPECIFIED", nil
	})
	change(func(r map[string]any) {
		for _, name := range []string{"description", "disabled", "resourceUris", "signingAlgorithm"} {
			delete(r, name)
		}
		r["modifyClaimsHook"] = map[string]any{"functionId": "", "commitId": "", "disabled": false}
	})
	change(func(r map[string]any) { r["displayName"], r["requireProofOfPossession"] = "Renamed API", true })
	d.keys("5", "<enter>")
	d.sees("What changed since the version before", "- Ledger API", "+ Renamed API")
	d.keys("j")
	d.sees("No field differs.")
	d.seesNot("- ", "+ ")
}

func TestTheOldestLoadedVersionSaysThatMoreAreToCome(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 45, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/apps/*/xaa/resource_servers/*/history", Skip: 1, Status: 503})
	}, options: func(o *Options) { o.PageSize = 10 }})
	for i := range 150 {
		if err := d.tenant.UpdateAs("resource-servers", d.tenant.ServerID(0),
			func(r map[string]any) { r["description"] = fmt.Sprint(i) }); err != nil {
			t.Fatal(err)
		}
	}
	d.keys("5", "<enter>", "G")
	d.sees("The version before isn't loaded yet")
	d.tenant.Faults().Reset()
	d.keys("r", "G")
	d.sees("This is the first version")
}

func TestOddRecordsAreShownAndCounted(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/hooks", Body: `{"list":[
			{"id":"h1","displayName":"Whole"},
			{"id":"h2","displayName":null,"enabled":"yes","priority":{"a":1},"event":"HOOK_EVENT_TYPE_NEW_KIND",
			"filter":null,"builtinPattern":{"oracleGuard":{"level":3}}},
			{"id":"h3","displayName":"Huge","priority":9007199254740993,"description":"` + strings.Repeat("long ", 100_000) +
			`","createdAt":"12345-99-99"},
			"not an object", null, {"displayName":"no id"},
			{"id":"h4","displayName":"Last","unknownMember":[1,2,{"x":null}],"enabled":true}]}`})
	}})
	d.sees("Whole", "Huge", "Last", "2 odd rows", "3 rows without an id left out")
	d.keys("j")
	d.sees("HOOK_EVENT_TYPE_NEW_KIND", "oracleGuard", "Odd")
	d.keys("j")
	d.sees("Huge")
	d.keys("v", "jj")
	d.sees("unknownMember")
}

func TestNumbersThatListsDontComputeAreNotZero(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/role-mining/suggestions",
			Body: `{"list":[{"id":"s1","suggestedName":"Without a count","suggestionState":"SUGGESTION_STATE_ODD"}]}`})
	}})
	d.keys("3")
	d.sees("Without a count", "unknown", "SUGGESTION_STATE_ODD")
}

func TestTheClockMovesAges(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.sees("read just now")
	d.fire(time.Minute)
	d.sees("read 1m ago")
	if n := d.timers(time.Minute); n != 1 {
		t.Errorf("%d timers of the minute", n)
	}
}

// A console that lists what it lists by the sixteen operations alone still works.
func TestATenantWithoutCompanionOperations(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{InterfaceOnly: true}})
	d.sees("42 in all")
	d.keys("2")
	d.sees("27 in all")
	d.keys("n", "Brand new", "<tab>", "https://hooks.example.com/new", "<ctrl+s>")
	d.sees("Created webhook “Brand new”")
	d.keys("e", " II", "<ctrl+s>")
	d.tells("Saved webhook")
	for _, key := range []string{"3", "4", "5"} {
		d.keys(key)
		d.sees("doesn't offer")
	}
}
