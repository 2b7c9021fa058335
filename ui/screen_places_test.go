package ui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/action"
	"gatehouse/tenant"
)

// place is what a person comes to with a few keys.
type place struct {
	name string
	keys []string
	sees string                     // stands on the screen only there
	with func(t *testing.T) *driver // nil: the built-in tenant as it is
}

// open makes a console and goes to the place.
func (p place) open(t *testing.T) *driver {
	t.Helper()
	with := p.with
	if with == nil {
		with = func(t *testing.T) *driver { return newDriver(t, driverOptions{}) }
	}
	d := with(t)
	d.keys(p.keys...)
	d.sees(p.sees)
	return d
}

func screenPlaces() []place {
	covering := slices.Concat(dialogPlaces(), formPlaces(), menuPlaces())
	for i := range covering {
		if covering[i].with == nil { // what stands behind is short
			covering[i].with = sized(9)
		}
	}
	return slices.Concat(panePlaces(), detailPlaces(), covering, triagePlaces(), statePlaces(), recordPlaces(), outcomePlaces(),
		themePlaces())
}

func panePlaces() []place {
	return []place{
		{name: "today", keys: []string{"`"}, sees: "Today"},
		{name: "hooks", sees: "42 in all"},
		{name: "webhooks", keys: []string{"2"}, sees: "27 in all"},
		{name: "suggestions", keys: []string{"3"}, sees: "Suggestions"},
		{name: "secrets", keys: []string{"4"}, sees: "180 in all"},
		{name: "history", keys: []string{"5"}, sees: "History"},
		{name: "history-all", keys: []string{"5", "a"}, sees: "All changes"},
		{name: "roles", keys: []string{"6"}, sees: "Roles"},
		{name: "exporters", keys: []string{"7"}, sees: "Exporters"},
		{name: "keys", keys: []string{"8"}, sees: "Keys"},
		{name: "toolsets", keys: []string{"9"}, sees: "Toolsets"},
		{name: "tenant", keys: []string{"0"}, sees: "Tenant"},
		{name: "contacts", keys: []string{"0", "c"}, sees: "Contacts"},
		{name: "notifications", keys: []string{"0", "m"}, sees: "notification settings"},
		{name: "cel", keys: []string{"0", "b"}, sees: "f2 shows examples"},
		{name: "cel-result", keys: []string{"0", "b", "1 + 2 == 3", "<ctrl+s>"}, sees: "true"},
		{name: "cel-error", keys: []string{"0", "b", "1 +", "<ctrl+s>"}, sees: "1 +"},
		{name: "bindings", keys: []string{"0", "d"}, sees: "n binds an entitlement"},
		{name: "owners", keys: []string{"0", "o"}, sees: "p asks for its app and its name"},
		{name: "owners-chosen", keys: []string{"0", "o", "p", "<enter>", "<enter>"}, sees: "wners"},
		{name: "members", keys: []string{"3", "m"}, sees: "Members"},
		{name: "suggestions-compare", keys: []string{"3", " ", "j", "c"}, sees: "Compare two suggestions"},
		{name: "matrix", keys: []string{"3", "H"}, sees: "Access matrix"},
		{name: "audit", keys: []string{"4", "A"}, sees: "Audit"},
	}
}

func detailPlaces() []place {
	return []place{
		{name: "hooks-detail", keys: []string{"<enter>"}, sees: "Priority"},
		{name: "hooks-raw", keys: []string{"<enter>", "v"}, sees: `"priority"`},
		{name: "webhooks-detail", keys: []string{"2", "<enter>"}, sees: "URL"},
		{name: "suggestions-detail", keys: []string{"3", "<enter>"}, sees: "State"},
		{name: "suggestions-raw", keys: []string{"3", "v"}, sees: `"avgCoverage"`},
		{name: "secrets-detail", keys: []string{"4", "<enter>"}, sees: "Vault"},
		{name: "secrets-raw", keys: []string{"4", "v"}, sees: `"vaultId"`},
		{name: "history-detail", keys: []string{"5", "<enter>"}, sees: "What changed since the version before"},
		{name: "history-compare", keys: []string{"5", "<enter>", " ", "j", "c"}, sees: "What is different"},
		{name: "roles-detail", keys: []string{"6", "<enter>"}, sees: "Role"},
		{name: "exporters-detail", keys: []string{"7", "<enter>"}, sees: "Exporter"},
		{name: "keys-detail", keys: []string{"8", "<enter>"}, sees: "Key"},
		{name: "toolsets-detail", keys: []string{"9", "<enter>"}, sees: "Toolset"},
		{name: "members-detail", keys: []string{"3", "m", "<enter>"}, sees: "Member"},
		{name: "audit-detail", keys: []string{"4", "A", "<enter>"}, sees: "Audit"},
		{name: "audit-raw", keys: []string{"4", "A", "v"}, sees: "activity_name"},
		{name: "contacts-raw", keys: []string{"0", "c", "v"}, sees: "mails"},
	}
}

func dialogPlaces() []place {
	return []place{
		{name: "hooks-delete", keys: []string{"x"}, sees: "Delete"},
		{name: "hooks-delete-request", keys: []string{"x", "<ctrl+r>"}, sees: "DELETE "},
		{name: "webhooks-delete", keys: []string{"2", "x"}, sees: "Delete"},
		{name: "webhooks-tested", keys: []string{"2", "t"}, sees: "Sent a test event"},
		{name: "suggestions-dismiss-request", keys: []string{"3", " j ", "d", "v"}, sees: "POST "},
		{name: "suggestions-dismiss-marked", keys: []string{"3", " j j j ", "d"}, sees: "4 suggestions"},
		{name: "suggestions-analyse", keys: []string{"3", "A"}, sees: "nalysis"},
		{name: "secrets-revoke", keys: []string{"4", "j", "x"}, sees: "Revoke"},
		{name: "secrets-revoke-marked", keys: []string{"4", "j", " j ", "x"}, sees: "2 secrets"},
		{name: "secrets-by-reference", keys: []string{"4", "X"}, sees: "Revoke by link, code or id"},
		{name: "keys-revoke", keys: []string{"8", "x"}, sees: "Revoke"},
		{name: "toolsets-delete", keys: []string{"9", "x"}, sees: "Delete"},
		{name: "toolsets-connector", keys: []string{"9", "p"}, sees: "onnector"},
		{name: "roles-open", keys: []string{"6", "O"}, sees: "27 letters and digits"},
		{name: "read-only-ask", keys: []string{"<ctrl+o>"}, sees: "read-only"},
		{name: "notifications-save", keys: []string{"0", "m", "j", "j", " ", "<ctrl+s>"}, sees: "Save settings?"},
		{name: "bindings-monitor", keys: []string{"0", "d", "p"}, sees: "onitor"},
		{name: "owners-app", keys: []string{"0", "o", "p"}, sees: "Choose an app"},
	}
}

func formPlaces() []place {
	return []place{
		{name: "webhooks-new", keys: []string{"2", "n"}, sees: "New webhook"},
		{name: "webhooks-new-errors", keys: []string{"2", "n", "Name", "<tab>", "http://x", "<ctrl+s>"}, sees: "must"},
		{name: "webhooks-edit", keys: []string{"2", "e", " changed"}, sees: "changed"},
		{name: "webhooks-edit-request", keys: []string{"2", "e", " changed", "<ctrl+r>"}, sees: "updateMask"},
		{name: "webhooks-edit-review", keys: []string{"2", "e", " changed", "<pgdown>"}, sees: "changed"},
		{name: "webhooks-edit-leave", keys: []string{"2", "e", " changed", "<esc>"}, sees: "changed"},
		{name: "roles-edit", keys: []string{"6", "jjjjjjj", "e"}, sees: "Edit role"},
		{name: "exporters-edit", keys: []string{"7", "e"}, sees: "Edit"},
		{name: "contacts-edit", keys: []string{"0", "c", "e"}, sees: "Edit"},
		{name: "notifications-edit", keys: []string{"0", "m", "e"}, sees: "igest"},
		{name: "suggestions-profile", keys: []string{"3", "n"}, sees: "profile"},
		{name: "suggestions-match", keys: []string{"3", "p"}, sees: "profile"},
		{name: "bindings-new", keys: []string{"0", "d", "n"}, sees: "ntitlement"},
		{name: "owners-add", keys: []string{"0", "o", "p", "<enter>", "<enter>", "n"}, sees: "wner"},
		{name: "export", keys: []string{"w"}, sees: "CSV"},
		{name: "export-failed", keys: []string{"w", "<ctrl+s>"}, sees: "no-such-folder", with: func(t *testing.T) *driver {
			d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 9}})
			d.model.disk.Folder = "/no-such-folder"
			return d
		}},
		{name: "views-save", keys: []string{"/", "on", "<enter>", "W"}, sees: "ave", with: func(t *testing.T) *driver {
			d, _, _ := withViews(t, driverOptions{tenant: tenant.Options{Rows: 9}})
			return d
		}},
	}
}

func triagePlaces() []place {
	return []place{
		{name: "triage-menu", keys: []string{"3", "t"}, sees: "One card a family"},
		{name: "triage", keys: []string{"3", "t", "t"}, sees: "accept"},
		{name: "triage-after", keys: []string{"3", "t", "t", "a", "d", "s"}, sees: "accept"},
		{name: "triage-profile", keys: []string{"3", "t", "t", "n"}, sees: "profile"},
		{name: "triage-match", keys: []string{"3", "t", "t", "p"}, sees: "Accept as"},
		{name: "triage-sorted", keys: []string{"3", "t", "t", "S"}, sees: "riage"},
		{name: "triage-families", keys: []string{"3", "t", "t", "t"}, sees: "family 1 of"},
		{name: "triage-help", keys: []string{"3", "t", "t", "?"}, sees: "Keys that work here"},
		{name: "triage-done", keys: []string{"3", "t", "t", "sss"}, sees: "riage",
			with: func(t *testing.T) *driver { return newDriver(t, driverOptions{tenant: tenant.Options{Rows: 3}}) }},
	}
}

func menuPlaces() []place {
	return []place{
		{name: "help", keys: []string{"?"}, sees: "Turn the hook on or off."},
		{name: "help-suggestions", keys: []string{"3", "?"}, sees: "Review the suggestions"},
		{name: "palette", keys: []string{":"}, sees: "Go to Webhooks"},
		{name: "palette-found", keys: []string{":", "del"}, sees: "del"},
		{name: "copy-menu", keys: []string{"Y"}, sees: "Copy"},
		{name: "copy-menu-secret", keys: []string{"4", "Y"}, sees: "share URL"},
		{name: "suggestions-facets", keys: []string{"3", "f"}, sees: "State"},
		{name: "secrets-facets", keys: []string{"4", "f"}, sees: "Status"},
		{name: "audit-facets", keys: []string{"4", "A", "f"}, sees: "erson"},
		{name: "history-facets", keys: []string{"5", "f"}, sees: "State"},
		{name: "history-server", keys: []string{"5", "p"}, sees: "server"},
		{name: "cel-examples", keys: []string{"0", "b", "<alt+e>"}, sees: "xample"},
		{name: "views", keys: []string{"'"}, sees: "view", with: withView},
		{name: "tenants", keys: []string{"T"}, sees: "beta.example", with: func(t *testing.T) *driver {
			d := newDriver(t, driverOptions{})
			other(t, d, tenant.Options{Seed: 2})
			return d
		}},
	}
}

// withView is a console with a view that was saved.
func withView(t *testing.T) *driver {
	d, _, _ := withViews(t, driverOptions{tenant: tenant.Options{Rows: 9}})
	d.keys("/", "block", "<enter>", "W", "Blocking", "<ctrl+s>", "<esc>")
	return d
}

// faulty is a console whose tenant answers a route in another way.
func faulty(rule tenant.Rule) func(t *testing.T) *driver {
	return func(t *testing.T) *driver {
		return newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) { tn.Faults().Add(rule) }})
	}
}

func sized(rows int) func(t *testing.T) *driver {
	return func(t *testing.T) *driver { return newDriver(t, driverOptions{tenant: tenant.Options{Rows: rows}}) }
}

func statePlaces() []place {
	const hooks = "/api/v1/search/hooks"
	return []place{
		{name: "list-empty", sees: "This tenant has no hooks.", with: sized(-1)},
		{name: "list-forbidden", sees: "Ask for the role", with: faulty(tenant.Rule{Path: hooks, Status: 403, Message: "no role"})},
		{name: "list-failed", sees: "r tries again.", with: faulty(tenant.Rule{Path: hooks, Status: 500})},
		{name: "list-signed-out", sees: "credentials", with: faulty(tenant.Rule{Path: hooks, Status: 401})},
		{name: "list-loading", sees: "Webhooks", with: func(t *testing.T) *driver {
			d := newDriver(t, driverOptions{})
			d.Waiting(func() { d.keys("2") })
			d.queue = nil
			return d
		}},
		{name: "list-refresh-failed", keys: []string{"r"}, sees: "could not be refreshed", with: func(t *testing.T) *driver {
			d := newDriver(t, driverOptions{})
			d.fault(tenant.Rule{Path: hooks, Status: 500})
			return d
		}},
		{name: "list-many", keys: []string{"4"}, sees: "Secrets", with: sized(450)},
		{name: "list-filtered", keys: []string{"/", "block"}, sees: " of 42"},
		{name: "list-nothing-found", keys: []string{"/", "xqxqx"}, sees: "esc goes back to what was shown."},
		{name: "list-asked", keys: []string{"/", "block", "<ctrl+s>"}, sees: "on the tenant"},
		{name: "list-sorted", keys: []string{"s", "s", "S"}, sees: "42 in all"},
		{name: "list-marked", keys: []string{" j j ", "V", "jj"}, sees: "marked"},
		{name: "list-done", keys: []string{"t"}, sees: "u undoes it"},
		{name: "list-undone", keys: []string{"t", "u"}, sees: "Undone"},
		{name: "list-refused", keys: []string{"3", "d"}, sees: "no such role",
			with: faulty(tenant.Rule{Path: stateRoute, Status: 403, Message: "no such role"})},
		{name: "list-pending", sees: "Suggestions", with: pending},
		{name: "read-only", sees: "ead-only", with: func(t *testing.T) *driver { return newDriver(t, driverOptions{readOnly: true}) }},
		{name: "suggestions-read-only", keys: []string{"3"}, sees: "ead-only",
			with: func(t *testing.T) *driver { return newDriver(t, driverOptions{readOnly: true}) }},
		{name: "notifications-dirty", keys: []string{"0", "m", "j", "j", " "}, sees: "ctrl+s save"},
	}
}

// withJournal is a console with a journal.
func withJournal(t *testing.T) *driver {
	d, _ := journalled(t, t.TempDir(), driverOptions{}, nil)
	return d
}

// withEntries is a console with a journal of three entries, whose ids are the same each time.
func withEntries(t *testing.T) *driver {
	dir := t.TempDir()
	d, journal := journalled(t, dir, driverOptions{}, nil)
	d.keys("3", "d", "u", "j", "a")
	entries, _, err := journal.Entries(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var settled []string
	for i, e := range entries {
		settled = append(settled, e.ID, fmt.Sprintf("%027d", i), fmt.Sprintf(`"pid":%d`, e.Process.ID), `"pid":12345`,
			e.Process.Run, strings.Repeat("R", 27))
	}
	file := filepath.Join(dir, "journal.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.NewReplacer(settled...).Replace(string(text))), 0o600); err != nil {
		t.Fatal(err)
	}
	return d
}

// inTurn is a console that sends one change after the other, in the order of the rows, some of which are refused.
func inTurn(t *testing.T, refused ...int) *driver {
	d := newDriver(t, driverOptions{options: func(o *Options) {
		o.Runner = action.NewRunner(action.Options{Client: o.Client, Concurrency: 1, Now: o.Now})
		t.Cleanup(o.Runner.Close)
	}})
	for _, i := range refused {
		d.fault(tenant.Rule{Path: strings.Replace(stateRoute, "*", d.tenant.SuggestionID(i), 1), Status: 403, Message: "no such role"})
	}
	return d
}

func recordPlaces() []place {
	recorded := func(t *testing.T) *driver { return watched(t, driverOptions{}) }
	return []place{
		{name: "journal-none", keys: []string{"J"}, sees: "No changes were sent yet", with: withJournal},
		{name: "journal", keys: []string{"J"}, sees: "3 in all", with: withEntries},
		{name: "journal-raw", keys: []string{"J", "v"}, sees: `"pid"`, with: withEntries},
		{name: "requests", keys: []string{"2", "3", "d", "L"}, sees: "in all", with: recorded},
		{name: "requests-raw", keys: []string{"3", "d", "L", "v"}, sees: `"method"`, with: recorded},
		{name: "batch-results", keys: []string{"3", " j j j ", "d", "<tab>", "<enter>"}, sees: "2 done, 2 refused",
			with: func(t *testing.T) *driver { return inTurn(t, 1, 2) }},
		{name: "batch-progress", sees: "esc", with: func(t *testing.T) *driver {
			d := newDriver(t, driverOptions{})
			d.keys("3", " j j j ", "d", "<tab>")
			d.unanswered(func() { d.keys("<enter>") })
			return d
		}},
		{name: "batch-undo", keys: []string{"3", " j j j ", "d", "<tab>", "<enter>", "u"}, sees: "Undo",
			with: func(t *testing.T) *driver { return inTurn(t) }},
	}
}

func outcomePlaces() []place {
	const hook = "/api/v1/hooks/*"
	return []place{
		{name: "outcome-unknown", keys: []string{"t"}, sees: "outcome unknown",
			with: faulty(tenant.Rule{Method: "POST", Path: hook, DropBefore: true})},
		{name: "outcome-changed", keys: []string{"<ctrl+s>"}, sees: "omebody", with: func(t *testing.T) *driver {
			d := newDriver(t, driverOptions{})
			d.keys("2", "e", " changed")
			d.becomes("webhooks", d.tenant.WebhookID(0), "displayName", "Somebody's words")
			return d
		}},
		{name: "undo-changed", keys: []string{"u"}, sees: "omebody", with: func(t *testing.T) *driver {
			d := newDriver(t, driverOptions{})
			d.keys("3", "d")
			d.becomes("suggestions", d.tenant.SuggestionID(0), "suggestionState", "SUGGESTION_STATE_ACCEPTED")
			return d
		}},
		{name: "quit-under-way", keys: []string{"q"}, sees: "uit", with: pending},
		{name: "leave-under-way", keys: []string{"T", "beta", "<enter>"}, sees: "Going to beta", with: func(t *testing.T) *driver {
			d := pending(t)
			other(t, d, tenant.Options{Seed: 2})
			return d
		}},
		{name: "journal-asked", sees: "Go on without a journal?", with: func(t *testing.T) *driver {
			d, _ := decided(t)
			return d
		}},
		{name: "login-ends", sees: "login", with: func(t *testing.T) *driver { return signedIn(t, 4*time.Minute) }},
		{name: "notifications-left", keys: []string{"0", "m", "j", "j", " ", "<esc>"}, sees: "1 change is not saved and kept here."},
	}
}

// becomes is somebody else's change of a record.
func (d *driver) becomes(collection, id, field, value string) {
	d.t.Helper()
	if err := d.tenant.UpdateAs(collection, id, func(r map[string]any) { r[field] = value }); err != nil {
		d.t.Fatal(err)
	}
}

// pending is a console with a change that has no answer.
func pending(t *testing.T) *driver {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	d.unanswered(func() { d.keys("d") })
	return d
}

// unanswered does what sends changes, and goes on when the first was sent; no answer comes.
func (d *driver) unanswered(do func()) {
	d.t.Helper()
	d.fault(tenant.Rule{Method: "POST", Path: stateRoute, Hang: true})
	d.Waiting(do)
	d.until("a request", func() bool { return len(d.mutations()) > 0 })
	d.queue = nil
}

// themePlaces show what has the most colours, in the themes that the other places don't use.
func themePlaces() []place {
	var all []place
	for _, name := range []string{"light", "high-contrast", "none"} {
		with := func(t *testing.T) *driver {
			return newDriver(t, driverOptions{tenant: tenant.Options{Rows: 9}, options: func(o *Options) { o.Theme.Name = name }})
		}
		all = append(all, place{name: "theme-" + name, keys: []string{"3", " j ", "d"}, sees: "Dismiss", with: with})
	}
	return all
}
