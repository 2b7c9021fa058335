package history_test

import (
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
