package tenant

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// fault puts a rule in force, written as a flag has it.
func (c *console) fault(text string) (remove func()) {
	c.t.Helper()
	rule, err := ParseFault(text)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.tn.Faults().Add(rule)
}

const contacts = "/api/v1/settings/contacts"

func TestFaultStatus(t *testing.T) {
	c := start(t, Options{})
	c.fault(`GET ` + contacts + ` status=503 times=2 retry-after=1 message="come back"`)
	for range 2 {
		a := c.do(503, "GET", contacts, "")
		if a.header.Get("Retry-After") != "1" || a.body["message"] != "come back" || a.body["code"] != 14.0 {
			t.Errorf("%v %s", a.header, a.text)
		}
	}
	c.do(200, "GET", contacts, "")
	remove := c.fault(`* /api/v1/settings/* status=409 code=10 header="X-Odd: yes" retry-after=date:5s`)
	a := c.do(409, "GET", contacts, "")
	if a.body["code"] != 10.0 || a.header.Get("X-Odd") != "yes" || a.header.Get("Retry-After") != "Fri, 27 Nov 2026 22:24:37 GMT" {
		t.Errorf("%v %s", a.header, a.text)
	}
	c.do(200, "GET", "/api/v1/settings/notifications/user", "")
	remove()
	c.do(200, "GET", contacts, "")
}

func TestFaultCounting(t *testing.T) {
	c := start(t, Options{})
	statuses := func(n int) []int {
		var out []int
		for range n {
			a, err := c.try("GET", contacts, "")
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, a.status)
		}
		return out
	}
	remove := c.fault("GET " + contacts + " status=500 skip=1 every=3 times=2")
	if got, want := statuses(12), []int{200, 200, 200, 500, 200, 200, 500, 200, 200, 200, 200, 200}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	remove()
	remove = c.fault("* ** status=500 percent=25")
	first := statuses(400)
	remove()
	hits := 0
	for _, status := range first {
		if status == 500 {
			hits++
		}
	}
	if hits < 60 || hits > 140 {
		t.Errorf("%d of 400 were hit, want about 100", hits)
	}
	again := start(t, Options{})
	again.fault("* ** status=500 percent=25")
	c = again
	if !slices.Equal(statuses(400), first) {
		t.Error("the same seed does not hit the same requests")
	}
}

func TestFaultBodies(t *testing.T) {
	c := start(t, Options{})
	for _, each := range []struct {
		rule   string
		status int
		kind   string
		body   string
	}{
		{"html", 200, "text/html; charset=utf-8", htmlPage}, {"html status=502", 502, "text/html; charset=utf-8", htmlPage},
		{`body="not json"`, 200, "application/json", "not json"}, {`body="{}" status=422`, 422, "application/json", "{}"},
		{"empty", 204, "application/json", ""},
		{"empty status=200", 200, "application/json", ""},
	} {
		remove := c.fault("GET " + contacts + " " + each.rule)
		a := c.do(each.status, "GET", contacts, "")
		if a.text != each.body || a.header.Get("Content-Type") != each.kind {
			t.Errorf("%s: %s %q", each.rule, a.header.Get("Content-Type"), a.text)
		}
		remove()
	}
	c.fault("GET " + contacts + " redirect=https://other.example.net/x status=308")
	if a := c.do(308, "GET", contacts, ""); a.header.Get("Location") != "https://other.example.net/x" {
		t.Errorf("Location %q", a.header.Get("Location"))
	}
}

func TestFaultBrokenConnections(t *testing.T) {
	c := start(t, Options{})
	const create = `{"displayName":"New","url":"https://a.example.com"}`
	rows := func() int { return len(c.walk("/api/v1/search/webhooks", "list", nil)) }
	before := rows()
	c.fault("POST /api/v1/webhooks drop=before times=1")
	if _, err := c.try("POST", "/api/v1/webhooks", create); err == nil {
		t.Error("dropped before: no error")
	}
	if rows() != before {
		t.Error("dropped before, but applied")
	}
	c.fault("POST /api/v1/webhooks drop=after times=1")
	if _, err := c.try("POST", "/api/v1/webhooks", create); err == nil {
		t.Error("dropped after: no error")
	}
	if rows() != before+1 {
		t.Error("dropped after, but not applied")
	}
	c.fault("POST /api/v1/webhooks status=502 apply times=1")
	c.do(502, "POST", "/api/v1/webhooks", create)
	if rows() != before+2 {
		t.Error("502 with apply, but not applied")
	}
	c.fault("POST /api/v1/webhooks status=502 times=1")
	c.do(502, "POST", "/api/v1/webhooks", create)
	if rows() != before+2 {
		t.Error("502 without apply, but applied")
	}
	for _, cut := range []string{"cut=20", "cut=0"} {
		c.fault("GET " + contacts + " times=1 " + cut)
		a, err := c.try("GET", contacts, "")
		if !errors.Is(err, io.ErrUnexpectedEOF) || a.status != 200 || cut == "cut=20" && len(a.text) != 20 {
			t.Errorf("%s: %v, status %d, %q", cut, err, a.status, a.text)
		}
	}
}

func TestFaultHang(t *testing.T) {
	c := start(t, Options{})
	c.fault("GET " + contacts + " hang")
	ctx, cancel := context.WithCancel(context.Background())
	r, _ := http.NewRequestWithContext(ctx, "GET", c.server.URL+contacts, nil)
	r.Header.Set("Authorization", "Bearer "+c.token)
	done := make(chan error)
	go func() { _, err := http.DefaultClient.Do(r); done <- err }()
	for c.tn.Count("GET "+contacts) == 0 {
		select {
		case err := <-done:
			t.Fatalf("answered: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	go func() { _, err := c.try("GET", contacts, ""); done <- err }()
	for c.tn.Count("GET "+contacts) < 2 {
		time.Sleep(time.Millisecond)
	}
	c.tn.Faults().Reset()
	if err := <-done; err == nil {
		t.Error("Reset let a request that hangs succeed")
	}
	c.do(200, "GET", contacts, "")
}

func TestFaultDelays(t *testing.T) {
	c := start(t, Options{})
	c.tn.Faults().Latency(30 * time.Millisecond)
	c.fault("GET " + contacts + " delay=30ms")
	began := time.Now()
	c.do(200, "GET", contacts, "")
	if took := time.Since(began); took < 60*time.Millisecond {
		t.Errorf("answered after %v, want at least 60 ms", took)
	}
}

func TestFaultByContent(t *testing.T) {
	c := start(t, Options{})
	c.fault(`POST /api/v1/search/hooks match="\"query\":\"ad\"" status=500`)
	c.do(200, "POST", "/api/v1/search/hooks", `{"query":"a"}`)
	c.do(500, "POST", "/api/v1/search/hooks", `{"query":"ad"}`)
	c.do(200, "POST", "/api/v1/search/hooks", `{"query":"adm"}`)
	c.fault(`GET /api/v1/hooks match=page_size=50 status=408`)
	c.do(200, "GET", "/api/v1/hooks", "")
	if got := c.do(408, "GET", "/api/v1/hooks?page_size=50", "").body["code"]; got != 4.0 {
		t.Errorf("code %v, want deadline exceeded", got)
	}
}

func TestFaultRevoke(t *testing.T) {
	c := start(t, Options{})
	fresh := func() string { return c.form("/auth/v1/token", c.plainForm(), nil).body["access_token"].(string) }
	c.token = fresh()
	c.fault("GET " + contacts + " revoke skip=1 times=1")
	c.do(200, "GET", contacts, "")
	c.refused(401, 16, "GET", contacts, "")
	c.token = fresh()
	c.do(200, "GET", contacts, "")
}

func TestFaultOddJSON(t *testing.T) {
	c := start(t, Options{})
	c.fault(`POST /api/v1/search/hooks merge={"novel":{"a":[1]},"list2":[]} row={"priority":"high","filter":{"celExpression":7,"more":true}}`)
	a := c.do(200, "POST", "/api/v1/search/hooks", `{}`)
	row := a.rows("list")[3]
	if a.at("novel", "a") == nil || row["priority"] != "high" || at(row, "filter", "celExpression") != 7.0 ||
		at(row, "filter", "more") != true || row["id"] != c.tn.HookID(3) {
		t.Errorf("%.300s", a.text)
	}
}

func TestFaultPageTokens(t *testing.T) {
	c := start(t, Options{Rows: 100})
	next := func(token string) (string, string) {
		a := c.do(200, "POST", "/api/v1/search/hooks", toJSON(map[string]any{"pageSize": 10, "pageToken": token}))
		return a.next(), ids(a.rows("list"), "id")[0]
	}
	remove := c.fault("POST /api/v1/search/hooks tokens=p1")
	for range 3 {
		if token, first := next("p1"); token != "p1" || first != c.tn.HookID(0) {
			t.Errorf("repeated: %s %s", token, first)
		}
	}
	remove()
	remove = c.fault("POST /api/v1/search/hooks tokens=p1,p2")
	var got []string
	for token := ""; len(got) < 4; got = append(got, token) {
		token, _ = next(token)
	}
	if !slices.Equal(got, []string{"p1", "p2", "p1", "p2"}) {
		t.Errorf("alternating: %v", got)
	}
	remove()
	remove = c.fault("POST /api/v1/search/hooks tokens=+")
	one, _ := next("")
	two, first := next(one)
	if one == two || first != c.tn.HookID(0) {
		t.Errorf("endless: %s %s %s", one, two, first)
	}
	remove()
	c.fault("POST /api/v1/search/hooks tokens=echo skip=2 times=1")
	one, _ = next("")
	two, _ = next(one)
	if three, first := next(two); three != two || first != c.tn.HookID(20) {
		t.Errorf("echo on the third page: sent %s, got %s (%s)", two, three, first)
	}
}

func TestInterfaceOnly(t *testing.T) {
	c := start(t, Options{InterfaceOnly: true})
	for i := range c.tn.routes() {
		rt := &c.tn.routes()[i]
		if !rt.companion || rt.open {
			continue
		}
		path := strings.ReplaceAll("/"+strings.Join(rt.pattern, "/"), "{}", c.tn.HookID(0))
		c.refused(404, 12, rt.method, path, "")
	}
	c.do(200, "POST", "/api/v1/search/hooks", `{}`)
	c.do(200, "POST", "/api/v1/webhooks/"+c.tn.WebhookID(0), `{"webhook":{"displayName":"x"},"updateMask":"displayName"}`)
	if a := c.form("/auth/v1/token", c.plainForm(), nil); a.status != 200 {
		t.Errorf("token: %d", a.status)
	}
	for _, status := range []int{405, 501, 403} {
		c.tn.Faults().LackCompanions(status)
		c.refused(status, 12, "GET", "/api/v1/auth/introspect", "")
	}
	c.tn.Faults().LackCompanions(0)
	c.do(200, "GET", "/api/v1/auth/introspect", "")
}

func TestTheSixteenAreNotCompanions(t *testing.T) {
	n := 0
	for _, rt := range New(Options{}).routes() {
		if !rt.companion && !rt.open {
			n++
		}
	}
	if n != 16 {
		t.Errorf("%d operations are taken for the contract's, want 16", n)
	}
}

func TestParseFault(t *testing.T) {
	got, err := ParseFault(`  POST  /api/v1/search/hooks status=503 code=8 times=2 skip=1 every=3 percent=12.5 delay=1m0.5s ` +
		`retry-after="date:5s" message="a b \"c\"" header="X-A: b" drop=after hang lie=false stale apply html empty lag=2s merge={"a": {"b ` +
		`c": "}"}} row={"x":1} tokens=a,b redirect=https://x.example/y?z=1 cut=7`)
	if err != nil {
		t.Fatal(err)
	}
	want := Rule{Method: "POST", Path: "/api/v1/search/hooks", Status: 503, Code: 8, Times: 2, Skip: 1, Every: 3, Percent: 12.5,
		Delay:      60500 * time.Millisecond,
		RetryAfter: "date:5s", Message: `a b "c"`, Header: map[string]string{"X-A": "b"}, DropAfter: true, Hang: true, Stale: true, Apply: true,
		HTML: true, Empty: true,
		Lag: &Lag{For: 2 * time.Second}, Merge: json.RawMessage(`{"a": {"b c": "}"}}`), RowMerge: json.RawMessage(`{"x":1}`),
		Tokens:   []string{"a", "b"},
		Redirect: "https://x.example/y?z=1", Cut: 7}
	if toJSON(got) != toJSON(want) {
		t.Errorf("got  %s\nwant %s", toJSON(got), toJSON(want))
	}
	for text, want := range map[string]string{
		"": "want a method", "GET /x": "at least one setting", "GET x status=500": "must start with /", "GET /x status=abc": "whole number",
		"GET /x status=99":  "200 to 599",
		"GET /x delay=fast": "duration", "GET /x percent=0": "percent", "GET /x percent=101": "percent", "GET /x drop=maybe": "before or after",
		"GET /x header=X":  "Name:value",
		"GET /x lag=never": "lag=never", "GET /x merge={": "JSON object", "GET /x merge=[1]": "JSON object", `GET /x message="open`: "quote",
		"GET /x staus=500":    `unknown setting "staus"`,
		"GET /x html=perhaps": "true or false",
	} {
		if _, err := ParseFault(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something with %q", text, err, want)
		}
	}
	for _, text := range []string{"lag=5", "lag=hold", "cut=0"} {
		rule, err := ParseFault("* ** " + text)
		if err != nil || rule.Lag == nil && rule.Cut != -1 {
			t.Errorf("%s: %v %+v", text, err, rule)
		}
	}
}

func TestRulePaths(t *testing.T) {
	for _, each := range []struct {
		rule, path string
		want       bool
	}{
		{"/api/v1/hooks/*", "/api/v1/hooks/x", true}, {"/api/v1/hooks/*", "/api/v1/hooks", false}, {"/api/v1/hooks/*", "/api/v1/hooks/x/y",
			false},
		{"/api/**", "/api/v1/hooks/x/y", true}, {"/api/v1/hooks/**", "/api/v1/webhooks", false}, {"**", "/a/b", true}, {"*", "/a/b/c", true},
		{"", "/a", true},
		{"/api/v1/apps/*/entitlements/*/owners", "/api/v1/apps/a/entitlements/b/owners", true}, {"/a/**", "/a", true},
	} {
		r := Rule{Path: each.rule}
		if got := r.fits("GET", each.path); got != each.want {
			t.Errorf("%q fits %q: %v, want %v", each.rule, each.path, got, each.want)
		}
	}
	if (&Rule{Method: "POST"}).fits("GET", "/a") || !(&Rule{Method: "get"}).fits("GET", "/a") {
		t.Error("methods")
	}
}

// TestConcurrentUse is for the race detector: reads, writes, faults and controls at once.
func TestConcurrentUse(t *testing.T) {
	c := start(t, Options{Rows: 200})
	var all sync.WaitGroup
	for n := range 6 {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := range 10 {
				id := c.tn.SuggestionID((n*20 + i) % 200)
				_, _ = c.try("POST", "/api/v1/role-mining/suggestions/"+id+"/state", `{"state":"SUGGESTION_STATE_DISMISSED"}`)
				_, _ = c.try("POST", "/api/v1/search/role-mining/suggestions", `{"pageSize":10,"states":["SUGGESTION_STATE_NEW"]}`)
				_, _ = c.try("POST", "/api/v1/webhooks", `{"displayName":"x","url":"https://a.example.com"}`)
				_, _ = c.try("POST", "/api/v1/search/secrets-admin", `{"sortBy":"SEARCH_SORT_BY_NAME_ASC"}`)
				_, _ = c.try("DELETE", "/api/v1/secrets-admin/"+c.tn.SecretID(i), `{}`)
				_, _ = c.try("POST", "/api/v1/policies/test-account-provision-policy", `{"cel":"subject.email"}`)
				c.tn.Faults().Add(Rule{Method: "PUT", Status: 500})()
				c.tn.Faults().Lag(Lag{Reads: i % 3})
				_ = c.tn.UpdateAs("webhooks", c.tn.WebhookID(i), func(m map[string]any) { m["displayName"] = "y" })
				c.tn.Faults().Release()
				c.tn.Requests()
			}
		}()
	}
	all.Wait()
	if got := len(c.walk("/api/v1/search/webhooks", "list", nil)); got != 200+60 {
		t.Errorf("%d webhooks, want 260", got)
	}
}
