package tenant

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// plan is what faults do to one request.
type plan struct {
	delay      time.Duration
	hang       bool
	wake       chan struct{}
	revoke     bool
	dropBefore bool
	dropAfter  bool
	cut        int
	replaces   bool // the answer is made up
	apply      bool // the request is carried out all the same
	rule       Rule // that makes the answer up
	headers    map[string]string
	merge      []json.RawMessage
	rowMerge   []json.RawMessage
	token      string
	serial     int
}

func (p *plan) add(r *activeRule, c *call) {
	p.delay += r.Delay
	p.hang = p.hang || r.Hang
	p.revoke = p.revoke || r.Revoke
	p.dropBefore = p.dropBefore || r.DropBefore
	p.dropAfter = p.dropAfter || r.DropAfter
	if r.Cut != 0 {
		p.cut = max(r.Cut, 0)
	}
	if !p.replaces && (r.Status != 0 || r.Body != "" || r.HTML || r.Empty || r.Redirect != "") {
		p.replaces, p.apply, p.rule = true, r.Apply, r.Rule
	}
	if r.Header != nil {
		p.headers = r.Header
	}
	if len(r.Merge) > 0 {
		p.merge = append(p.merge, r.Merge)
	}
	if len(r.RowMerge) > 0 {
		p.rowMerge = append(p.rowMerge, r.RowMerge)
	}
	c.lie, c.stale = c.lie || r.Lie, c.stale || r.Stale
	if r.Lag != nil {
		c.lag = *r.Lag
	}
	c.anyToken = c.anyToken || len(r.Tokens) > 0
}

// wait holds the request back; false: the client is gone, or the request never gets an answer.
func (p *plan) wait(ctx context.Context) bool {
	if !pause(ctx, p.delay) {
		return false
	}
	if !p.hang {
		return true
	}
	select {
	case <-ctx.Done():
	case <-p.wake:
	}
	return false
}

// htmlPage is what a proxy in front of the service would say.
const htmlPage = "<!DOCTYPE html>\n<html><head><title>Gateway</title></head><body><h1>The upstream is not available</h1>" +
	"<p>Ref: edge-7f2c</p></body></html>\n"

// answer makes the answer up.
func (p *plan) answer(now time.Time) answer {
	r := p.rule
	a := answer{status: r.Status, header: http.Header{"Content-Type": {"application/json"}}}
	if r.RetryAfter != "" {
		a.header.Set("Retry-After", retryAfter(r.RetryAfter, now))
	}
	switch {
	case r.Redirect != "":
		a.status = orElse(a.status, http.StatusFound)
		a.header.Set("Location", r.Redirect)
		return a
	case r.Empty:
		a.status = orElse(a.status, http.StatusNoContent)
		return a
	case r.HTML:
		a.status, a.body = orElse(a.status, http.StatusOK), []byte(htmlPage)
		a.header.Set("Content-Type", "text/html; charset=utf-8")
		return a
	case r.Body != "":
		a.status, a.body = orElse(a.status, http.StatusOK), []byte(r.Body)
		return a
	}
	message := r.Message
	if message == "" {
		message = strings.ToLower(http.StatusText(r.Status))
	}
	refused := &failure{r.Status, r.Code, message}
	if refused.code == 0 {
		refused.code = codeOf(r.Status)
	}
	a.body, _ = encode(refused.body()) // numbers and strings: it can't fail
	return a
}

func orElse(n, other int) int {
	if n == 0 {
		return other
	}
	return n
}

// retryAfter reads "date:5s" as an HTTP date five seconds ahead; anything else is sent as it is.
func retryAfter(text string, now time.Time) string {
	ahead, ok := strings.CutPrefix(text, "date:")
	if !ok {
		return text
	}
	d, err := time.ParseDuration(ahead)
	if err != nil {
		return text
	}
	return now.Add(d).UTC().Format(http.TimeFormat)
}

// tamper changes a true answer: more members, odd rows, made-up page tokens, more headers.
func (p *plan) tamper(a answer, c *call) answer {
	for name, value := range p.headers {
		if a.header == nil {
			a.header = http.Header{}
		}
		a.header.Set(name, value)
	}
	if len(p.merge) == 0 && len(p.rowMerge) == 0 && p.token == "" || a.status != http.StatusOK {
		return a
	}
	var out map[string]any
	if json.Unmarshal(a.body, &out) != nil {
		return a
	}
	for _, text := range p.rowMerge {
		for _, value := range out {
			rows, _ := value.([]any)
			for _, row := range rows {
				if into, ok := row.(map[string]any); ok {
					mergeInto(into, text)
				}
			}
		}
	}
	for _, text := range p.merge {
		mergeInto(out, text)
	}
	switch p.token {
	case "":
	case "+":
		out["nextPageToken"] = fmt.Sprintf("made-up-%d", p.serial)
	case "echo":
		out["nextPageToken"] = c.sentToken()
	default:
		out["nextPageToken"] = p.token
	}
	if body, err := encode(out); err == nil {
		a.body = body
	}
	return a
}

// mergeInto merges a JSON object into another, member by member; objects are merged, everything else replaced.
func mergeInto(into map[string]any, text json.RawMessage) {
	var from map[string]any
	if json.Unmarshal(text, &from) == nil {
		deepMerge(into, from)
	}
}

func deepMerge(into, from map[string]any) {
	for name, value := range from {
		inner, isObject := value.(map[string]any)
		old, wasObject := into[name].(map[string]any)
		if isObject && wasObject {
			deepMerge(old, inner)
			continue
		}
		into[name] = value
	}
}

// sentToken is the page token of the request.
func (c *call) sentToken() string {
	return c.in.text("pageToken")
}

// holds says whether a request has what a rule wants to see in it.
func (r *Rule) holds(request *http.Request, body []byte) bool {
	return r.Match == "" || bytes.Contains(body, []byte(r.Match)) || strings.Contains(request.URL.RawQuery, r.Match)
}

// fits says whether a rule is about this request.
func (r *Rule) fits(method, escaped string) bool {
	if r.Method != "" && r.Method != "*" && !strings.EqualFold(r.Method, method) {
		return false
	}
	if r.Path == "" || r.Path == "*" {
		return true
	}
	want := strings.Split(strings.TrimPrefix(r.Path, "/"), "/")
	have := strings.Split(strings.TrimPrefix(escaped, "/"), "/")
	if want[len(want)-1] == "**" {
		want = want[:len(want)-1]
		have = have[:min(len(have), len(want))]
	}
	if len(want) != len(have) {
		return false
	}
	for i, part := range want {
		if part != "*" && part != have[i] {
			return false
		}
	}
	return true
}
