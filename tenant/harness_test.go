package tenant

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// clock is a clock that moves only when told to.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 11, 27, 22, 24, 32, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// console is a client of a tenant that listens.
type console struct {
	t      *testing.T
	tn     *Tenant
	clock  *clock
	server *httptest.Server
	token  string
	mu     sync.Mutex
	shapes int                         // so many answers of each operation are
	direct bool                        // without the network
	shaped map[string]int              // answers held to their shapes, by operation
	read   map[string][]map[string]any // records that were read whole, by collection
}

func start(t *testing.T, o Options) *console {
	t.Helper()
	c := &console{t: t, clock: newClock(), shapes: 3}
	o.Now = c.clock.now
	c.tn = New(o)
	c.server = httptest.NewServer(c.tn.Handler())
	t.Cleanup(func() { c.tn.Faults().Reset(); c.server.Close() })
	c.token = c.tn.Token()
	return c
}

// reply is an answer: status, headers and the decoded body.
type reply struct {
	status int
	header http.Header
	text   string
	body   map[string]any
}

func (c *console) try(method, path, body string) (reply, error) {
	r, err := http.NewRequest(method, c.server.URL+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.direct {
		w := httptest.NewRecorder()
		c.tn.Handler().ServeHTTP(w, r)
		a, err := read(w.Result(), nil)
		c.checkShape(method, path, a)
		return a, err
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	a, err := read(client.Do(r))
	if err == nil {
		c.t.Helper()
		c.checkShape(method, path, a)
	}
	return a, err
}

func read(a *http.Response, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	out := reply{status: a.StatusCode, header: a.Header, text: string(text)}
	_ = json.Unmarshal(text, &out.body)
	return out, err
}

// do sends a request and checks the status.
func (c *console) do(status int, method, path, body string) reply {
	c.t.Helper()
	a, err := c.try(method, path, body)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	if a.status != status {
		c.t.Fatalf("%s %s %s: status %d, want %d: %s", method, path, body, a.status, status, a.text)
	}
	if a.header.Get("x-request-id") == "" {
		c.t.Errorf("%s %s: no x-request-id", method, path)
	}
	return a
}

// refused sends a request that must be refused with a status and a gRPC code.
func (c *console) refused(status, code int, method, path, body string) {
	c.t.Helper()
	a := c.do(status, method, path, body)
	if got := a.body["code"]; got != float64(code) {
		c.t.Errorf("%s %s %s: code %v, want %d", method, path, body, got, code)
	}
	if a.body["message"] == "" || a.body["details"] == nil {
		c.t.Errorf("%s %s: not gRPC status JSON: %s", method, path, a.text)
	}
}

func (a reply) rows(key string) []map[string]any {
	list, _ := a.body[key].([]any)
	out := make([]map[string]any, 0, len(list))
	for _, each := range list {
		row, _ := each.(map[string]any)
		out = append(out, row)
	}
	return out
}

func (a reply) next() string {
	s, _ := a.body["nextPageToken"].(string)
	return s
}

// at follows a path of members.
func (a reply) at(path ...string) any { return at(a.body, path...) }

func at(from any, path ...string) any {
	for _, name := range path {
		o, _ := from.(map[string]any)
		from = o[name]
	}
	return from
}

// walk pages through a search to its end.
func (c *console) walk(path, key string, query map[string]any) []map[string]any {
	c.t.Helper()
	var all []map[string]any
	for token, n := "", 0; ; n++ {
		if n > 20_000 {
			c.t.Fatalf("%s: no end", path)
		}
		in := map[string]any{"pageSize": 100}
		for name, value := range query {
			in[name] = value
		}
		if token != "" {
			in["pageToken"] = token
		}
		a := c.do(200, "POST", path, toJSON(in))
		all = append(all, a.rows(key)...)
		if token = a.next(); token == "" {
			return all
		}
	}
}

// list pages through a GET listing to its end.
func (c *console) list(path, key, size string) []map[string]any {
	c.t.Helper()
	var all []map[string]any
	for token := ""; ; {
		query := url.Values{}
		if size != "" {
			query.Set("page_size", size)
		}
		if token != "" {
			query.Set("page_token", token)
		}
		a := c.do(200, "GET", path+"?"+query.Encode(), "")
		all = append(all, a.rows(key)...)
		if token = a.next(); token == "" {
			return all
		}
	}
}

func toJSON(value any) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSpace(out.String())
}

// ids are the values of one member of each row.
func ids(rows []map[string]any, member string) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		out[i], _ = row[member].(string)
	}
	return out
}
