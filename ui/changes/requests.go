package changes

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
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// OpenRequests is the opening of the requests that were sent last. All of them are at hand, so that nobody waits for them.
func OpenRequests(e *host.Env, h host.Host) host.Opening {
	seen := e.Requests.Seen()
	return host.Opening{Name: RequestsPane, Make: func() host.Pane {
		return list.Preloaded(lastRequests(e), api.Page[api.Attempt]{Rows: e.Requests.All()}, e.Now(), e, h)
	}, Holds: func(m host.Moment) bool { return e.Lately(m) && e.Requests.Seen() == seen }}
}

func lastRequests(e *host.Env) list.Resource[uint64, api.Attempt] {
	return list.Resource[uint64, api.Attempt]{
		Name: RequestsPane, Title: "Requests", One: "request", Local: true, Scope: keymap.ScopeRequests,
		Key: func(a api.Attempt) uint64 { return a.Number },
		Target: func(a api.Attempt) action.Target {
			return action.Target{Kind: "request", Name: a.Method + " " + a.Path, ID: a.RequestID}
		},
		Columns: requestColumns(),
		Raw:     func(a api.Attempt) api.Original { return api.NewOriginal(requestJSON(a)) },
		Problem: func(api.Attempt) string { return "" },
		Fetch: func(context.Context, *api.Client, host.Query, api.PageRequest) (api.Page[api.Attempt], error) {
			return api.Page[api.Attempt]{Rows: e.Requests.All()}, nil
		},
		Empty:  "No request was sent yet.",
		Detail: requestDetail,
		Own: []list.Command{{ID: "copy.curl", Title: "Copy as curl", Why: whyNotCurl,
			Run: func(p *list.Pane) tea.Cmd {
				a, _ := list.CursorOf[api.Attempt](p)
				return p.Host.Copy("the curl command; it reads the token from $TOKEN", draw.Safe(curlOf(a)))
			}}},
		Copies: []list.Copyable[api.Attempt]{{Title: "path", Text: func(a api.Attempt) string { return requestPath(a) }},
			{Title: "curl command; it reads the token from $TOKEN", Text: curlOf}},
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

func whyNotCurl(p *list.Pane) action.Why {
	a, ok := list.CursorOf[api.Attempt](p)
	if !ok {
		return list.NoRecord(p)
	}
	if _, err := a.Curl(); err != nil {
		return action.Because(err.Error())
	}
	return action.Why{}
}

func requestPath(a api.Attempt) string { return a.Path + widget.IfText(a.Query != "", "?"+a.Query) }

// briefPath is a path as far as it tells the resource: without what all paths begin with, and with the beginnings of ids.
func briefPath(path string) string {
	path = "/" + strings.TrimPrefix(strings.TrimPrefix(path, "/api/v1"), "/")
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if _, ok := host.MadeAt(s); ok { // it is an id
			segments[i] = s[:4] + "…"
		}
	}
	return strings.Join(segments, "/")
}

func requestColumns() []grid.Column[api.Attempt] {
	return []grid.Column[api.Attempt]{
		{Name: "time", Title: "Time (UTC)", Min: 12, Max: 12, Priority: 2,
			Text: func(a api.Attempt, _ grid.Env) string { return a.At.UTC().Format("15:04:05.000") },
			Role: func(api.Attempt, grid.Env) theme.Role { return theme.Dim },
			When: func(a api.Attempt) (time.Time, bool) { return a.At, true }},
		{Name: "status", Title: "Status", Short: "Code", Min: 5, Max: 9, Text: func(a api.Attempt, _ grid.Env) string { return statusText(a) },
			Role: func(a api.Attempt, _ grid.Env) theme.Role { return statusRole(a) }},
		{Name: "method", Title: "Method", Min: 6, Max: 6, Text: func(a api.Attempt, _ grid.Env) string { return a.Method }},
		{Name: "path", Title: "Path", Min: 20, Want: 36, Weight: 3, Middle: true,
			Text:   func(a api.Attempt, _ grid.Env) string { return briefPath(a.Path) },
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
		column.ID(5, func(a api.Attempt) string { return a.RequestID }),
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

func requestDetail(a api.Attempt, at list.DetailEnv[api.Attempt]) []widget.Section {
	waited := ""
	if a.Waited > 0 {
		waited = "It waited " + seconds(a.Waited) + " first: for its turn, or after the previous attempt."
	}
	about := widget.Section{Title: a.Method + " " + a.Path, Fields: []widget.Field{
		{Label: "Status", Value: statusText(a), Role: statusRole(a), Note: host.FirstOf(http.StatusText(a.Status), "No answer came.")},
		{Label: "Sent", Value: at.Past(api.Time{Time: a.At}), Note: a.At.UTC().Format("15:04:05.000 UTC")},
		{Label: "Took", Value: milliseconds(a.Duration)},
		{Label: "Answer", Value: column.Size(a.Bytes)},
		{Label: "Attempt", Value: strconv.Itoa(a.Attempt), Note: waited},
		{Label: "Request id", Value: a.RequestID},
	}}
	if a.Err != nil {
		about.Fields = append(about.Fields, widget.Field{Label: "Error", Value: a.Err.Error(), Role: theme.Bad})
	}
	request := widget.Section{Title: "Request",
		Fields: []widget.Field{{Label: "Address", Value: a.Base + a.Path}, {Label: "Query", Value: strings.ReplaceAll(a.Query, "&", "\n")},
			{Label: "Body", Value: widget.Indented(a.Body), Note: bodyNote(a)}}}
	return []widget.Section{about, request, {Title: "This program's own numbers",
		Fields: []widget.Field{{Label: "Call number", Value: fmt.Sprint(a.Call)}, {Label: "Request number", Value: fmt.Sprint(a.Number)}}}}
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
		Took      float64         `json:"handleSeconds"`
		Status    int             `json:"status"`
		Bytes     int64           `json:"bytes"`
		RequestID string          `json:"requestId,omitempty"`
		Error     string          `json:"error,omitempty"`
	}{a.At.UTC(), a.Method, a.Base + requestPath(a), a.Body, a.Call, a.Attempt, a.Waited.Seconds(), a.Duration.Seconds(), a.Status, a.Bytes,
		a.RequestID, failure})
	return bytes.TrimSpace(raw.Bytes())
}
