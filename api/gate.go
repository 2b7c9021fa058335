package api

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Bounds of what a client does after the service has said that there are too many requests.
const (
	maxRefusals = 20              // answers of that kind to one request
	longestHold = 2 * time.Minute // however long the service asks for: a proxy's mistake must not shut the client for a day

	firstRate   = 30.0 // requests a second once the first hold is over
	slowerBy    = 0.7  // the factor of each hold after it
	slowestRate = 4.0
	fasterBy    = 1.0  // with each answer
	freeRate    = 50.0 // from here on they go as they come
)

// gate holds back all requests of a client while the service wants fewer, and lets them go one by one afterwards: slowly first, then, as
// answers come, as fast as before. The zero value is open.
type gate struct {
	mu      sync.Mutex
	until   time.Time // nothing is sent before
	rate    float64   // requests a second; 0: as they come
	next    time.Time // the earliest time of the next request while there is a rate
	strikes int       // refusals since the last success; those of one volley count as one
	epoch   uint64    // of the hold: a refusal of what was sent before it is no news
}

// reserve takes the next place in the row: how long to wait for it, how much of that is the hold, and in which epoch it is valid.
func (g *gate) reserve(now time.Time) (wait, hold time.Duration, epoch uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := now
	if g.until.After(at) {
		at = g.until
	}
	hold = at.Sub(now)
	if g.rate > 0 {
		if g.next.After(at) {
			at = g.next
		}
		g.next = at.Add(time.Duration(float64(time.Second) / g.rate))
	}
	return at.Sub(now), hold, g.epoch
}

// stands reports whether no other hold began since the epoch.
func (g *gate) stands(epoch uint64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.epoch == epoch
}

// refused begins or prolongs the hold after a refusal of a request that was sent in the epoch. asked is what the service asked to wait,
// 0 for nothing.
func (g *gate) refused(now time.Time, asked time.Duration, epoch uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	news := epoch == g.epoch
	wait := min(asked, longestHold)
	switch {
	case news:
		g.strikes++
		if g.rate == 0 {
			g.rate = firstRate / slowerBy
		}
		g.rate = max(g.rate*slowerBy, slowestRate)
		if wait <= 0 {
			wait = backoff(g.strikes)
		}
	case !now.Add(wait).After(g.until) || wait <= 0:
		return
	}
	if until := now.Add(wait); until.After(g.until) {
		g.until = until
	}
	g.next = g.until
	g.epoch++
}

// passed lets requests go faster after an answer to a request that was sent in the epoch.
func (g *gate) passed(epoch uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if epoch != g.epoch || g.rate == 0 {
		return
	}
	g.strikes = 0
	if g.rate += fasterBy; g.rate >= freeRate {
		g.rate = 0
	}
}

// learn tells the gate what an attempt has shown.
func (c *Client) learn(a attempted, epoch uint64) {
	switch {
	case a.err == nil:
		c.gate.passed(epoch)
	case a.err.Kind == KindRateLimited:
		c.gate.refused(c.now(), a.err.RetryAfter, epoch)
	case a.err.Status != 0:
		c.gate.passed(epoch)
	}
}

// pass waits until the request may be sent. It gives the time waited and the epoch that the request belongs to; the only errors are a
// hold that is too long to be waited for, and the end of ctx. last is why the request was not answered before, if it was sent.
func (c *Client) pass(ctx context.Context, r Request, n call, last *Error) (time.Duration, uint64, *Error) {
	for waited := time.Duration(0); ; {
		wait, hold, epoch := c.gate.reserve(c.now())
		if wait <= 0 {
			return waited, epoch, nil
		}
		if hold > maxRetryAfter {
			e := c.newError(r, KindRateLimited, "", nil)
			e.Status, e.RetryAfter = http.StatusTooManyRequests, hold
			return waited, epoch, e
		}
		if hold > 0 {
			c.observe(c.exchange(r, call{id: n.id, attempt: n.attempt - 1, background: n.background}, func(x *Exchange) {
				x.Status, x.Wait = http.StatusTooManyRequests, wait
				if last != nil {
					x.Err, x.RequestID = last, last.RequestID
				}
			}))
		}
		if err := c.sleep(ctx, wait); err != nil {
			return waited, epoch, c.newError(r, KindEndedEarly, "cancelled while waiting to send", err)
		}
		waited += wait
		if c.gate.stands(epoch) {
			return waited, epoch, nil
		}
	}
}
