package ui

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/screen"
)

// hostile are texts that act on a terminal which shows them as they are, each with an A before and a B after what it does.
var hostile = []string{
	"A\x1b[31mB", "A\x1b[8mB", "A\x1b[2J\x1b[HB", "A\x1b]8;;https://evil.example\x1b\\B\x1b]8;;\x1b\\", "A\x1b]52;c;SGVsbG8=\aB",
	"A\x1b]0;x\aB",
	"A\x1b[6nB", "A\x1bcB", "A\x1b]52;c;xB", "A\bB", "A\aB", "A\x7fB", "A\x00B", "A\u009b31mB", "A\u0090qB\u009c", "A\u202eB\u2066C\u200f",
	"A\r\nB\u2028C\u0085D",
	"A\tB\vC\fD", "A\xff\xfeB", "A" + strings.Repeat("\u0301", 40) +
		"B", "日本語ロール ＦＵＬＬ", "👩‍👩‍👧‍👦 fam ⚠️ 🇫🇷🇩🇪",
	"น้ำใจ क्षिं e\u0301\u0301\u0301",
	strings.Repeat("W", 5000), "A\x1b_Gf=24;AAAA\x1b\\B", "A\x1bP+q544e\x1b\\B", "A\u200b\ufeff\u00adB\U000e0041",
}

// hostileRow is an object in which every text of a record is hostile; ids stay.
func hostileRow(pane int, text string) json.RawMessage {
	user := map[string]any{"displayName": text, "email": text, "username": text}
	rows := []map[string]any{
		{"displayName": text, "description": text, "event": text, "filter": map[string]any{"celExpression": text}, "function": nil,
			"jsonPatch":      nil,
			"builtinPattern": map[string]any{"blockToolCall": map[string]any{"message": text}}},
		{"displayName": text, "description": text, "url": text, "callbackTimeout": text},
		{"suggestedName": text, "description": text, "suggestionState": text, "insights": []any{text}, "createdCatalogId": text, "runId": text,
			"cohortFilters": []any{map[string]any{"attribute": text, "values": []any{text, text}}},
			"entitlements": []any{map[string]any{"appDisplayName": text, "appResourceDisplayName": text, "entitlementDisplayName": text,
				"riskLevelValueId": text, "coverage": 0.5}},
			"existingProfileMatches": []any{map[string]any{"catalogDisplayName": text, "catalogId": text, "matchType": text, "overlapRatio": 0.5,
				"missingEntitlements": []any{map[string]any{"entitlementDisplayName": text, "appDisplayName": text}}}}},
		{"displayName": text, "status": text, "sharingMode": text, "secretType": text, "filename": text, "contentType": text,
			"inputFormat": text, "ageSuite": text,
			"creatorUserId": text, "allowedUserIds": []any{text}, "allowedEmails": []any{text}, "shareUrl": text, "shareCode": text},
		{"displayName": text, "description": text, "normalizedAudience": text, "resourceUris": []any{text}, "sectorId": text,
			"signingAlgorithm": text,
			"maxGrantLifetime": text, "modifyClaimsHook": map[string]any{"functionId": text, "commitId": text},
			"metadata": map[string]any{"traceId": text, "syslogEventId": text, "changeKind": text,
				"actor": map[string]any{"kind": text, "userId": text},
				"annotations": []any{map[string]any{"key": text, "kind": "ANNOTATION_KIND_TICKET", "displayLabel": text, "displayUrl": text,
					"displayValue": text, "rawValue": text}}},
			"snapshot": map[string]any{"displayName": text, "description": text, "resourceUris": []any{text}, "maxGrantLifetime": text}},
	}
	row := rows[pane]
	row["user"] = user
	merged, err := json.Marshal(row)
	if err != nil {
		panic(err)
	}
	return merged
}

// hostileTenant puts a hostile text into every text of the first records of each pane, one into each record.
func hostileTenant(tn *tenant.Tenant) {
	for pane, collection := range []string{"hooks", "webhooks", "suggestions", "secrets", "resource-servers"} {
		for i := range min(len(hostile), tn.Size(collection)) {
			var row map[string]any
			if err := json.Unmarshal(hostileRow(pane, hostile[(i+5*pane)%len(hostile)]), &row); err != nil {
				panic(err)
			}
			if err := tn.UpdateAs(collection, tn.ID(collection, i), func(r map[string]any) { maps.Copy(r, row) }); err != nil {
				panic(err)
			}
		}
	}
	all := strings.Join(hostile[:len(hostile)-8], " ")
	tn.Faults().Add(tenant.Rule{Path: "/api/v1/apps/*/xaa/resource_servers/*/history", RowMerge: hostileRow(4, all)})
	tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/users", RowMerge: hostileRow(0, all)})
	tn.Faults().Add(tenant.Rule{Path: "/api/v1/attributes/**", RowMerge: json.RawMessage(`{"value":"A\u001b[31mB"}`)})
}

// Every line of every screen is checked by the driver, after every message.
func TestHostileTextsOfRecordsOnlyShow(t *testing.T) {
	for _, size := range goldenSizes {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			d := newDriver(t, driverOptions{w: size[0], h: size[1], faults: hostileTenant})
			for _, pane := range "12345" {
				d.keys(string(pane), "<enter>")
				for range hostile {
					d.keys("]")
				}
				d.keys("v", "[[[", "v", "<esc>", "s", "/", "A", "<tab>", "<esc>", "<esc>", "Y", "<esc>", ":", "<esc>", "?", "<esc>", " ", "<esc>", "y")
				switch pane {
				case '2':
					d.keys("x", "<esc>", "e", "<ctrl+r>", "<esc>", "<esc>", "<esc>", "t", "<esc>", "j", "e", "<esc>", "<esc>")
				case '3':
					d.keys("a", "<esc>", "t", "t", "s", "s", "s", "<esc>")
				case '4':
					d.keys("x", "v", "<esc>", "<esc>", "j", "x", "<esc>", "j", "A", "<esc>")
				case '5':
					d.keys("<enter>", "j", "<enter>", "<pgdown>", "<esc>", "<esc>", "<esc>")
				}
			}
			for _, copied := range d.copied {
				if odd := actsOnTerminal(strings.NewReplacer("\n", "", "\t", "").Replace(copied)); odd != "" {
					t.Errorf("the copy %q holds %s", copied, odd)
				}
			}
		})
	}
}

// A is readable before what was meant to hide it, and so is B after it.
func TestHostileTextsStayReadable(t *testing.T) {
	for _, text := range hostile[:13] {
		d := newDriver(t, driverOptions{w: 100, h: 30, faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/hooks", RowMerge: hostileRow(0, text)})
		}})
		line := strings.TrimSpace(strings.SplitN(ansi.Strip(d.selected()), "before", 2)[0])
		if !strings.Contains(line, "A") || !strings.Contains(line, "B") {
			t.Errorf("%q reads %q", text, line)
		}
	}
}

func TestHostileErrorsOnlyShow(t *testing.T) {
	for i, size := range goldenSizes {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			text := strings.Join(hostile[i:i+19], " ")
			d := newDriver(t, driverOptions{w: size[0], h: size[1]})
			for _, rule := range []tenant.Rule{
				{Status: 500, Message: text}, {Status: 403, Message: text, Header: map[string]string{"X-Request-Id": strings.ToValidUTF8(text, "?")}},
				{Status: 502, Body: text}, {Body: text}, {Body: `{"list":"` + strings.ToValidUTF8(text, "?") +
					`"}`}, {Redirect: "https://evil.example/" + text},
				{Redirect: "//" + text}, {HTML: true, Header: map[string]string{"Content-Type": "text/" + text}},
			} {
				heal := d.fault(rule)
				d.keys("1", "r", "2", "r", "5", "r")
				d.keys("3", "a", "<esc>")
				heal()
				d.keys("1", "r")
			}
		})
	}
}

func TestHostileNamesOfTheTenantOnlyShow(t *testing.T) {
	for i, text := range hostile {
		for _, size := range goldenSizes[i%2*2 : i%2*2+2] {
			d := newDriver(t, driverOptions{w: size[0], h: size[1], info: func(i *host.TenantInfo) {
				*i = host.TenantInfo{Name: text, Host: text, Source: text, Others: []string{text}}
			},
				options: func(o *Options) { o.Warnings = []string{text} },
				faults: func(tn *tenant.Tenant) {
					merged, err := json.Marshal(map[string]any{"userId": text, "principleId": text})
					if err != nil {
						t.Fatal(err)
					}
					tn.Faults().Add(tenant.Rule{Path: "/api/v1/auth/introspect", Merge: merged})
				}})
			title := d.model.View().WindowTitle
			if odd := actsOnTerminal(title); odd != "" {
				t.Errorf("the window title %q holds %s", title, odd)
			}
			d.keys("4", "x")
			d.send(host.Retrying{Exchange: api.Exchange{Base: d.client.BaseURL(), Method: "POST", Path: "/api/v1/search/hooks", Wait: 1e9,
				Attempt: 1, Status: 503}})
		}
	}
}

func TestWideAndJoinedCharactersLineUp(t *testing.T) {
	names := []string{"日本語ロール", "ＦＵＬＬ", "👩‍👩‍👧‍👦 fam", "⚠️ warn", "🇫🇷🇩🇪",
		"น้ำใจ", "क्षिं", "e\u0301\u0301\u0301", "plain"}
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		for i, name := range names {
			if err := d.tenant.UpdateAs("hooks", d.tenant.HookID(i), func(r map[string]any) {
				r["displayName"], r["builtinPattern"] = name, map[string]any{"blockToolCall": map[string]any{"message": "no"}}
				delete(r, "function")
				delete(r, "jsonPatch")
			}); err != nil {
				t.Fatal(err)
			}
		}
		d.keys("r")
		lines := strings.Split(ansi.Strip(d.model.View().Content), "\n")
		column := -1
		for _, line := range lines[3 : 3+len(names)+1] {
			before, _, found := strings.Cut(line, "block tool call")
			if !found {
				if before, _, found = strings.Cut(line, "Does"); !found {
					t.Fatalf("nothing that it does in %q", line)
				}
			}
			at := ansi.StringWidth(before)
			if column < 0 {
				column = at
			}
			if at != column {
				t.Errorf("%v: what it does in %q stands at %d, want %d", size, line, at, column)
			}
		}
		d.keys("<enter>", "<esc>", ":", "<esc>")
	}
}

func TestEverySizeInEveryState(t *testing.T) {
	states := map[string]func(*driver){
		"list":      func(d *driver) {},
		"detail":    func(d *driver) { d.keys("<enter>") },
		"form":      func(d *driver) { d.keys("2", "e") },
		"confirm":   func(d *driver) { d.keys("4", "j", "x") },
		"typed":     func(d *driver) { d.keys("2", "x", "Inc") },
		"filter":    func(d *driver) { d.keys("/", "block") },
		"mistake":   func(d *driver) { d.keys("/", "/bl(") },
		"help":      func(d *driver) { d.keys("?") },
		"palette":   func(d *driver) { d.keys(":") },
		"request":   func(d *driver) { d.keys("4", "j", "x", "v") },
		"triage":    func(d *driver) { d.keys("3", "t", "t") },
		"loading":   func(d *driver) { d.hold = true; d.keys("3") },
		"refreshes": func(d *driver) { d.hold = true; d.keys("r") },
		"trouble":   func(d *driver) { d.fault(tenant.Rule{Path: "**", Status: 500}); d.keys("r", "2", "3") },
		"notice":    func(d *driver) { d.keys("3", "a") },
		"tenant":    func(d *driver) { d.keys("0") },
	}
	sizes := [][2]int{{1, 1}, {2, 2}, {10, 3}, {20, 5}, {24, 6}, {23, 40}, {300, 6}, {0, 0}, {119, 45}, {120, 7}, {500, 200}, {8, 4}, {40, 10}}
	for name, state := range states {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDriver(t, driverOptions{w: 80, h: 24})
			state(d)
			back := func() {
				d.Resize(500, 200) // more rows are loaded, and all are in view again
				d.Resize(80, 24)
			}
			back()
			want := d.screen()
			for _, size := range sizes {
				d.Resize(size[0], size[1])
				if size[0] > 0 && size[0] < screen.MinWidth && size[0] > 9 && size[1] > 2 {
					d.sees("Too small")
				}
				back()
				if got := d.screen(); !d.hold && got != want && name != "filter" && name != "trouble" {
					t.Fatalf("back from %v the screen is\n%s\nwant\n%s", size, got, want)
				}
			}
			d.Resize(10, 3)
			d.keys("q")
			if !d.quit && !d.hold {
				t.Error("q doesn't quit from a window that is too small")
			}
		})
	}
}

// A window too small to show a dialog doesn't answer it.
func TestKeysInATinyWindowReachNothing(t *testing.T) {
	d := newDriver(t, driverOptions{w: 80, h: 24})
	d.keys("4", "j", "x", "<tab>")
	d.Resize(10, 3)
	d.keys("<enter>", "j", "x", "<enter>")
	d.wantMutations()
}

func TestOfflineKeepsTheRowsAndComesBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	online := d.offline()
	d.keys("r")
	d.sees("Stop shell tools", "Refresh failed", "r tries again", "can't be reached")
	d.keys("2")
	d.sees("The webhooks could not be loaded", "can't be reached", "Check the network")
	d.keys("3", "a", "1", "t")
	d.tells(": not sent.", "can't be reached")
	d.sees("● on") // nothing was painted
	online()
	d.keys("<esc>", "r")
	d.seesNot("can't be reached", "Refresh failed")
	d.keys("2") // what was left in trouble is asked for again by going there
	d.sees("27 in all")
	d.keys("1", "t")
	d.sees("Turned off hook")
}
