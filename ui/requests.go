package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

const requestsPane = "requests"

// openRequests goes into the list of the last requests.
func (m *Model) openRequests() tea.Cmd {
	if m.env.requests == nil {
		return m.say(notice{toneInfo, "No requests are kept in this session."})
	}
	return m.pushOnly(requestsPane, func() pane { return newList(lastRequests(m.env), m.env, m.link()) })
}

func lastRequests(e *env) resource[uint64, api.Attempt] {
	return resource[uint64, api.Attempt]{
		name: requestsPane, title: "Requests", one: "request", local: true, scope: keymap.ScopeRequests,
		key: func(a api.Attempt) uint64 { return a.Number },
		target: func(a api.Attempt) action.Target {
			return action.Target{Kind: "request", Name: a.Method + " " + a.Path, ID: a.RequestID}
		},
		columns: requestColumns(),
		raw:     requestJSON,
		problem: func(api.Attempt) string { return "" },
		fetch: func(context.Context, *api.Client, query, api.PageRequest) (api.Page[api.Attempt], error) {
			return api.Page[api.Attempt]{Rows: e.requests.All()}, nil
		},
		empty:  "No request was sent yet.",
		detail: requestDetail,
		own: []command{{id: "copy.curl", title: "Copy as curl", why: whyNotCurl,
			run: func(p *list) tea.Cmd {
				a, _ := cursorOf[api.Attempt](p)
				return p.link.copy("the curl command; it reads the token from $TOKEN", draw.Safe(curlOf(a)))
			}}},
		copies: []copyable[api.Attempt]{{"path", func(a api.Attempt) string { return requestPath(a) }},
			{"curl command; it reads the token from $TOKEN", curlOf}},
	}
}

// curlOf is a request as a command for a shell, "" when it can't be repeated.
func curlOf(a api.Attempt) string {
	text, err := a.Curl()
	if err != nil {
		return ""
	}
	return text
}

func whyNotCurl(p *list) string {
	a, ok := cursorOf[api.Attempt](p)
	if !ok {
		return noRecord(p)
	}
	if _, err := a.Curl(); err != nil {
		return err.Error()
	}
	return ""
}

func requestPath(a api.Attempt) string { return a.Path + ifText(a.Query != "", "?"+a.Query) }

// briefPath is a path as far as it tells the resource: without what all paths begin with, and with the beginnings of ids.
func briefPath(path string) string {
	path = "/" + strings.TrimPrefix(strings.TrimPrefix(path, "/api/v1"), "/")
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if _, ok := madeAt(s); ok { // it is an id
			segments[i] = s[:4] + "…"
		}
	}
	return strings.Join(segments, "/")
}

func requestColumns() []grid.Column[api.Attempt] {
	return []grid.Column[api.Attempt]{
		{Name: "time", Title: "Time (UTC)", Min: 12, Max: 12, Priority: 2, Text: func(a api.Attempt, _ grid.Env) string { return a.At.UTC().Format("15:04:05.000") },
			Role:    func(api.Attempt, grid.Env) theme.Role { return theme.Dim },
			Compare: func(x, y api.Attempt) int { return x.At.Compare(y.At) }},
		{Name: "status", Title: "Status", Min: 6, Max: 9, Text: func(a api.Attempt, _ grid.Env) string { return statusText(a) },
			Role: func(a api.Attempt, _ grid.Env) theme.Role { return statusRole(a) }},
		{Name: "method", Title: "Method", Min: 6, Max: 6, Text: func(a api.Attempt, _ grid.Env) string { return a.Method }},
		{Name: "path", Title: "Path", Min: 20, Want: 36, Weight: 3, Middle: true, Text: func(a api.Attempt, _ grid.Env) string { return briefPath(a.Path) },
			Search: requestPath, Export: func(a api.Attempt, _ grid.Env) string { return requestPath(a) }},
		{Name: "took", Title: "Took", Min: 7, Max: 9, Priority: 1, Align: draw.Right,
			Text:   func(a api.Attempt, _ grid.Env) string { return milliseconds(a.Duration) },
			Number: func(a api.Attempt) (float64, bool) { return float64(a.Duration.Milliseconds()), true }},
		{Name: "size", Title: "Size", Min: 8, Max: 9, Priority: 4, Align: draw.Right,
			Text:   func(a api.Attempt, _ grid.Env) string { return draw.Bytes(a.Bytes) },
			Number: func(a api.Attempt) (float64, bool) { return float64(a.Bytes), true }},
		{Name: "try", Title: "Try", Min: 7, Max: 10, Priority: 3, Text: func(a api.Attempt, _ grid.Env) string { return tryText(a) },
			Role: func(a api.Attempt, _ grid.Env) theme.Role {
				if a.Attempt > 1 || a.Waited > 0 {
					return theme.Warn
				}
				return theme.Dim
			},
			Number: func(a api.Attempt) (float64, bool) { return float64(a.Attempt), true }},
		idColumn(5, func(a api.Attempt) string { return a.RequestID }),
	}
}

func milliseconds(d time.Duration) string {
	return draw.Count(d.Round(time.Millisecond).Milliseconds()) + " ms"
}

func statusText(a api.Attempt) string {
	if a.Status == 0 {
		return "none"
	}
	return strconv.Itoa(a.Status)
}

func statusRole(a api.Attempt) theme.Role {
	switch {
	case a.Status == http.StatusTooManyRequests:
		return theme.Warn
	case a.Err != nil || a.Status >= 400:
		return theme.Bad
	}
	return theme.Good
}

// tryText is which attempt it is, and how long it waited before.
func tryText(a api.Attempt) string {
	text := strconv.Itoa(a.Attempt)
	if a.Waited > 0 {
		text += " +" + seconds(a.Waited)
	}
	return text
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + "s" }

func requestDetail(a api.Attempt, at detailEnv[api.Attempt]) []section {
	waited := ""
	if a.Waited > 0 {
		waited = "It waited " + seconds(a.Waited) + " first: for its turn, or after the previous attempt."
	}
	about := section{title: a.Method + " " + a.Path, fields: []field{
		{label: "Status", value: statusText(a), role: statusRole(a), note: firstOf(http.StatusText(a.Status), "No answer came.")},
		{label: "Sent", value: at.past(api.Time{Time: a.At}), note: a.At.UTC().Format("15:04:05.000 UTC")},
		{label: "Took", value: milliseconds(a.Duration)},
		{label: "Answer", value: size(a.Bytes)},
		{label: "Attempt", value: strconv.Itoa(a.Attempt), note: waited},
		{label: "Request id", value: a.RequestID},
	}}
	if a.Err != nil {
		about.fields = append(about.fields, field{label: "Error", value: a.Err.Error(), role: theme.Bad})
	}
	request := section{title: "Request", fields: []field{{label: "Address", value: a.Base + a.Path}, {label: "Query", value: strings.ReplaceAll(a.Query, "&", "\n")},
		{label: "Body", value: indented(a.Body), note: bodyNote(a)}}}
	return []section{about, request, {title: "This program's own numbers", fields: []field{{label: "Call number", value: fmt.Sprint(a.Call)}, {label: "Request number", value: fmt.Sprint(a.Number)}}}}
}

func bodyNote(a api.Attempt) string {
	switch {
	case a.SignsIn():
		return "The body of a sign-in holds the credentials, so it is never kept."
	case len(a.Body) == 0:
		return ""
	}
	return "The token and share codes are left out. Answers are not kept."
}

// requestJSON is an attempt as JSON, for the raw view and for files.
func requestJSON(a api.Attempt) json.RawMessage {
	failure := ""
	if a.Err != nil {
		failure = a.Err.Error()
	}
	var raw bytes.Buffer
	enc := json.NewEncoder(&raw)
	enc.SetEscapeHTML(false) // what was sent is shown as it was sent
	_ = enc.Encode(struct {
		At        time.Time       `json:"at"`
		Method    string          `json:"method"`
		URL       string          `json:"url"`
		Body      json.RawMessage `json:"body,omitempty"`
		Call      uint64          `json:"call"`
		Attempt   int             `json:"attempt"`
		Waited    float64         `json:"waitedSeconds"`
		Took      float64         `json:"tookSeconds"`
		Status    int             `json:"status"`
		Bytes     int64           `json:"bytes"`
		RequestID string          `json:"requestId,omitempty"`
		Error     string          `json:"error,omitempty"`
	}{a.At.UTC(), a.Method, a.Base + requestPath(a), a.Body, a.Call, a.Attempt, a.Waited.Seconds(), a.Duration.Seconds(), a.Status, a.Bytes, a.RequestID, failure})
	return bytes.TrimSpace(raw.Bytes())
}
