//go:build linux || darwin

package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"gatehouse/tenant"
)

// exactly compares a request with what the contract wants of it: path, query and body to the letter, the body as JSON.
func exactly(t *testing.T, got tenant.Recorded, method, path, query, want string) {
	t.Helper()
	if got.Method != method || got.Path != path || got.Query.Encode() != query {
		t.Errorf("sent %s %s?%s\nwant %s %s?%s", got.Method, got.Path, got.Query.Encode(), method, path, query)
	}
	if want == "" {
		if len(got.Body) > 0 {
			t.Errorf("%s %s has the body %s, want none", method, path, got.Body)
		}
		return
	}
	if kind := got.Header.Get("Content-Type"); kind != "application/json" {
		t.Errorf("%s %s says that its body is %q", method, path, kind)
	}
	if a, b := decoded(t, got.Body), decoded(t, []byte(want)); !reflect.DeepEqual(a, b) {
		t.Errorf("%s %s has the body\n%s\nwant\n%s", method, path, got.Body, want)
	}
}

// decoded is a JSON text as values; numbers stay as they are written.
func decoded(t *testing.T, text []byte) any {
	t.Helper()
	var value any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}

// sent waits for the n-th write, which must be exactly this one, and the last so far.
func (s *site) sent(n int, method, path, body string) {
	s.t.Helper()
	exactly(s.t, s.wrote(n), method, path, "", body)
}

// requests are those to a path, in the order they came.
func (s *site) requests(method, path string) (found []tenant.Recorded) {
	for _, r := range s.Requests() {
		if r.Method == method && r.Path == path {
			found = append(found, r)
		}
	}
	return found
}

// asked waits for the n-th request to a path, which must be exactly this one, and the last so far.
func (s *site) asked(n int, method, path, query, body string) {
	s.t.Helper()
	s.until(fmt.Sprintf("request %d of %s %s", n, method, path), func() bool { return len(s.requests(method, path)) >= n })
	got := s.requests(method, path)
	if len(got) != n {
		s.t.Fatalf("%s %s came %d times, want %d: %v", method, path, len(got), n, lines(got))
	}
	exactly(s.t, got[n-1], method, path, query, body)
}

// pages checks that a list was read once from its beginning to its end: n pages, each but the first by the token of the one before.
func (s *site) pages(path, query string, n int) {
	s.t.Helper()
	got := s.requests("GET", path)
	seen := map[string]bool{}
	for i, r := range got {
		token := r.Query.Get("page_token")
		if seen[token] || (token == "") != (i == 0) {
			s.t.Errorf("page %d was asked for by the token %q", i+1, token)
		}
		seen[token] = true
		r.Query.Del("page_token")
		exactly(s.t, r, "GET", path, query, "")
	}
	if len(got) != n {
		s.t.Errorf("%d pages of %s were asked for, want %d", len(got), path, n)
	}
}

// quits ends the program; by then exactly so many writes came in, whatever was still on its way.
func (s *site) quits(c *console, writes int) {
	s.t.Helper()
	c.keys("<ctrl+c>")
	c.ends(0)
	if got := s.writes(); len(got) != writes {
		s.t.Errorf("%d writes came in, want %d: %v", len(got), writes, lines(got))
	}
}

// change edits a record as another administrator would.
func (s *site) change(collection, id string, edit func(record map[string]any)) {
	s.t.Helper()
	if err := s.UpdateAs(collection, id, edit); err != nil {
		s.t.Fatal(err)
	}
}

// list goes to a pane that lists records, and waits for its rows.
func (c *console) list(key, heading string) {
	c.t.Helper()
	c.keys(key)
	c.sees("^" + heading + ` .*(loaded|in all)`)
}

// tenantMenu goes to a view of the tenant menu.
func (c *console) tenantMenu(key, heading string) {
	c.t.Helper()
	c.keys("0")
	c.sees(`^Tenant .*belongs to the tenant`)
	c.keys(key)
	c.sees("^(Tenant › )?" + heading)
}

// pick takes the record with an id in the picker that is open.
func (c *console) pick(what, id string) {
	c.t.Helper()
	c.sees("Choose " + what)
	c.must(c.PasteBracketed(id))
	c.sees(`\b1 found|takes it as it is`)
	c.keys("<enter>")
	c.misses("Choose " + what)
}

// agree presses the button of a question that isn't Cancel.
func (c *console) agree(button string) {
	c.t.Helper()
	c.sees(`▸ Cancel ◂`)
	c.afterGrace()
	c.keys("<tab>")
	c.sees(`▸ ` + button + ` ◂`)
	c.keys("<enter>")
}

// typeToConfirm types what a question asks for.
func (c *console) typeToConfirm(word string) {
	c.t.Helper()
	c.afterGrace()
	c.types(word)
	c.sees(`confirm: .*✓`)
	c.keys("<enter>")
}

// get reads from the tenant as anybody would.
func (s *site) get(path string) (record map[string]any) {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, path, nil)
	r.Header.Set("Authorization", "Bearer "+s.Token())
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if err := json.Unmarshal(w.Body.Bytes(), &record); err != nil || w.Code != http.StatusOK {
		s.t.Fatalf("%s: %d, %v: %s", path, w.Code, err, w.Body)
	}
	return record
}
