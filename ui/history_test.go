package ui

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes/history"
	"gatehouse/ui/search"
)

const historyPath = "/api/v1/apps/*/xaa/resource_servers/*/history"

// versionsOf puts a history of the given versions, newest first, behind every resource server.
func versionsOf(t *testing.T, versions ...map[string]any) func(*tenant.Tenant) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"list": versions, "nextPageToken": ""})
	if err != nil {
		t.Fatal(err)
	}
	return func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: historyPath, Body: string(body)})
	}
}

// version is a history entry made by hand.
func version(id, at string, snapshot map[string]any, annotations ...map[string]any) map[string]any {
	return map[string]any{"metadata": map[string]any{"id": id, "createdAt": at, "changeKind": "CHANGE_KIND_PUT", "traceId": "trace-" + id,
		"syslogEventId": "log-" + id, "actor": map[string]any{"kind": "ACTOR_KIND_SLACK"}, "annotations": annotations}, "snapshot": snapshot}
}

func threeVersions(t *testing.T) func(*tenant.Tenant) {
	return versionsOf(t,
		version("v3", "2026-11-26T09:00:00Z",
			map[string]any{"displayName": "Ledger", "disabled": true, "resourceUris": []string{"https://a.example"}}),
		version("v2", "2026-11-25T09:00:00Z", map[string]any{"displayName": "Ledger", "maxGrantLifetime": "900s"}),
		version("v1", "2026-11-20T08:30:00Z", map[string]any{"displayName": "Ledgr"}))
}

func TestServersAreFoundBySearchAndPickComesBack(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("5", "p", "ledger", "<ctrl+s>")
	if bodies := d.asked("POST /api/v1/search/xaa/resource_servers"); !strings.Contains(bodies[len(bodies)-1], `"query":"ledger"`) {
		t.Fatalf("asked %q", bodies)
	}
	d.sees("“ledger” on the tenant", "Ledger")
	d.keys("<enter>")
	d.sees("History › Ledger", "What")
	d.keys("p")
	d.sees("“ledger” on the tenant", "Audience")
}

func TestMarkedVersionIsComparedWithTheOneUnderTheCursor(t *testing.T) {
	d := newDriver(t, driverOptions{faults: threeVersions(t)})
	d.keys("5", "<enter>", "c")
	d.sees("No version is marked; space marks this one")
	d.keys(" ", "c")
	d.sees("Only this version is marked")
	d.keys("j", "j", "c")
	d.sees("Fri 20 Nov 08:30 → Thu 26 Nov 09:00", "What is different", "- Ledgr", "+ Ledger", "- no", "+ yes", "+ https://a.example",
		"fields the same in both")
	d.keys("<esc>")
	d.seesNot("What is different")
}

func TestTwoMarkedVersionsAreComparedWhereverTheCursorIs(t *testing.T) {
	d := newDriver(t, driverOptions{faults: threeVersions(t)})
	d.keys("5", "<enter>", "j", "j", " ", "k", " ", "k", "c")
	d.sees("Fri 20 Nov 08:30 → Wed 25 Nov 09:00", "- Ledgr", "+ 15m (900s)")
	d.keys("q", " ", "c")
	d.sees("3 versions are marked; it takes two")
}

func TestOnlyWebLinksAreLinks(t *testing.T) {
	d := newDriver(t, driverOptions{faults: versionsOf(t, version("v1", "2026-11-20T08:30:00Z", map[string]any{"displayName": "Ledger"},
		map[string]any{"key": "ticket", "kind": "ANNOTATION_KIND_TICKET", "displayLabel": "Ticket", "displayValue": "PAY-12",
			"displayUrl": "https://tickets.example/PAY-12"},
		map[string]any{"key": "note", "kind": "ANNOTATION_KIND_GENERIC", "displayLabel": "Note", "displayValue": "see",
			"displayUrl": "javascript:alert(1)"},
	))})
	d.keys("5", "<enter>")
	d.sees("Ticket", "PAY-12", "https://tickets.example/PAY-12", "javascript:alert(1)", "not a web link")
	d.keys("Y")
	d.sees("Copy the Ticket", "Copy the link of Ticket", "Copy the Note")
	d.seesNot("Copy the link of Note")
	d.keys("link", "<enter>")
	if len(d.copied) != 1 || d.copied[0] != "https://tickets.example/PAY-12" {
		t.Fatalf("copied %q", d.copied)
	}
}

func TestTraceAndLogEventCanBeCopied(t *testing.T) {
	d := newDriver(t, driverOptions{faults: threeVersions(t)})
	d.keys("5", "<enter>", "Y", "trace", "<enter>", "Y", "system log", "<enter>")
	if len(d.copied) != 2 || d.copied[0] != "trace-v3" || d.copied[1] != "log-v3" {
		t.Fatalf("copied %q", d.copied)
	}
}

func TestActorsHaveNames(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("5", "<enter>")
	found := false
	for i := range 400 {
		if record, ok := d.tenant.Record("users", d.tenant.UserID(i)); ok &&
			strings.Contains(d.screen(), record["displayName"].(string)) && strings.Contains(d.screen(), d.tenant.UserID(i)) {
			found = true
		}
	}
	if !found {
		t.Fatalf("the actor has no name:\n%s", d.screen())
	}
}

func TestHistoryFitsEverySize(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}, {24, 6}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1], faults: threeVersions(t)})
		d.keys("5", "<enter>", " ", "j", "c", "j", "<pgdown>", "G", "g", "<esc>", "<enter>", "Y", "<esc>", "<esc>", "<esc>", "p")
		d.Resize(size[1], size[0])
	}
}

func TestServerIsPickedByItsIdsWhereNoneCanBeListed(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{InterfaceOnly: true}})
	d.keys("5", "p")
	d.sees("App id", "Resource server id")
	d.paste(d.tenant.ServerAppID(0))
	d.keys("<tab>")
	d.paste(d.tenant.ServerID(0))
	d.keys("<ctrl+s>")
	d.sees("History › "+d.tenant.ServerID(0), "What", "What changed since the version before")
	d.keys(" ", "j", "c")
	d.sees(" → ", "What is different")
}

func TestTheAppOfAResourceServerHasItsName(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("5")
	app := d.tenant.ServerAppID(0)
	record, _ := d.tenant.Record("apps", app)
	name := record["displayName"].(string)
	d.tells(name + " (" + app)
	d.keys("<enter>", "<enter>", "G")
	d.sees(name)
}

func TestAHistoryIsSortedByWhatItsHeaderSays(t *testing.T) {
	d := newDriver(t, driverOptions{faults: threeVersions(t)})
	d.keys("5", "<enter>", "S")
	d.sees("by when ▲")
	rows := list.TypedRows[api.HistoryEntry](d.At(4).(*history.Versions).Grid.ShownRows())
	if rows[0].Metadata.ID != "v1" || rows[2].Metadata.ID != "v3" {
		t.Errorf("turned around, %s comes first", rows[0].Metadata.ID)
	}
	d.keys("S")
	d.sees("by when ▼")
	d.keys("s", "s")
	d.sees("by what ▲")
}

// The list says what each change changed, before it says when that was in UTC and whether the server was disabled then.
func TestTheHistoryListSaysWhatChanged(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1], faults: threeVersions(t)})
		d.keys("5", "<enter>")
		d.sees("What", "disabled, ", "c compare versions")
		if size[0] >= 80 {
			d.sees("name, grant lifetime", "nothing older is k")
		}
	}
	d := newDriver(t, driverOptions{faults: threeVersions(t)})
	d.keys("5", "<enter>", "/", "what:uris")
	d.sees("1 of 3")
}

// The last change of a page is told once the next page is there, and the filter finds it then.
func TestWhatTheLastChangeOfAPageChangedIsToldLater(t *testing.T) {
	page := func(next string, versions ...map[string]any) string {
		body, err := json.Marshal(map[string]any{"list": versions, "nextPageToken": next})
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	v1 := version("v1", "2026-11-20T08:30:00Z", map[string]any{"displayName": "Ledgr"})
	v1["metadata"].(map[string]any)["changeKind"] = "CHANGE_KIND_CREATE"
	d := newDriver(t, driverOptions{})
	second := tenant.Rule{Method: "GET", Path: historyPath, Match: "page_token=two", Status: 500}
	heal := d.fault(second)
	first := d.fault(tenant.Rule{Method: "GET", Path: historyPath, Body: page("two",
		version("v3", "2026-11-26T09:00:00Z", map[string]any{"displayName": "Ledger", "disabled": true}),
		version("v2", "2026-11-25T09:00:00Z", map[string]any{"displayName": "Ledger"}))})
	d.keys("5", "<enter>", "/", "what:name", "<tab>")
	d.sees("0 of 2 loaded")
	d.keys("<esc>")
	if row := d.line("Wed 25 Nov 09:00"); !strings.Contains(row, "…") {
		t.Errorf("what isn't known is told: %q", row)
	}
	heal()
	first()
	second.Status, second.Body = 0, page("", v1)
	d.fault(second)
	d.keys("r", "/", "what:name")
	d.sees("1 of 3", "Wed 25 Nov")
	d.keys("<esc>")
	d.sees("created")
}

// A page under a filter has only its own rows read, and the last one before it, which is told by it what it changed.
func TestAPageOfAHistoryUnderAFilterIsNoSearchOfAllRows(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 2500}})
	d.keys("5", "<enter>", "/", "what:a", "<tab>")
	d.Waiting(func() { d.keys("F") })
	p := d.model.pane().(*history.Versions)
	for searches := 0; len(d.queue) > 0; {
		h := d.carry()
		for _, msg := range h.msgs {
			if addressed, ok := msg.(host.Addressed); ok {
				if _, ok := addressed.Msg.(search.Stepped); ok {
					if searches++; searches > 1 { // names that became known may be in any row
						t.Fatalf("all of %d rows are searched again", p.Grid.Len())
					}
				}
			}
		}
		d.Waiting(h.deliver)
	}
	if p.Grid.Len() != 2500 {
		t.Fatalf("%d versions are loaded", p.Grid.Len())
	}
	shown := p.Grid.Shown()
	p.Grid.ForgetTexts()
	if d.keys("<esc>", "/", "what:a", "<tab>"); p.Grid.Shown() != shown || shown == 0 {
		t.Errorf("%d rows were found page by page, %d at once", shown, p.Grid.Shown())
	}
}
