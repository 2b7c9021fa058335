package tenant

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"gatehouse/tenant/world"
)

// Rule is one way in which the tenant misbehaves. The zero value of a field means "not this". A rule with only Method and Path
// changes nothing.
type Rule struct {
	Method string // "" or "*": any
	Path   string // "*" stands for one segment, a final "**" for all that follow; "" or "*" alone: any path

	Match string // what the body or the query string must contain; "": anything

	// When: the first Skip matching requests are left alone; then every Every-th is hit, or about Percent of them (seeded, so the
	// same ones each time); after Times hits the rule is spent (0: never).
	Skip    int
	Every   int
	Percent float64
	Times   int

	Delay      time.Duration     // wait first
	Status     int               // answer with this status
	Code       int               // gRPC code that goes with Status; 0: the usual one
	Message    string            // message that goes with Status
	Body       string            // answer with exactly this body (Status 0: 200)
	HTML       bool              // answer with a proxy's HTML page (Status 0: 200)
	Empty      bool              // answer without a body (Status 0: 204)
	RetryAfter string            // Retry-After header: seconds, or a date; "date:5s" makes the date 5 s ahead
	Header     map[string]string // more headers of the answer
	Redirect   string            // answer with a redirect to this URL (Status 0: 302)
	Apply      bool              // carry the request out before it is answered as above

	Cut        int  // break the connection after this many bytes of the body; -1: right after the headers
	DropBefore bool // break the connection without doing anything
	DropAfter  bool // do it, then break the connection
	Hang       bool // never answer

	Revoke bool // first make every token worthless, as RevokeTokens does

	Lie   bool // don't do it, but answer 200 with the record as it still is
	Stale bool // do it, but answer with the record as it was
	Lag   *Lag // writes of this request reach searches late

	Merge    json.RawMessage // object that is merged into the answer
	RowMerge json.RawMessage // object that is merged into each row of the answer's lists
	Tokens   []string        // nextPageToken of each answer in turn; "+": a new one each time; "echo": the one just sent
}

// Lag says how late searches and lists show a write; reading by id shows it at once. The zero value is no lag.
type Lag struct {
	For   time.Duration // on the tenant's clock
	Reads int           // this many searches of the collection still show the former state
	Hold  bool          // until Release
}

// Faults are the ways in which a tenant can be told to misbehave. It is safe for concurrent use.
type Faults struct {
	t    *Tenant
	seed uint64

	mu       sync.Mutex
	rules    []*activeRule
	latency  time.Duration
	lag      Lag
	lacking  int // status of companion operations that are missing; 0: none is
	noReject bool
	expires  json.RawMessage
	revoked  bool          // the static token is refused
	wake     chan struct{} // closed by Reset: requests that hang end
	madeUp   int
}

type activeRule struct {
	Rule
	matched, hits int
}

// Add puts a rule in force; the function returned removes it.
func (f *Faults) Add(r Rule) (remove func()) {
	active := &activeRule{Rule: r}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rules = append(f.rules, active)
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		for i, each := range f.rules {
			if each == active {
				f.rules = append(f.rules[:i:i], f.rules[i+1:]...)
				return
			}
		}
	}
}

// Reset removes every fault (but not the lack of companion operations), lets held writes be seen and ends requests that hang.
func (f *Faults) Reset() {
	f.mu.Lock()
	f.rules, f.latency, f.lag, f.noReject, f.expires, f.revoked = nil, 0, Lag{}, !f.t.rejects, nil, false
	if f.wake != nil {
		close(f.wake)
		f.wake = nil
	}
	f.mu.Unlock()
	f.Release()
}

// Latency delays every answer.
func (f *Faults) Latency(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.latency = d
}

// Lag makes every later write reach searches late.
func (f *Faults) Lag(l Lag) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lag = l
}

// Release lets searches see every write made so far.
func (f *Faults) Release() {
	f.t.mu.Lock()
	defer f.t.mu.Unlock()
	for _, c := range f.t.all() {
		c.release()
	}
}

// LackCompanions takes away (status 404, 405, 501 or 403) or gives back (0) every operation that is not one of the sixteen.
func (f *Faults) LackCompanions(status int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lacking = status
}

func (f *Faults) lacks() bool { return f.lackStatus() != 0 }

func (f *Faults) lackStatus() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lacking
}

// RefuseRejected makes SUGGESTION_STATE_REJECTED an unknown state (400), as it may be on a real tenant.
func (f *Faults) RefuseRejected(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.noReject = on
}

func (f *Faults) refusesRejected() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.noReject
}

// ExpiresIn replaces expires_in of the token answer by any JSON value; an empty one (not nil) leaves it out, nil goes back to 600.
// Where it is a number of seconds, tokens really end after it; else after 600.
func (f *Faults) ExpiresIn(value json.RawMessage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.expires = value
}

// RevokeTokens makes every token issued so far, and the static one, worthless. Reset gives the static one back.
func (f *Faults) RevokeTokens() {
	f.mu.Lock()
	f.revoked = true
	f.mu.Unlock()
	f.t.auth.forgetTokens()
}

func (f *Faults) staticRevoked() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.revoked
}

// lifetime returns expires_in as it is answered and how long the token is really good for.
func (f *Faults) lifetime() (shown json.RawMessage, real time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.expires == nil {
		return json.RawMessage("600"), tokenLifetime
	}
	var n float64
	if err := json.Unmarshal(f.expires, &n); err == nil && n > 0 && n < 1e6 {
		return f.expires, time.Duration(n * float64(time.Second))
	}
	return f.expires, tokenLifetime
}

// plan collects what the rules have in store for a request.
func (f *Faults) plan(r *http.Request, c *call) plan {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := plan{cut: -1, delay: f.latency}
	c.lag = Lag{For: f.t.late}
	if f.lag != (Lag{}) {
		c.lag = f.lag
	}
	for i, each := range f.rules {
		if !each.fits(r.Method, r.URL.EscapedPath()) || !each.holds(r, c.body) || !each.fires(f.seed, i) {
			continue
		}
		p.add(each, c)
		if len(each.Tokens) > 0 {
			f.madeUp++
			p.token = each.Tokens[(each.hits-1)%len(each.Tokens)]
			p.serial = f.madeUp
		}
	}
	if p.hang {
		if f.wake == nil {
			f.wake = make(chan struct{})
		}
		p.wake = f.wake
	}
	return p
}

// fires counts a matching request and says whether this one is hit.
func (r *activeRule) fires(seed uint64, place int) bool {
	if r.Times > 0 && r.hits >= r.Times {
		return false
	}
	r.matched++
	n := r.matched - r.Skip
	switch {
	case n <= 0:
		return false
	case r.Every > 1 && n%r.Every != 0:
		return false
	case r.Percent > 0 && float64(world.Mix(seed^uint64(place)<<32^uint64(n))%10000) >= r.Percent*100:
		return false
	}
	r.hits++
	return true
}
