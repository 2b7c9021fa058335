package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strings"
)

// ForeignAnswer is an answer that the tenant's API can't have given: a proxy, a sign-in page or a captive portal has.
type ForeignAnswer struct {
	Host string // of whom it was asked
	What string // it is: "HTML"
}

// Error says what came in place of an answer.
func (a *ForeignAnswer) Error() string {
	return "not an answer of the API (" + a.What + " from " + a.Host + ", perhaps a proxy or a sign-in page)"
}

// isPage reports whether it is made for a browser: a gateway may say in plain text that a route is missing, but such a page can be
// anybody's.
func (a *ForeignAnswer) isPage() bool { return a != nil && (a.What == whatHTML || a.What == whatXML) }

const (
	whatHTML = "HTML"
	whatXML  = "XML"
)

// foreignAnswer tells an answer that the API can't have given; nil for one that it may have given, an empty one too.
func foreignAnswer(host string, resp *http.Response, body []byte) *ForeignAnswer {
	text := bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		kind = ""
	}
	lower := strings.ToLower(string(text[:min(len(text), 100)]))
	switch {
	case len(text) == 0:
		return nil
	case kind == "text/html", kind == "application/xhtml+xml",
		strings.HasPrefix(lower, "<!doctype html"), strings.HasPrefix(lower, "<html"):
		return &ForeignAnswer{host, whatHTML}
	case text[0] == '{': // of the API, even when it can't be read
		return nil
	case json.Valid(text):
		return &ForeignAnswer{host, "JSON that isn't an object"}
	case strings.HasSuffix(kind, "xml") || text[0] == '<':
		return &ForeignAnswer{host, whatXML}
	case strings.HasSuffix(kind, "json"):
		return &ForeignAnswer{host, "text that isn't JSON"}
	case kind == "" || strings.HasPrefix(kind, "text/"):
		return &ForeignAnswer{host, "plain text"}
	}
	return &ForeignAnswer{host, Shorten(oneLine(kind), 60)}
}

func isForeign(err error) bool {
	var foreign *ForeignAnswer
	return errors.As(err, &foreign)
}
