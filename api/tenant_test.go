package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"sync"
	"testing"
	"time"
)

// seen is a request as the test server saw it.
type seen struct {
	Method, URI, Body string
	Header            http.Header
}

// fake is a scripted tenant that records what comes in.
type fake struct {
	*httptest.Server
	mu   sync.Mutex
	reqs []seen
}

func newFake(t *testing.T, handler http.HandlerFunc) *fake {
	t.Helper()
	f := &fake{}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		f.mu.Lock()
		f.reqs = append(f.reqs, seen{r.Method, r.RequestURI, string(body), r.Header.Clone()})
		f.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(f.Server.Close)
	return f
}

func (f *fake) requests() []seen {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]seen(nil), f.reqs...)
}

func (f *fake) count(method, uri string) int {
	n := 0
	for _, r := range f.requests() {
		if r.Method == method && r.URI == uri {
			n++
		}
	}
	return n
}

// answer makes a handler that always answers the same.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// noWait is a Sleep that returns at once and remembers what it was asked for.
type noWait struct {
	mu    sync.Mutex
	waits []time.Duration
}

func (n *noWait) sleep(ctx context.Context, d time.Duration) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.waits = append(n.waits, d)
	return ctx.Err()
}

func newClient(t *testing.T, baseURL string, change func(*Options)) *Client {
	t.Helper()
	o := Options{BaseURL: baseURL, Auth: Auth{Token: "test-token"}, Sleep: (&noWait{}).sleep, Timeout: 20 * time.Second,
		Getenv: func(string) string { return "" }}
	if change != nil {
		change(&o)
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func sameJSON(t *testing.T, got, want string) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		t.Fatalf("got no JSON: %q", got)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatalf("wanted no JSON: %q", want)
	}
	if !reflect.DeepEqual(g, w) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// must takes the request of a builder that has no reason to fail.
func must(t *testing.T) func(Request, error) Request {
	return func(r Request, err error) Request {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}
