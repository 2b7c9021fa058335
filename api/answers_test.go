package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// No redirect is followed, whatever it points to, and the other host never hears of it.
func TestRedirectsAreNotFollowed(t *testing.T) {
	other := newFake(t, answer(200, `{"list":[]}`))
	otherHost := strings.TrimPrefix(other.URL, "http://")
	tests := []struct {
		name, location, want string
		status               int
	}{
		{"other host", other.URL + "/x?token=abc", "unexpected redirect to " + otherHost, 302},
		{"named host", "https://other.example.net/x", "unexpected redirect to other.example.net", 302},
		{"other path", "/api/v1/elsewhere", "unexpected redirect to another path on 127.0.0.1", 301},
		{"other scheme", "", "unexpected redirect to https://127.0.0.1", 302},
		{"308", other.URL + "/x", "unexpected redirect to " + otherHost, 308},
		{"307 same host", "/api/v1/elsewhere", "unexpected redirect to another path on", 307},
		{"hostile host", "https://evil\u202e.example/", "unexpected redirect to an unreadable address", 302},
		{"user in host", "https://secret@other.example.net/", "unexpected redirect to other.example.net", 302},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
				location := tt.location
				if location == "" {
					location = "https://" + r.Host + r.URL.Path
				}
				w.Header()["Location"] = []string{location}
				w.WriteHeader(tt.status)
			})
			c := newClient(t, f.URL, nil)
			_, readErr := c.ListHooks(context.Background(), PageRequest{})
			_, writeErr := c.Do(context.Background(), must(t)(CreateWebhook(NewWebhook{DisplayName: "n", URL: "https://h.example.com"})))
			for want, err := range map[Kind]error{KindRedirect: readErr, KindOutcomeUnknown: writeErr} { // the write may have been done before
				if KindOf(err) != want || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") ||
					strings.Contains(err.Error(), "abc") {
					t.Errorf("%v (%v), want %v with %q", err, KindOf(err), want, tt.want)
				}
			}
			if n := len(f.requests()); n != 2 {
				t.Errorf("%d requests, want one for each call", n)
			}
		})
	}
	if n := len(other.requests()); n != 0 {
		t.Errorf("the other host got %d requests", n)
	}
}

func TestAnswersThatAreNotAnswers(t *testing.T) {
	tests := []struct {
		name, contentType, body, want string
	}{
		{"html", "text/html; charset=utf-8", "<html></html>", "not an answer of the API (HTML from 127.0.0.1:"},
		{"empty", "application/json", "", "the answer is empty"},
		{"blank", "application/json", " \n", "the answer is empty"},
		{"half", "application/json", `{"list":[`, "the answer is not JSON"},
		{"null", "application/json", `null`, "not a JSON object"},
		{"array", "application/json", `[]`, "not a JSON object"},
		{"two", "application/json", `{}{}`, "the answer is not JSON"},
		{"hostile type", "text/\u202ehtml", "<html>", "not an answer of the API (HTML from 127.0.0.1:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{tt.contentType}
				_, _ = io.WriteString(w, tt.body)
			})
			c := newClient(t, f.URL, nil)
			_, err := c.ListHooks(context.Background(), PageRequest{})
			if KindOf(err) != KindMalformed || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\u202e") {
				t.Errorf("%v, want malformed with %q", err, tt.want)
			}
			_, err = c.Do(context.Background(), must(t)(DeleteHook("h1")))
			if done := tt.name == "empty" || tt.name == "blank" || tt.name == "null"; done != (err == nil) || !done &&
				KindOf(err) != KindOutcomeUnknown {
				t.Errorf("a write: %v, want that its outcome is unknown unless the answer is empty", err)
			}
		})
	}
}

func TestWriteWithEmptyAnswerIsDone(t *testing.T) {
	for _, status := range []int{200, 201, 202, 204} {
		f := newFake(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		c := newClient(t, f.URL, nil)
		a, err := c.Do(context.Background(), must(t)(UpdateWebhook("w", WebhookChanges{URL: ptr("https://x.example")})))
		if err != nil || a.Status != status {
			t.Errorf("%d: %v %v", status, a, err)
		}
		if w, err := WebhookFrom(a); w != nil || err != nil {
			t.Errorf("%d: record %v, %v from an empty answer", status, w, err)
		}
	}
}

func TestAnswerSizeLimit(t *testing.T) {
	for _, chunked := range []bool{false, true} {
		f := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
			if !chunked {
				w.Header().Set("Content-Length", fmt.Sprint(maxAnswerSize+1))
			}
			block := bytes.Repeat([]byte(" "), 1<<20)
			for range maxAnswerSize>>20 + 1 {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		})
		c := newClient(t, f.URL, func(o *Options) { o.Timeout = 5 * time.Minute }) // a slow computer needs long for so much
		_, err := c.ListHooks(context.Background(), PageRequest{})
		if KindOf(err) != KindMalformed || !strings.Contains(err.Error(), "longer than 32 MiB") {
			t.Errorf("chunked %v: %v, want malformed", chunked, err)
		}
		if n := len(f.requests()); n != 1 {
			t.Errorf("chunked %v: asked %d times", chunked, n)
		}
	}
}

// statusKinds is what an answer means to a read and to a write.
type statusKinds struct {
	status      int
	body        string
	read, write Kind
}

func kindsOfStatus() []statusKinds {
	return []statusKinds{
		{400, `{"code":3,"message":"bad"}`, KindInvalid, KindInvalid},
		{400, `{"code":9,"message":"task is closed"}`, KindConflict, KindConflict},
		{400, `<html>`, KindMalformed, KindOutcomeUnknown}, // whoever says so isn't the API
		{401, `<html>`, KindMalformed, KindOutcomeUnknown},
		{403, `access denied`, KindMalformed, KindOutcomeUnknown},
		{407, `<html>`, KindNetwork, KindNetwork},
		{502, `<html>`, KindUnavailable, KindOutcomeUnknown},
		{429, `<html>`, KindRateLimited, KindRateLimited},
		{401, `{"code":16}`, KindUnauthenticated, KindUnauthenticated},
		{403, `{"code":7}`, KindForbidden, KindForbidden},
		{404, `{"code":5,"message":"no hook"}`, KindNotFound, KindNotFound},
		{404, `{"code":12,"message":"unimplemented"}`, KindUnsupported, KindUnsupported},
		{404, `404 page not found`, KindUnsupported, KindUnsupported},
		{404, ``, KindUnsupported, KindUnsupported},
		{404, `<html>`, KindMalformed, KindOutcomeUnknown}, // a page may be anybody's, at any status
		{404, `<?xml version="1.0"?><error/>`, KindMalformed, KindOutcomeUnknown},
		{405, `<!DOCTYPE html><title>405</title>`, KindMalformed, KindOutcomeUnknown},
		{501, `<html>`, KindMalformed, KindOutcomeUnknown},
		{410, `<html>`, KindMalformed, KindOutcomeUnknown},
		{405, ``, KindUnsupported, KindUnsupported},
		{409, `{"code":10}`, KindConflict, KindConflict},
		{412, `{}`, KindConflict, KindConflict},
		{422, `{}`, KindInvalid, KindInvalid},
		{408, ``, KindEndedEarly, KindOutcomeUnknown},
		{499, ``, KindEndedEarly, KindOutcomeUnknown},
		{429, `{}`, KindRateLimited, KindRateLimited},
		{500, `{"code":2,"message":"bad argument"}`, KindUnavailable, KindOutcomeUnknown},
		{500, `{"code":12}`, KindUnsupported, KindUnsupported},
		{501, `{}`, KindUnsupported, KindUnsupported},
		{503, `{"code":14}`, KindUnavailable, KindOutcomeUnknown},
		{300, ``, KindRedirect, KindOutcomeUnknown},
		{301, ``, KindRedirect, KindOutcomeUnknown},
		{302, `{}`, KindRedirect, KindOutcomeUnknown},
		{303, ``, KindRedirect, KindOutcomeUnknown},
		{304, ``, KindRedirect, KindOutcomeUnknown},
		{308, ``, KindRedirect, KindOutcomeUnknown},
		{460, ``, KindEndedEarly, KindOutcomeUnknown},
		{504, `<html>`, KindUnavailable, KindOutcomeUnknown},
	}
}

func TestKindsOfStatus(t *testing.T) {
	for _, tt := range kindsOfStatus() {
		t.Run(fmt.Sprint(tt.status, tt.body), func(t *testing.T) {
			f := newFake(t, answer(tt.status, tt.body))
			c := newClient(t, f.URL, nil)
			_, err := c.Hook(context.Background(), "h1")
			if KindOf(err) != tt.read {
				t.Errorf("read: %v (%v), want %v", err, KindOf(err), tt.read)
			}
			_, err = c.Do(context.Background(), must(t)(DeleteHook("h1")))
			if KindOf(err) != tt.write {
				t.Errorf("write: %v (%v), want %v", err, KindOf(err), tt.write)
			}
		})
	}
	t.Run("404 of a list is a missing operation", func(t *testing.T) {
		f := newFake(t, answer(404, `{"code":5,"message":"Not Found"}`))
		c := newClient(t, f.URL, nil)
		if _, err := c.SearchSecrets(context.Background(), SecretSearch{}, PageRequest{}); KindOf(err) != KindUnsupported {
			t.Errorf("%v, want unsupported", err)
		}
	})
}

func TestErrorSaysWhatHappened(t *testing.T) {
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "req-7\u202e[2J")
		answer(403, `{"code":7,"message":"role\nmissing\u001b[31m \u202eX","details":[]}`)(w, r)
	})
	c := newClient(t, f.URL, nil)
	_, err := c.Do(context.Background(), must(t)(DeleteHook("h1")))
	want := "deleting from the hooks: your role on this tenant does not allow this: role missing [31m X (status 403, request req-7 [2J)"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	var e *Error
	if !errors.As(err, &e) || e.Code != 7 || e.Status != 403 {
		t.Errorf("%#v", e)
	}
}

func TestLongMessagesAreCut(t *testing.T) {
	f := newFake(t, answer(400, `{"message":"`+strings.Repeat("é", 100_000)+`"}`))
	c := newClient(t, f.URL, nil)
	_, err := c.Hook(context.Background(), "h1")
	var e *Error
	if !errors.As(err, &e) || len(e.Message) > maxMessageSize || !strings.HasSuffix(e.Message, "é…") {
		t.Errorf("message of %d bytes: %.40q", len(e.Message), e.Message)
	}
}

func TestUnusableIDsAreNotSent(t *testing.T) {
	f := newFake(t, answer(200, `{}`))
	c := newClient(t, f.URL, nil)
	ctx := context.Background()
	for _, id := range []string{"", " ", ".", "..", "/", "//", " .. "} {
		_, e1 := RevokeSecret(id)
		_, e2 := UpdateHook(id, HookChanges{Enabled: ptr(true)})
		_, e3 := AddOwner("a", id, "u")
		_, e4 := AddOwner("a", "e", id)
		_, e5 := DeleteToolset("a", id, "t")
		_, e6 := BindEntitlement(BindingRef{"e", "a", EntitlementGroupA, id})
		_, e7 := c.Hook(ctx, id)
		_, e8 := c.ResourceServerHistory(ctx, id, "x", PageRequest{})
		_, e9 := c.SecretByCode(ctx, id)
		for i, err := range []error{e1, e2, e3, e4, e5, e6, e7, e8, e9} {
			if !errors.Is(err, ErrEmptyID) {
				t.Errorf("id %q, case %d: %v, want ErrEmptyID", id, i+1, err)
			}
		}
	}
	for _, path := range []string{"/api/v1/hooks/", "/api/v1//hooks", "/api/v1/hooks/..", "/api/v1/hooks/%2e%2e", "/api/v1/hooks/%2F",
		"/api/v2/hooks", "/auth/v1/token", "/api/v1/a?b", "/api/v1/a#b", "/api/v1/a b", "http://x/", "/api/v1/%zz"} {
		if _, err := c.Do(ctx, Request{Method: "GET", Path: path}); err == nil {
			t.Errorf("%s was sent", path)
		}
	}
	if n := len(f.requests()); n != 0 {
		t.Errorf("%d requests left", n)
	}
}

func TestIDsAreOneSegment(t *testing.T) {
	f := newFake(t, answer(200, `{"hook":{"id":"x"}}`))
	c := newClient(t, f.URL, nil)
	for id, want := range map[string]string{
		"a/b": "a%2Fb", "../x": "..%2Fx", "a?b#c": "a%3Fb%23c", "%2F": "%252F", "é": "%C3%A9", "a b": "a%20b", "a\nb": "a%0Ab", `a\b`: "a%5Cb",
	} {
		before := len(f.requests())
		if _, err := c.Hook(context.Background(), id); err != nil {
			t.Errorf("%q: %v", id, err)
			continue
		}
		if got := f.requests()[before].URI; got != "/api/v1/hooks/"+want {
			t.Errorf("%q went to %s, want %s", id, got, want)
		}
	}
}

func TestNothingChanged(t *testing.T) {
	for name, err := range map[string]error{
		"webhook":       discard(UpdateWebhook("w", WebhookChanges{})),
		"hook":          discard(UpdateHook("h", HookChanges{})),
		"role":          discard(UpdateRole("r", RoleChanges{})),
		"exporter":      discard(UpdateExporter("x", ExporterChanges{})),
		"contacts":      discard(UpdateContacts(ContactsChanges{})),
		"notifications": discard(UpdateNotificationSettings(NotificationSettings{Raw: NewOriginal([]byte(`{"channelSettings":{}}`))})),
	} {
		if !errors.Is(err, ErrNothingChanged) {
			t.Errorf("%s: %v, want ErrNothingChanged", name, err)
		}
	}
}

func TestConnectionsAreReused(t *testing.T) {
	var conns atomic.Int32
	s := httptest.NewUnstartedServer(answer(200, `{"list":[{"id":"h1"}]}`))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			conns.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	c := newClient(t, s.URL, nil)
	for range 10 {
		if _, err := c.ListHooks(context.Background(), PageRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	if n := conns.Load(); n != 1 {
		t.Errorf("%d connections for requests in sequence, want 1", n)
	}
}

func TestObserveSeesAttemptsAndWaits(t *testing.T) {
	var n atomic.Int32
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "r")
		if n.Add(1) == 1 {
			answer(429, `{}`)(w, r)
			return
		}
		answer(200, `{"secret":{"vaultId":"v"}}`)(w, r)
	})
	var mu sync.Mutex
	var got []string
	c := newClient(t, f.URL, func(o *Options) {
		o.Observe = func(x Exchange) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, fmt.Sprintf("%s %s #%d %d wait=%v bytes=%d err=%v %s", x.Method, x.Path, x.Attempt, x.Status, x.Wait > 0, x.Bytes,
				x.Err != nil, x.RequestID))
		}
	})
	if _, err := c.SecretByCode(context.Background(), "ABCD-EFGH-JKLM"); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"GET /api/v1/secrets/code/[hidden] #1 429 wait=false bytes=2 err=true r",
		"GET /api/v1/secrets/code/[hidden] #1 429 wait=true bytes=0 err=true r",
		"GET /api/v1/secrets/code/[hidden] #2 200 wait=false bytes=26 err=false r",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestClosedClientSendsNothing(t *testing.T) {
	f := newFake(t, answer(200, `{"list":[]}`))
	c := newClient(t, f.URL, nil)
	c.Close()
	c.Close()
	if _, err := c.ListHooks(context.Background(), PageRequest{}); KindOf(err) != KindEndedEarly {
		t.Errorf("%v, want ended early", err)
	}
	if len(f.requests()) != 0 {
		t.Error("a closed client sent something")
	}
}

// A sign-in that isn't there is no lack of the operation that was asked for.
func TestASignInThatIsNotThere(t *testing.T) {
	for _, status := range []int{404, 405, 501} {
		for body, says := range map[string]string{
			"<html>not here</html>": "not an answer of the API (HTML from ", `{"code":5,"message":"no such page"}`: "there is no sign-in at this " +
				"address; check the tenant's address", "": "there is no sign-in at this address",
		} {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(status)
				_, _ = io.WriteString(w, body)
			}))
			client, err := New(Options{BaseURL: server.URL, Auth: Auth{ClientID: testClientID, ClientSecret: "s"}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err = client.SecretByCode(t.Context(), "ABCD-EFGH-23K7"); KindOf(err) != KindMalformed || !strings.Contains(err.Error(), says) {
				t.Errorf("%d %q: got %v", status, body, err)
			}
			client.Close()
			server.Close()
		}
	}
}
