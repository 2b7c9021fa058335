package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/widget"
)

// journalled is a console with a journal in a folder.
func journalled(t *testing.T, dir string, o driverOptions, journal action.Journal) (*driver, *action.FileJournal) {
	t.Helper()
	file := action.NewFileJournal(dir)
	if journal == nil {
		journal = file
	}
	former := o.options
	o.options = func(options *Options) {
		runner := action.NewRunner(action.Options{Client: options.Client, Journal: journal, Now: options.Now,
			Tenant: action.Tenant{Name: options.Tenant.Name, URL: options.Client.BaseURL()},
			Sleep:  func(ctx context.Context, _ time.Duration) error { return ctx.Err() }})
		t.Cleanup(runner.Close)
		options.Runner, options.Journal = runner, file
		if former != nil {
			former(options)
		}
	}
	return newDriver(t, o), file
}

// entriesIn are the entries of a journal in words, the latest first: "done Dismiss".
func entriesIn(t testing.TB, j *action.FileJournal) (lines []string) {
	t.Helper()
	entries, odd, err := j.Entries(context.Background())
	if err != nil || odd > 0 {
		t.Fatalf("%v, %d odd lines", err, odd)
	}
	for _, e := range entries {
		lines = append(lines, e.Outcome().String()+" "+e.Title+widget.IfText(e.Undoes != "", ", which undoes "+e.Undoes))
	}
	return lines
}

func TestTheJournalShowsEveryChange(t *testing.T) {
	d, journal := journalled(t, t.TempDir(), driverOptions{}, nil)
	d.keys("3", "d", "u", " j j ", "a", "<tab>", "<enter>")
	if got, want := strings.Join(entriesIn(t, journal),
		"\n"), "done Accept\ndone Accept\ndone Accept\ndone Reopen, which undoes suggestions.dismiss\ndone Dismiss"; got != want {
		t.Fatalf("the journal has\n%s\nwant\n%s", got, want)
	}
	me, _ := d.tenant.Record("users", d.tenant.UserID(0))
	d.keys("J")
	d.sees("Journal", "5 in all", "✓ done", "Reopen (undo)", "acme", me["displayName"].(string), `"state": "SUGGESTION_STATE_ACCEPTED"`,
		"Batch", "Request id")
	d.keys("/undo", "<tab>")
	d.sees("1 of 5", "Undoes", "suggestions.dismiss")
	d.keys("v")
	d.sees(`"undoes": "suggestions.dismiss"`)
	d.keys("v", "<esc>", "<esc>")
	d.seesNot("Journal")
	if n := len(d.model.tabs[3].stack); n != 1 {
		t.Errorf("%d panes are still on top of each other", n)
	}
}

func TestThereIsOneJournalPane(t *testing.T) {
	d, _ := journalled(t, t.TempDir(), driverOptions{}, nil)
	d.keys("J", "J", "2", "J")
	d.sees("Journal", "No changes were sent yet")
	for i, tab := range d.model.tabs {
		want := 1
		if tab.key == "pane.2" {
			want = 2
		}
		if len(tab.stack) != want {
			t.Errorf("tab %d holds %d panes, want %d", i, len(tab.stack), want)
		}
	}
	d.keys("<esc>")
	d.sees("Webhooks", "27 in all")
}

// The journal is read again for what was written since, here or by another program, however much may lag behind a change.
func TestTheJournalIsReadAgainForWhatWasWritten(t *testing.T) {
	dir := t.TempDir()
	d, _ := journalled(t, dir, driverOptions{}, nil)
	opens := func(sees, when string, atOnce bool) {
		t.Helper()
		late := d.holding(func() { d.keys("J") })
		if there := strings.Contains(d.screen(), sees); there != atOnce {
			t.Errorf("%s: %q is there at once: %v", when, sees, there)
		}
		late.deliver()
		d.sees(sees)
		d.keys("<esc>")
	}
	opens("No changes were sent yet", "first", false)
	opens("No changes were sent yet", "again", true)
	d.keys("3", "d")
	opens("1 in all", "behind a change", false)
	opens("1 in all", "again behind a change", true)
	d.clock.advance(action.Fresh)
	opens("1 in all", "after a while", false)
	d.keys("u")
	opens("2 in all", "behind another", false)
	unanswered(t, dir, action.Entry{At: startTime, Action: "suggestions.accept", Target: action.Target{Kind: "suggestion", ID: "elsewhere"}})
	opens("3 in all", "behind a change by another program", false)
	opens("3 in all", "again behind that", true)
	d.keys("J", "j")
	cursor := func() string {
		lines := strings.Split(d.screen(), "\n")
		row, _, _ := strings.Cut(lines[slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "▌") })], "││")
		return row
	}
	pane, on := d.model.pane(), cursor()
	d.keys("<esc>")
	unanswered(t, dir, action.Entry{At: startTime, Action: "suggestions.accept", Target: action.Target{Kind: "suggestion", ID: "another"}})
	late := d.holding(func() { d.keys("J") })
	d.sees("3 in all") // what was read stands until the file is looked at
	late.deliver()
	d.sees("4 in all")
	if now := cursor(); d.model.pane() != pane || now != on {
		t.Errorf("the cursor is on %s, was on %s", now, on)
	}
	d.keys("<esc>")
	d.model.env.Runner.WithoutJournal()
	opens("4 in all", "without a journal from now on", false)
}

func TestTheJournalAtEverySize(t *testing.T) {
	d, _ := journalled(t, t.TempDir(), driverOptions{}, nil)
	d.keys("3", "d", "J")
	for _, size := range [][2]int{{160, 45}, {120, 40}, {80, 24}, {40, 10}, {24, 6}} {
		d.Resize(size[0], size[1]) // every line of every screen is checked
		d.keys("<enter>", "v", "v", "<esc>")
	}
}

// unanswered writes an entry of a program that is gone, as it stands in the file between request and answer.
func unanswered(t *testing.T, dir string, e action.Entry) {
	t.Helper()
	e.ID, e.Process = fmt.Sprintf("entry-%s-%s", e.Action, e.Target.ID), action.Process{ID: -1, Run: "gone"}
	line, err := json.Marshal(struct {
		Type string `json:"type"`
		action.Entry
	}{"sent", e})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(filepath.Join(dir, "journal.jsonl"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.Write(append(line, '\n'))
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}

// entryOf is the entry of a request on a record.
func entryOf(t *testing.T, name, title string, target action.Target) func(api.Request, error) action.Entry {
	return func(r api.Request, err error) action.Entry {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return action.Entry{At: startTime.Add(-5 * time.Minute), Action: name, Title: title, Target: target, Method: r.Method, Path: r.Path,
			Intended: action.Redact(r.Body)}
	}
}

func TestTheNextStartOffersToCheck(t *testing.T) {
	dir := t.TempDir()
	var done, open string
	d, journal := journalled(t, dir, driverOptions{options: func(o *Options) {
		tn := tenant.New(tenant.Options{Seed: 1, Now: func() time.Time { return startTime }})
		done, open = tn.SuggestionID(0), tn.SuggestionID(1)
		for _, id := range []string{done, open} {
			e := entryOf(t, "suggestions.dismiss", "Dismiss", action.Target{Kind: "suggestion", Name: "Night shift " + id[:4],
				ID: id})(api.UpdateSuggestionState(id, api.SuggestionStateDismissed, ""))
			e.Tenant = action.Tenant{Name: "acme", URL: o.Client.BaseURL()}
			unanswered(t, dir, e)
			e.Tenant, e.Target.ID = action.Tenant{Name: "other", URL: "https://other.example"}, id+"x"
			unanswered(t, dir, e)
		}
	}}, nil)
	d.tells("It is unknown whether this was done: “Dismiss” on the suggestion “Night shift", "sent 5m ago", "1 other change",
		"J opens the journal, and c there checks it")
	if err := d.tenant.UpdateAs("suggestions", done,
		func(r map[string]any) { r["suggestionState"] = "SUGGESTION_STATE_DISMISSED" }); err != nil {
		t.Fatal(err)
	}
	d.keys("J")
	d.sees("4 in all", "? unknown", "no answer is recorded")
	for range 4 { // two of them are another tenant's
		d.keys("c", "j")
	}
	got := map[string]string{}
	entries, _, err := journal.Entries(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		got[e.Target.ID] = e.Outcome().String()
	}
	for id, want := range map[string]string{done: "done", open: "unknown", done + "x": "unknown", open + "x": "unknown"} {
		if got[id] != want {
			t.Errorf("%s ended as %q, want %q", id, got[id], want)
		}
	}
	if left, err := journal.Unsettled(context.Background(), d.client.BaseURL()); err != nil || len(left) != 0 {
		t.Errorf("after all were checked: %v, %v", left, err)
	}
	d.wantMutations()
}

func TestAnEntryOfAnotherTenantIsNotChecked(t *testing.T) {
	dir := t.TempDir()
	e := entryOf(t, "hooks.delete", "Delete", action.Target{Kind: "hook", Name: "x", ID: "H"})(api.DeleteHook("H"))
	e.Tenant = action.Tenant{Name: "globex", URL: "https://globex.example"}
	unanswered(t, dir, e)
	d, _ := journalled(t, dir, driverOptions{}, nil)
	d.seesNot("Nobody knows")
	d.keys("J", "c")
	d.sees("This change was sent to another tenant, globex; open that one to check it")
}

// looked is an entry of the journal without an outcome, and what looking again says of it.
type looked struct {
	entry   action.Entry
	change  func(*driver) error // what becomes of the record behind the console's back
	outcome string
	says    string
}

func looks(t *testing.T) map[string]looked {
	t.Helper()
	tn := tenant.New(tenant.Options{Seed: 1, Now: func() time.Time { return startTime }})
	record := func(name, id string) map[string]any {
		r, ok := tn.Record(name, id)
		if !ok {
			t.Fatalf("there is no %s %s", name, id)
		}
		return r
	}
	toolset := record("toolsets", tn.ToolsetID(0))
	appID, connectorID := toolset["appId"].(string), toolset["connectorId"].(string)
	webhook := record("webhooks", tn.WebhookID(1))
	return map[string]looked{
		"a deleted hook": {entryOf(t, "hooks.delete", "Delete",
			action.Target{Kind: "hook", Name: "A", ID: tn.HookID(0)})(api.DeleteHook(tn.HookID(0))),
			func(d *driver) error { return d.tenant.DeleteAs("hooks", tn.HookID(0)) }, "done", "It was done. The hook is not there any more"},
		"a hook that is still there": {entryOf(t, "hooks.delete", "Delete",
			action.Target{Kind: "hook", Name: "A", ID: tn.HookID(0)})(api.DeleteHook(tn.HookID(0))),
			nil, "unknown", "Still unknown: nothing shows that it was done. The hook is still there"},
		"a revoked secret": {entryOf(t, "secrets.revoke", "Revoke",
			action.Target{Kind: "secret", Name: "A", ID: tn.SecretID(1)})(api.RevokeSecretAdmin(tn.SecretID(1))),
			func(d *driver) error {
				return d.tenant.UpdateAs("secrets", tn.SecretID(1), func(r map[string]any) {
					r["status"], r["deletedAt"] = "SECRET_STATUS_REVOKED", "2026-11-27T11:58:00Z"
				})
			}, "done", "deleted on 2026-11-27 11:58:00 UTC"},
		"a toolset, by its three ids": {entryOf(t, "toolsets.delete", "Delete",
			action.Target{Kind: "toolset", Name: "A", ID: tn.ToolsetID(0)})(api.DeleteToolset(appID, connectorID, tn.ToolsetID(0))),
			nil, "unknown", "The toolset is still there"},
		"a webhook, partly as intended": {entryOf(t, "webhooks.edit", "Edit", action.Target{Kind: "webhook", Name: "A", ID: tn.WebhookID(1)})(
			api.UpdateWebhook(tn.WebhookID(1),
				api.WebhookChanges{DisplayName: new(webhook["displayName"].(string)), Description: new("something else")})),
			nil, "unknown", "It shows the intended display name, but not the intended description"},
		"a URL whose query the journal doesn't have": {entryOf(t, "webhooks.edit", "Edit",
			action.Target{Kind: "webhook", Name: "A", ID: tn.WebhookID(1)})(
			api.UpdateWebhook(tn.WebhookID(1), api.WebhookChanges{URL: new("https://h.example/x?key=1")})),
			func(d *driver) error {
				return d.tenant.UpdateAs("webhooks", tn.WebhookID(1), func(r map[string]any) { r["url"] = "https://h.example/x?key=1" })
			}, "done", "It shows the intended url"},
		"a webhook that was never made": {entryOf(t, "webhooks.create", "Create webhook", action.Target{Kind: "webhook", Name: "Brand new"})(
			api.CreateWebhook(api.NewWebhook{DisplayName: "Brand new", URL: "https://h.example/x"})),
			nil, "unknown", "no such webhook is there"},
		"a webhook of that name from before": {entryOf(t, "webhooks.create", "Create webhook",
			action.Target{Kind: "webhook", Name: webhook["displayName"].(string)})(
			api.CreateWebhook(api.NewWebhook{DisplayName: webhook["displayName"].(string), URL: webhook["url"].(string)})),
			nil, "unknown", "no such webhook is there"},
		"a test event": {entryOf(t, "webhooks.test", "Send a test event",
			action.Target{Kind: "webhook", Name: "A", ID: tn.WebhookID(1)})(api.TestWebhook(tn.WebhookID(1))),
			nil, "unknown", "Still unknown: the record doesn't show whether this was done"},
		"contacts": {entryOf(t, "contacts.edit", "Edit contacts",
			action.Target{Kind: "contacts"})(api.UpdateContacts(api.ContactsChanges{SecurityEmails: &[]string{"new@acme.example"}})),
			nil, "unknown", "It doesn't show the intended security emails"},
		"an owner that was never added": {entryOf(t, "owners.add", "Add owner",
			action.Target{Kind: "owner", Name: "A", ID: tn.UserID(40)})(addOwnerTo(tn, 3, 40)),
			nil, "unknown", "no such owner is there"},
		"a kind that nothing reads": {entryOf(t, "x.y", "Start", action.Target{Kind: "analysis"})(api.TriggerMining()),
			nil, "unknown", "Nothing here can read the analysis"},
	}
}

func TestChecksOfEveryKind(t *testing.T) {
	for name, c := range looks(t) {

		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			d, journal := journalled(t, dir, driverOptions{options: func(o *Options) {
				c.entry.Tenant = action.Tenant{Name: "acme", URL: o.Client.BaseURL()}
				unanswered(t, dir, c.entry)
			}}, nil)
			if c.change != nil {
				if err := c.change(d); err != nil {
					t.Fatal(err)
				}
			}
			d.keys("J", "c")
			d.sees("Checked afterwards")
			d.tells(c.says)
			entries, _, err := journal.Entries(context.Background())
			if err != nil || len(entries) != 1 || entries[0].Outcome().String() != c.outcome || entries[0].Open() {
				t.Errorf("%+v, %v; want %s", entries, err, c.outcome)
			}
			d.keys("c") // as long as it is unknown it can be looked at again
			if c.outcome == "unknown" {
				d.tells(c.says)
			} else {
				d.sees("The outcome of this entry is known.")
			}
			d.wantMutations()
		})
	}
}

func addOwnerTo(tn *tenant.Tenant, entitlement, user int) (api.Request, error) {
	appID, id := tn.EntitlementID(entitlement)
	return api.AddOwner(appID, id, tn.UserID(user))
}

func TestAMadeWebhookIsFound(t *testing.T) {
	dir := t.TempDir()
	d, journal := journalled(t, dir, driverOptions{}, nil)
	made, err := api.CreateWebhook(api.NewWebhook{DisplayName: "Brand new", URL: "https://h.example/x?key=1"})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := d.client.Do(context.Background(), made)
	if err != nil {
		t.Fatal(err)
	}
	webhook, err := api.WebhookFrom(answer)
	if err != nil {
		t.Fatal(err)
	}
	e := entryOf(t, "webhooks.create", "Create webhook", action.Target{Kind: "webhook", Name: "Brand new"})(made, nil)
	e.Tenant = action.Tenant{Name: "acme", URL: d.client.BaseURL()}
	unanswered(t, dir, e)
	d.keys("J", "c")
	entries, _, _ := journal.Entries(context.Background())
	if last, _ := entries[0].Last(); last.Outcome != action.Worked || last.Made != webhook.ID {
		t.Errorf("%+v, want that %s was made", last, webhook.ID)
	}
}

func TestACheckThatCantReadSettlesNothing(t *testing.T) {
	dir := t.TempDir()
	d, journal := journalled(t, dir, driverOptions{options: func(o *Options) {
		id := tenant.New(tenant.Options{Seed: 1}).HookID(0)
		e := entryOf(t, "hooks.delete", "Delete", action.Target{Kind: "hook", Name: "A", ID: id})(api.DeleteHook(id))
		e.Tenant = action.Tenant{Name: "acme", URL: o.Client.BaseURL()}
		unanswered(t, dir, e)
	}}, nil)
	remove := d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/hooks/*", Status: 503})
	d.keys("J", "c")
	d.sees("can't be read, so nothing is settled")
	if left, _ := journal.Unsettled(context.Background(), d.client.BaseURL()); len(left) != 1 {
		t.Errorf("it isn't asked about any more")
	}
	remove()
	d.keys("c")
	d.sees("The hook is still there")
}
