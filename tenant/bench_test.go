package tenant

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// answerOf sends one request straight to the handler and returns the answer.
func answerOf(t testing.TB, tn *Tenant, method, path, body string) string {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+tn.Token())
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	tn.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	return w.Body.String()
}

// ask does the same and returns the token of the next page.
func ask(t testing.TB, tn *Tenant, method, path, body string) string {
	t.Helper()
	_, token, _ := strings.Cut(answerOf(t, tn, method, path, body), `"nextPageToken":"`)
	token, _, _ = strings.Cut(token, `"`)
	return token
}

func BenchmarkNew(b *testing.B) {
	for _, rows := range []int{0, 100_000} {
		b.Run(fmt.Sprint("rows=", rows), func(b *testing.B) {
			for b.Loop() {
				New(Options{Rows: rows})
			}
		})
	}
}

func BenchmarkPageOf100Hooks(b *testing.B) {
	tn := New(Options{Rows: 100_000})
	for b.Loop() {
		ask(b, tn, "POST", "/api/v1/search/hooks", `{"pageSize":100}`)
	}
}

func BenchmarkPageOf10Suggestions(b *testing.B) {
	tn := New(Options{Rows: 100_000})
	for b.Loop() {
		ask(b, tn, "POST", "/api/v1/search/role-mining/suggestions", `{"pageSize":10}`)
	}
}

// BenchmarkScan searches 100,000 rows for something that none of them holds.
func BenchmarkScan(b *testing.B) {
	tn := New(Options{Rows: 100_000})
	for _, path := range []string{"hooks", "webhooks", "role-mining/suggestions", "secrets-admin", "xaa/resource_servers", "users", "apps",
		"entitlements", "systemlog/exports"} {
		b.Run(path, func(b *testing.B) {
			for b.Loop() {
				ask(b, tn, "POST", "/api/v1/search/"+path, `{"query":"no such thing"}`)
			}
		})
	}
	b.Run("mcp_toolsets", func(b *testing.B) {
		for b.Loop() {
			ask(b, tn, "GET", "/api/v1/mcp_toolsets/search?query=no+such+thing", "")
		}
	})
	b.Run("states", func(b *testing.B) {
		for b.Loop() {
			ask(b, tn, "POST", "/api/v1/search/role-mining/suggestions", `{"states":["SUGGESTION_STATE_UNSPECIFIED"]}`)
		}
	})
}

// BenchmarkSecretOrder sorts 100,000 secrets anew, as after a write.
func BenchmarkSecretOrder(b *testing.B) {
	tn := New(Options{Rows: 100_000})
	for _, sort := range []string{"CREATED_ASC", "EXPIRES_ASC", "NAME_ASC"} {
		b.Run(sort, func(b *testing.B) {
			for b.Loop() {
				tn.secrets.writes++
				ask(b, tn, "POST", "/api/v1/search/secrets-admin", `{"sortBy":"SEARCH_SORT_BY_`+sort+`"}`)
			}
		})
	}
}
