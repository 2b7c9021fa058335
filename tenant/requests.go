package tenant

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// How many requests are remembered, and how many bytes of their bodies.
const (
	requestsKept = 4096
	bodiesKept   = 8 << 20
)

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

// requestLog is the last requests and a count of all, by route.
type requestLog struct {
	unread bool // nobody asks for the requests: only the counts are kept
	mu     sync.Mutex
	last   []Recorded // oldest first
	bytes  int        // of their bodies
	counts map[string]int
}

func (l *requestLog) add(r *http.Request, body []byte, rt *route, at time.Time) {
	name := ""
	if rt != nil {
		name = rt.String()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counts == nil {
		l.counts = map[string]int{}
	}
	l.counts[name]++
	if l.unread {
		return
	}
	header := r.Header.Clone()
	if header.Get("Authorization") != "" {
		header.Set("Authorization", "present")
	}
	l.last = append(l.last, Recorded{r.Method, r.URL.EscapedPath(), r.URL.Query(), header, body, at, name})
	l.bytes += len(body)
	for len(l.last) > requestsKept || l.bytes > bodiesKept {
		l.bytes -= len(l.last[0].Body)
		l.last[0] = Recorded{} // the array lives on until it is full
		l.last = l.last[1:]
	}
}

func (rt *route) String() string { return rt.method + " /" + strings.Join(rt.pattern, "/") }

// Requests returns the last requests, oldest first; at most 4,096, and fewer where their bodies are large.
func (t *Tenant) Requests() []Recorded {
	t.log.mu.Lock()
	defer t.log.mu.Unlock()
	return slices.Clone(t.log.last)
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
	t.log.last, t.log.bytes, t.log.counts = nil, 0, nil
}
