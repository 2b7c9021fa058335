package action

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
)

// Two hundred suggestions are dismissed while the tenant refuses three requests in ten: all end done, each done once, each recorded once.
func TestABatchInAStormOfRefusals(t *testing.T) {
	tn := tenant.New(tenant.Options{Seed: 1, Rows: 250})
	rule, err := tenant.ParseFault("* ** percent=30 status=429")
	if err != nil {
		t.Fatal(err)
	}
	tn.Faults().Add(rule)
	server := httptest.NewServer(tn.Handler())
	t.Cleanup(server.Close)
	soon := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: tn.Token()}, Sleep: soon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	journal := NewFileJournal(filepath.Join(t.TempDir(), "gatehouse"))
	runner := NewRunner(Options{Client: client, Sleep: soon, Journal: journal})
	t.Cleanup(runner.Close)
	spec := &Spec[api.Suggestion]{Name: "suggestions.dismiss", Title: "Dismiss", Many: true,
		Request: func(s api.Suggestion, _ Draft) (api.Request, error) {
			return api.UpdateSuggestionState(s.ID, api.SuggestionStateDismissed, "")
		},
		Answer: api.SuggestionFrom,
		Check: func(_ api.Suggestion, _ Draft, now api.Suggestion, _ bool) Verdict {
			if now.SuggestionState == api.SuggestionStateDismissed {
				return Done
			}
			return NotDone
		}}
	targets := make([]api.Suggestion, 200)
	for i := range targets {
		targets[i].ID = tn.SuggestionID(i)
	}
	plan, err := Bind(spec, func(s api.Suggestion) Target { return Target{Kind: "suggestion", ID: s.ID} }, Draft{}, targets...)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range runPlan(t, runner, plan) {
		if r.Outcome != Worked {
			t.Errorf("step %d: %s, %v", i, r.Outcome, r.Err)
		}
	}
	for i := range targets {
		record, _ := tn.Record("suggestions", targets[i].ID)
		if record["suggestionState"] != string(api.SuggestionStateDismissed) {
			t.Errorf("suggestion %d is %v", i, record["suggestionState"])
		}
	}
	sent := len(tn.Requests())
	if sent < 250 || sent > 320 {
		t.Errorf("%d requests for 200 changes and three refusals in ten", sent)
	}
	entries := entriesOf(t, journal)
	if len(entries) != 200 {
		t.Fatalf("%d entries, want 200", len(entries))
	}
	for _, e := range entries {
		if last, _ := e.Last(); len(e.Endings) != 1 || last.Outcome != Worked || last.Status != 200 {
			t.Errorf("%s ended %+v", e.Target.ID, e.Endings)
		}
	}
}
