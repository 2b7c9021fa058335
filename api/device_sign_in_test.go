package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

const deviceAnswer = `{"device_code":"CANARY-device","user_code":"WDJB-MJHT","verification_uri":"https://acme.example/device",` +
	`"verification_uri_complete":"https://acme.example/device?code=WDJB-MJHT","expires_in":900,"interval":5}`

// device starts a sign-in on a tenant that gives the answers to the polls in order.
func device(t *testing.T, first string, polls ...string) (*DeviceSignIn, *fake, *noWait, error) {
	t.Helper()
	n := 0
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == devicePath {
			answer(200, first)(w, r)
			return
		}
		text := polls[min(n, len(polls)-1)]
		n++
		switch {
		case text == "503":
			w.WriteHeader(503)
		case strings.HasPrefix(text, "<"):
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, text)
		case strings.HasPrefix(text, "Retry-After: "):
			w.Header().Set("Retry-After", strings.TrimPrefix(text, "Retry-After: "))
			answer(429, `{}`)(w, r)
		case text == "302":
			w.Header().Set("Location", "https://portal.example/")
			w.WriteHeader(302)
		case strings.Contains(text, "error"):
			answer(400, text)(w, r)
		default:
			answer(200, text)(w, r)
		}
	})
	now := newClock()
	waits := &noWait{}
	s, err := StartDeviceSignIn(context.Background(), Options{
		BaseURL: f.URL, Now: now.Now,
		Sleep: func(ctx context.Context, d time.Duration) error { now.add(d); return waits.sleep(ctx, d) },
	}, "gatehouse-cli")
	if err == nil {
		t.Cleanup(s.Close)
	}
	return s, f, waits, err
}

func TestDeviceSignIn(t *testing.T) {
	s, f, waits, err := device(t, deviceAnswer, `{"error":"authorization_pending"}`, `{"error":"slow_down"}`, "503",
		`{"access_token":"CANARY-token","expires_in":600}`)
	if err != nil {
		t.Fatal(err)
	}
	if s.UserCode != "WDJB-MJHT" || s.VerificationURI != "https://acme.example/device" || s.VerificationURIComplete == "" {
		t.Errorf("%q %q %q", s.UserCode, s.VerificationURI, s.VerificationURIComplete)
	}
	token, err := s.Wait(context.Background())
	if err != nil || token != "CANARY-token" {
		t.Fatalf("%q, %v", token, err)
	}
	if want := []time.Duration{5 * time.Second, 5 * time.Second, 10 * time.Second,
		10 * time.Second}; fmt.Sprint(waits.waits) != fmt.Sprint(want) {
		t.Errorf("waited %v, want %v", waits.waits, want)
	}
	start, poll := f.requests()[0], f.requests()[1]
	if form, _ := url.ParseQuery(start.Body); start.URI != "/auth/v1/device_authorization" || form.Encode() != "client_id=gatehouse-cli" {
		t.Errorf("started with %s %s", start.URI, start.Body)
	}
	form, _ := url.ParseQuery(poll.Body)
	want := url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "client_id": {"gatehouse-cli"},
		"device_code": {"CANARY-device"}}
	if poll.URI != "/auth/v1/token" || form.Encode() != want.Encode() || poll.Header.Get("Authorization") != "" {
		t.Errorf("polled with %s %s", poll.URI, poll.Body)
	}
	if text := fmt.Sprintf("%v %+v %#v", s, s, *s); strings.Contains(text, "CANARY") {
		t.Errorf("printing shows the device code: %s", text)
	}
}

func TestDeviceSignInEnds(t *testing.T) {
	for poll, want := range map[string]Kind{
		`{"error":"access_denied"}`:                                     KindForbidden,
		`{"error":"expired_token"}`:                                     KindEndedEarly,
		`{"error":"invalid_grant","error_description":"CANARY-device"}`: KindUnauthenticated,
		`{"error":"authorization_pending"}`:                             KindEndedEarly, // until the code expires
		`{}`:                                                            KindMalformed,
	} {
		s, f, _, err := device(t, deviceAnswer, poll)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Wait(context.Background())
		if KindOf(err) != want || strings.Contains(err.Error(), "CANARY") {
			t.Errorf("%s: %v, want %v", poll, err, want)
		}
		if n := len(f.requests()); n > 180 {
			t.Errorf("%s: %d polls", poll, n)
		}
	}
}

// What the tenant says of the interval is heeded however it is written, unless it leaves no room for a poll.
func TestDeviceIntervals(t *testing.T) {
	for text, want := range map[string]time.Duration{
		`5`: 5 * time.Second, `1`: time.Second, `"1"`: time.Second, `1.5`: 2 * time.Second, `" 7 "`: 7 * time.Second, `600`: 10 * time.Minute,
		`0.01`: time.Second,
		`0`:    5 * time.Second, `-1`: 5 * time.Second, `null`: 5 * time.Second, `"soon"`: 5 * time.Second, `true`: 5 * time.Second,
		`[1]`: 5 * time.Second, `{}`: 5 * time.Second,
		`900`: 5 * time.Second, `1e300`: 5 * time.Second, `1e999`: 5 * time.Second, `"NaN"`: 5 * time.Second,
		`99999999999999999999`: 5 * time.Second,
	} {
		s, _, waits, err := device(t, strings.Replace(deviceAnswer, `"interval":5`, `"interval":`+text, 1), `{"error":"authorization_pending"}`,
			`{"access_token":"tok"}`)
		if err != nil {
			t.Errorf("interval %s: %v", text, err)
			continue
		}
		if s.Interval != want {
			t.Errorf("interval %s: %v, want %v", text, s.Interval, want)
		}
		if token, err := s.Wait(context.Background()); want < time.Minute && token != "tok" || len(waits.waits) == 0 || waits.waits[0] != want {
			t.Errorf("interval %s: %q, %v, waited %v", text, token, err, waits.waits)
		}
	}
}

// A proxy's page, a redirect and a request to wait are no decision: they are told once, and the sign-in goes on.
func TestDevicePollsThatBringNothing(t *testing.T) {
	const pending, page = `{"error":"authorization_pending"}`, `<html>Please log in to the WiFi</html>`
	for _, tt := range []struct {
		name  string
		polls []string
		waits []time.Duration
		told  int
	}{
		{"a page", []string{page, `{"access_token":"tok"}`}, []time.Duration{5 * time.Second, 5 * time.Second}, 1},
		{"the same page", []string{page, page, page, `{"access_token":"tok"}`}, []time.Duration{5 * time.Second, 5 * time.Second, 5 * time.Second,
			5 * time.Second}, 1},
		{"again later", []string{page, pending, page, `{"access_token":"tok"}`}, []time.Duration{5 * time.Second, 5 * time.Second,
			5 * time.Second, 5 * time.Second}, 2},
		{"a redirect", []string{"302", `{"access_token":"tok"}`}, []time.Duration{5 * time.Second, 5 * time.Second}, 1},
		{"not for long", []string{"Retry-After: 30", pending, `{"access_token":"tok"}`}, []time.Duration{5 * time.Second, 30 * time.Second,
			5 * time.Second}, 1},
		{"for long", []string{"Retry-After: 86400", `{"access_token":"tok"}`}, []time.Duration{5 * time.Second, 2 * time.Minute}, 1},
		{"for ever", []string{"Retry-After: 9999999999999", `{"access_token":"tok"}`}, []time.Duration{5 * time.Second, 2 * time.Minute}, 1},
		{"a fault", []string{`{"error":"server_error"}`, `{"access_token":"tok"}`}, []time.Duration{5 * time.Second, 5 * time.Second}, 1},
	} {
		s, _, waits, err := device(t, deviceAnswer, tt.polls...)
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		s.Notice = func(error, time.Duration) { told++ }
		token, err := s.Wait(context.Background())
		if token != "tok" || err != nil || fmt.Sprint(waits.waits) != fmt.Sprint(tt.waits) || told != tt.told {
			t.Errorf("%s: %q, %v, waited %v, told %d times", tt.name, token, err, waits.waits, told)
		}
	}
}

// Whatever the tenant wants to be waited for, the code's end is the end, and there is a poll shortly before it.
func TestDeviceCodeExpiresWhileTheTenantWantsPeace(t *testing.T) {
	s, f, waits, err := device(t, strings.Replace(deviceAnswer, ":900", ":60", 1), "Retry-After: 3600")
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Wait(context.Background())
	total := time.Duration(0)
	for _, w := range waits.waits {
		total += w
	}
	if KindOf(err) != KindEndedEarly || !strings.Contains(err.Error(),
		"the code expired; the last answer about it was of no use: too many requests") || total > time.Minute {
		t.Errorf("%v after %v", err, total)
	}
	if n := len(f.requests()); n != 3 {
		t.Errorf("%d requests, want the start, a poll, and one before the end", n)
	}
}

func TestDeviceAddressElsewhere(t *testing.T) {
	c, err := New(Options{BaseURL: "https://acme.example", Auth: Auth{Token: "x"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	s := &DeviceSignIn{c: c}
	for address, want := range map[string]string{
		"https://acme.example/device": "", "https://ACME.example:443/device?x=1": "", "https://acme.example./": "",
		"https://login.acme.example/": "login.acme.example", "https://acme.example.evil.example/": "acme.example.evil.example",
		"https://acme.example:8443/": "acme.example:8443", "https://аcme.example/": "аcme.example", "http://127.0.0.1:1/": "127.0.0.1:1",
	} {
		if got := s.Elsewhere(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// A token that is to be sent in another way than as a bearer token is no token for us.
func TestTokenTypes(t *testing.T) {
	for kind, usable := range map[string]bool{`"Bearer"`: true, `"bearer"`: true, `"BEARER"`: true, `""`: true, `null`: true, `"DPoP"`: false,
		`"mac"`: false, `"N_A"`: false} {
		text := `{"access_token":"CANARY-tok","expires_in":600,"token_type":` + kind + `}`
		s, _, _, err := device(t, deviceAnswer, text)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Wait(context.Background())
		f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == tokenPath {
				answer(200, text)(w, r)
				return
			}
			answer(200, `{"list":[]}`)(w, r)
		})
		listed := list(newClient(t, f.URL, withSecret("plain", nil)))
		for _, got := range []error{err, listed} {
			if (got == nil) != usable || !usable && (KindOf(got) != KindMalformed ||
				!strings.Contains(got.Error(), "only bearer tokens can be used") || strings.Contains(got.Error(), "CANARY")) {
				t.Errorf("token_type %s: %v", kind, got)
			}
		}
		if n := f.count("GET", "/api/v1/hooks"); !usable && n > 0 {
			t.Errorf("token_type %s: it was sent", kind)
		}
	}
}

func TestClientIDsThatNobodyGivesOut(t *testing.T) {
	for _, id := range []string{"", " ", "a b@acme.example/x", "a\x1b[31m@acme.example/x", "a\u200b@acme.example/x", "a\u202e@acme.example/x",
		"a\nb", "a\x00", "a\u00a0b", "a\xff"} {
		if _, err := New(Options{BaseURL: "https://acme.example", Auth: Auth{ClientID: id, ClientSecret: "x"}}); err == nil {
			t.Errorf("%q was taken by New", id)
		}
		if _, err := StartDeviceSignIn(context.Background(), Options{BaseURL: "https://acme.invalid"}, id); err == nil ||
			KindOf(err) == KindNetwork {
			t.Errorf("%q was sent: %v", id, err)
		}
	}
}

func TestDeviceSignInCancelled(t *testing.T) {
	s, _, _, err := device(t, deviceAnswer, `{"error":"authorization_pending"}`)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Wait(ctx); KindOf(err) != KindEndedEarly || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want cancelled", err)
	}
}

func TestDeviceSignInOddAnswers(t *testing.T) {
	for _, first := range []string{
		`{}`, `[]`, `<html>`, strings.Replace(deviceAnswer, "https://acme.example/device", "javascript:alert(1)", 1),
		strings.Replace(deviceAnswer, "https://acme.example/device", "http://acme.example/device", 1),
		strings.Replace(deviceAnswer, "CANARY-device", "", 1),
	} {
		if _, _, _, err := device(t, first, `{}`); err == nil || strings.Contains(err.Error(), "CANARY") {
			t.Errorf("%s: %v", first, err)
		}
	}
	for _, expires := range []string{`"900"`, `"soon"`, `-1`, `1e300`, `null`} {
		s, _, _, err := device(t, strings.Replace(deviceAnswer, ":900", ":"+expires, 1), `{"access_token":"tok"}`)
		if err != nil {
			t.Errorf("expires_in %s: %v", expires, err)
			continue
		}
		if token, err := s.Wait(context.Background()); token != "tok" {
			t.Errorf("expires_in %s: %v", expires, err)
		}
	}
	f := newFake(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); _, _ = io.WriteString(w, "not here") })
	if _, err := StartDeviceSignIn(context.Background(), Options{BaseURL: f.URL}, "id"); KindOf(err) != KindUnsupported {
		t.Errorf("%v (%v), want unsupported", err, KindOf(err))
	}
	if _, err := StartDeviceSignIn(context.Background(), Options{BaseURL: f.URL}, ""); err == nil {
		t.Error("an empty client id was accepted")
	}
}

// A sign-in that is refused with its own words for an id tells nothing secret: neither the log nor the error holds the device code.
func TestDeviceCodeIsInNoRequestID(t *testing.T) {
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == devicePath {
			answer(200, deviceAnswer)(w, r)
			return
		}
		body, _ := io.ReadAll(r.Body)
		form, _ := url.ParseQuery(string(body))
		w.Header().Set("X-Request-Id", "rq-"+form.Get("device_code"))
		answer(400, `{"error":"invalid_grant"}`)(w, r)
	})
	var log strings.Builder
	now := newClock()
	s, err := StartDeviceSignIn(context.Background(), Options{BaseURL: f.URL, Now: now.Now,
		Log:   slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Sleep: func(ctx context.Context, d time.Duration) error { now.add(d); return ctx.Err() }}, "gatehouse-cli")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	_, err = s.Wait(context.Background())
	var e *Error
	if !errors.As(err, &e) || e.RequestID != "rq-"+hidden {
		t.Errorf("%+v", err)
	}
	if said := log.String() + err.Error(); s.code == "" || strings.Contains(said, s.code) || !strings.Contains(said, "rq-") {
		t.Errorf("the log holds %s", said)
	}
}
