//go:build linux || darwin

package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync/atomic"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// Losing the tenant never ends the program: the rows stay, marked with their age, and r tries again.
func TestTheTenantGoesAwayAndComesBack(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{Width: 120, Height: 30})
	c.keys("2")
	c.sees(`27 in all`)
	host := s.host()
	if err := s.server.Close(); err != nil {
		t.Fatal(err)
	}
	c.keys("r")
	c.sees(`^ ! Refresh failed; r tries again\. The tenant can't be reached: connection refused\.`)
	c.sees(`Incident bridge`)
	c.sees(`27 in all|27 loaded`)
	c.keys("jj")
	c.sees(`▌  Ticket sync`)
	c.keys("3") // a pane that was never loaded has nothing to keep
	c.sees(`can't be reached`)
	c.keys("2")
	c.sees(`▌  Ticket sync`)
	s.start(host)
	c.keys("r")
	c.misses(`can't be reached`)
	c.sees(`27 in all`)
	c.sees(`▌  Ticket sync`)
	c.keys("3r")
	c.sees(`^Suggestions .*(loaded|in all)`)
	c.keys("q")
	c.ends(0)
}

const search = "/api/v1/search/hooks"

// A read that is tried again says so. The words may be gone before this test looks, so it looks through all that was painted.
func TestReadsAreTriedAgainInSight(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]struct {
		rule tenant.Rule
		says string
	}{
		"503": {tenant.Rule{Path: search, Times: 1, Status: 503, RetryAfter: "2"}, `the tenant answered 503\. Trying again in`},
		"429": {tenant.Rule{Path: search, Times: 1, Status: 429, RetryAfter: "2"}, `the tenant answered 429\. Trying again in 2s`},
		"429 with date": {tenant.Rule{Path: search, Times: 1, Status: 429, RetryAfter: "date:2s"},
			`the tenant answered 429\. Trying again in [12]`},
		"dropped":           {tenant.Rule{Path: search, Times: 2, DropBefore: true}, `Trying again in`},
		"cut in the middle": {tenant.Rule{Path: search, Times: 2, Cut: 100}, `Trying again in`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tenant.Options{})
			s.Faults().Add(rule.rule)
			var painted frames
			c := s.open(term.Options{Width: 120, Height: 30, OnPaint: painted.add})
			c.sees(`42 in all`)
			if !painted.show(rule.says) {
				t.Errorf("no frame showed %q", rule.says)
			}
			if got, want := s.Count("POST "+search), rule.rule.Times+1; got != want {
				t.Errorf("the list was asked for %d times, want %d", got, want)
			}
			c.keys("q")
			c.ends(0)
		})
	}
}

// What can't be used is said in words, and r asks again.
func TestUnusableAnswersAreSaid(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]struct {
		rule tenant.Rule
		says string
	}{
		"HTML":          {tenant.Rule{Path: search, HTML: true}, `This is not an answer of the API \(HTML from `},
		"always cut":    {tenant.Rule{Path: search, Cut: 100}, `cut short`},
		"empty":         {tenant.Rule{Path: search, Empty: true}, `the answer is empty`},
		"another array": {tenant.Rule{Path: search, Body: `{"items":[{"id":"x"}],"nextPageToken":""}`}, `can't be read|could not be loaded`},
		"unauthorized":  {tenant.Rule{Path: search, Status: 401, Message: "expired"}, `expired\.`},
		"no such list":  {tenant.Rule{Path: search, Status: 501}, `doesn't offer`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tenant.Options{})
			remove := s.Faults().Add(answer.rule)
			c := s.open(term.Options{Width: 140, Height: 30})
			c.sees(answer.says)
			c.hides(`\d+ in all`)
			remove()
			c.keys("r")
			c.sees(`42 in all`)
			c.keys("q")
			c.ends(0)
		})
	}
}

// No redirect is followed, and no token goes anywhere else.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		to     string // "" for the other server
	}{
		"other host": {302, ""}, "other path": {301, "/api/v2/search/hooks"}, "other scheme": {302, "https://HOST/api/v1/search/hooks"},
		"replayed": {308, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var reached atomic.Int32
			other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
			t.Cleanup(other.Close)
			s := serve(t, tenant.Options{})
			to := regexp.MustCompile("HOST").ReplaceAllString(c.to, s.host())
			if to == "" {
				to = other.URL + "/x"
			}
			s.Faults().Add(tenant.Rule{Path: search, Status: c.status, Redirect: to})
			console := s.open(term.Options{Width: 140, Height: 30})
			console.sees(`Unexpected redirect to `)
			console.hides(regexp.QuoteMeta(s.Token()))
			console.keys("q")
			console.ends(0)
			if n := reached.Load(); n != 0 {
				t.Errorf("the other host got %d requests", n)
			}
			if n := s.Count("POST " + search); n != 1 {
				t.Errorf("the list was asked for %d times, want once", n)
			}
			for _, r := range s.Requests() {
				if r.Route == "" {
					t.Errorf("the redirect was followed to %s", r.Path)
				}
			}
		})
	}
}

// A tenant that goes in circles costs neither time nor memory.
func TestRepeatedPagesEndTheList(t *testing.T) {
	t.Parallel()
	for name, tokens := range map[string][]string{"the same": {"p1"}, "in turn": {"p1", "p2"}, "echo": {"+", "+", "echo"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tenant.Options{Rows: 1000})
			// The token is accepted as the first page is: the same rows again.
			s.Faults().Add(tenant.Rule{Path: search, Tokens: tokens})
			c := s.open(term.Options{Width: 120, Height: 30})
			c.sees(`loaded|incomplete`)
			c.keys("G")
			c.sees(`incomplete`)
			c.settled()
			if n := s.Count("POST " + search); n > 8 {
				t.Errorf("%d pages were asked for", n)
			}
			c.keys("q")
			c.ends(0)
		})
	}
}
