package tenant

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// searches are the lists that --rows makes long, by what follows /api/v1/search/.
var searches = map[string]string{"hooks": "hooks", "webhooks": "webhooks", "role-mining/suggestions": "suggestions",
	"secrets-admin": "secrets", "xaa/resource_servers": "resource-servers", "users": "users", "apps": "apps", "entitlements": "entitlements",
	"systemlog/exports": "exporters"}

const manyRows = 100_000

// allocated is how many bytes something allocates when it is done again.
func allocated(do func()) uint64 {
	do() // what is made once
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A tenant of 100,000 rows starts with as little work as the demo: nothing is made before it is asked for.
func TestManyRowsStartLikeFew(t *testing.T) {
	few, many := allocated(func() { New(Options{}) }), allocated(func() { New(Options{Rows: manyRows}) })
	if many > few+few/4 {
		t.Errorf("the demo allocates %d bytes at its start, one of %d rows %d", few, manyRows, many)
	}
}

// pageFrom asks for the page of a search that starts at a row.
func pageFrom(t *testing.T, tn *Tenant, path string, row int) string {
	t.Helper()
	p := pageOf{print: fingerprint(path, "{}\n"), seed: tn.seed}
	return answerOf(t, tn, "POST", path, `{"pageSize":50,"pageToken":"`+p.token(row)+`"}`)
}

// The last page of a long list costs what the first one costs, and pages leave little behind.
func TestTheLastPageCostsWhatTheFirstCosts(t *testing.T) {
	tn := New(Options{Rows: manyRows, Now: newClock().now})
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, collection := range searches {
		path, size := "/api/v1/search/"+name, tn.Size(collection)
		first := allocated(func() { pageFrom(t, tn, path, 0) })
		last := allocated(func() {
			if got := pageFrom(t, tn, path, size-50); !strings.Contains(got, `"nextPageToken":""`) {
				t.Errorf("%s: the page from %d isn't the last", name, size-50)
			}
		})
		if last > 2*first+1<<20 {
			t.Errorf("%s: the first page allocates %d bytes, the last %d", name, first, last)
		}
		t.Logf("%s: %d rows, the first page allocates %d bytes, the last %d", name, size, first, last)
		for i := range 10 {
			pageFrom(t, tn, path, size/11*(i+1))
		}
	}
	tn.ForgetRequests()
	runtime.GC()
	runtime.ReadMemStats(&after)
	t.Logf("%d KiB stay after %d pages", (int64(after.HeapAlloc)-int64(before.HeapAlloc))>>10, len(searches)*14)
	if after.HeapAlloc > before.HeapAlloc+64<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before.HeapAlloc, after.HeapAlloc)
	}
	runtime.KeepAlive(tn)
}

// Every list of two tenants of the same seed and time is the same to the last byte, and another one with another seed.
func TestSameSeedSameStartSameBytes(t *testing.T) {
	one, two := New(Options{Seed: 5, Now: newClock().now}), New(Options{Seed: 5, Now: newClock().now})
	other := New(Options{Seed: 6, Now: newClock().now})
	compared := 0
	for _, each := range lists(one) {
		method, path, body := each[0], each[1], each[2]
		a, b := answerOf(t, one, method, path, body), answerOf(t, two, method, path, body)
		if a != b {
			t.Errorf("%s %s: two tenants of the same seed answer differently", method, path)
		}
		if again := answerOf(t, one, method, path, body); again != a {
			t.Errorf("%s %s: a second reading answers differently", method, path)
		}
		if !strings.Contains(path, "settings") && !strings.Contains(path, one.AppID(0)) && len(a) > 200 {
			compared++
			if answerOf(t, other, method, path, body) == a {
				t.Errorf("%s %s: another seed answers the same", method, path)
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d lists compared", compared)
	}
	if one.Token() != two.Token() || one.SigningSecret() != two.SigningSecret() || one.ClientSecret() == other.ClientSecret() {
		t.Error("secrets do not follow from the seed")
	}
}

// lists are requests for every list of a tenant, and for what there is one of.
func lists(tn *Tenant) [][3]string {
	var out [][3]string
	for name := range searches {
		out = append(out, [3]string{"POST", "/api/v1/search/" + name, `{"pageSize":100}`}, [3]string{"POST", "/api/v1/search/" + name,
			`{"pageSize":50,"query":"e"}`})
	}
	for _, path := range []string{"/api/v1/hooks", "/api/v1/iam/roles", "/api/v1/role-mining/runs", "/api/v1/role-mining/runs/latest",
		"/api/v1/role-mining/config", "/api/v1/role-mining/custom-analysis", "/api/v1/systemlog/exports", "/api/v1/llm-gateway/keys",
		"/api/v1/attributes/risk_levels", "/api/v1/mcp_toolsets/search", "/api/v1/settings/contacts", "/api/v1/settings/notifications/user",
		"/api/v1/auth/introspect"} {
		out = append(out, [3]string{"GET", path, ""})
	}
	for _, sort := range []string{"CREATED_ASC", "EXPIRES_ASC", "NAME_ASC"} {
		out = append(out, [3]string{"POST", "/api/v1/search/secrets-admin", `{"includeDeleted":true,"sortBy":"SEARCH_SORT_BY_` + sort + `"}`})
	}
	for _, path := range []string{"search/secrets/mine", "search/secrets-admin/audit_events", "systemlog/events"} {
		out = append(out, [3]string{"POST", "/api/v1/" + path, `{"pageSize":100}`})
	}
	return out
}

// The lists that hang on one record are the same bytes, too.
func TestListsOfOneRecordAreTheSameBytes(t *testing.T) {
	one, two := New(Options{Seed: 5, Now: newClock().now}), New(Options{Seed: 5, Now: newClock().now})
	app, entitlement := one.EntitlementID(3)
	toolset, _ := one.Record("toolsets", one.ToolsetID(1))
	tools := fmt.Sprintf("/api/v1/apps/%v/connectors/%v/mcp_toolsets", toolset["appId"], toolset["connectorId"])
	server := "/api/v1/apps/" + one.ServerAppID(0) + "/xaa/resource_servers"
	grants := "/api/v1/apps/" + app + "/entitlements/" + entitlement
	function := "/api/v1/functions/" + one.functionID(3)
	for _, path := range []string{server, server + "/" + one.ServerID(0) + "/history?page_size=200", tools,
		tools + "/" + one.ToolsetID(1) + "/tool_bindings", tools + "/" + one.ToolsetID(1) + "/tool_bindings/history", grants + "/users",
		grants + "/owners", function, function + "/invocations", "/api/v1/accessconflict/" + one.MonitorID(2)} {
		if a, b := answerOf(t, one, "GET", path, ""), answerOf(t, two, "GET", path, ""); a != b {
			t.Errorf("%s: two tenants of the same seed answer differently", path)
		}
	}
	for path, body := range map[string]string{"/api/v1/role-mining/suggestions/" + one.SuggestionID(2) + "/users": `{}`,
		"/api/v1/systemlog/exports/" + one.ExporterID(0) + "/events": `{}`,
		"/api/v1/search/user-ownership":                              `{"userId":"` + one.UserID(1) + `"}`,
		"/api/v1/search/secrets-admin/audit_events":                  `{"vaultId":"` + one.SecretID(incident) + `"}`} {
		if a, b := answerOf(t, one, "POST", path, body), answerOf(t, two, "POST", path, body); a != b {
			t.Errorf("%s: two tenants of the same seed answer differently", path)
		}
	}
}
