package action

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gatehouse/api"
)

// journalled makes a runner over a server that keeps a journal in a new folder.
func journalled(t *testing.T, handler http.Handler, change func(*Options)) (*Runner, *FileJournal, string) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	soon := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: "CANARY2-token"}, Sleep: soon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	dir := filepath.Join(t.TempDir(), "state", "gatehouse")
	journal := NewFileJournal(dir)
	o := Options{Client: client, Sleep: soon, Journal: journal, Tenant: Tenant{Name: "acme", URL: client.BaseURL()},
		Now: func() time.Time { return time.Date(2026, 11, 27, 12, 0, 0, 0, time.FixedZone("x", 3600)) }}
	if change != nil {
		change(&o)
	}
	runner := NewRunner(o)
	t.Cleanup(runner.Close)
	return runner, journal, dir
}

func lampPlan(t *testing.T, ids ...string) *Plan {
	t.Helper()
	var lamps []lamp
	for _, id := range ids {
		lamps = append(lamps, lamp{ID: id})
	}
	plan, err := Bind(switchOn(), describe, Draft{}, lamps...)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func entriesOf(t *testing.T, j *FileJournal) []Entry {
	t.Helper()
	entries, odd, err := j.Entries(context.Background())
	if err != nil || odd > 0 {
		t.Fatalf("reading the journal: %v, %d odd lines", err, odd)
	}
	return entries
}

func TestAChangeStandsInTheJournal(t *testing.T) {
	runner, journal, dir := journalled(t, &bench{}, nil)
	runner.Identify(Person{ID: "U1", Name: "Ada"})
	runPlan(t, runner, lampPlan(t, "L1"))
	text, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines, want one when it was sent and one when it had ended:\n%s", len(lines), text)
	}
	var sent, ended map[string]any
	if err := errors.Join(json.Unmarshal([]byte(lines[0]), &sent), json.Unmarshal([]byte(lines[1]), &ended)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"type": "sent", "at": "2026-11-27T11:00:00Z", "action": "lamp.on", "title": "Turn on",
		"method": "POST",
		"path":   "/api/v1/hooks/L1", "by": "map[id:U1 name:Ada]", "tenant": "map[name:acme url:" + runner.client.BaseURL() + "]",
		"target": "map[id:L1 kind:lamp name:the lamp]", "intended": "map[hook:map[enabled:true] updateMask:enabled]"} {
		if got := fmt.Sprint(sent[name]); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"type": "ended", "id": fmt.Sprint(sent["id"]), "outcome": "done", "status": "200",
		"at": "2026-11-27T11:00:00Z"} {
		if got := fmt.Sprint(ended[name]); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	entries := entriesOf(t, journal)
	if last, ok := entries[0].Last(); len(entries) != 1 || !ok || last.Outcome != Worked || entries[0].Open() {
		t.Errorf("read back: %+v", entries)
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, journal.Path(): 0o600, filepath.Join(dir, "journal.lock"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want mode %o", path, info.Mode(), err, want)
		}
	}
}

func TestTheEntryIsThereBeforeTheRequest(t *testing.T) {
	var journal *FileJournal
	var seen []Entry
	runner, journal, _ := journalled(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		seen, _, _ = journal.Entries(context.Background())
		writeLamp(w, true)
	}), nil)
	runPlan(t, runner, lampPlan(t, "L1"))
	if len(seen) != 1 || len(seen[0].Endings) != 0 || !seen[0].Open() {
		t.Errorf("when the request arrived the journal had %+v, want one entry without an ending", seen)
	}
}

func TestOutcomesInTheJournal(t *testing.T) {
	for name, c := range map[string]struct {
		bench    *bench
		outcome  Outcome
		resolved bool
		status   int
		message  string
	}{
		"done":                      {&bench{}, Worked, false, 200, ""},
		"dropped after it was done": {&bench{answer: drop}, Worked, true, 0, "outcome unknown: the connection was closed too early"},
		"dropped before it was done": {&bench{answer: drop, ignore: true}, Unknown, true, 0,
			"outcome unknown: the connection was closed too early"},
		"refused": {&bench{answer: status(403), ignore: true}, Refused, false, 403, "forbidden: it was refused"},
		"answered but never done": {&bench{ignore: true}, Unknown, true, 200,
			"the tenant answered that it is done, but the record doesn't show it yet"},
		"502, and gone meanwhile":     {&bench{answer: status(502), missing: true}, Unknown, true, 502, "outcome unknown: it was refused"},
		"an empty answer, then it is": {&bench{answer: func(w http.ResponseWriter, _ bool) { w.WriteHeader(204) }}, Worked, true, 204, ""},
	} {
		t.Run(name, func(t *testing.T) {
			runner, journal, _ := journalled(t, c.bench, nil)
			runPlan(t, runner, lampPlan(t, "L1"))
			entries := entriesOf(t, journal)
			if len(entries) != 1 || len(entries[0].Endings) != 1 {
				t.Fatalf("%+v", entries)
			}
			got := entries[0].Endings[0]
			if got.Outcome != c.outcome || got.Resolved != c.resolved || got.Status != c.status || got.Message != c.message {
				t.Errorf("ending %+v, want %s, resolved %t, %d, %q", got, c.outcome, c.resolved, c.status, c.message)
			}
		})
	}
}

func TestARetriedRequestIsOneEntry(t *testing.T) {
	n := 0
	runner, journal, _ := journalled(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if n++; n < 4 {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		writeLamp(w, true)
	}), nil)
	runPlan(t, runner, lampPlan(t, "L1"))
	if entries := entriesOf(t, journal); n != 4 || len(entries) != 1 || len(entries[0].Endings) != 1 {
		t.Errorf("%d requests made %+v", n, entries)
	}
}

func TestBatchAndUndoAreEntriesOfTheirOwn(t *testing.T) {
	runner, journal, _ := journalled(t, &bench{}, nil)
	results := runPlan(t, runner, lampPlan(t, "L1", "L2", "L3"))
	undo, err := results[0].Step.Undo(results[0].Now)
	if err != nil {
		t.Fatal(err)
	}
	runPlan(t, runner, undo)
	entries := entriesOf(t, journal)
	if len(entries) != 4 {
		t.Fatalf("%d entries, want three of the batch and one of the undo", len(entries))
	}
	if entries[0].Undoes != "lamp.on" || entries[0].Batch != "" {
		t.Errorf("the undo is %+v", entries[0])
	}
	for _, e := range entries[1:] {
		if e.Batch == "" || e.Batch != entries[1].Batch || e.Undoes != "" {
			t.Errorf("an entry of the batch is %+v", e)
		}
	}
}

func TestReadsAndWhatIsNotSentAreNotRecorded(t *testing.T) {
	b := &bench{}
	runner, journal, dir := journalled(t, b, nil)
	plan := lampPlan(t, "L1")
	plan.Steps[0].Request = api.Request{Method: "POST", Path: "/api/v1/policies/test-account-provision-policy",
		Body: json.RawMessage(`{"cel":"1"}`)}
	runPlan(t, runner, plan)
	runner.client.Lock()
	if r := runPlan(t, runner, lampPlan(t, "L1"))[0]; api.KindOf(r.Err) != api.KindReadOnly {
		t.Errorf("a locked client: %v", r.Err)
	}
	if entries := entriesOf(t, journal); len(entries) != 0 {
		t.Errorf("the journal has %+v", entries)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a session without changes made %s", dir)
	}
}

func TestAPanicInACheckHasAnEnding(t *testing.T) {
	runner, journal, _ := journalled(t, &bench{}, nil)
	spec := switchOn()
	spec.Check = func(lamp, Draft, lamp, bool) Verdict { panic("broken check") }
	plan, _ := Bind(spec, describe, Draft{}, lamp{ID: "L1"})
	runPlan(t, runner, plan)
	if entries := entriesOf(t, journal); len(entries) != 1 || len(entries[0].Endings) != 1 || entries[0].Endings[0].Outcome != Unknown {
		t.Errorf("%+v", entries)
	}
}

// Whatever a record, a body or an answer holds, nothing that opens or signs something gets into the journal.
func TestNothingSecretInTheJournal(t *testing.T) {
	const leaks = `https://user:CANARY6@h.example/x?key=CANARY5#CANARY7 ABCD-EFGH-JKLM https://acme.example/secrets/abcd-canary4-x ` +
		`https://acme.example/secrets/wxyz-efgh-jklm secret-token:acme.example:v1:CANARY1 CANARY2-token eyJhbGciOi.eyJDQU5BUlk4.CANARY8 ` +
		`client_secret=CANARY9`
	b := &bench{ignore: true, answer: func(w http.ResponseWriter, _ bool) {
		w.WriteHeader(400)
		_ = json.NewEncoder(w).Encode(map[string]any{"code": 3, "message": leaks})
	}}
	runner, journal, dir := journalled(t, b, nil)
	spec := switchOn()
	spec.Request = func(l lamp, _ Draft) (api.Request, error) {
		return api.UpdateWebhook(l.ID, api.WebhookChanges{DisplayName: new(leaks), URL: new("https://h.example/x?key=CANARY5")})
	}
	plan, err := Bind(spec, func(l lamp) Target { return Target{Kind: "webhook", Name: leaks, ID: l.ID} }, Draft{}, lamp{ID: "W1"})
	if err != nil {
		t.Fatal(err)
	}
	runPlan(t, runner, plan)
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, canary := range []string{"CANARY1", "CANARY2", "CANARY5", "CANARY6", "CANARY7", "CANARY8", "CANARY9", "EFGH", "efgh"} {
			if strings.Contains(string(text), canary) {
				t.Errorf("%s is in %s:\n%s", canary, file, text)
			}
		}
	}
	if e := entriesOf(t, journal)[0]; !strings.Contains(string(e.Intended), `"url":"https://h.example/x?[hidden]"`) {
		t.Errorf("what was intended can't be told any more: %s", e.Intended)
	}
}

func TestRedactText(t *testing.T) {
	for text, want := range map[string]string{
		"plain text, even with ? and #":       "plain text, even with ? and #",
		"https://h.example/x":                 "https://h.example/x",
		"https://h.example/x?a=1":             "https://h.example/x?[hidden]",
		"to https://u:p@h.example:8443/x#f !": "to https://[hidden]@h.example:8443/x#[hidden] !",
		"postgres://u:p@db/x":                 "postgres://[hidden]@db/x",
		"https://%zz?a":                       "[hidden]",
		`say "https://h.example/?a" now`:      `say "https://h.example/?[hidden]" now`,
	} {
		if got := RedactText(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// A session that is locked while a batch runs sends none of what hasn't left yet, and the journal has only what was sent.
func TestALockInTheMiddleOfABatch(t *testing.T) {
	var lock func()
	writes := 0
	runner, journal, _ := journalled(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writes++
		lock()
		writeLamp(w, true)
	}), func(o *Options) { o.Concurrency = 1 })
	lock = runner.client.Lock
	worked := 0
	for _, r := range runPlan(t, runner, lampPlan(t, "L1", "L2", "L3")) {
		switch {
		case r.Outcome == Worked:
			worked++
		case r.Outcome != NotSent || api.KindOf(r.Err) != api.KindReadOnly:
			t.Errorf("%s, %v", r.Outcome, r.Err)
		}
	}
	if entries := entriesOf(t, journal); writes != 1 || worked != 1 || len(entries) != 1 {
		t.Errorf("%d writes, %d worked, %d entries; want one of each", writes, worked, len(entries))
	}
}

// A remote text neither fills the journal nor acts on the terminal of somebody who prints it.
func TestRemoteTextsInTheJournalAreShortAndHarmless(t *testing.T) {
	journal := NewFileJournal(t.TempDir())
	ctx := context.Background()
	name := "Ж\u009b31m\u202e\u200b\x7f" + strings.Repeat("длинно", 1<<20)
	if err := errors.Join(journal.Begin(ctx, Entry{ID: "a", By: Person{Name: name}, Target: Target{ID: "L1", Name: name}}),
		journal.End(ctx, "a", Ending{Message: name})); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(journal.Path())
	if err != nil || len(text) > 4000 || strings.ContainsAny(string(text), "\u009b\u202e\u200b\x7f") {
		t.Errorf("%d bytes, %v: %.200q", len(text), err, text)
	}
	e := entriesOf(t, journal)[0]
	last, _ := e.Last()
	for _, got := range []string{e.By.Name, e.Target.Name, last.Message} {
		if !strings.HasPrefix(got, "Ж\u009b31m\u202e\u200b\x7fдлинно") || !strings.HasSuffix(got, "…") || !utf8.ValidString(got) {
			t.Errorf("read back: %.60q … %q", got, got[max(0, len(got)-12):])
		}
	}
}

// What never reached the tenant is written down in the words that the client has for it, and not as a broken connection.
func TestWhatTheTenantDidNotTakeIsSaidInTheJournal(t *testing.T) {
	const said = "the tenant turned the request away before it looked at it"
	err := &api.Error{Kind: api.KindNetwork, Method: "DELETE", Err: &api.NetworkError{Hop: api.HopConnection, Said: said,
		Next: "check the network"}}
	if text := messageOf(&Result{Err: err}); text != said {
		t.Errorf("%q, want %q", text, said)
	}
}
