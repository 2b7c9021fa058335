package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
)

const pathPrefix = "/api/v1/"

// Request is a request as a value: what is shown is what is sent. Path is escaped and starts with "/api/v1/".
type Request struct {
	Method string
	Path   string
	Query  url.Values
	Body   json.RawMessage
	// Hides are texts that open what the request is about: they aren't part of it, and no error repeats them, whatever the tenant answers.
	Hides []string

	route string // the pattern that the path was built from
}

// routeName tells requests that the service counts together: the method with the pattern of the path, or the path of one that was made by
// hand.
func (r Request) routeName() string {
	if r.route != "" {
		return r.Method + " " + r.route
	}
	return r.Method + " " + r.Path
}

// Mutates reports whether the request could change anything on the tenant. It is decided from method and path alone: GETs, the
// searches, the CEL test and the reading of a monitor binding are reads; everything else counts as a write.
func (r Request) Mutates() bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		return false
	case http.MethodPost:
		return !readsByPost(r.Path)
	}
	return true
}

// readsByPost is the whole list of POST operations that only read.
func readsByPost(path string) bool {
	switch strings.TrimPrefix(path, pathPrefix) {
	case "search/hooks", "search/webhooks", "search/role-mining/suggestions",
		"search/secrets-admin", "search/secrets/mine", "search/secrets-admin/audit_events",
		"search/systemlog/exports", "search/xaa/resource_servers",
		"search/apps", "search/entitlements", "search/users",
		"policies/test-account-provision-policy", "appentitlementmonitorbinding/get":
		return strings.HasPrefix(path, pathPrefix)
	}
	rest, ok := strings.CutPrefix(path, pathPrefix+"role-mining/suggestions/")
	id, last, _ := strings.Cut(rest, "/")
	return ok && id != "" && last == "users"
}

// String is the request's first line for people, with share codes left out.
func (r Request) String() string {
	line := r.Method + " " + RedactPath(r.Path)
	if len(r.Query) > 0 {
		line += "?" + r.Query.Encode()
	}
	return line
}

// GoString is String: %#v shows no share code either.
func (r Request) GoString() string { return r.String() }

// LogValue is String for slog: bodies and share codes are not logged.
func (r Request) LogValue() slog.Value { return slog.StringValue(r.String()) }

// check refuses paths that the service would take for another path.
func (r Request) check() error {
	if r.Method != http.MethodGet && r.Method != http.MethodPost && r.Method != http.MethodDelete {
		return fmt.Errorf("the method %q is not one of the interface", r.Method)
	}
	if !strings.HasPrefix(r.Path, pathPrefix) {
		return fmt.Errorf("the path does not start with %s", pathPrefix)
	}
	for _, segment := range strings.Split(r.Path[1:], "/") {
		if decoded, err := url.PathUnescape(segment); err != nil || !usableSegment(decoded) {
			return fmt.Errorf("the path has an unusable part: %w", ErrEmptyID)
		}
	}
	if strings.ContainsAny(r.Path, "?#\\ ") {
		return fmt.Errorf("the path is not escaped")
	}
	return r.checkMask()
}

// usableSegment reports whether a server will keep the segment as it is instead of walking along the path.
func usableSegment(s string) bool {
	trimmed := strings.TrimSpace(s)
	return trimmed != "." && trimmed != ".." && strings.Trim(trimmed, "/") != ""
}

// join builds an escaped path below /api/v1/ from a pattern with one {} per id.
func join(pattern string, ids ...string) (string, error) {
	var b strings.Builder
	b.WriteString(pathPrefix)
	for _, id := range ids {
		if !usableSegment(id) {
			return "", ErrEmptyID
		}
		before, after, _ := strings.Cut(pattern, "{}")
		b.WriteString(before + url.PathEscape(id))
		pattern = after
	}
	b.WriteString(pattern)
	return b.String(), nil
}

// build makes a request; what says what it is for, in errors. A nil body is sent as no body.
func build(what, method, pattern string, body any, ids ...string) (Request, error) {
	path, err := join(pattern, ids...)
	if err != nil {
		return Request{}, fmt.Errorf("%s: %w", what, err)
	}
	r := Request{Method: method, Path: path, route: pattern}
	if body == nil {
		return r, nil
	}
	if r.Body, err = encode(body); err != nil {
		return Request{}, fmt.Errorf("%s: %w", what, err)
	}
	return r, nil
}

// encode writes JSON without HTML escapes, so that a request reads well when it is shown.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// nothing is the empty JSON object that DELETE and action requests carry.
type nothing struct{}

type ref struct {
	ID string `json:"id"`
}

func refs(ids []string) []ref {
	if len(ids) == 0 {
		return nil
	}
	out := make([]ref, len(ids))
	for i, id := range ids {
		out[i].ID = id
	}
	return out
}

// listOf makes a nil list an empty one: in an update, [] clears and null may mean nothing.
func listOf(p *[]string) *[]string {
	if p == nil || *p != nil {
		return p
	}
	return &[]string{}
}
