package tenant

import (
	"context"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestEmptySegmentsAreRedirectedToTheCollection(t *testing.T) {
	c := start(t, Options{})
	for path, want := range map[string]string{"/api/v1/hooks/": "/api/v1/hooks", "/api/v1/apps//entitlements/x/owners": "/api/v1/apps",
		"/api/v1/webhooks/./test":   "/api/v1/webhooks",
		"/api/v1/webhooks/../hooks": "/api/v1/webhooks", "/api/v1/role-mining/suggestions//state": "/api/v1/role-mining/suggestions"} {
		if a := c.do(301, "GET", path, ""); a.header.Get("Location") != want {
			t.Errorf("%s leads to %q, want %q", path, a.header.Get("Location"), want)
		}
	}
	c.do(301, "DELETE", "/api/v1/secrets/", `{}`)
}

func TestRoutesThatAreNotThere(t *testing.T) {
	c := start(t, Options{})
	c.refused(404, 5, "GET", "/api/v1/nonsense", "")
	c.refused(404, 5, "GET", "/", "")
	c.refused(405, 12, "PUT", "/api/v1/webhooks", "")
	c.refused(405, 12, "PATCH", "/api/v1/hooks/"+c.tn.HookID(0), `{}`)
	c.refused(404, 5, "GET", "/api/v1/hooks/"+url.PathEscape("a/b"), "")
	c.refused(404, 5, "GET", "/api/v1/hooks/"+"%2E%2E", "")
}

func TestBodiesAreJSON(t *testing.T) {
	c := start(t, Options{})
	r, _ := http.NewRequest("POST", c.server.URL+"/api/v1/search/hooks", strings.NewReader(`{}`))
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Content-Type", "text/plain")
	if a, err := read(http.DefaultClient.Do(r)); err != nil || a.status != 415 || a.body["code"] != 3.0 {
		t.Errorf("text/plain: %v %d", err, a.status)
	}
	c.refused(400, 3, "POST", "/api/v1/search/hooks", `[]`)
	c.refused(400, 3, "POST", "/api/v1/search/hooks", `{"query":`)
	c.do(200, "POST", "/api/v1/search/hooks", "")
	c.refused(400, 3, "POST", "/api/v1/search/hooks", `null`)
	c.do(200, "POST", "/api/v1/search/hooks", `{"query":null,"refs":null}`)
	big := `{"query":"` + strings.Repeat("x", bodyMax) + `"}`
	c.refused(413, 3, "POST", "/api/v1/search/hooks", big)
}

func TestDateFollowsTheTenantsClock(t *testing.T) {
	c := start(t, Options{})
	if got := c.do(200, "GET", contacts, "").header.Get("Date"); got != "Fri, 27 Nov 2026 22:24:32 GMT" {
		t.Errorf("Date %q", got)
	}
}

func TestRequestsAreRecorded(t *testing.T) {
	c := start(t, Options{})
	c.do(200, "POST", "/api/v1/search/hooks", `{"query":"x"}`)
	c.do(404, "GET", "/api/v1/hooks/a%2Fb/c?x=1", "")
	c.token = ""
	c.do(401, "GET", contacts, "")
	got := c.tn.Requests()
	if len(got) != 3 || string(got[0].Body) != `{"query":"x"}` || got[0].Header.Get("Authorization") != "present" ||
		got[0].Route != "POST /api/v1/search/hooks" ||
		got[1].Path != "/api/v1/hooks/a%2Fb/c" || got[1].Query.Get("x") != "1" || got[2].Header.Get("Authorization") != "" ||
		!got[0].At.Equal(c.clock.now()) {
		t.Errorf("%+v", got)
	}
	if c.tn.Count("POST /api/v1/search/hooks") != 1 || c.tn.Count("GET /api/v1/hooks") != 0 {
		t.Error("counts by route")
	}
	c.tn.ForgetRequests()
	for range requestsKept + 10 {
		c.tn.log.add(&http.Request{Method: "GET", URL: &url.URL{Path: "/x"}, Header: http.Header{}}, nil, nil, time.Time{})
	}
	if got := len(c.tn.Requests()); got != requestsKept {
		t.Errorf("%d requests are kept, want %d", got, requestsKept)
	}
}

func TestRequestsThatNobodyReadsAreNotKept(t *testing.T) {
	c := start(t, Options{Unrecorded: true})
	c.do(200, "POST", "/api/v1/search/hooks", `{"query":"x"}`)
	if got := c.tn.Requests(); len(got) != 0 || c.tn.Count("POST /api/v1/search/hooks") != 1 {
		t.Errorf("%d requests are kept, %d counted", len(got), c.tn.Count("POST /api/v1/search/hooks"))
	}
}

func TestControl(t *testing.T) {
	c := start(t, Options{})
	id := c.tn.WebhookID(3)
	if err := c.tn.UpdateAs("webhooks", id, func(m map[string]any) { m["displayName"] = "Theirs" }); err != nil {
		t.Fatal(err)
	}
	if got := c.do(200, "GET", "/api/v1/webhooks/"+id, "").at("webhook", "displayName"); got != "Theirs" {
		t.Errorf("by id: %v", got)
	}
	if got := c.walk("/api/v1/search/webhooks", "list", map[string]any{"query": "theirs"}); len(got) != 1 {
		t.Errorf("by search: %d", len(got))
	}
	if err := c.tn.DeleteAs("webhooks", id); err != nil {
		t.Fatal(err)
	}
	c.refused(404, 5, "GET", "/api/v1/webhooks/"+id, "")
	for _, err := range []error{c.tn.UpdateAs("webhooks", id, nil), c.tn.DeleteAs("webhooks", id), c.tn.UpdateAs("nonsense", id, nil),
		c.tn.DeleteAs("nonsense", id),
		c.tn.UpdateAs("hooks", c.tn.WebhookID(1), nil)} {
		if err == nil {
			t.Error("a change of nothing is no error")
		}
	}
	if _, ok := c.tn.Record("webhooks", id); ok {
		t.Error("a deleted record is still there")
	}
	if c.tn.ID("webhooks", 99) != "" || c.tn.ID("nonsense", 0) != "" || c.tn.ID("webhooks", -1) != "" {
		t.Error("an id of a record that does not exist")
	}
}

func TestStartServesUntilItIsClosed(t *testing.T) {
	tn := New(Options{})
	s, err := tn.Start(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	get := func() error {
		r, _ := http.NewRequest("GET", s.URL()+contacts, nil)
		r.Header.Set("Authorization", "Bearer "+tn.Token())
		a, err := read(http.DefaultClient.Do(r))
		if err == nil && a.status != 200 {
			t.Errorf("status %d", a.status)
		}
		return err
	}
	if err := get(); err != nil {
		t.Fatal(err)
	}
	if _, err := tn.Start(context.Background(), strings.TrimPrefix(s.URL(), "http://")); err == nil ||
		!strings.Contains(err.Error(), "listen on") {
		t.Errorf("a taken address: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := get(); err == nil {
		t.Error("it still answers after Close")
	}
}

func TestStartEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s, err := New(Options{}).Start(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := s.Wait(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestMemoryHoldsOnlyWhatChanged walks 20,000 records and checks that none of them stays.
func TestMemoryHoldsOnlyWhatChanged(t *testing.T) {
	tn := New(Options{Rows: 20_000})
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	pages := 0
	for token := ""; pages == 0 || token != ""; pages++ {
		token = ask(t, tn, "POST", "/api/v1/search/hooks", `{"pageSize":100,"pageToken":"`+token+`"}`)
	}
	if pages != 200 {
		t.Errorf("%d pages, want 200", pages)
	}
	tn.ForgetRequests()
	if after := heap(); after > before+8<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}
}
