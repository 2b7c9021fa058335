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

const deviceAnswer = `{"device_code":"CANARY-device","user_code":"WDJB-MJHT","verification_uri":"https://acme.example/device","verification_uri_complete":"https://acme.example/device?code=WDJB-MJHT","expires_in":900,"interval":5}`

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
	s, f, waits, err := device(t, deviceAnswer, `{"error":"authorization_pending"}`, `{"error":"slow_down"}`, "503", `{"access_token":"CANARY-token","expires_in":600}`)
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
	if want := []time.Duration{5 * time.Second, 5 * time.Second, 10 * time.Second, 10 * time.Second}; fmt.Sprint(waits.waits) != fmt.Sprint(want) {
		t.Errorf("waited %v, want %v", waits.waits, want)
	}
	start, poll := f.requests()[0], f.requests()[1]
	if form, _ := url.ParseQuery(start.Body); start.URI != "/auth/v1/device_authorization" || form.Encode() != "client_id=gatehouse-cli" {
		t.Errorf("started with %s %s", start.URI, start.Body)
	}
	form, _ := url.ParseQuery(poll.Body)
	want := url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "client_id": {"gatehouse-cli"}, "device_code": {"CANARY-device"}}
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
		strings.Replace(deviceAnswer, "https://acme.example/device", "http://acme.example/device", 1), strings.Replace(deviceAnswer, "CANARY-device", "", 1),
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
	s, err := StartDeviceSignIn(context.Background(), Options{BaseURL: f.URL, Now: now.Now, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
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
