package ui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
)

// watched is a console whose client remembers what was asked.
func watched(t *testing.T, o driverOptions) *driver {
	t.Helper()
	recent := &api.Recent{}
	former := o.options
	o.options = func(options *Options) {
		if former != nil {
			former(options)
		}
		options.Requests = recent
	}
	o.observe = recent.Add
	return newDriver(t, o)
}

func TestTheLastRequests(t *testing.T) {
	d := watched(t, driverOptions{})
	rule, err := tenant.ParseFault("POST /api/v1/search/webhooks status=429 times=2 retry-after=3")
	if err != nil {
		t.Fatal(err)
	}
	d.tenant.Faults().Add(rule)
	d.keys("2", "L")
	d.sees("Requests", "429", "/api/v1/search/webhooks", "3 +3.0s", "2 +3.0s", "GET", "/auth/introspect")
	d.keys("/status:429", "<tab>")
	d.sees("2 of 6", "Too Many Requests", "too many requests")
	d.keys("<esc>", "v")
	d.sees(`"method": "POST"`, `"waitedSeconds": 3`)
	d.keys("v", "<esc>")
	d.sees("27 in all")
}

func TestARequestIsCopiedAsCurl(t *testing.T) {
	d := watched(t, driverOptions{})
	d.keys("3", "d", "L", "c")
	d.sees("Copied the curl command; it reads the token from $TOKEN.")
	want := "curl -X POST '" + d.server.URL + "/api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(0) +
		`/state' -H "Authorization: Bearer $TOKEN"` +
		` -H 'Accept: application/json' -H 'Content-Type: application/json' --data-raw '{"state":"SUGGESTION_STATE_DISMISSED"}'`
	if len(d.copied) != 1 || d.copied[0] != want {
		t.Errorf("copied\n%q\nwant\n%q", d.copied, want)
	}
}

func TestTheCopyMenuOfARequestHasItAsCurl(t *testing.T) {
	d := watched(t, driverOptions{})
	d.keys("3", "L", "Y")
	d.sees("Copy the path", "Copy the curl command")
	d.keys("curl", "<enter>")
	if len(d.copied) != 1 || !strings.HasPrefix(d.copied[0], "curl ") {
		t.Errorf("copied %q", d.copied)
	}
}

func TestASignInIsNotCopied(t *testing.T) {
	recent := &api.Recent{}
	recent.Add(api.Exchange{At: startTime, Method: "POST", Path: "/auth/v1/token", Status: 200, Attempt: 1})
	d := newDriver(t, driverOptions{options: func(o *Options) { o.Requests = recent }})
	d.keys("L", "c")
	d.sees("its body holds the credentials and is never kept", "The body of a sign-in holds")
	if len(d.copied) != 0 {
		t.Errorf("copied %q", d.copied)
	}
}

// What opens a secret isn't in the list of requests, on the screen or on the clipboard.
func TestNoShareCodeAmongTheRequests(t *testing.T) {
	d := watched(t, driverOptions{})
	code := d.tenant.ShareCode(3)
	if _, err := d.client.SecretByCode(context.Background(), code); err != nil {
		t.Fatal(err)
	}
	d.keys("4", "/https://acme.example/secrets/"+code, "<ctrl+s>", "L")
	for range 6 {
		for _, text := range append(d.copied, d.screen()) {
			if strings.Contains(text, code) || strings.Contains(text, d.tenant.Token()) {
				t.Fatalf("a share code or the token shows:\n%s", text)
			}
		}
		d.keys("c", "v", "v", "j")
	}
}

func TestTheRequestsAtEverySize(t *testing.T) {
	d := watched(t, driverOptions{})
	d.keys("3", "L")
	for _, size := range [][2]int{{160, 45}, {120, 40}, {80, 24}, {40, 10}, {24, 6}} {
		d.Resize(size[0], size[1])
		d.keys("<enter>", "v", "v", "<esc>")
	}
}

func TestRequestsOfASessionWithoutAny(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("L")
	d.sees("No requests are kept in this session")
	d.keys("J")
	d.sees("No journal is kept in this session")
}

// All requests are at hand: they stand in the frame of the key, those that were sent since the list was left as well.
func TestRequestsAreThereAtOnce(t *testing.T) {
	d := watched(t, driverOptions{})
	first := len(d.tenant.Requests())
	late := d.holding(func() { d.keys("L") })
	d.sees("Requests", fmt.Sprintf("%d in all", first), "/auth/introspect")
	late.deliver()
	d.keys("j", "<esc>", "L")
	if !strings.Contains(d.screen(), fmt.Sprintf("2 of %d in all", first)) {
		t.Errorf("nothing was asked meanwhile, and it doesn't stand as it was left:\n%s", d.screen())
	}
	d.keys("<esc>", "2")
	d.holding(func() { d.keys("L") })
	d.sees(fmt.Sprintf("1 of %d in all", len(d.tenant.Requests())), "/search/webhooks")
}
