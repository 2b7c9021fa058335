package api

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"time"
)

// maxBodyKept bounds the body of an Exchange in bytes.
const maxBodyKept = 64 << 10

// Exchange is one attempt at a request, or, when Wait is set, the start of a wait before the next attempt. It holds no token, no share
// code and, of sign-in requests, no body.
type Exchange struct {
	Call      uint64    // the same for all attempts at one request of a client
	At        time.Time // when the attempt began
	Method    string
	Base      string          // the tenant's address
	Path      string          // share codes left out
	Query     string          // encoded
	Body      json.RawMessage // as it was sent, share codes and credentials left out; nil when it was empty or over 64 KiB
	Attempt   int             // from 1; 0 in a wait before the first
	Status    int             // 0 when there was no answer
	Waited    time.Duration   // between the attempt before, or the asking, and this one
	Duration  time.Duration   // of the attempt
	Wait      time.Duration   // until the next attempt; 0 when this is the end of an attempt
	Bytes     int64           // of the answer's body
	RequestID string
	Err       error
	// Background: nobody waits for it, see InBackground.
	Background bool

	hadBody bool
}

// String is the first line of the request, without its body.
func (x Exchange) String() string { return x.Method + " " + x.Path }

// Doing says in words what the request is for: "reading the hooks".
func (x Exchange) Doing() string { return doing(x.Method, x.Path) }

// LogValue is String for slog.
func (x Exchange) LogValue() slog.Value { return slog.StringValue(x.String()) }

// SignsIn reports whether it is a request for a token. Its body is never kept.
func (x Exchange) SignsIn() bool { return signsIn(x.Path) }

// SignsIn reports whether the request that failed was for a token, so that what was to be sent with it wasn't.
func (e *Error) SignsIn() bool { return signsIn(e.Path) }

func signsIn(path string) bool { return path == tokenPath || path == devicePath }

// call is where a request stands.
type call struct {
	id      uint64
	attempt int
	waited  time.Duration // before this attempt

	background bool
}

// exchange describes an attempt at a request; change fills in what is known of it.
func (c *Client) exchange(r Request, n call, change func(*Exchange)) Exchange {
	x := Exchange{Call: n.id, At: c.now(), Method: r.Method, Base: c.BaseURL(), Path: RedactPath(r.Path),
		Query:   HideShareCodes(r.Query.Encode()),
		Attempt: n.attempt, Waited: n.waited, Background: n.background}
	x.hadBody = len(r.Body) > 0
	if x.hadBody && len(r.Body) <= maxBodyKept {
		x.Body = c.redactBody(r)
	}
	change(&x)
	return x
}

// report tells the log and the observer how an attempt ended; id is what the service calls it. Neither learns more than what is in
// Exchange.
func (c *Client) report(r Request, n call, start time.Time, resp *http.Response, id string, size int64, failure *Error) {
	x := c.exchange(r, n, func(x *Exchange) {
		x.At, x.Duration, x.Bytes = start, c.now().Sub(start), size
		if resp != nil {
			x.Status, x.RequestID = resp.StatusCode, id
		}
		if failure != nil { // a nil *Error must not become a non-nil error
			x.Err = failure
		}
	})
	c.log.Debug("request", "method", x.Method, "path", x.Path, "status", x.Status, "duration", x.Duration, "attempt", x.Attempt, "request_id",
		x.RequestID)
	c.observe(x)
}
