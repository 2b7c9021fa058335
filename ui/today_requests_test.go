package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
)

// A line asks for its rows, and at most once more for what it names, however many rows the tenant has.
func TestTodayAsksAtMostTwiceForALine(t *testing.T) {
	lines := map[string]string{"POST /api/v1/search/hooks": "hooks", "POST /api/v1/search/role-mining/suggestions": "suggestions",
		"GET /api/v1/attributes/risk_levels": "suggestions", "POST /api/v1/search/secrets-admin": "secrets",
		"POST /api/v1/search/xaa/resource_servers": "servers", "GET /api/v1/systemlog/exports": "exporters",
		"GET /api/v1/llm-gateway/keys": "keys"}
	for _, rows := range []int{0, 10_000} {
		d := today(t, driverOptions{tenant: tenant.Options{Rows: rows}})
		asked := map[string]int{}
		for _, r := range d.tenant.Requests() {
			line, ok := lines[r.Method+" "+r.Path]
			if own := strings.HasPrefix(r.Path, "/api/v1/auth/") || r.Path == "/api/v1/search/users" && asked["me"] < 2; !ok && own {
				asked["me"]++ // who has signed in
				continue
			}
			if !ok {
				t.Errorf("%d rows: %s %s is asked for no line: %s", rows, r.Method, r.Path, r.Body)
			}
			asked[line]++
		}
		for line, n := range asked {
			if n > 2 {
				t.Errorf("%d rows: %d requests for %s", rows, n, line)
			}
		}
		if len(asked) < 7 {
			t.Errorf("%d rows: asked %v", rows, asked)
		}
	}
}
