package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"gatehouse/credential"
)

const (
	tokenPath         = "/auth/v1/token"
	maxTokenAnswer    = 1 << 20 // bytes
	clientAssertionIs = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
)

var errTokenTooLong = errors.New("the answer to the sign-in is too long")

// grant fetches access tokens with client credentials, in the body, never in a header.
type grant struct {
	c        *Client
	clientID string
	secret   string  // sent as it is in the plain form; "" in the signed form
	signer   *signer // nil in the plain form
	known    []string
}

func newGrant(c *Client, id, secret credential.Credential) (*grant, error) {
	g := &grant{c: c, clientID: id.Text(), known: []string{secret.Text()}}
	if secret.Kind() != credential.SigningKey {
		g.secret = secret.Text()
		return g, nil
	}
	var err error
	g.signer, err = newSigner(id.Text(), secret.Key(), c.base.Hostname())
	return g, err
}

// fetch asks for a token once.
func (g *grant) fetch(ctx context.Context) (*oauth2.Token, error) {
	config := clientcredentials.Config{
		ClientID: g.clientID, ClientSecret: g.secret,
		TokenURL: g.c.base.String() + tokenPath, AuthStyle: oauth2.AuthStyleInParams,
	}
	var assertion string
	if g.signer != nil {
		var err error
		if assertion, err = g.signer.assertion(g.c.now()); err != nil {
			return nil, g.c.signInError(0, "the client assertion could not be signed")
		}
		config.EndpointParams = url.Values{
			"client_assertion_type": {clientAssertionIs},
			"client_assertion":      {assertion},
		}
	}
	d := &door{c: g.c, ctx: ctx}
	token, err := config.Token(d.context())
	if err != nil {
		e := g.c.tokenError(ctx, d, err, assertion)
		if e.Kind == KindUnauthenticated {
			e.nameClock(d.arrived, d.header, g.signer != nil)
		}
		return nil, e
	}
	if why, kind := unusable(token); why != "" {
		e := g.c.signInError(http.StatusOK, why)
		e.Kind = kind
		return nil, e
	}
	return token, nil
}

func (c *Client) signInError(status int, message string) *Error {
	return &Error{Kind: KindUnauthenticated, Status: status, Method: http.MethodPost, Path: tokenPath, Message: message, Source: c.source,
		Renew: c.renew}
}

// tokenError turns what the oauth2 package says, which may quote whole answers, into an error without secrets.
func (c *Client) tokenError(ctx context.Context, d *door, err error, secrets ...string) *Error {
	e := c.signInError(d.status, "")
	e.RequestID, e.RetryAfter = d.id, retryAfter(d.header, c.now())
	var refused *oauth2.RetrieveError
	switch {
	case d.status >= 300 && d.status < 400:
		e.Kind, e.Message = KindRedirect, redirected(d.header, c.base)
	case d.status == http.StatusProxyAuthRequired || d.status == http.StatusNetworkAuthenticationRequired:
		e.Kind, e.Err = KindNetwork, c.signInOnTheWay(d.status)
	case d.foreign != nil:
		e.Message, e.Err = d.foreign.Error(), d.foreign
		e.Kind = kindOfTokenStatus(d.status)
		if e.Kind == KindUnauthenticated || e.Kind == KindUnknown || e.Kind == KindUnsupported && d.foreign.isPage() {
			e.Kind = KindMalformed
		}
	case errors.As(err, &refused):
		status := grpcStatus(refused.Body)
		e.Kind, e.Code, e.Message = kindOfTokenStatus(d.status), status.code, c.clean(status.message, secrets...)
		if e.RequestID == "" {
			e.RequestID = c.cleanID(status.requestID, secrets...)
		}
	case errors.Is(err, errTokenTooLong):
		e.Kind, e.Message = KindMalformed, errTokenTooLong.Error()
	case d.status == 0 && errors.Is(ctx.Err(), context.DeadlineExceeded):
		e.Kind, e.Message, e.Err = KindUnavailable, fmt.Sprintf("no answer to the sign-in within %s", c.timeout), context.DeadlineExceeded
	case d.status == 0 && ctx.Err() != nil:
		e.Kind, e.Err = KindEndedEarly, ctx.Err()
	case d.status == 0:
		d.explainNoAnswer(e, cmp.Or(d.err, err))
	default:
		e.Kind, e.Message = KindMalformed, "the answer to the sign-in holds no access token"
	}
	return e
}

// joinWords puts a colon between two texts, if both are there.
func joinWords(first, second string) string {
	if first != "" && second != "" {
		return first + ": " + second
	}
	return first + second
}

func kindOfTokenStatus(status int) Kind {
	switch {
	case status == http.StatusTooManyRequests:
		return KindRateLimited
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed, status == http.StatusNotImplemented:
		return KindUnsupported
	case status >= 500, status == http.StatusRequestTimeout:
		return KindUnavailable
	case status >= 300 && status < 400:
		return KindRedirect
	case status > http.StatusForbidden && status != http.StatusUnprocessableEntity, status == http.StatusPaymentRequired:
		return KindUnknown // a refusal that says nothing of the credentials
	}
	return KindUnauthenticated
}

// door is the one way for sign-in requests of the oauth2 package: bound to a context, without redirects, with a limit on the answer, and
// with an expires_in that the package can read. It remembers how the last answer looked.
type door struct {
	c       *Client
	ctx     context.Context
	status  int
	id      string // what the service calls the request
	header  http.Header
	arrived time.Time
	foreign *ForeignAnswer // what came in place of an answer
	err     error          // why there was none, before net/http has put it into other words
	way     way
	json    bool // the answer was JSON, whatever it said of itself
}

// context carries the door to the oauth2 package.
func (d *door) context() context.Context {
	return context.WithValue(d.ctx, oauth2.HTTPClient, &http.Client{Transport: d, CheckRedirect: followNothing})
}

// RoundTrip sends a sign-in request.
func (d *door) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(d.way.watched(d.ctx)) // not every call of the package passes its context on
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", d.c.userAgent)
	start := d.c.now()
	resp, err := d.c.transport.RoundTrip(req)
	size, id := 0, ""
	if err == nil {
		id = d.c.requestID(resp.Header, sentSecrets(req)...)
		size, err = d.take(resp, id)
	}
	var failure *Error
	if err != nil {
		d.err, failure, resp = err, d.noAnswer(req, err), nil
	}
	d.c.report(Request{Method: req.Method, Path: req.URL.Path}, call{id: d.c.calls.Add(1), attempt: 1}, start, resp, id, int64(size), failure)
	return resp, err
}

// take reads an answer whole, remembers how it looked, and leaves of it what the oauth2 package can read. It gives its size.
func (d *door) take(resp *http.Response, id string) (int, error) {
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxTokenAnswer+1))
	resp.Body.Close()
	if err == nil && len(body) > maxTokenAnswer {
		d.status, err = resp.StatusCode, errTokenTooLong
	}
	if err != nil {
		return 0, err
	}
	d.status, d.id, d.header, d.arrived = resp.StatusCode, id, resp.Header.Clone(), d.c.now()
	d.foreign = foreignAnswer(d.c.base.Host, resp, body)
	size := len(body)
	if json.Valid(body) {
		d.json, body = true, withReadableSeconds(body)
		resp.Header.Set("Content-Type", "application/json")
	}
	resp.Header.Del("Location") // net/http gives up on an answer whose Location it can't read
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return size, nil
}

// noAnswer is the error of a sign-in request that got none.
func (d *door) noAnswer(req *http.Request, err error) *Error {
	e := &Error{Method: req.Method, Path: req.URL.Path}
	d.explainNoAnswer(e, err)
	return e
}

// explainNoAnswer says in e why a sign-in request got none.
func (d *door) explainNoAnswer(e *Error, err error) {
	if !d.way.connected.Load() {
		e.Kind, e.Err = KindNetwork, d.c.stuck(err, &d.way)
		return
	}
	if stuck := notTenant(d.c.base.Host, err); stuck != nil {
		e.Kind, e.Err = KindNetwork, stuck
		return
	}
	cause := d.c.cleanCause(Request{}, err)
	e.Kind, e.Message, e.Err = KindUnavailable, brokenBy(cause), cause
}

// withReadableSeconds replaces an expires_in and an interval that are not whole numbers by such, or by 0 where they make no sense.
func withReadableSeconds(body []byte) []byte {
	members, odd := map[string]json.RawMessage{}, false
	eachMember(body, func(name string, value json.RawMessage) { members[name] = value })
	for _, name := range []string{"expires_in", "interval"} {
		if raw, ok := members[name]; ok {
			members[name], odd = strconv.AppendInt(nil, wholeSeconds(raw), 10), true
		}
	}
	if !odd {
		return body
	}
	out, err := encode(members)
	if err != nil {
		return body
	}
	return out
}

// wholeSeconds reads a number, also one in quotes, rounded up: who waits a little longer is never too early.
func wholeSeconds(raw json.RawMessage) int64 {
	f, err := strconv.ParseFloat(string(bytes.Trim(raw, `" `)), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || !(f > 0) {
		return 0
	}
	return int64(math.Ceil(min(f, longestLifetime.Seconds())))
}

// unusable says why a token can't be sent as a bearer token; "" when it can.
func unusable(token *oauth2.Token) (why string, kind Kind) {
	if token.TokenType != "" && !strings.EqualFold(token.TokenType, "Bearer") {
		given := Shorten(oneLine(token.TokenType), 40)
		return fmt.Sprintf("the tenant gave a token of the type %s, and only bearer tokens can be used here", given), KindMalformed
	}
	if !sendable(token.AccessToken) {
		return "the access token in the answer holds characters that can't be sent", KindUnauthenticated
	}
	return "", KindUnknown
}
