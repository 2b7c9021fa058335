package tenant

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// requestsKept is how many requests are remembered.
const requestsKept = 4096

// Recorded is a request as it came in.
type Recorded struct {
	Method string
	Path   string // raw, as escaped by the client
	Query  url.Values
	Header http.Header // Authorization only as "present"
	Body   []byte
	At     time.Time
	Route  string // method and pattern of the operation, "" when there is none
}

// requestLog is a ring of the last requests and a count of all, by route.
type requestLog struct {
	mu     sync.Mutex
	ring   []Recorded
	next   int
	counts map[string]int
}

func (l *requestLog) add(r *http.Request, body []byte, rt *route, at time.Time) {
	header := r.Header.Clone()
	if header.Get("Authorization") != "" {
		header.Set("Authorization", "present")
	}
	rec := Recorded{r.Method, r.URL.EscapedPath(), r.URL.Query(), header, body, at, ""}
	if rt != nil {
		rec.Route = rt.String()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counts == nil {
		l.counts = map[string]int{}
	}
	l.counts[rec.Route]++
	if len(l.ring) < requestsKept {
		l.ring = append(l.ring, rec)
		return
	}
	l.ring[l.next] = rec
	l.next = (l.next + 1) % requestsKept
}

func (rt *route) String() string { return rt.method + " /" + strings.Join(rt.pattern, "/") }

// Requests returns the last requests, oldest first; at most 4,096.
func (t *Tenant) Requests() []Recorded {
	t.log.mu.Lock()
	defer t.log.mu.Unlock()
	out := append([]Recorded(nil), t.log.ring[t.log.next:]...)
	return append(out, t.log.ring[:t.log.next]...)
}

// Count is how many requests an operation has had, e.g. "POST /api/v1/search/hooks"; open segments are written {}.
func (t *Tenant) Count(route string) int {
	t.log.mu.Lock()
	defer t.log.mu.Unlock()
	return t.log.counts[route]
}

// ForgetRequests empties the log and its counts.
func (t *Tenant) ForgetRequests() {
	t.log.mu.Lock()
	defer t.log.mu.Unlock()
	t.log.ring, t.log.next, t.log.counts = nil, 0, nil
}
