package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"
)

const (
	maxAttempts   = 4
	maxAnswerSize = 32 << 20 // bytes
)

var errTooLong = fmt.Errorf("the answer is longer than %d MiB", maxAnswerSize>>20)

// Do sends a request and waits for its answer. Reads are tried again after 429, 5xx and broken connections; writes only when no
// connection was made and after 429; both once, with a new token, after 401. A 429 holds back
// the requests of its route, several of them all requests of the client. All errors
// are *Error.
func (c *Client) Do(ctx context.Context, r Request) (Answer, error) {
	if err := c.admit(ctx, r); err != nil {
		return Answer{}, err
	}
	n := call{id: c.calls.Add(1), attempt: 1, background: inBackground(ctx)}
	renewed, refusals, earlier := false, 0, ""
	var last *Error
	for ; ; n.attempt++ {
		held, places, failure := c.pass(ctx, r, n, last)
		if failure != nil {
			return Answer{}, failure
		}
		n.waited += held
		a := c.attempt(ctx, r, n)
		c.learn(r, a, places)
		n.waited, last = 0, a.err
		if a.err == nil {
			c.learnSignIn(n, nil)
			return a.answer, nil
		}
		if earlier = cmp.Or(a.err.RequestID, earlier); a.err.Kind == KindOutcomeUnknown && a.err.RequestID == "" {
			a.err.EarlierID = earlier
		}
		if a.err.Status == http.StatusUnauthorized && a.err.Kind == KindUnauthenticated && !renewed && c.auth.refused(a.token) {
			renewed = true
			n.attempt--
			continue
		}
		c.learnSignIn(n, a.err)
		if a.err.Kind == KindRateLimited {
			if refusals++; refusals >= maxRefusals || a.err.RetryAfter > maxRetryAfter {
				return Answer{}, a.err
			}
			continue // the gate makes it wait
		}
		wait, again := c.waitAfter(a, n.attempt-refusals)
		if !again {
			return Answer{}, a.err
		}
		c.observe(c.exchange(r, n, func(x *Exchange) { x.Status, x.Wait, x.Err, x.RequestID = a.err.Status, wait, a.err, a.err.RequestID }))
		if err := c.sleep(ctx, wait); err != nil {
			return Answer{}, c.newError(r, KindEndedEarly, "cancelled while waiting to try again", err)
		}
		n.waited = wait
	}
}

// admit refuses what must not leave, before any I/O.
func (c *Client) admit(ctx context.Context, r Request) error {
	if c.closed.Load() {
		return c.newError(r, KindEndedEarly, "the connection to this tenant was closed", context.Canceled)
	}
	if err := r.check(); err != nil {
		return c.newError(r, KindInvalid, err.Error(), err)
	}
	if c.ReadOnly() && r.Mutates() {
		return c.newError(r, KindReadOnly, "", nil)
	}
	if err := ctx.Err(); err != nil {
		return c.newError(r, KindEndedEarly, "", err)
	}
	return nil
}

func (c *Client) newError(r Request, kind Kind, message string, cause error) *Error {
	return &Error{Kind: kind, Method: r.Method, Path: RedactPath(r.Path), Message: message, Err: cause}
}

// attempted is the outcome of one attempt.
type attempted struct {
	answer    Answer
	err       *Error
	token     string // the access token that was sent
	retryable bool   // trying again can't do anything twice
}

// attempt sends the request once.
func (c *Client) attempt(ctx context.Context, r Request, n call) attempted {
	token, err := c.auth.token(ctx)
	if err != nil {
		return c.withoutToken(ctx, r, err)
	}
	if c.ReadOnly() && r.Mutates() { // the client was locked while the request waited
		return attempted{err: c.newError(r, KindReadOnly, "", nil)}
	}
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var w way
	req, err := c.newHTTPRequest(w.watched(limited), r, token)
	if err != nil {
		return attempted{err: c.newError(r, KindInvalid, "the request could not be made", nil)}
	}
	start := c.now()
	resp, err := c.wire.RoundTrip(req)
	var body []byte
	if err == nil {
		body, err = readBody(resp)
	}
	out, id := attempted{token: token}, ""
	if resp != nil {
		id = c.requestID(resp.Header, append(r.namedSecrets(), sentSecrets(req)...)...)
	}
	switch {
	case err != nil && resp == nil:
		out.err, out.retryable = c.withoutAnswer(ctx, r, err, &w)
	case err != nil:
		out.err, out.retryable = c.brokenAnswer(ctx, r, resp, id, err)
	default:
		out.answer, out.err = c.judge(r, resp, id, body, token)
		out.retryable = out.err != nil && retryableStatus(r, out.err)
	}
	c.report(r, n, start, resp, id, int64(len(body)), out.err)
	return out
}

// withoutToken is the outcome of an attempt for which no token could be had: nothing was sent.
func (c *Client) withoutToken(ctx context.Context, r Request, err error) attempted {
	if ctx.Err() != nil {
		return attempted{err: c.newError(r, KindEndedEarly, "", ctx.Err())}
	}
	var e *Error
	if !errors.As(err, &e) {
		return attempted{err: c.newError(r, KindUnauthenticated, "", err)}
	}
	if e.Kind == KindUnsupported { // the sign-in isn't there, which says nothing of the operation
		lost := *e
		if lost.Kind = KindMalformed; lost.Message == "" || !isForeign(lost.Err) {
			lost.Message = "there is no sign-in at this address; check the tenant's address"
		}
		e = &lost
	}
	transient := e.Kind == KindRateLimited || e.Kind == KindNetwork || e.Kind == KindUnavailable && !errors.Is(err, context.DeadlineExceeded)
	return attempted{err: e, retryable: transient && !permanent(err)}
}

func (c *Client) newHTTPRequest(ctx context.Context, r Request, token string) (*http.Request, error) {
	u, err := url.Parse(c.base.String() + r.Path)
	if err != nil {
		return nil, err
	}
	u.RawQuery = r.Query.Encode()
	req, err := http.NewRequestWithContext(ctx, r.Method, u.String(), nil)
	if err != nil {
		return nil, err
	}
	if r.Body != nil {
		// Without GetBody the transport can't replay the request by itself.
		req.Body = io.NopCloser(bytes.NewReader(r.Body))
		req.ContentLength = int64(len(r.Body))
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", c.userAgent)
	(&oauth2.Token{AccessToken: token}).SetAuthHeader(req)
	return req, nil
}

// readBody reads the whole answer, up to the limit, and closes it.
func readBody(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()
	if resp.ContentLength > maxAnswerSize {
		return nil, errTooLong
	}
	if n := resp.ContentLength; n > 0 && n <= 1<<20 { // exact: rows keep slices of this buffer
		body := make([]byte, n)
		_, err := io.ReadFull(resp.Body, body)
		return body, err
	}
	var b bytes.Buffer
	_, err := b.ReadFrom(io.LimitReader(resp.Body, maxAnswerSize+1))
	if err == nil && b.Len() > maxAnswerSize {
		err = errTooLong
	}
	return bytes.Clone(b.Bytes()), err
}

// withoutAnswer judges an attempt that ended before there was an answer. One that ran into its time limit is not made again: whoever
// waits has waited long enough.
func (c *Client) withoutAnswer(ctx context.Context, r Request, err error, w *way) (*Error, bool) {
	connected := w.connected.Load()
	switch {
	case ctx.Err() != nil && r.Mutates() && connected:
		return c.newError(r, KindOutcomeUnknown, "", ctx.Err()), false
	case ctx.Err() != nil:
		return c.newError(r, KindEndedEarly, "", ctx.Err()), false
	case !connected:
		stuck := c.stuck(err, w)
		return c.newError(r, KindNetwork, "", stuck), !stuck.Permanent
	case w.unseen(err) && !timedOut(err):
		stuck := c.notTaken(err)
		return c.newError(r, KindNetwork, "", stuck), !stuck.Permanent
	case r.Mutates():
		return c.newError(r, KindOutcomeUnknown, "", c.cleanCause(r, err)), false
	case timedOut(err):
		return c.newError(r, KindUnavailable, fmt.Sprintf("no answer within %s", c.timeout), c.cleanCause(r, err)), false
	}
	if stuck := notTenant(c.base.Host, err); stuck != nil {
		return c.newError(r, KindNetwork, "", stuck), false
	}
	cause := c.cleanCause(r, err)
	return c.newError(r, KindUnavailable, brokenBy(cause), cause), true
}

// brokenBy says that a connection broke, and how.
func brokenBy(cause error) string {
	text := cause.Error()
	if strings.HasPrefix(text, "the connection ") {
		return text
	}
	return connectionBroke + ": " + text
}

// brokenAnswer judges an answer whose body could not be read to its end.
func (c *Client) brokenAnswer(ctx context.Context, r Request, resp *http.Response, id string, err error) (*Error, bool) {
	e := c.newError(r, KindUnavailable, "the answer was cut short", c.cleanCause(r, err))
	e.Status, e.RequestID = resp.StatusCode, id
	again := true
	switch {
	case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		e.Message, e.Err, again = fmt.Sprintf("the answer wasn't whole within %s", c.timeout), context.DeadlineExceeded, false
	case errors.Is(err, errTooLong):
		e.Kind, e.Message, e.Err, again = KindMalformed, errTooLong.Error(), nil, false
	case ctx.Err() != nil:
		e.Kind, e.Message, e.Err, again = KindEndedEarly, "", ctx.Err(), false
	}
	if r.Mutates() && (resp.StatusCode < 400 || resp.StatusCode >= 500) {
		e.Kind, again = KindOutcomeUnknown, false
	} else if resp.StatusCode >= 300 && e.Kind == KindUnavailable {
		e.Kind = kindOfStatus(resp.StatusCode, 0, r)
		again = again && retryableStatus(r, e)
	}
	return e, again
}

// judge turns a complete answer into an Answer or an error.
func (c *Client) judge(r Request, resp *http.Response, id string, body []byte, token string) (Answer, *Error) {
	answer := Answer{Status: resp.StatusCode, RequestID: id}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return answer, c.refusal(r, resp, id, body, token)
	}
	problem := ""
	var foreign *ForeignAnswer
	switch {
	case len(bytes.TrimSpace(body)) == 0 && r.Mutates():
		return answer, nil
	case len(bytes.TrimSpace(body)) == 0:
		problem = "the answer is empty"
	case json.Valid(body):
		if firstByte(body) != '{' && !(r.Mutates() && isNull(body)) {
			problem = "the answer is not a JSON object"
		}
	default:
		if foreign, problem = foreignAnswer(c.base.Host, resp, body), "the answer is not JSON"; foreign != nil {
			problem = foreign.Error()
		}
	}
	if problem == "" {
		answer.Body = body
		return answer, nil
	}
	e := c.newError(r, KindMalformed, problem, nil)
	if foreign != nil {
		e.Err = foreign
	}
	if r.Mutates() { // a proxy's page, perhaps: it does not say whether the request got through
		e.Kind = KindOutcomeUnknown
	}
	e.Status, e.RequestID = resp.StatusCode, answer.RequestID
	return answer, e
}
