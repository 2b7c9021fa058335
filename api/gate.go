package api

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Bounds of what a client does after the service has said that there are too many requests.
const (
	maxRefusals = 20              // answers of that kind to one request
	longestHold = 2 * time.Minute // however long the service asks for: a proxy's mistake must not shut the client for a day

	routesOfAll   = 3 // refused within refusalsCount, they hold back all requests
	refusalsCount = 10 * time.Second

	firstRate   = 30.0 // requests a second once the first hold is over
	slowerBy    = 0.7  // the factor of each hold after it
	slowestRate = 4.0
	fasterBy    = 1.0  // with each answer
	freeRate    = 50.0 // from here on they go as they come
)

// gate holds back requests while the service wants fewer: those of the route that it refused, and all of the client once it has refused
// several routes within a few seconds. The zero value is open.
type gate struct {
	mu       sync.Mutex
	all      lane
	lanes    map[string]*lane // by route
	refusals []refusal        // of the last seconds, one a route
}

// refusal is the last one of a route.
type refusal struct {
	route string
	at    time.Time
}

// place is where a request stands in the row of a lane: it holds while no other hold begins there.
type place struct {
	lane  *lane
	epoch uint64
}

// lane is the row of the requests of a route, or of all: held for a time, it lets them go one by one afterwards, slowly first, then, as
// answers come, as fast as before.
type lane struct {
	until   time.Time // nothing is sent before
	rate    float64   // requests a second; 0: as they come
	next    time.Time // the earliest time of the next request while there is a rate
	strikes int       // refusals since the last success; those of one volley count as one
	epoch   uint64    // of the hold: a refusal of what was sent before it is no news
}

// lane is that of a route. The caller holds the lock.
func (g *gate) lane(route string) *lane {
	if g.lanes == nil {
		g.lanes = map[string]*lane{}
	}
	if g.lanes[route] == nil {
		g.lanes[route] = &lane{}
	}
	return g.lanes[route]
}

// reserve takes the next place in the rows of all that a request goes by: how long to wait for it, and how much of that is a hold.
func (g *gate) reserve(now time.Time, routes ...string) (wait, hold time.Duration, places []place) {
	g.mu.Lock()
	defer g.mu.Unlock()
	places = g.places(routes)
	for _, p := range places {
		w, h := p.lane.reserve(now)
		wait, hold = max(wait, w), max(hold, h)
	}
	return wait, hold, places
}

// enter takes places without waiting for their turn.
func (g *gate) enter(routes ...string) []place {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.places(routes)
}

// places are where requests of these routes stand. The caller holds the lock.
func (g *gate) places(routes []string) []place {
	places := []place{{&g.all, g.all.epoch}}
	for _, route := range routes {
		l := g.lane(route)
		places = append(places, place{l, l.epoch})
	}
	return places
}

// stand reports whether no other hold began since the places were taken.
func (g *gate) stand(places []place) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range places {
		if p.lane.epoch != p.epoch {
			return false
		}
	}
	return true
}

// refused begins or prolongs a hold after a refusal of a request of the route. asked is what the service asked to wait, 0 for nothing.
func (g *gate) refused(now time.Time, asked time.Duration, route string, places []place) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refusals = slices.DeleteFunc(g.refusals, func(r refusal) bool { return r.route == route || now.Sub(r.at) > refusalsCount })
	g.refusals = append(g.refusals, refusal{route, now})
	held := []*lane{g.lane(route)}
	if len(g.refusals) >= routesOfAll {
		held = append(held, &g.all)
	}
	for _, l := range held {
		epoch := l.epoch
		for _, p := range places {
			if p.lane == l {
				epoch = p.epoch
			}
		}
		l.refused(now, asked, epoch)
	}
}

// passed lets requests go faster after an answer to one that had these places.
func (g *gate) passed(places []place) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range places {
		p.lane.passed(p.epoch)
	}
}

// reserve takes the next place: how long to wait for it, and how much of that is the hold.
func (l *lane) reserve(now time.Time) (wait, hold time.Duration) {
	at := now
	if l.until.After(at) {
		at = l.until
	}
	hold = at.Sub(now)
	if l.rate > 0 {
		if l.next.After(at) {
			at = l.next
		}
		l.next = at.Add(time.Duration(float64(time.Second) / l.rate))
	}
	return at.Sub(now), hold
}

// refused begins or prolongs the hold after a refusal of a request that was sent in the epoch.
func (l *lane) refused(now time.Time, asked time.Duration, epoch uint64) {
	news := epoch == l.epoch
	wait := min(asked, longestHold)
	switch {
	case news:
		l.strikes++
		if l.rate == 0 {
			l.rate = firstRate / slowerBy
		}
		l.rate = max(l.rate*slowerBy, slowestRate)
		if wait <= 0 {
			wait = backoff(l.strikes)
		}
	case !now.Add(wait).After(l.until) || wait <= 0:
		return
	}
	if until := now.Add(wait); until.After(l.until) {
		l.until = until
	}
	l.next = l.until
	l.epoch++
}

// passed lets requests go faster after an answer to a request that was sent in the epoch.
func (l *lane) passed(epoch uint64) {
	if epoch != l.epoch || l.rate == 0 {
		return
	}
	l.strikes = 0
	if l.rate += fasterBy; l.rate >= freeRate {
		l.rate = 0
	}
}

// learn tells the gate what an attempt has shown.
func (c *Client) learn(r Request, a attempted, places []place) {
	switch {
	case a.err == nil:
		c.gate.passed(places)
	case a.err.Kind == KindRateLimited && a.err.Path == tokenPath:
		c.gate.refused(c.now(), a.err.RetryAfter, tokenPath, places)
	case a.err.Kind == KindRateLimited:
		c.gate.refused(c.now(), a.err.RetryAfter, r.routeName(), places)
	case a.err.Status != 0:
		c.gate.passed(places)
	}
}

// routes are the rows in which a request waits: its own, and that of the sign-in when there is no token.
func (c *Client) routes(r Request) []string {
	if c.auth.ready() {
		return []string{r.routeName()}
	}
	return []string{r.routeName(), tokenPath}
}

// pass waits until the request may be sent. It gives the time waited and the places that the request has; the only errors are a hold
// that is too long to be waited for, and the end of ctx. last is why the request was not answered before, if it was sent. What a person
// asked for goes at once, the first time.
func (c *Client) pass(ctx context.Context, r Request, n call, last *Error) (time.Duration, []place, *Error) {
	routes := c.routes(r)
	if last == nil && isAtOnce(ctx) {
		return 0, c.gate.enter(routes...), nil
	}
	for waited := time.Duration(0); ; {
		wait, hold, places := c.gate.reserve(c.now(), routes...)
		if wait <= 0 {
			return waited, places, nil
		}
		if hold > maxRetryAfter {
			e := c.newError(r, KindRateLimited, "", ErrHeld)
			e.RetryAfter = hold
			return waited, places, e
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
			return waited, places, c.newError(r, KindEndedEarly, "cancelled while waiting to send", err)
		}
		waited += wait
		if c.gate.stand(places) {
			return waited, places, nil
		}
	}
}

type atOnceKey struct{}

// AtOnce marks what is asked with a context as asked for by a person just now: each request goes once, even while its route is held.
func AtOnce(ctx context.Context) context.Context { return context.WithValue(ctx, atOnceKey{}, true) }

func isAtOnce(ctx context.Context) bool { return ctx.Value(atOnceKey{}) != nil }
