package api

import (
	"bytes"
	"context"
	"encoding/pem"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBaseURLs(t *testing.T) {
	for text, want := range map[string]string{
		"https://Acme.Example": "https://acme.example", "https://acme.example/": "https://acme.example",
		" https://acme.example:8443 ": "https://acme.example:8443",
		"http://localhost:8080":       "http://localhost:8080", "http://127.0.0.1:1": "http://127.0.0.1:1",
		"http://127.9.9.9": "http://127.9.9.9", "http://[::1]:5/": "http://[::1]:5",
	} {
		c, err := New(Options{BaseURL: text, Auth: Auth{Token: "t"}})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if c.BaseURL() != want {
			t.Errorf("%q became %q, want %q", text, c.BaseURL(), want)
		}
	}
	for text, want := range map[string]string{
		"": "missing", "acme.example": "https://", "http://acme.example": "only for this computer", "ftp://acme.example": "https://",
		"https://":                       "form",
		"https://u:CANARY1@acme.example": "user name", "https://acme.example/api": `remove "/api"`,
		"https://acme.example?x=1": "what follows ? or #", "https://acme.example/#a": "what follows ? or #",
		"http://localhost.evil.example": "only for this computer", "http://128.0.0.1": "only for this computer",
		"https://acme.example:port": "form", "://": "form",
	} {
		_, err := New(Options{BaseURL: text, Auth: Auth{Token: "t"}})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "CANARY1") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestBaseURLFromClientID(t *testing.T) {
	for id, want := range map[string]string{
		"strange-hydra-68836@acme.example/pcc": "https://acme.example", "a@Acme.Example:8443/x/y": "https://acme.example:8443",
		" a@acme.example/pcc\n": "https://acme.example",
	} {
		if got, err := BaseURLFromClientID(id); err != nil || got != want {
			t.Errorf("%q: %q, %v", id, got, err)
		}
	}
	for _, id := range []string{"", "abc", "a@acme.example", "a@/pcc", "@", "a@b@c/pcc", "a@b?c/pcc", "a@b c/pcc", "a@%41/pcc", "a@b:port/pcc",
		`a@b\c/pcc`} {
		if got, err := BaseURLFromClientID(id); err == nil {
			t.Errorf("%q gave %q", id, got)
		}
	}
}

func TestExtraAuthorities(t *testing.T) {
	s := httptest.NewTLSServer(answer(200, `{"list":[]}`))
	t.Cleanup(s.Close)
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := list(newClient(t, s.URL, func(o *Options) { o.CAFile = file })); err != nil {
		t.Errorf("with the authority: %v", err)
	}
	var waits noWait
	err := list(newClient(t, s.URL, func(o *Options) { o.Sleep = waits.sleep }))
	if err == nil || !strings.Contains(err.Error(), "certificate") || len(waits.waits) != 0 {
		t.Errorf("without the authority: %v after %d waits, want one clear failure", err, len(waits.waits))
	}
	for name, content := range map[string]string{"empty": "", "no PEM": "hello"} {
		bad := filepath.Join(t.TempDir(), "bad.pem")
		if err := os.WriteFile(bad, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := New(Options{BaseURL: s.URL, Auth: Auth{Token: "t"}, CAFile: bad}); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := New(Options{BaseURL: s.URL, Auth: Auth{Token: "t"}, CAFile: filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a missing file was accepted")
	}
}

func TestHTTP2(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer(200, fmt.Sprintf(`{"list":[{"id":%q}]}`, r.Proto))(w, r)
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newClient(t, s.URL, func(o *Options) { o.CAFile = file })
	page, err := c.ListHooks(context.Background(), PageRequest{})
	if err != nil || len(page.Rows) != 1 || page.Rows[0].ID != "HTTP/2.0" {
		t.Errorf("%+v %v", page, err)
	}
	if _, err := c.Do(context.Background(), must(t)(DeleteHook("h"))); err != nil {
		t.Error(err)
	}
}

// echoing is a tenant that says what it was sent, secrets and all, in the way that mode names.
type echoing struct {
	token, mode string
	assertion   string // the last one that it was sent
}

func (e *echoing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := new(bytes.Buffer)
	_, _ = body.ReadFrom(r.Body)
	form, _ := url.ParseQuery(body.String())
	if a := form.Get("client_assertion"); a != "" {
		e.assertion = a
	}
	id := "rq" + r.Header.Get("Authorization") + form.Get("client_assertion") + form.Get("client_secret") + r.RequestURI
	if e.mode != "redirect" {
		w.Header().Set("X-Request-Id", id)
	}
	echo := fmt.Sprintf("%s %s %v %s", r.Method, r.RequestURI, r.Header, body)
	switch {
	case r.URL.Path == tokenPath && e.mode == "token refused":
		answer(401, fmt.Sprintf(`{"error":"invalid_client","error_description":%q}`, echo))(w, r)
	case r.URL.Path == tokenPath:
		answer(200, `{"access_token":"`+e.token+`","expires_in":600}`)(w, r)
	case e.mode == "details":
		w.Header().Del("X-Request-Id")
		answer(500, fmt.Sprintf(`{"code":2,"details":[{"requestId":%q}]}`, id))(w, r)
	case e.mode == "redirect":
		w.Header().Set("Location", "https://x.example/?token="+e.token)
		w.WriteHeader(302)
	case e.mode == "html":
		_, _ = w.Write([]byte(echo))
	default:
		answer(500, fmt.Sprintf(`{"code":2,"message":%q}`, echo+" https://h.example/?key=CANARY5 "+url.QueryEscape(e.token)))(w, r)
	}
}

// With the log at its highest level and answers that echo the request, no credential shows up anywhere.
func TestNothingSecretInLogsAndErrors(t *testing.T) {
	key, _ := keySecret(t)
	const token, code = "CANARY2-token", "CANARY4-CODE"
	var log bytes.Buffer
	e := &echoing{token: token}
	f := newFake(t, e.ServeHTTP)
	var texts []string
	for _, secret := range []string{key, "CANARY1-plain-secret"} {
		for _, e.mode = range []string{"ok", "details", "redirect", "html", "token refused"} {
			c := newClient(t, f.URL, func(o *Options) {
				o.Auth = Auth{ClientID: testClientID, ClientSecret: secret}
				o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug - 8}))
				o.Observe = func(x Exchange) { texts = append(texts, fmt.Sprintf("%+v %v", x, x.Err)) }
			})
			_, err1 := c.SecretByCode(context.Background(), code)
			_, err2 := c.Do(context.Background(), must(t)(CreateWebhook(NewWebhook{DisplayName: "n", URL: "https://h.example/?key=CANARY5"})))
			for _, err := range []error{err1, err2} {
				for ; err != nil; err = unwrap1(err) {
					texts = append(texts, fmt.Sprintf("%v %+v %#v", err, err, err))
				}
			}
			texts = append(texts, fmt.Sprintf("%v %+v %#v %s", c, c, c, c))
		}
		auth := Auth{Token: token, ClientID: "id", ClientSecret: secret}
		marshalled, _ := auth.MarshalJSON()
		texts = append(texts, fmt.Sprintf("%v %+v %#v %s %q %x %v", auth, auth, auth, auth, auth, auth, Options{Auth: auth}), string(marshalled))
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "auth", auth, "request", Request{Method: "GET", Path: "/api/v1/secrets/code/" + code})
	}
	p := PersonalClient{ClientID: "c", ClientSecret: "CANARY1-new"}
	texts = append(texts, fmt.Sprintf("%v %+v %#v %s", p, p, p, p), Request{Method: "GET", Path: "/api/v1/secrets/code/" + code}.String())
	all := log.String() + strings.Join(texts, "\n")
	if log.Len() == 0 || e.assertion == "" {
		t.Fatal("the session left no log or no assertion")
	}
	for _, secret := range []string{"CANARY", key, e.assertion, strings.Split(e.assertion, ".")[1][:20], strings.SplitN(key, ":", 4)[3]} {
		if i := strings.Index(all, secret); i >= 0 {
			t.Errorf("a secret shows up: …%s…", all[max(0, i-200):min(len(all), i+60)])
		}
	}
}

func unwrap1(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return nil
}

func TestMessagesAreCleaned(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                                    "plain",
		"a\nb\tc\x1b[31m\u202e\u200b":              "a b c [31m",
		"Authorization: Bearer abc.def":            "Authorization: Bearer [hidden]",
		"bearer=xyz, next":                         "bearer [hidden], next",
		`{"client_secret":"abc","a":1}`:            `{"client_secret":"[hidden]","a":1}`,
		"client_assertion=abc&x=1":                 "client_assertion=[hidden]&x=1",
		"at https://x.example/a?sig=abc now":       "at https://x.example/a?[hidden] now",
		"nothing is called AB12-EF34-JK56":         "nothing is called [hidden]",
		"eyJhbGciOi.eyJzdWIi.c2ln tail":            "[hidden] tail",
		"secret-token:v.example:v1:abc is wrong":   "[hidden] is wrong",
		"my-secret-value and bXktc2VjcmV0LXZhbHVl": "[hidden] and [hidden]",
		"bad utf8 \xff":                            "bad utf8 \uFFFD",
	} {
		if got := cleanMessage(text, "my-secret-value", "", "abc"[:1]); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
