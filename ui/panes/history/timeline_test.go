package history_test

import (
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panes/history"
	"gatehouse/ui/panetest"
)

func TestTheChangesOfAllServersSayHowManyHaveNoID(t *testing.T) {
	f := panetest.Open(t, history.Declaration(), panetest.Options{})
	f.Fault(tenant.Rule{Method: "GET", Path: "/api/v1/apps/*/xaa/resource_servers/*/history", Times: 2,
		Body: `{"list":[{"metadata":{"id":"","createdAt":"2026-11-26T09:00:00Z"}}]}`})
	f.Keys("a")
	f.Sees("changes of 12 servers", "2 rows without an id left out")
}

// The detail and the help of all changes name no key that does something else here.
func TestTheChangesOfAllServersSayWhatTheKeysDoHere(t *testing.T) {
	f := panetest.Open(t, history.Declaration(), panetest.Options{W: 160, H: 45})
	f.Keys("<enter>")
	f.Sees("compares it with any other")
	f.Keys("<esc>", "a")
	f.Sees("What changed since the version before")
	f.SeesNot("compares it with any other")
	if words := f.Pane().Explains("history.facets"); !strings.Contains(words, "person") {
		t.Errorf("f: %q", words)
	}
}
