package login_test

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
	"gatehouse/cli/clitest"
	"gatehouse/tenant"
)

// bought is the credential that the bench's keyring keeps.
func bought(b *clitest.Bench) (clientID string) {
	stored, err := keyring.Get("gatehouse login", b.Host())
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
			b.NoEnvironment()
			b.Tenant.Faults().Add(rule)
			b.Approve(true)
			status := b.Run("login", "--url", b.Server.URL)
			id := bought(b)
			if id == "" {
				t.Fatalf("nothing is kept:\n%s", b.Said())
			}
			b.Wants(status, 1, "The credential was created, but could not be tried.", id, "the credential is kept anyway")
			if strings.Contains(b.Said(), "Signed in") {
				t.Errorf("it claims more than it knows:\n%s", b.Said())
			}
			b.Tenant.Faults().Reset()
			s := b.Secret(true)
			b.Wants(b.Run("revoke", "--yes", s.VaultID), 0)
		})
	}
}

// A wrong clock here says nothing about the credential.
func TestLoginKeepsWhatTheClockRefuses(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.Now = func() time.Time { return time.Now().Add(time.Hour) }
	b.NoEnvironment()
	b.Approve(true)
	status := b.Run("login", "--url", b.Server.URL)
	b.Wants(status, 1, "correct this computer's clock", bought(b), "the credential is kept anyway")
	if bought(b) == "" {
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
			b.NoEnvironment()
			b.Approve(true)
			ctx, cancel := context.WithCancel(t.Context())
			between(b, func(r *http.Request) {
				if r.URL.Path == c.path {
					if c.skip--; c.skip < 0 {
						cancel()
					}
				}
			})
			status := b.RunIn(ctx, "login", "--url", b.Server.URL)
			id := bought(b)
			if id == "" {
				t.Fatalf("nothing is kept:\n%s", b.Said())
			}
			b.Wants(status, 130, id, "cancelled before the credential was tried; it is kept, and valid on the tenant until ")
			if strings.Contains(b.Said(), "nothing was stored") || len(b.Changes()) != 1 {
				t.Errorf("it says\n%s", b.Said())
			}
		})
	}
}

// between calls look with each request before the tenant gets it.
func between(b *clitest.Bench, look func(*http.Request)) {
	b.Server.Close()
	handler := b.Tenant.Handler()
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		look(r)
		handler.ServeHTTP(w, r)
	}))
	b.T.Cleanup(b.Server.Close)
}

// Ended before the request for a credential, nothing is said to exist.
func TestLoginEndedBeforeThePurchase(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Approve(true)
	ctx, cancel := context.WithCancel(t.Context())
	between(b, func(r *http.Request) {
		if r.URL.Path == "/api/v1/auth/introspect" {
			cancel()
		}
	})
	b.Wants(b.RunIn(ctx, "login", "--url", b.Server.URL), 130, "cancelled; nothing was stored")
	b.WantsChanges()
	if strings.Contains(b.Said(), "exist") {
		t.Errorf("it says\n%s", b.Said())
	}
}

// What keeps the credential from being stored is found out before one is bought.
func TestLoginChecksTheStoreBefore(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	if err := os.MkdirAll(filepath.Join(b.Home, ".state", "gatehouse"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.Home, ".state", "gatehouse", "logins"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b.Approve(true)
	b.Wants(b.Run("login", "--url", b.Server.URL, "--store", "file"), 1, "the login can't be stored", "nothing was sent to the tenant")
	keyring.MockInitWithError(errors.New("no bus"))
	b.Person = &clitest.Person{Confirms: []bool{true}}
	b.Wants(b.Run("login", "--url", b.Server.URL), 1, "the login can't be stored", "nothing was sent to the tenant")
	if got := b.Sent(); len(got) > 0 {
		t.Errorf("sent %q", got)
	}
}

// A probe leaves nothing behind.
func TestLoginInAFileLeavesOneFile(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Approve(true)
	b.Wants(b.Run("login", "--url", b.Server.URL, "--store", "file"), 0)
	entries, err := os.ReadDir(filepath.Dir(b.LoginFile()))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// A copy in a keyring that can't be opened stays there, with a credential that may still be valid.
func TestLoginSaysThatAnOlderCopyMayBeLeft(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Approve(true)
	b.Wants(b.Run("login", "--url", b.Server.URL), 0, "Signed in to ")
	if strings.Contains(b.Said(), "older copy") {
		t.Errorf("of a first login it says\n%s", b.Said())
	}
	keyring.MockInitWithError(errors.New("the collection is locked"))
	b.Wants(b.Run("login", "--url", b.Server.URL, "--store", "file"), 0, "Signed in to ",
		"An older copy of your login may be left: the keyring can't be asked: the collection is locked.")
}

// A tenant that wants a shorter life is asked again with another one, in the same sign-in.
func TestLoginAsksForAnotherLife(t *testing.T) {
	refusal := tenant.Rule{Path: "/api/v1/iam/personal_clients", Match: "2592000s", Status: 400, Message: "expires must be at most 7 days"}
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Tenant.Faults().Add(refusal)
	b.Approve(true)
	b.Wants(b.Run("login", "--url", b.Server.URL), 1, "at most 7 days", "no credential was created: choose a shorter life with --expires")
	b.Person = &clitest.Person{Types: []string{"soon", "7d"}}
	b.Wants(b.Run("login", "--url", b.Server.URL), 0, "at most 7 days", "That is not a time such as 12h or 7d.", "Signed in to ")
	if len(b.Person.Asked) != 2 || !strings.Contains(b.Person.Asked[0], "How long should the credential live instead") {
		t.Errorf("asked %q", b.Person.Asked)
	}
	b.Person = &clitest.Person{Types: []string{""}}
	b.Wants(b.Run("login", "--url", b.Server.URL), 130, "cancelled; nothing was stored")
}

// A second login says which credentials the ones before have left, and their names differ.
func TestLoginNamesWhatIsLeft(t *testing.T) {
	now := time.Now()
	b := newBench(t, tenant.Options{Now: func() time.Time { return now }})
	b.NoEnvironment()
	b.Approve(true)
	b.Wants(b.Run("login", "--url", b.Server.URL, "--expires", "7d"), 0)
	first := bought(b)
	if strings.Contains(b.Said(), "older credential") {
		t.Errorf("of a first login it says\n%s", b.Said())
	}
	now = now.Add(time.Hour)
	b.Wants(b.Run("login", "--url", b.Server.URL), 0, "An older credential of this computer may still be valid on the tenant",
		"("+first+") until ")
	second := bought(b)
	now = now.Add(time.Hour)
	b.Wants(b.Run("login", "--url", b.Server.URL), 0, "2 older credentials of this computer", "("+second+") until ",
		now.Add(-2*time.Hour).UTC().Format("2006-01-02 15:04"))
	now = now.Add(8 * 24 * time.Hour)
	b.Wants(b.Run("login", "--url", b.Server.URL), 0, "2 older credentials of this computer")
	if strings.Contains(b.Said(), first) {
		t.Errorf("it names one that has expired:\n%s", b.Said())
	}
	names := map[string]bool{}
	for _, e := range purchases(b) {
		names[e.Target.Name] = true
	}
	if len(names) != 4 {
		t.Errorf("the credentials are called %v", names)
	}
}

func purchases(b *clitest.Bench) []action.Entry {
	b.T.Helper()
	entries, _, err := action.NewFileJournal(filepath.Join(b.Home, ".state", "gatehouse")).Entries(b.T.Context())
	if err != nil {
		b.T.Fatal(err)
	}
	return entries
}

func TestLoginNamesOtherWays(t *testing.T) {
	for _, c := range []struct {
		name   string
		rule   tenant.Rule
		status int
	}{
		{"unauthorized at the start", tenant.Rule{Path: "/auth/v1/device_authorization", Status: 400, Body: `{"error":"unauthorized_client"}`},
			3},
		{"unknown at the start", tenant.Rule{Path: "/auth/v1/device_authorization", Status: 401, Body: `{"error":"invalid_client"}`}, 3},
		{"unauthorized at a poll", tenant.Rule{Path: "/auth/v1/token", Status: 400, Body: `{"error":"unauthorized_client"}`}, 3},
		{"forbidden purchase", tenant.Rule{Path: "/api/v1/iam/personal_clients", Status: 403, Message: "no"}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			b.NoEnvironment()
			b.Tenant.Faults().Add(c.rule)
			b.Approve(true)
			b.Wants(b.Run("login", "--url", b.Server.URL), c.status, "--paste", "--device-client-id")
		})
	}
}

// An address for the code that isn't the tenant's own is pointed out.
func TestLoginPointsOutAnotherHost(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Tenant.Faults().Add(tenant.Rule{Path: "/auth/v1/device_authorization",
		Merge: json.RawMessage(`{"verification_uri":"https://login.evil.example/device","interval":600,"expires_in":900}`)})
	ctx, cancel := context.WithCancel(t.Context())
	b.OnPrint = func(text string) {
		if strings.Contains(text, "ctrl+c cancels") {
			cancel()
		}
	}
	b.Wants(b.RunIn(ctx, "login", "--url", b.Server.URL), 130, "that address is on login.evil.example, not on "+b.Host(),
		"wants to be asked only every 10 minutes")
}

// A page that a proxy puts in the way doesn't end the sign-in, and is told.
func TestLoginGoesOnPastAProxy(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Tenant.Faults().Add(tenant.Rule{Path: "/auth/v1/token", HTML: true, Times: 2})
	b.Approve(true)
	b.Wants(b.Run("login", "--url", b.Server.URL), 0, "No usable answer yet: ", "Still waiting; asking again in ", "Signed in to ")
	if n := strings.Count(b.Said(), "No usable answer yet"); n != 1 {
		t.Errorf("told %d times", n)
	}
}

func TestLoginRefusesHiddenCharactersInIDs(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Wants(b.Run("login", "--url", b.Server.URL, "--device-client-id", "ours\x1b[2J"), 2,
		"characters that can't be sent or that no credential has")
	for _, id := range []string{"a\x1b[31m@" + b.Host() + "/x", "a\u200b@" + b.Host() + "/x", "a\u202e@" + b.Host() + "/x"} {
		b.Person = &clitest.Person{Types: []string{id, "s"}}
		b.Wants(b.Run("login", "--url", b.Server.URL, "--paste"), 2, "characters that can't be sent or that no credential has")
	}
	if got := b.Sent(); len(got) > 0 {
		t.Errorf("sent %q", got)
	}
}

// What nobody knows is said in words about a credential.
func TestLoginWhoseAnswerIsLost(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Tenant.Faults().Add(tenant.Rule{Path: "/api/v1/iam/personal_clients", Status: 504, Apply: true})
	b.Approve(true)
	b.Wants(b.Run("login", "--url", b.Server.URL), 1, "it is unknown whether it made one. The tenant answered 504",
		"may exist on the tenant: look for it there and revoke it")
	if strings.Contains(b.Said(), "read the record") {
		t.Errorf("it says\n%s", b.Said())
	}
}
