package api

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestDoingSaysWhatARequestIsFor(t *testing.T) {
	for request, want := range map[[2]string]string{
		{"POST", "/auth/v1/token"}:                                  "signing in",
		{"POST", "/auth/v1/device_authorization"}:                   "starting the sign-in",
		{"GET", "/api/v1/auth/introspect"}:                          "reading who you are",
		{"POST", "/api/v1/search/hooks"}:                            "reading the hooks",
		{"POST", "/api/v1/hooks/h1"}:                                "changing the hooks",
		{"DELETE", "/api/v1/hooks/h1"}:                              "deleting from the hooks",
		{"POST", "/api/v1/search/secrets-admin/audit_events"}:       "reading the audit events",
		{"GET", "/api/v1/secrets/code/[hidden]"}:                    "reading the secrets",
		{"POST", "/api/v1/role-mining/suggestions/s1/users"}:        "reading the suggestions",
		{"POST", "/api/v1/role-mining/suggestions/s1/state"}:        "changing the suggestions",
		{"GET", "/api/v1/apps/a1/xaa/resource_servers/r1/history"}:  "reading the history",
		{"GET", "/api/v1/apps/a1/xaa/resource_servers"}:             "reading the resource servers",
		{"DELETE", "/api/v1/apps/a1/connectors/c1/mcp_toolsets/t1"}: "deleting from the toolsets",
		{"DELETE", "/api/v1/apps/a1/entitlements/e1/owners/u1"}:     "deleting from the owners",
		{"GET", "/api/v1/apps/a1/entitlements/e1/users"}:            "reading the holders of the entitlement",
		{"POST", "/api/v1/policies/test-account-provision-policy"}:  "reading the value of the expression",
		{"GET", "/api/v1/something/new"}:                            "GET /api/v1/something/new",
	} {
		if got := doing(request[0], request[1]); got != want {
			t.Errorf("%s %s: got %q, want %q", request[0], request[1], got, want)
		}
	}
}

func TestSignInErrorsSayWhatWasDone(t *testing.T) {
	for _, c := range []struct {
		err  Error
		want string
	}{
		{Error{Kind: KindForbidden, Method: "POST", Path: tokenPath},
			"signing in: it was refused in the browser; start again if that was a mistake"},
		{Error{Kind: KindEndedEarly, Method: "POST", Path: tokenPath, Message: "the code expired before anybody used it; start again"},
			"signing in: the code expired before anybody used it; start again"},
		{Error{Kind: KindUnauthenticated, Method: "POST", Path: devicePath, Message: "invalid_client", Status: 401},
			"starting the sign-in: the tenant did not accept the client id: invalid_client (status 401)"},
		{Error{Kind: KindUnauthenticated, Method: "POST", Path: tokenPath, Message: "invalid_client", Status: 401},
			"signing in: the tenant did not accept the credentials; check them or sign in again: invalid_client (status 401)"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestRefusedCredentialsAreNamedByTheirSource(t *testing.T) {
	f := newFake(t, answer(401, `{"code":16,"message":"expired"}`))
	c := newClient(t, f.URL, func(o *Options) { o.Auth.Source = "GATEHOUSE_ACCESS_TOKEN" })
	_, err := c.Contacts(context.Background())
	want := "reading the contacts: the tenant did not accept the credentials from GATEHOUSE_ACCESS_TOKEN; check them or sign in again: " +
		"expired (status 401)"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	_, err = New(Options{BaseURL: f.URL, Auth: Auth{ClientID: "a@b.example/c", ClientSecret: "secret-token:b.example:v1:AAAA",
		Source: "the file /x"}})
	want = "the credentials from the file /x can't be used: the private key in the client secret is damaged: copy the secret again"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// A login that is refused says which command signs in again, and the client knows that it is signed out until something is accepted.
func TestRefusedLoginSaysHowToSignInAgain(t *testing.T) {
	answers := []http.HandlerFunc{answer(200, `{"userNotificationSettings":{}}`), answer(401, `{"code":16,"message":"revoked"}`),
		answer(503, `{}`), answer(403, `{"code":7,"message":"no"}`)}
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		next := answers[0]
		answers = answers[1:]
		next(w, r)
	})
	c := newClient(t, f.URL, func(o *Options) { o.Auth.Source, o.Auth.Renew = "gatehouse login", "run gatehouse login --tenant acme" })
	ask := func() error { _, err := c.NotificationSettings(context.Background()); return err }
	if err := ask(); err != nil || c.SignedOut() {
		t.Fatalf("%v, signed out: %v", err, c.SignedOut())
	}
	want := "the tenant did not accept the credentials from gatehouse login; run gatehouse login --tenant acme: revoked (status 401)"
	if err := ask(); err == nil || !strings.HasSuffix(err.Error(), want) || !c.SignedOut() {
		t.Errorf("got  %v (signed out: %v)\nwant %s", err, c.SignedOut(), want)
	}
	if err := ask(); KindOf(err) != KindForbidden || c.SignedOut() { // after a try that says nothing about it
		t.Errorf("%v, signed out: %v", err, c.SignedOut())
	}
}

// What is told before another try says what happened.
func TestRetryingSaysWhatHappened(t *testing.T) {
	failed := func(status int, err error) Exchange {
		return Exchange{Method: "POST", Path: "/api/v1/search/hooks", Attempt: 1, Status: status, Wait: 2 * time.Minute, Err: err}
	}
	for want, x := range map[string]Exchange{
		"the tenant can't be reached: connection refused": failed(0,
			&Error{Kind: KindNetwork, Err: &NetworkError{Said: "the tenant can't be reached: connection refused"}}),
		"the connection broke: connection reset by peer": failed(0,
			&Error{Kind: KindUnavailable, Message: "the connection broke: connection reset by peer"}),
		"the connection broke": failed(0, nil),
		"acme.example answered 503 with HTML, perhaps a proxy": failed(503,
			&Error{Kind: KindUnavailable, Err: &ForeignAnswer{"acme.example", whatHTML}}),
		"the tenant answered 503": failed(503, &Error{Kind: KindUnavailable}),
	} {
		if got := x.Retrying(); got != "Reading the hooks failed (try 1): "+want+". Trying again in 2m…" {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestWaitsAreSpokenInWords(t *testing.T) {
	for want, e := range map[string]*Error{
		"too many requests; try again in 2 minutes": {Kind: KindRateLimited,
			RetryAfter: 2 * time.Minute},
		"the tenant asked us to slow down; try again in 1 minute 30 seconds: nothing was sent": {Kind: KindRateLimited,
			RetryAfter: 89*time.Second + 1, Err: ErrHeld},
		"too many requests; try again in 1 second": {Kind: KindRateLimited, RetryAfter: time.Millisecond},
	} {
		if got := e.Plain(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
