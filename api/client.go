package api

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"sync/atomic"
	"time"
)

const defaultTimeout = 30 * time.Second

// Options configure a Client.
type Options struct {
	BaseURL   string // https://host[:port]; plain http only to a loopback address
	Auth      Auth
	ReadOnly  bool                                       // nothing but reads can leave the client
	CAFile    string                                     // PEM file of certificate authorities to trust besides the system's
	UserAgent string                                     // "gatehouse" when empty
	Log       *slog.Logger                               // nil: no log; nothing secret is logged
	Observe   func(Exchange)                             // called after each attempt and when a retry wait starts, from any goroutine
	Now       func() time.Time                           // nil: time.Now
	Sleep     func(context.Context, time.Duration) error // nil: waits for real
	Timeout   time.Duration                              // per attempt, 30 s when zero
	Getenv    func(string) string                        // names the proxy; nil: os.Getenv
}

// Client speaks to one tenant. It is safe for concurrent use. Close it when done.
type Client struct {
	base      *url.URL
	readOnly  atomic.Bool
	userAgent string
	log       *slog.Logger
	observe   func(Exchange)
	now       func() time.Time
	sleep     func(context.Context, time.Duration) error
	timeout   time.Duration
	wire      http.RoundTripper // the transport, which follows no redirect and repeats no write
	transport *http.Transport
	proxy     *proxy // nil: the tenant is reached without one
	auth      tokens
	source    string // of the credentials, in words
	renew     string // what gets new credentials, in words
	closed    atomic.Bool
	gate      gate
	calls     atomic.Uint64 // numbers the requests
	refusedAt atomic.Uint64 // how many requests there were when the credentials were last refused; 0: they are good, as far as is known
}

// New makes a client. It connects to nothing yet; errors are about the options.
func New(o Options) (*Client, error) {
	base, err := parseBaseURL(o.BaseURL)
	if err != nil {
		return nil, err
	}
	c := &Client{
		base: base, source: o.Auth.Source, renew: o.Auth.Renew, userAgent: orWord(o.UserAgent, "gatehouse"),
		log: o.Log, observe: o.Observe, now: o.Now, sleep: o.Sleep, timeout: o.Timeout,
	}
	c.readOnly.Store(o.ReadOnly)
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if c.observe == nil {
		c.observe = func(Exchange) {}
	}
	if c.now == nil {
		c.now = time.Now
	}
	if c.sleep == nil {
		c.sleep = sleep
	}
	if c.timeout <= 0 {
		c.timeout = defaultTimeout
	}
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if c.proxy, err = findProxy(base, o.Getenv); err != nil {
		return nil, err
	}
	if c.transport, err = newTransport(o.CAFile, c.proxy); err != nil {
		return nil, err
	}
	c.wire = c.transport
	if c.auth, err = newTokens(c, o.Auth); err != nil {
		if c.source != "" {
			err = fmt.Errorf("the credentials from %s can't be used: %w", c.source, err)
		}
		return nil, err
	}
	return c, nil
}

// BaseURL is the tenant's address, without a trailing slash.
func (c *Client) BaseURL() string { return c.base.String() }

// Host is the tenant's host name, with the port if it has one.
func (c *Client) Host() string { return c.base.Host }

// ReadOnly reports whether the client refuses everything but reads.
func (c *Client) ReadOnly() bool { return c.readOnly.Load() }

// SignedOut reports whether the tenant refused the credentials, and has accepted them for no request that began since.
func (c *Client) SignedOut() bool { return c.refusedAt.Load() != 0 }

// learnSignIn remembers whether the tenant accepted the credentials of a request.
func (c *Client) learnSignIn(n call, err *Error) {
	kind := Kind(0)
	if err != nil {
		kind = err.Kind
	}
	switch {
	case kind == KindUnauthenticated:
		c.refusedAt.Store(c.calls.Load())
	case err == nil, kind == KindForbidden, kind == KindNotFound, kind == KindInvalid, kind == KindConflict:
		if at := c.refusedAt.Load(); at != 0 && n.id > at {
			c.refusedAt.CompareAndSwap(at, 0)
		}
	}
}

// Lock makes the client read-only for good. What was sent before still gets its answer; nothing that mutates is sent after it, not even
// again.
func (c *Client) Lock() { c.readOnly.Store(true) }

// Close ends the fetching of tokens and idle connections. Requests in flight end on their own; later ones fail.
func (c *Client) Close() {
	if c.closed.Swap(true) {
		return
	}
	c.auth.close()
	c.transport.CloseIdleConnections()
}

// String names the client by its tenant; no verb of fmt shows more.
func (c *Client) String() string { return "client of " + c.base.Host }

// Format makes every verb show what String shows.
func (c *Client) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.String()) }

// sleep waits for d or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
