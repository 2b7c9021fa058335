package ui

import (
	"encoding/json"
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
	d.sees("[5 History")
	d.seesNot("History › ")
}

func TestTypingInTheFilterIsText(t *testing.T) {
	const all = "qQ?:/jkdDrRaAgG0123456789 ,.x"
	d := newDriver(t, driverOptions{w: 100, h: 30})
	asked, tab := len(d.tenant.Requests()), d.model.active
	d.keys("/", all)
	if got := d.hooksPane().Find.Field.Value(); got != all {
		t.Errorf("the filter holds %q", got)
	}
	d.keys("<ctrl+a>", "<ctrl+e>", "<alt+b>", "<home>", "<end>", "<ctrl+w>")
	d.paste("one\ntwo\t日本")
	if got := d.hooksPane().Find.Field.Value(); !strings.Contains(got, "one two") || !strings.HasSuffix(got, "日本") {
		t.Errorf("after a paste the filter holds %q", got)
	}
	if d.quit || d.model.overlay() != nil || d.model.active != tab || len(d.tenant.Requests()) != asked {
		t.Error("typing in the filter did something else")
	}
}

func TestTheWebhookFormFollowsTheRulesAsItIsTyped(t *testing.T) {
	urls := map[string]string{
		"http://hooks.example.com/a":           "must start with https://",
		"https://user:pw@hooks.example.com/":   "must not hold a user name or password",
		"https://hooks.example.com:8443/a":     "must use the default port",
		"https://10.1.2.3/a":                   "must be reachable from the internet",
		"https://[::1]/a":                      "must be reachable from the internet",
		"https://169.254.169.254/latest":       "must be reachable from the internet",
		"https://100.64.0.1/a":                 "must be reachable from the internet",
		"https://localhost/a":                  "must be reachable from the internet",
		"https://intranet/a":                   "must be reachable from the internet",
		"https://":                             "has no host name",
		"hooks.example.com":                    "must start with https://",
		"https://hooks.example.com:443/a":      "",
		"https://hooks.example.com/日本?key=v#f": "",
		"https://127.1/a":                      "must be reachable from the internet",
		"https://0x7f.0.0.1/a":                 "must be reachable from the internet",
		"https://[::ffff:10.0.0.1]/a":          "must be reachable from the internet",
		"https://[fd00::1]/a":                  "must be reachable from the internet",
		"https://255.255.255.255/a":            "must be reachable from the internet",
		"https://8.8.4.4/a":                    "",
		"https://[2606:4700::1]/a":             "",
	}
	form := func() *driver {
		d := newDriver(t, driverOptions{w: 100, h: 30})
		d.keys("2", "n", "Name", "<tab>", "https://hooks.example.com/a")
		return d
	}
	d := form()
	for url, want := range urls {
		d.keys("<ctrl+u>")
		d.paste(url)
		if want == "" {
			d.tellsNot("must", "has no host", "is not a URL")
			continue
		}
		d.tells(want)
		d.keys("<ctrl+s>")
		d.wantMutations()
	}
	timeouts := map[string]string{"0": "must be from 1 to 30 days", "31": "must be from 1 to 30 days",
		"abc": "is no length of time", "-3": "must be from 1 to 30 days", "NaN": "is no length of time", "18m": "must be from 1 to 30 days",
		"1": "", "30": "", "2.5": "", "7d": "", "7 days": "", "168h": "", "1d 2h": "", "86400s": ""}
	d = form()
	d.keys("<tab>", "<tab>")
	for text, want := range timeouts {
		d.keys("<ctrl+u>", text)
		if want != "" {
			d.tells(want)
		} else {
			d.tellsNot("must be from")
			d.tellsNot("is no length")
		}
	}
}

func TestAWebhooksNameHasALimit(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("2", "n")
	d.paste(strings.Repeat("x", 101))
	d.tells("Name takes 100 characters; with this it would have 101")
	d.keys("<ctrl+s>")
	d.wantMutations()
}

// editBody is the body of the only edit that was sent.
func (d *driver) editBody(id string) (webhook map[string]any, mask string) {
	d.t.Helper()
	bodies := d.asked("POST /api/v1/webhooks/" + id)
	if len(bodies) != 1 {
		d.t.Fatalf("%d edits were sent", len(bodies))
	}
	var in struct {
		Webhook    map[string]any
		UpdateMask string
	}
	if err := json.Unmarshal([]byte(bodies[0]), &in); err != nil {
		d.t.Fatal(err)
	}
	return in.Webhook, in.UpdateMask
}

func TestTheEditSendsOnlyWhatChanged(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	id := d.tenant.WebhookID(0)
	d.keys("2", "e", "<ctrl+u>", "New", "<ctrl+s>")
	d.sees("Saved webhook")
	webhook, mask := d.editBody(id)
	if mask != "displayName" || len(webhook) != 2 || webhook["displayName"] != "New" || webhook["id"] != id {
		t.Errorf("the mask is %q, the webhook %v", mask, webhook)
	}
	d.tenant.ForgetRequests()
	d.keys("e", "<tab>", "<tab>", "<ctrl+u>", "<ctrl+s>") // the description cleared
	webhook, mask = d.editBody(id)
	if text, sent := webhook["description"]; mask != "description" || !sent || text != "" {
		t.Errorf("clearing the description sent %q, %v", mask, webhook)
	}
	d.tenant.ForgetRequests()
	d.keys("e", "<ctrl+s>")
	d.tells("Nothing was changed, so nothing was sent.")
	d.keys("e", "x", "<backspace>", "<ctrl+s>")
	d.tells("Nothing was changed, so nothing was sent.")
	d.wantMutations()
}

func TestARefusalKeepsWhatWasTyped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	heal := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks", Status: 400, Message: "url: the host answers with 404"})
	d.keys("2", "n", "Brand new", "<tab>", "https://hooks.example.com/new", "<ctrl+s>")
	d.tells("the host answers with 404", "Brand new", "https://hooks.example.com/new")
	heal()
	d.keys("<ctrl+s>")
	d.tells("Created webhook “Brand new”")
	if n := len(d.mutations()); n != 2 {
		t.Errorf("%d writes", n)
	}
}

func TestA200WithTheOldValueIsNotSaved(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks/*", Lie: true})
	d.keys("2", "e", "<ctrl+u>", "New", "<ctrl+s>")
	d.tells("not saved", "New")
	d.tellsNot("Saved webhook")
	d.keys("<esc>", "<esc>")
	d.sees("Incident bridge")
}

func TestARowThatChangedBehindAFormThatCantLookIsSaidBeforeItIsSaved(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/webhooks/*", Status: 403})
	}})
	d.keys("2")
	late := d.holding(func() {
		if err := d.tenant.UpdateAs("webhooks", d.tenant.WebhookID(0),
			func(r map[string]any) { r["description"] = "somebody was here" }); err != nil {
			t.Fatal(err)
		}
		d.keys("r")
	})
	d.keys("e", " II")
	late.deliver()
	d.keys("<ctrl+s>")
	d.tells("has changed since", "Save again")
	d.wantMutations()
	d.keys("<ctrl+s>")
	d.sees("Saved webhook")
	if _, mask := d.editBody(d.tenant.WebhookID(0)); mask != "displayName" {
		t.Errorf("the mask is %q", mask)
	}
}

func TestTypingInAFormIsText(t *testing.T) {
	const all = "qQ?:/jkdDrRaAgG0123456789 ,.x"
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("2", "n", all)
	d.tells(all)
	d.paste("a\nb")
	d.tells(all + "a b")
	d.keys("<tab>", "<tab>")
	d.paste("one\ntwo")
	d.tells("one", "two")
	if d.quit {
		t.Error("typing quit")
	}
	d.wantMutations()
}

func TestA403IsLearntAndCanBeTriedAgain(t *testing.T) {
	d := newDriver(t, driverOptions{})
	heal := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/**", Status: 403, Message: "needs Super Administrator"})
	d.keys("3", "a")
	d.tells("may not do this on this tenant. The tenant says: needs Super Administrator", "Request ")
	d.keys("<esc>", ":")
	d.tells("refused this before")
	d.keys("<esc>", "?")
	d.tells("refused this before")
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
