package tenant

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// bodyMax is the largest request body that is read, in bytes.
const bodyMax = 4 << 20

// call is one request on its way through the tenant.
type call struct {
	t        *Tenant
	r        *http.Request
	body     []byte
	route    string   // method and pattern of the operation
	in       object   // what is asked for: the query string of a GET, else the body
	params   []string // the unescaped segments that the route leaves open, in order
	lag      Lag
	lie      bool        // answer as if it had been done, but don't do it
	stale    bool        // do it, but answer with the record as it was
	anyToken bool        // page tokens may be unknown: a fault has made them up
	headers  http.Header // added to the answer
}

// route is one operation of the service.
type route struct {
	method    string
	pattern   []string // "{}" stands for any one segment
	companion bool     // not one of the contract's sixteen
	open      bool     // needs no bearer token
	handle    func(*call) (any, error)
}

// answer is what a request will be answered with, before faults have had their say.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// raw is a handler's answer that is not 200 with JSON.
type raw struct {
	status      int
	contentType string
	body        []byte
}

// Handler serves the tenant.
func (t *Tenant) Handler() http.Handler { return http.HandlerFunc(t.serve) }

func (t *Tenant) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, bodyMax+1))
	if err != nil {
		panic(http.ErrAbortHandler) // the client went away while it was sending
	}
	rt, params, other := t.find(r.Method, r.URL.EscapedPath())
	c := &call{t: t, r: r, body: body, params: params, headers: http.Header{}}
	plan := t.faults.plan(r, c)
	t.log.add(r, body, rt, t.now()) // after the plan: what is done to a request in the log is settled, whatever the faults are then
	if plan.revoke {
		t.faults.RevokeTokens()
	}
	if !plan.wait(r.Context()) {
		panic(http.ErrAbortHandler)
	}
	if plan.dropBefore {
		panic(http.ErrAbortHandler)
	}
	var a answer
	if plan.replaces && !plan.apply {
		a = plan.answer(t.now())
	} else {
		a = t.answer(c, rt, other, len(body) > bodyMax)
		if plan.replaces {
			a = plan.answer(t.now())
		}
	}
	a = plan.tamper(a, c)
	if plan.dropAfter {
		panic(http.ErrAbortHandler)
	}
	t.write(w, a, plan.cut)
}

// write sends the answer; cut, if not negative, breaks the connection after that many bytes of the body.
func (t *Tenant) write(w http.ResponseWriter, a answer, cut int) {
	header := w.Header()
	for name, values := range a.header {
		header[name] = values
	}
	header.Set("Date", t.now().UTC().Format(http.TimeFormat))
	serial := t.serial.Add(1)
	d := t.dice(kindEvent, int(serial), 0x1d)
	header.Set("x-request-id", d.hex(8)+"-"+d.hex(4)+"-"+d.hex(12))
	header.Set("Content-Length", fmt.Sprint(len(a.body)))
	w.WriteHeader(a.status)
	if cut >= 0 && cut < len(a.body) {
		_, _ = w.Write(a.body[:cut])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(a.body)
}

// find looks for the route of a path as it came. other says that the path exists, with another method.
func (t *Tenant) find(method, escaped string) (found *route, params []string, other bool) {
	segments := strings.Split(strings.TrimPrefix(escaped, "/"), "/")
	lacking := t.faults.lacks()
	routes := t.routes()
	for i := range routes {
		rt := &routes[i]
		if rt.companion && lacking || !fits(rt.pattern, segments) {
			continue
		}
		if rt.method != method {
			other = true
			continue
		}
		for j, part := range rt.pattern {
			if part != "{}" {
				continue
			}
			text, err := url.PathUnescape(segments[j])
			if err != nil {
				text = segments[j]
			}
			params = append(params, text)
		}
		return rt, params, false
	}
	return nil, nil, other
}

func fits(pattern, segments []string) bool {
	if len(pattern) != len(segments) {
		return false
	}
	for i, part := range pattern {
		if part == "{}" && segments[i] != "" && segments[i] != "." && segments[i] != ".." {
			continue
		}
		if part != segments[i] {
			return false
		}
	}
	return true
}

// answer runs the operation and puts its result into wire form.
func (t *Tenant) answer(c *call, rt *route, other, tooBig bool) answer {
	result, err := t.operate(c, rt, other, tooBig)
	a := answer{status: http.StatusOK, header: c.headers}
	a.header.Set("Content-Type", "application/json")
	var refused *failure
	var grant *grantError
	switch {
	case errors.As(err, &grant):
		a.status, result = grant.status, grant.body()
		a.header.Set("Cache-Control", "no-store")
		if grant.status == http.StatusUnauthorized && c.r.Header.Get("Authorization") != "" {
			a.header.Set("WWW-Authenticate", `Basic realm="gatehouse"`)
		}
	case errors.As(err, &refused):
		a.status, result = refused.status, refused.body()
	case err != nil:
		a.status, result = http.StatusInternalServerError, fail(500, codeInternal, "%v", err).body()
	}
	if r, ok := result.(raw); ok {
		a.status, a.body = r.status, r.body
		a.header.Set("Content-Type", r.contentType)
		return a
	}
	a.body, err = encode(result)
	if err != nil {
		a.status, a.body = http.StatusInternalServerError, []byte(`{"code":13,"message":"internal error","details":[]}`)
	}
	return a
}

// operate carries out one request: redirect, route, token, body, operation.
func (t *Tenant) operate(c *call, rt *route, other, tooBig bool) (any, error) {
	if target, ok := parentOf(c.r.URL.EscapedPath()); ok && rt == nil {
		c.headers.Set("Location", target)
		return raw{http.StatusMovedPermanently, "text/html; charset=utf-8", []byte("<a href=\"" + target + "\">Moved Permanently</a>.\n")}, nil
	}
	if rt == nil || !rt.open {
		if err := t.checkBearer(c.r); err != nil {
			return nil, err
		}
	}
	if rt == nil {
		return nil, t.noRoute(c, other)
	}
	if tooBig {
		return nil, fail(http.StatusRequestEntityTooLarge, codeInvalid, "the request body is too large")
	}
	if !rt.open {
		if err := c.decode(rt); err != nil {
			return nil, err
		}
	}
	t.finishRuns()
	return rt.handle(c)
}

// decode reads what a request asks for: the query string of a GET, the body of everything else.
func (c *call) decode(rt *route) (err error) {
	s := c.t.shapes()
	c.route = rt.String()
	op := s.operation(c.route)
	if rt.method == http.MethodGet {
		c.in, err = s.decodeQuery(op.query, c.r.URL.RawQuery)
		return err
	}
	if len(bytes.TrimSpace(c.body)) > 0 {
		if kind, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type")); kind != "application/json" {
			return fail(http.StatusUnsupportedMediaType, codeInvalid, "the body must be sent as application/json")
		}
	}
	c.in, err = s.decodeBody(op.request, c.body)
	return err
}

// noRoute answers for a path that leads nowhere: a companion operation that this tenant lacks, a wrong method, or nothing at all.
func (t *Tenant) noRoute(c *call, other bool) *failure {
	r := c.r
	segments := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	lacking := t.faults.lackStatus()
	routes := t.routes()
	for i := range routes {
		if rt := &routes[i]; rt.companion && rt.method == r.Method && fits(rt.pattern, segments) && lacking != 0 {
			return fail(lacking, codeUnimplemented, "this tenant does not offer the operation")
		}
	}
	if other {
		c.headers.Set("Allow", t.allowed(segments))
		return fail(http.StatusMethodNotAllowed, codeUnimplemented, "Method Not Allowed")
	}
	return fail(http.StatusNotFound, codeNotFound, "Not Found")
}

// allowed are the methods that a path has.
func (t *Tenant) allowed(segments []string) string {
	var methods []string
	lacking := t.faults.lacks()
	routes := t.routes()
	for i := range routes {
		if rt := &routes[i]; fits(rt.pattern, segments) && !(rt.companion && lacking) && !slices.Contains(methods, rt.method) {
			methods = append(methods, rt.method)
		}
	}
	slices.Sort(methods)
	return strings.Join(methods, ", ")
}

// parentOf says where a path with an empty segment, a trailing slash or a dot segment is redirected to: the collection before it.
func parentOf(escaped string) (string, bool) {
	segments := strings.Split(strings.TrimPrefix(escaped, "/"), "/")
	odd := slices.IndexFunc(segments, func(s string) bool { return s == "" || s == "." || s == ".." })
	if odd <= 0 {
		return "", false
	}
	return "/" + strings.Join(segments[:odd], "/"), true
}

// pause waits, or returns false when the client is gone first.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
