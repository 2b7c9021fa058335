package compare_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"gatehouse/action"
	"gatehouse/ui/compare"
)

func TestTheIdsOfARecordAreThoseInThePath(t *testing.T) {
	e := action.Entry{Path: "/api/v1/apps/a%2Fb/connectors/c/toolsets/t?x=/y", Target: action.Target{ID: "t"}}
	if ids, ok := compare.IDsOf(e, 3); !ok || !slices.Equal(ids, []string{"a/b", "c", "t"}) {
		t.Errorf("got %q, %t", ids, ok)
	}
	if ids, ok := compare.IDsOf(e, 2); ok {
		t.Errorf("three ids are taken for two: %q", ids)
	}
	if ids, ok := compare.IDsOf(e, 1); !ok || !slices.Equal(ids, []string{"t"}) {
		t.Errorf("got %q, %t", ids, ok)
	}
}

// What a record shows proves that a change was done, or nothing: never that it was not done.
func TestARecordProvesWhatWasDoneOnly(t *testing.T) {
	deletion := action.Entry{Method: "DELETE", Target: action.Target{Kind: "hook"}}
	edit := action.Entry{Method: "POST", Path: "/api/v1/webhooks/w", Target: action.Target{Kind: "webhook"},
		Intended: json.RawMessage(`{"webhook":{"displayName":"New","description":"Words"},"updateMask":"displayName,description"}`)}
	for name, c := range map[string]struct {
		entry  action.Entry
		record string
		gone   bool
		want   action.Outcome
		shows  action.Verdict
	}{
		"gone":              {deletion, ``, true, action.Worked, action.Done},
		"still there":       {deletion, `{"id":"h"}`, false, action.Unknown, action.NotDone},
		"as intended":       {edit, `{"displayName":"New","description":"Words"}`, false, action.Worked, action.Done},
		"partly":            {edit, `{"displayName":"New","description":"Others"}`, false, action.Unknown, action.ChangedByOthers},
		"as it was":         {edit, `{"displayName":"Old","description":""}`, false, action.Unknown, action.NotDone},
		"an edit of no one": {edit, ``, true, action.Unknown, action.NotDone},
	} {
		found := compare.JudgeEntry(c.entry, json.RawMessage(c.record), c.gone)
		if found.Outcome() != c.want || found.Shows != c.shows {
			t.Errorf("%s: %v, %+v", name, found.Outcome(), found)
		}
	}
}

func TestClocksMayDifferByMinutes(t *testing.T) {
	sent := action.Entry{At: time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)}
	for record, want := range map[string]bool{
		`{"createdAt":"2026-11-27T12:00:01Z"}`: true, `{"createdAt":"2026-11-27T11:59:00Z"}`: true,
		`{"createdAt":"2026-11-26T12:00:00Z"}`: false, `{"createdAt":"soon"}`: false, `{}`: false, `{`: false,
	} {
		if got := compare.MadeSince(json.RawMessage(record), sent); got != want {
			t.Errorf("%s: %t", record, got)
		}
	}
}
