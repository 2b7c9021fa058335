package cli

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"gatehouse/action"
	"gatehouse/tenant"
)

// bought is the credential that the bench's keyring keeps.
func (b *bench) bought() (clientID string) {
	stored, err := keyring.Get("gatehouse login", b.host())
	if err != nil {
		return ""
	}
	var s struct {
		ID string `json:"client_id"`
	}
	if json.Unmarshal([]byte(stored), &s) != nil {
		return ""
	}
	return s.ID
}

// A credential that was bought and can't be tried is kept: its secret can't be had twice.
func TestLoginKeepsWhatItCannotTry(t *testing.T) {
	for name, rule := range map[string]tenant.Rule{
		"503":          {Path: "/auth/v1/token", Skip: 1, Status: 503},
		"429":          {Path: "/auth/v1/token", Skip: 1, Status: 429, RetryAfter: "3600"},
		"a proxy":      {Path: "/auth/v1/token", Skip: 1, HTML: true},
		"no answer":    {Path: "/auth/v1/token", Skip: 1, DropBefore: true},
		"a bad answer": {Path: "/api/v1/auth/introspect", Skip: 1, Status: 500},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			b.noEnvironment()
			b.tenant.Faults().Add(rule)
			b.approve(true)
			status := b.run("login", "--url", b.server.URL)
			id := b.bought()
			if id == "" {
				t.Fatalf("nothing is kept:\n%s", b.said())
			}
			b.wants(status, 1, "The credential was created, but could not be tried.", id, "the credential is kept anyway")
			if strings.Contains(b.said(), "Signed in") {
				t.Errorf("it claims more than it knows:\n%s", b.said())
			}
			b.tenant.Faults().Reset()
			s := b.secret(true)
			b.wants(b.run("revoke", "--yes", s.VaultID), 0)
		})
	}
}

// A wrong clock here says nothing about the credential.
func TestLoginKeepsWhatTheClockRefuses(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.now = func() time.Time { return time.Now().Add(time.Hour) }
	b.noEnvironment()
	b.approve(true)
	status := b.run("login", "--url", b.server.URL)
	b.wants(status, 1, "correct this computer's clock", b.bought(), "the credential is kept anyway")
	if b.bought() == "" {
		t.Error("nothing is kept")
	}
}

// Whoever ends the command while the credential is tried, or while it is made, is told what lives on.
func TestLoginEndedAfterThePurchase(t *testing.T) {
	for _, c := range []struct {
		name, path string
		skip       int
	}{
		{"while it is tried", "/auth/v1/token", 1}, {"while it is made", "/api/v1/iam/personal_clients", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			b.noEnvironment()
			b.approve(true)
			ctx, cancel := context.WithCancel(t.Context())
			b.between(func(r *http.Request) {
				if r.URL.Path == c.path {
					if c.skip--; c.skip < 0 {
						cancel()
					}
				}
			})
			status := b.runIn(ctx, "login", "--url", b.server.URL)
			id := b.bought()
			if id == "" {
				t.Fatalf("nothing is kept:\n%s", b.said())
			}
			b.wants(status, 130, id, "cancelled before the credential was tried; it is kept, and valid on the tenant until ")
			if strings.Contains(b.said(), "nothing was stored") || len(b.changes()) != 1 {
				t.Errorf("it says\n%s", b.said())
			}
		})
	}
}

// between calls look with each request before the tenant gets it.
func (b *bench) between(look func(*http.Request)) {
	b.server.Close()
	handler := b.tenant.Handler()
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		look(r)
		handler.ServeHTTP(w, r)
	}))
	b.t.Cleanup(b.server.Close)
}

// Ended before the request for a credential, nothing is said to exist.
func TestLoginEndedBeforeThePurchase(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.approve(true)
	ctx, cancel := context.WithCancel(t.Context())
	b.between(func(r *http.Request) {
		if r.URL.Path == "/api/v1/auth/introspect" {
			cancel()
		}
	})
	b.wants(b.runIn(ctx, "login", "--url", b.server.URL), 130, "cancelled; nothing was stored")
	b.wantsChanges()
	if strings.Contains(b.said(), "exist") {
		t.Errorf("it says\n%s", b.said())
	}
}

// What keeps the credential from being stored is found out before one is bought.
func TestLoginChecksTheStoreBefore(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	if err := os.MkdirAll(filepath.Join(b.home, ".state", "gatehouse"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.home, ".state", "gatehouse", "logins"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b.approve(true)
	b.wants(b.run("login", "--url", b.server.URL, "--store", "file"), 1, "the login can't be stored", "nothing was sent to the tenant")
	keyring.MockInitWithError(errors.New("no bus"))
	b.person = &person{confirms: []bool{true}}
	b.wants(b.run("login", "--url", b.server.URL), 1, "the login can't be stored", "nothing was sent to the tenant")
	if got := b.sent(); len(got) > 0 {
		t.Errorf("sent %q", got)
	}
}

// A probe leaves nothing behind.
func TestLoginInAFileLeavesOneFile(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.approve(true)
	b.wants(b.run("login", "--url", b.server.URL, "--store", "file"), 0)
	entries, err := os.ReadDir(filepath.Dir(b.loginFile()))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// A tenant that wants a shorter life is asked again with another one, in the same sign-in.
func TestLoginAsksForAnotherLife(t *testing.T) {
	refusal := tenant.Rule{Path: "/api/v1/iam/personal_clients", Match: "2592000s", Status: 400, Message: "expires must be at most 7 days"}
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.tenant.Faults().Add(refusal)
	b.approve(true)
	b.wants(b.run("login", "--url", b.server.URL), 1, "at most 7 days", "no credential was created: choose a shorter life with --expires")
	b.person = &person{types: []string{"soon", "7d"}}
	b.wants(b.run("login", "--url", b.server.URL), 0, "at most 7 days", "That is not a time such as 12h or 7d.", "Signed in to ")
	if len(b.person.asked) != 2 || !strings.Contains(b.person.asked[0], "How long should the credential live instead") {
		t.Errorf("asked %q", b.person.asked)
	}
	b.person = &person{types: []string{""}}
	b.wants(b.run("login", "--url", b.server.URL), 130, "cancelled; nothing was stored")
}

// A second login says which credentials the ones before have left, and their names differ.
func TestLoginNamesWhatIsLeft(t *testing.T) {
	now := time.Now()
	b := newBench(t, tenant.Options{Now: func() time.Time { return now }})
	b.noEnvironment()
	b.approve(true)
	b.wants(b.run("login", "--url", b.server.URL, "--expires", "7d"), 0)
	first := b.bought()
	if strings.Contains(b.said(), "older credential") {
		t.Errorf("of a first login it says\n%s", b.said())
	}
	now = now.Add(time.Hour)
	b.wants(b.run("login", "--url", b.server.URL), 0, "An older credential of this computer may still be valid on the tenant", "("+first+") until ")
	second := b.bought()
	now = now.Add(time.Hour)
	b.wants(b.run("login", "--url", b.server.URL), 0, "2 older credentials of this computer", "("+second+") until ", now.Add(-2*time.Hour).UTC().Format("2006-01-02 15:04"))
	now = now.Add(8 * 24 * time.Hour)
	b.wants(b.run("login", "--url", b.server.URL), 0, "2 older credentials of this computer")
	if strings.Contains(b.said(), first) {
		t.Errorf("it names one that has expired:\n%s", b.said())
	}
	names := map[string]bool{}
	for _, e := range b.purchases() {
		names[e.Target.Name] = true
	}
	if len(names) != 4 {
		t.Errorf("the credentials are called %v", names)
	}
}

func (b *bench) purchases() []action.Entry {
	b.t.Helper()
	entries, _, err := action.NewFileJournal(filepath.Join(b.home, ".state", "gatehouse")).Entries(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return entries
}

func TestLoginNamesOtherWays(t *testing.T) {
	for _, c := range []struct {
		name   string
		rule   tenant.Rule
		status int
	}{
		{"unauthorized at the start", tenant.Rule{Path: "/auth/v1/device_authorization", Status: 400, Body: `{"error":"unauthorized_client"}`}, 3},
		{"unknown at the start", tenant.Rule{Path: "/auth/v1/device_authorization", Status: 401, Body: `{"error":"invalid_client"}`}, 3},
		{"unauthorized at a poll", tenant.Rule{Path: "/auth/v1/token", Status: 400, Body: `{"error":"unauthorized_client"}`}, 3},
		{"forbidden purchase", tenant.Rule{Path: "/api/v1/iam/personal_clients", Status: 403, Message: "no"}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			b.noEnvironment()
			b.tenant.Faults().Add(c.rule)
			b.approve(true)
			b.wants(b.run("login", "--url", b.server.URL), c.status, "--paste", "--device-client-id")
		})
	}
}

// An address for the code that isn't the tenant's own is pointed out.
func TestLoginPointsOutAnotherHost(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.tenant.Faults().Add(tenant.Rule{Path: "/auth/v1/device_authorization", Merge: json.RawMessage(`{"verification_uri":"https://login.evil.example/device","interval":600,"expires_in":900}`)})
	ctx, cancel := context.WithCancel(t.Context())
	b.onPrint = func(text string) {
		if strings.Contains(text, "ctrl+c cancels") {
			cancel()
		}
	}
	b.wants(b.runIn(ctx, "login", "--url", b.server.URL), 130, "that address is on login.evil.example, not on "+b.host(), "wants to be asked every 10m0s only")
}

// A page that a proxy puts in the way doesn't end the sign-in, and is told.
func TestLoginGoesOnPastAProxy(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.tenant.Faults().Add(tenant.Rule{Path: "/auth/v1/token", HTML: true, Times: 2})
	b.approve(true)
	b.wants(b.run("login", "--url", b.server.URL), 0, "No usable answer yet: ", "Still waiting; asking again in ", "Signed in to ")
	if n := strings.Count(b.said(), "No usable answer yet"); n != 1 {
		t.Errorf("told %d times", n)
	}
}

func TestLoginRefusesHiddenCharactersInIDs(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.wants(b.run("login", "--url", b.server.URL, "--device-client-id", "ours\x1b[2J"), 2, "characters that can't be sent or that no credential has")
	for _, id := range []string{"a\x1b[31m@" + b.host() + "/x", "a\u200b@" + b.host() + "/x", "a\u202e@" + b.host() + "/x"} {
		b.person = &person{types: []string{id, "s"}}
		b.wants(b.run("login", "--url", b.server.URL, "--paste"), 2, "characters that can't be sent or that no credential has")
	}
	if got := b.sent(); len(got) > 0 {
		t.Errorf("sent %q", got)
	}
}

// What nobody knows is said in words about a credential.
func TestLoginWhoseAnswerIsLost(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.tenant.Faults().Add(tenant.Rule{Path: "/api/v1/iam/personal_clients", Status: 504, Apply: true})
	b.approve(true)
	b.wants(b.run("login", "--url", b.server.URL), 1, "it is unknown whether it made one. The tenant answered 504", "may exist on the tenant: look for it there and revoke it")
	if strings.Contains(b.said(), "read the record") {
		t.Errorf("it says\n%s", b.said())
	}
}
