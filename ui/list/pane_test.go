package list_test

import (
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panes"
	"gatehouse/ui/panetest"
	"gatehouse/ui/status"
)

func open(t *testing.T, o panetest.Options) *panetest.Frame {
	t.Helper()
	return panetest.OpenAll(t, panes.All(), o)
}

func TestPanesWithoutAListSayWhatIsMissing(t *testing.T) {
	d := open(t, panetest.Options{Tenant: tenant.Options{InterfaceOnly: true}})
	for key, want := range map[string][]string{
		"3": {"This tenant doesn't offer a list of its suggestions.", "O opens a suggestion by its id."},
		"4": {"This tenant doesn't offer a list of its secrets.", "O opens a secret by its id."},
		"5": {"This tenant doesn't offer a list of its resource servers.", "O opens a resource server by its ids."},
		"6": {"This tenant doesn't offer a list of its roles.", "O opens a role by its id."},
		"7": {"This tenant doesn't offer a list of its exporters.", "O opens an exporter by its id."},
		"9": {"This tenant doesn't offer a list of its toolsets.", "O opens a toolset by its ids."},
	} {
		d.Keys(key)
		d.Sees(want...)
	}
	for _, key := range []string{"1", "2", "8"} {
		d.Keys(key)
		d.Sees("in all")
	}
}

func TestATypedIdThatIsNoneIsNotSent(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Tenant.ForgetRequests()
	d.Keys("6")
	d.Tenant.ForgetRequests()
	d.Keys("O", "<ctrl+s>")
	d.Sees("required")
	for _, id := range []string{"a/b", "..", "a b", "x?y"} {
		d.Keys("<ctrl+u>", id, "<ctrl+s>")
		d.Sees("Open a role by its id", "✗")
	}
	if n := len(d.Tenant.Requests()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestMarkAllSaysThatOnlyLoadedRowsAreMarked(t *testing.T) {
	d := open(t, panetest.Options{Tenant: tenant.Options{Rows: 450}})
	d.Keys("4", "*")
	d.Sees("Marked 200 of 200 loaded; F loads the rest", "200 marked")
	d.Keys("F")
	d.Sees("450 in all", "200 marked")
	d.Keys("*")
	d.Sees("Marked 450 of 450.")
	d.SeesNot("loads the rest")
}

func TestIdsResembleNothing(t *testing.T) {
	d := open(t, panetest.Options{})
	for _, typed := range []string{"zqzqz", "zqzqz qxqxq", "vqn zqzqz"} {
		d.Keys("4", "/", typed)
		d.Sees("No match in ")
		d.Keys("<esc>")
	}
}

// What stands in a headline is asked for less and less often while that fails.
func TestAFailingStatusBacksOff(t *testing.T) {
	d := open(t, panetest.Options{W: 120, H: 30})
	d.Keys("3", "A", "<tab>", "<enter>")
	d.Sees("analysis running")
	d.Fault(tenant.Rule{Path: "/api/v1/role-mining/runs/latest", Status: 500})
	d.Tenant.ForgetRequests()
	for range 16 {
		d.Fire(status.Every)
	}
	if n := len(d.Asked("GET /api/v1/role-mining/runs/latest")); n == 0 || n > 4*5 {
		t.Errorf("%d requests in 16 ticks, want at most five readings of four tries each", n)
	}
	d.Sees("analysis running")
}

func TestServersAndSecretsAreNarrowedByTheTenant(t *testing.T) {
	const servers, secrets = "POST /api/v1/search/xaa/resource_servers", "POST /api/v1/search/secrets-admin"
	for _, c := range []struct{ pane, choice, route, want string }{
		{"5", "State: disabled", servers, `"disabled":true`}, {"5", "State: enabled", servers, `"disabled":false`},
		{"5", "Algorithm: RS256", servers, `"signingAlgorithmFilter":["XAA_SIGNING_ALGORITHM_RS256"]`},
		{"4", "Created since: 7 days", secrets, `"createdAfter":"2026-`}, {"4", "Created before: 90 days", secrets, `"createdBefore":"2026-`},
		{"4", "Created since: 2026-01-31", secrets, `"createdAfter":"2026-01-31T00:00:00Z"`},
	} {
		d := open(t, panetest.Options{W: 120, H: 40})
		d.Keys(c.pane, "f", c.choice, "<enter>")
		bodies := d.Asked(c.route)
		if last := bodies[len(bodies)-1]; !strings.Contains(last, c.want) {
			t.Errorf("%s asks %s", c.choice, last)
		}
	}
}
