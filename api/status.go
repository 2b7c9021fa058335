package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
)

// gRPC codes that change what an HTTP status means (companion.md 4).
const (
	codeNotFound           = 5
	codeAlreadyExists      = 6
	codeFailedPrecondition = 9
	codeAborted            = 10
	codeUnimplemented      = 12
)

// refusal makes the error for an answer that is not a success.
func (c *Client) refusal(r Request, resp *http.Response, id string, body []byte, token string) *Error {
	status, foreign := grpcStatus(body), foreignAnswer(c.base.Host, resp, body)
	e := &Error{
		Status: resp.StatusCode, Code: status.code, RequestID: id,
		Method: r.Method, Path: RedactPath(r.Path),
		Message:    c.clean(status.message, append(r.namedSecrets(), token)...),
		RetryAfter: retryAfter(resp.Header, c.now()),
		Source:     c.source,
		Renew:      c.renew,
	}
	if e.RequestID == "" {
		e.RequestID = c.cleanID(status.requestID, append(r.namedSecrets(), token)...)
	}
	e.Kind = kindOfStatus(resp.StatusCode, status.code, r)
	if e.Kind == KindNotFound && resp.StatusCode == http.StatusNotFound && !status.isJSON && !foreign.isPage() {
		e.Kind = KindUnsupported // a route that nobody serves, not a record that is missing
	}
	switch {
	case e.Kind == KindRedirect, e.Kind == KindOutcomeUnknown && resp.StatusCode >= 300 && resp.StatusCode < 400:
		e.Message = redirected(resp.Header, c.base)
	case resp.StatusCode == http.StatusProxyAuthRequired || resp.StatusCode == http.StatusNetworkAuthenticationRequired:
		e.Kind, e.Message, e.Err = KindNetwork, "", c.signInOnTheWay(resp.StatusCode)
	case e.Kind == KindUnsupported && !foreign.isPage(): // a gateway that doesn't know the route may say so in a word of its own
	case foreign != nil:
		e.Message, e.Err = foreign.Error(), foreign
		e.Kind = kindOfForeign(e.Kind, r)
	case e.Message == "" && len(body) > 0 && !status.isJSON:
		e.Message = "the answer is not JSON"
	}
	return e
}

// signInOnTheWay is for an answer that only something between here and the tenant gives.
func (c *Client) signInOnTheWay(status int) *NetworkError {
	return &NetworkError{Hop: HopProxy, Host: c.base.Host, Status: status, Permanent: true,
		Said: fmt.Sprintf("the network wants a sign-in before it lets anything through to %s (%d)", c.base.Host, status),
		Next: "sign in to the network, or name its proxy in HTTPS_PROXY"}
}

// kindOfForeign says what a refusal means that isn't the API's own: nothing that it says of credentials, roles or records counts, and a
// page doesn't even say what the tenant offers.
func kindOfForeign(kind Kind, r Request) Kind {
	switch kind {
	case KindUnauthenticated, KindForbidden, KindInvalid, KindConflict, KindNotFound, KindUnsupported:
		if r.Mutates() { // whoever answered may have done so after the tenant
			return KindOutcomeUnknown
		}
		return KindMalformed
	}
	return kind
}

// kindOfStatus says what a failed status means for this request.
func kindOfStatus(status, code int, r Request) Kind {
	if code == codeUnimplemented {
		return KindUnsupported
	}
	switch status {
	case http.StatusUnauthorized:
		return KindUnauthenticated
	case http.StatusForbidden:
		return KindForbidden
	case http.StatusNotFound:
		if namesNoRecord(r.Path) {
			return KindUnsupported
		}
		return KindNotFound
	case http.StatusGone:
		return KindNotFound
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return KindUnsupported
	case http.StatusConflict, http.StatusPreconditionFailed:
		return KindConflict
	case http.StatusProxyAuthRequired:
		return KindNetwork
	case http.StatusTooManyRequests:
		return KindRateLimited
	case http.StatusRequestTimeout, 444, 460, 499: // ended by the client or the balancer while the service may be at it
		if r.Mutates() {
			return KindOutcomeUnknown
		}
		return KindEndedEarly
	case http.StatusBadRequest:
		if code == codeFailedPrecondition || code == codeAborted || code == codeAlreadyExists {
			return KindConflict
		}
		return KindInvalid
	}
	switch {
	case (status < 400 || status >= 500) && r.Mutates(): // a redirect may follow what was done
		return KindOutcomeUnknown
	case status >= 500:
		return KindUnavailable
	case status >= 400:
		return KindInvalid
	case status >= 300:
		return KindRedirect
	}
	return KindMalformed
}

// namesNoRecord reports whether a path holds no id, so that a 404 can only mean that the route is missing.
func namesNoRecord(path string) bool {
	switch rest := strings.TrimPrefix(path, pathPrefix); rest {
	case "appentitlementmonitorbinding", "appentitlementmonitorbinding/get", "role-mining/runs/latest":
		return false // these name a record in the body, or none has been made yet
	case "webhooks", "hooks", "iam/roles", "iam/personal_clients", "systemlog/exports", "llm-gateway/keys",
		"mcp_toolsets/search", "settings/contacts", "settings/notifications/user", "attributes/risk_levels",
		"auth/introspect", "role-mining/trigger", "role-mining/access-profiles", "policies/test-account-provision-policy":
		return true
	default:
		return strings.HasPrefix(rest, "search/")
	}
}

// serviceStatus is what a failed answer's body says.
type serviceStatus struct {
	code      int
	message   string
	requestID string
	isJSON    bool
}

// grpcStatus reads gRPC status JSON, and makes do with anything.
func grpcStatus(body []byte) serviceStatus {
	if firstByte(body) != '{' || !json.Valid(body) {
		return serviceStatus{}
	}
	var s struct {
		Code             Int64             `json:"code"`
		Message          string            `json:"message"`
		Error            string            `json:"error"`
		ErrorDescription string            `json:"error_description"`
		Details          []json.RawMessage `json:"details"`
	}
	decodeLenient(body, &s)
	out := serviceStatus{code: int(s.Code), message: s.Message, isJSON: true}
	if out.message == "" {
		out.message = joinWords(strings.TrimSpace(s.Error), strings.TrimSpace(s.ErrorDescription))
	}
	for _, detail := range s.Details {
		if id := textAt(detail, nil, "requestId", "request_id"); id != "" {
			out.requestID = id
		}
	}
	return out
}

// requestID finds the id under which the service has logged the request, without secrets that it was sent along with.
func (c *Client) requestID(h http.Header, secrets ...string) string {
	for _, name := range []string{"X-Request-Id", "X-Amzn-Requestid", "X-Amzn-Trace-Id", "X-Correlation-Id", "X-Trace-Id", "Traceparent"} {
		if id := c.cleanID(h.Get(name), secrets...); id != "" {
			return id
		}
	}
	return ""
}

// cleanID leaves known secrets out of an id, and nothing that only looks like one: parts of a UUID look like a share code.
func (c *Client) cleanID(id string, secrets ...string) string {
	for _, secret := range append(c.auth.secrets(), secrets...) {
		id = hideSecret(id, secret)
	}
	if !isWord(id) { // which names no way to sign in with something behind it
		id = oneLine(bearerText().ReplaceAllString(id, "$1 "+hidden))
	}
	return Shorten(id, maxIDSize)
}

// maxIDSize is how much of an id of the service's log is kept, in bytes.
const maxIDSize = 100

// sentSecrets are the credentials that a request holds, in its header or in a form: whatever the answer quotes of them is hidden.
func sentSecrets(req *http.Request) []string {
	authorization := req.Header.Get("Authorization")
	_, token, _ := strings.Cut(authorization, " ")
	secrets := []string{authorization, token}
	if req.GetBody == nil { // only the forms of a sign-in can be read again
		return secrets
	}
	body, err := req.GetBody()
	if err != nil {
		return secrets
	}
	defer body.Close()
	text, _ := io.ReadAll(body)
	form, _ := url.ParseQuery(string(text)) // what of it can be read
	for _, name := range []string{"client_assertion", "client_secret", "device_code"} {
		secrets = append(secrets, form.Get(name))
	}
	return secrets
}

// redirected says where a redirect would lead. One to another host is most often a sign-in page's.
func redirected(h http.Header, base *url.URL) string {
	text := "unexpected redirect to " + redirectTarget(h, base)
	if u, err := base.Parse(h.Get("Location")); err == nil && u.Host != "" && !strings.EqualFold(u.Host, base.Host) {
		text += ", perhaps a proxy or a sign-in page"
	}
	return text
}

// redirectTarget names where a redirect points, without anything that could carry a secret or odd characters.
func redirectTarget(h http.Header, base *url.URL) string {
	u, err := base.Parse(h.Get("Location"))
	if err != nil || u.Host == "" || strings.Trim(strings.ToLower(u.Host), "abcdefghijklmnopqrstuvwxyz0123456789.-:[]") != "" {
		return "an unreadable address"
	}
	host := Shorten(strings.ToLower(u.Host), 100)
	switch {
	case host != base.Host:
		return host
	case u.Scheme != base.Scheme:
		return strings.ToLower(Shorten(oneLine(u.Scheme), 20)) + "://" + host
	}
	return "another path on " + host
}

// clean makes remote text fit for an error: without our credentials and the given secrets.
func (c *Client) clean(text string, secrets ...string) string {
	return cleanMessage(text, slices.Concat(c.auth.secrets(), c.proxy.secrets(), secrets)...)
}

// cleanCause takes the URL off a transport error, since its path may hold a share code, and cleans what is left.
func (c *Client) cleanCause(r Request, err error) error {
	return &cause{text: c.clean(plainly(err), r.namedSecrets()...), err: err}
}

// plainly says what broke without which calls were made on the way: whoever reads it knows where it was to go.
func plainly(err error) string {
	err = unwrapURL(err)
	var call *os.SyscallError
	var connection *net.OpError
	switch {
	case errors.As(err, &call):
		return call.Err.Error()
	case errors.As(err, &connection):
		return connection.Err.Error()
	case errors.Is(err, context.DeadlineExceeded):
		return "there was no answer in time"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection was closed too early"
	}
	text := err.Error()
	for _, known := range []struct{ part, words string }{
		{"response headers exceeded", "the headers of the answer are too long"},
		{"malformed HTTP", notHTTP},
		{"malformed MIME header", "the headers of the answer can't be read"},
	} {
		if strings.Contains(text, known.part) {
			return known.words
		}
	}
	for _, library := range []string{
		"http2: ", "stream error: ", "connection error: ", "net/http: ", "http: ", "tls: ", "read tcp ", "write tcp ",
	} {
		if strings.HasPrefix(text, library) {
			return connectionBroke
		}
	}
	return text
}

const (
	connectionBroke = "the connection broke"
	notHTTP         = "what came back is not HTTP"
)

// cause is an error with a cleaned text.
type cause struct {
	text string
	err  error
}

func (c *cause) Error() string { return c.text }
func (c *cause) Unwrap() error { return c.err }
