package login_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"gatehouse/action"
	"gatehouse/cli/clitest"
	"gatehouse/config"
	"gatehouse/credential/credentialtest"
	"gatehouse/tenant"
)

func TestLoginWithABrowser(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Configure("[tenants.acme]\nbase_url = \"" + b.Server.URL + "\"\ndevice_client_id = \"our-client\"\n")
	b.Approve(true)
	b.Wants(b.Run("login", "--expires", "7d"), 0, "To sign in to "+b.Server.URL+", open\n\n  "+b.Server.URL+"/device\n",
		"as Mara Lindqvist (Super Administrator).",
		"is kept in the keyring:", "It expires on ", "gatehouse opens this tenant by itself.")
	b.WantsChanges("POST /api/v1/iam/personal_clients")
	stored, err := keyring.Get("gatehouse login", b.Host())
	if err != nil || !strings.Contains(stored, "secret-token:") || b.LoginFile() != "" {
		t.Errorf("in the keyring %.20q, %v; file %q", stored, err, b.LoginFile())
	}
	var expires struct{ Expires time.Time }
	if err := json.Unmarshal([]byte(stored), &expires); err != nil || time.Until(expires.Expires).Round(time.Hour) != 7*24*time.Hour {
		t.Errorf("expires %v, %v", expires.Expires, err)
	}
	if text := clitest.SecretIn(t, stored); strings.Contains(b.Said(), text) {
		t.Errorf("the secret was printed")
	}

	// The stored login opens the tenant.
	s := b.Secret(true)
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 0, "On acme ("+b.Host()+")")

	b.Wants(b.Run("logout"), 0, "Removed the login of "+b.Server.URL+" from the keyring.", "is still valid on the tenant until ")
	b.Wants(b.Run("logout"), 0, "There was no login of "+b.Server.URL+".")
	b.Configure("colour = 1\n")
	b.Wants(b.Run("logout"), 2, "colour")
	b.Wants(b.Run("logout", "--url", b.Server.URL), 0, "There was no login of "+b.Server.URL+".")
	b.Configure("[tenants.acme]\nbase_url = \"" + b.Server.URL + "\"\n")
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 3, "nobody has signed in here: run gatehouse login --tenant acme")
}

func TestLoginRequests(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Approve(true)
	b.Wants(b.Run("login", "--url", b.Server.URL, "--device-client-id", "ours"), 0)
	var paths []string
	for _, r := range b.Tenant.Requests() {
		paths = append(paths, r.Method+" "+r.Path)
		body := string(r.Body)
		switch r.Path {
		case "/auth/v1/device_authorization":
			if body != "client_id=ours" {
				t.Errorf("device authorization: %s", body)
			}
		case "/api/v1/iam/personal_clients":
			var made struct{ DisplayName, Expires string }
			if err := json.Unmarshal(r.Body, &made); err != nil || made.Expires != "2592000s" || !strings.HasPrefix(made.DisplayName, "gatehouse") {
				t.Errorf("personal client: %s", body)
			}
		}
	}
	want := []string{"POST /auth/v1/device_authorization", "POST /auth/v1/token", "GET /api/v1/auth/introspect",
		"POST /api/v1/iam/personal_clients", "POST /auth/v1/token",
		"GET /api/v1/auth/introspect", "POST /api/v1/search/users"}
	if got := slices.Compact(paths); !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	b.Wants(0, 0, "gatehouse opens this tenant by itself.")
}

func TestLoginInAFileAfterAsking(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	keyring.MockInitWithError(errors.New("no bus\x1b[31m"))
	b.Person = &clitest.Person{Confirms: []bool{false}}
	b.Wants(b.Run("login", "--url", b.Server.URL), 1, "The keyring can't be used: no bus[31m.", "there is no place for the credential")
	b.Person = nil
	b.Wants(b.Run("login", "--url", b.Server.URL), 1, "add --store file")
	b.Wants(b.Run("login", "--url", b.Server.URL, "--store", "keyring"), 1, "the keyring can't be used")
	if got := b.Sent(); len(got) > 0 {
		t.Errorf("a credential was asked for without a place for it: %q", got)
	}
	b.Person = &clitest.Person{Confirms: []bool{true}}
	b.Approve(true)
	b.Wants(b.Run("login", "--url", b.Server.URL), 0, "is kept in "+filepath.Join(b.Home, ".state"))
	if len(b.Person.Asked) != 1 || !strings.Contains(b.Person.Asked[0], b.LoginFile()) {
		t.Errorf("asked %q", b.Person.Asked)
	}
	info, err := os.Stat(b.LoginFile())
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("got %v, %v", info, err)
	}
	b.Wants(b.Run("logout", "--url", b.Server.URL), 0, "from the file ",
		"A copy in the keyring can't be ruled out: The keyring can't be asked: no bus")
	b.Wants(b.Run("logout", "--url", b.Server.URL), 0, "There was no login of "+b.Server.URL, "A copy in the keyring can't be ruled out")
}

// What is in a keyring that can't be asked any more is still there.
func TestLogoutWhenTheKeyringIsGone(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Approve(true)
	b.Wants(b.Run("login", "--url", b.Server.URL), 0, "is kept in the keyring")
	keyring.MockInitWithError(errors.New("no bus"))
	for range 2 {
		b.Wants(b.Run("logout", "--url", b.Server.URL), 1, "a copy of the login may be left")
	}
}

// A login is enough to open its tenant; of several, one has to be named.
func TestALoginNamesItsTenant(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Approve(true)
	s := b.Secret(true)
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 2, `no tenant is configured: run "gatehouse login"`)
	b.Wants(b.Run("login", "--url", b.Server.URL), 0, "gatehouse opens this tenant by itself.")
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 0, "On "+b.Host())
	b.Wants(b.Run("login"), 0, "To sign in to "+b.Server.URL) // again, before it expires

	b.Configure("[tenants.other]\nbase_url = \"https://other.example\"\n")
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 3, `the credentials of tenant "other" can't be read`)
	b.Wants(b.Run("login", "--url", b.Server.URL, "--tenant", "mine"), 0, "gatehouse --tenant mine opens it.")
	b.Wants(b.Run("revoke", "--yes", "--tenant", "mine", s.VaultID), 0, "On mine ("+b.Host()+")")

	b.Configure("")
	logins, err := config.NewLogins(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	second := config.Login{BaseURL: "https://acme.example", Name: "mine", ClientID: "one@acme.example/pcc",
		ClientSecret: config.NewSecret("hush")}
	if _, err := logins.Store(t.Context(), second, config.PlaceKeyring); err != nil {
		t.Fatal(err)
	}
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 2, "you have signed in to several (mine, acme.example): name one with --tenant")
	b.Wants(b.Run("logout"), 2, "name one with --tenant")
	b.Wants(b.Run("logout", "--tenant", "acme.example"), 0, "Removed the login of https://acme.example from the keyring.")
	b.Wants(b.Run("logout"), 0, "Removed the login of "+b.Server.URL+" from the keyring.")
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 2, "no tenant is configured")
}

func TestLoginThatFails(t *testing.T) {
	for _, c := range []struct {
		name   string
		rule   tenant.Rule
		status int
		says   string
	}{
		{"no device sign-in", tenant.Rule{Path: "/auth/v1/device_authorization", Status: 404}, 1, "--paste"},
		{"refused client", tenant.Rule{Path: "/auth/v1/device_authorization", Status: 401}, 3, "did not accept"},
		{"no right to make credentials", tenant.Rule{Path: "/api/v1/iam/personal_clients", Status: 403, Message: "no role"}, 3, "no role"},
		{"the answer is lost", tenant.Rule{Path: "/api/v1/iam/personal_clients", DropAfter: true}, 1,
			"may exist on the tenant: look for it there"},
		{"no secret in the answer", tenant.Rule{Path: "/api/v1/iam/personal_clients", Body: `{"client":{"id":"x","clientId":"a@b.example/c"}}`},
			1, "the credential may exist"},
		{"a token for something else", tenant.Rule{Path: "/api/v1/iam/personal_clients", Body: `{"client":`}, 1, ""},
		{"the new credential isn't accepted", tenant.Rule{Path: "/auth/v1/token", Skip: 1, Status: 401, Body: `{"error":"invalid_client"}`}, 3,
			"exists on the tenant but isn't kept here: revoke it there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			b.NoEnvironment()
			b.Tenant.Faults().Add(c.rule)
			b.Approve(true)
			b.Wants(b.Run("login", "--url", b.Server.URL), c.status, c.says)
			if n := len(b.Changes()); n > 1 {
				t.Errorf("%d credentials were asked for", n)
			}
			if _, err := keyring.Get("gatehouse login", b.Host()); !errors.Is(err, keyring.ErrNotFound) {
				t.Errorf("something is stored: %v", err)
			}
		})
	}
}

func TestLoginRefusedOrLeft(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Approve(false)
	b.Wants(b.Run("login", "--url", b.Server.URL), 3, "it was refused in the browser")
	ctx, cancel := context.WithCancel(t.Context())
	b.OnPrint = func(text string) {
		if strings.Contains(text, "ctrl+c cancels") {
			cancel()
		}
	}
	b.Wants(b.RunIn(ctx, "login", "--url", b.Server.URL), 130, "cancelled; nothing was stored")
	b.WantsChanges()
}

func TestLoginPasted(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	id := b.Tenant.ClientID(b.Host())
	for _, secret := range []string{b.Tenant.ClientSecret(), b.Tenant.SigningSecret()} {
		b.Person = &clitest.Person{Types: []string{" " + id + "\n", secret}}
		b.Wants(b.Run("login", "--url", b.Server.URL, "--paste"), 0, "Client "+id+" on "+b.Server.URL, "as Mara Lindqvist")
		if len(b.Person.Asked) != 2 {
			t.Errorf("asked %q", b.Person.Asked)
		}
		if strings.Contains(b.Said(), secret) {
			t.Error("the secret was printed")
		}
	}
	b.Person, b.Stdin = nil, id+"\n"+b.Tenant.ClientSecret()+"\n"
	b.Wants(b.Run("login", "--url", b.Server.URL, "--paste", "--store", "file"), 0)
	if stored, err := os.ReadFile(b.LoginFile()); err != nil || clitest.SecretIn(t, string(stored)) != b.Tenant.ClientSecret() {
		t.Errorf("the file holds something else (%v)", err)
	}
	if _, err := keyring.Get("gatehouse login", b.Host()); !errors.Is(err, keyring.ErrNotFound) {
		t.Errorf("there is a copy in the keyring: %v", err)
	}
	b.WantsChanges()
}

func TestLoginRefusesWhatItCannotUse(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	id := b.Tenant.ClientID(b.Host())
	b.Configure("[tenants.acme]\nbase_url = \"https://acme.example\"\n[tenants.locked]\nbase_url = \"" + b.Server.URL +
		"\"\nread_only = true\n")
	b.Wants(b.Run("login", "--demo"), 2, "the built-in tenant needs no login")
	b.Wants(b.Run("login"), 2, "several tenants")
	b.Wants(b.Run("login", "--tenant", "acmee"), 2, `did you mean "acme"?`)
	b.Wants(b.Run("login", "--tenant", "acme", "--url", "https://globex.example"), 2, "another address")
	b.Wants(b.Run("login", "--url", "http://acme.example"), 2, "--url must begin with https://")
	b.Wants(b.Run("login", "--url", "https://user:CANARY@acme.example"), 2, "--url must not hold a user name")
	b.Wants(b.Run("login", "--tenant", "locked"), 2, "which read-only forbids")
	b.Wants(b.Run("login", "--url", b.Server.URL, "--read-only"), 2, "which read-only forbids")
	for _, life := range []string{"", "30", "-1d", "0d", "soon", "1s", "999999d"} {
		b.Wants(b.Run("login", "--url", b.Server.URL, "--expires", life), 2, "--expires wants a time such as 12h, 30d or \"2 weeks\"")
	}
	b.Wants(b.Run("login", "--url", b.Server.URL, "--store", "cloud"), 2, "--store wants keyring or file")
	for _, typed := range [][]string{
		{"secret-token:acme.example:v1:x"}, {""}, {"two words"}, {id, ""}, {id, "two words"}, {"a@globex.example/x", "s"},
	} {
		b.Person = &clitest.Person{Types: typed}
		args := []string{"login", "--paste", "--tenant", "locked"}
		if strings.Contains(typed[0], "globex") {
			args[3] = "acme"
		}
		b.Wants(b.Run(args...), 2)
	}
	b.Person = nil
	b.Wants(b.Run("login", "--paste", "--tenant", "locked"), 2, "two lines on standard input")
	b.Stdin = "only one\n"
	b.Wants(b.Run("login", "--paste", "--tenant", "locked"), 2)
	if got := b.Sent(); len(got) > 0 {
		t.Errorf("sent %q", got)
	}
}

// The client id names its tenant, so nothing else has to.
func TestLoginPastedTellsTheTenant(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Person = &clitest.Person{Types: []string{"quiet-heron-1@acme.invalid/pcc", "x"}}
	b.Wants(b.Run("login", "--paste"), 1, "Client quiet-heron-1@acme.invalid/pcc on https://acme.invalid.",
		"the name acme.invalid can't be resolved")
	b.Person = &clitest.Person{Types: []string{"nobody", "x"}}
	b.Wants(b.Run("login", "--paste"), 2, "or say which tenant with --url")
}

// A tenant that doesn't tell who one is still proves a credential.
func TestLoginWithoutIntrospection(t *testing.T) {
	for name, add := range map[string]func(f *tenant.Faults){
		"the sixteen operations": func(f *tenant.Faults) { f.LackCompanions(404) },
		"forbidden":              func(f *tenant.Faults) { f.Add(tenant.Rule{Method: http.MethodGet, Path: "**", Status: 403}) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			b.NoEnvironment()
			add(b.Tenant.Faults())
			b.Person = &clitest.Person{Types: []string{b.Tenant.ClientID(b.Host()), b.Tenant.ClientSecret()}}
			b.Wants(b.Run("login", "--url", b.Server.URL, "--paste"), 0, "Signed in to "+b.Server.URL+".")
			b.Person = &clitest.Person{Types: []string{b.Tenant.ClientID(b.Host()), "wrong"}}
			b.Wants(b.Run("login", "--url", b.Server.URL, "--paste"), 3, "the credential was tried on the tenant")
		})
	}
}

// Credentials that the configuration names win, so the login must say that it isn't used.
func TestLoginBesideOtherCredentials(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	b.Configure("[tenants.acme]\nbase_url = \"" + b.Server.URL + "\"\naccess_token_env = \"SOMETHING\"\n")
	b.Approve(true)
	b.Wants(b.Run("login", "--tenant", "acme"), 0, "But the configuration names other credentials for the tenant acme")
}

// A credential that is made is a change like any other: the journal has it, without its secret, also when the answer is lost.
func TestLoginIsInTheJournal(t *testing.T) {
	for _, c := range []struct {
		name, outcome string
		rule          tenant.Rule
		status        int
	}{
		{"made", "done", tenant.Rule{Path: "/none"}, 0},
		{"lost", "unknown", tenant.Rule{Path: "/api/v1/iam/personal_clients", DropAfter: true}, 1},
		{"refused", "refused", tenant.Rule{Path: "/api/v1/iam/personal_clients", Status: 403}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			b.NoEnvironment()
			b.Tenant.Faults().Add(c.rule)
			b.Approve(true)
			b.Wants(b.Run("login", "--url", b.Server.URL), c.status)
			entries, odd, err := action.NewFileJournal(filepath.Join(b.Home, ".state", "gatehouse")).Entries(context.Background())
			if err != nil || odd > 0 || len(entries) != 1 {
				t.Fatalf("%d entries, %d odd, %v", len(entries), odd, err)
			}
			e := entries[0]
			last, ok := e.Last()
			if e.Action != "login.credential" || e.Method+" "+e.Path != "POST /api/v1/iam/personal_clients" || e.By.ID != b.Tenant.UserID(0) ||
				e.Tenant.URL != b.Server.URL || !strings.HasPrefix(e.Target.Name, "gatehouse") || !ok || last.Outcome.String() != c.outcome {
				t.Errorf("the journal has %+v", e)
			}
			text, err := os.ReadFile(filepath.Join(b.Home, ".state", "gatehouse", "journal.jsonl"))
			if err != nil || strings.Contains(string(text), "secret-token") {
				t.Errorf("%v: %s", err, text)
			}
		})
	}
}

// A clock that is two minutes ahead of or behind the tenant's, which allows none, signs in all the same; beyond that the clock is named.
func TestLoginWithAnotherClock(t *testing.T) {
	for skew, status := range map[time.Duration]int{time.Second: 0, 110 * time.Second: 0, -110 * time.Second: 0, 4 * time.Minute: 3,
		-4 * time.Minute: 3} {
		b := newBench(t, tenant.Options{Now: func() time.Time { return time.Now().Add(-skew) }})
		b.Now = time.Now
		b.NoEnvironment()
		b.Person = &clitest.Person{Types: []string{b.Tenant.ClientID(b.Host()), b.Tenant.SigningSecret()}}
		says := "as Mara Lindqvist"
		if status != 0 {
			says = "correct this computer's clock"
		}
		b.Wants(b.Run("login", "--url", b.Server.URL, "--paste"), status, says)
	}
}

// What is pasted or piped may have a mark and quotes around it; a key in the wrong place or not alone is never sent.
func TestPastedCredentialsAreCleaned(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.NoEnvironment()
	id, secret := b.Tenant.ClientID(b.Host()), b.Tenant.SigningSecret()
	b.Stdin = "\ufeff" + id + "\r\n\"" + secret + "\"\r\n"
	b.Wants(b.Run("login", "--paste", "--url", b.Server.URL, "--store", "file"), 0, "Signed in to")
	stored, err := os.ReadFile(b.LoginFile())
	if err != nil || clitest.SecretIn(t, string(stored)) != secret || strings.Contains(b.Said(), "older copy") {
		t.Errorf("stored %.30q, %v; said %s", stored, err, b.Said())
	}
	key := credentialtest.NewKey()
	before := len(b.Tenant.Requests())
	for text, want := range map[string]string{
		id + "\nexport SECRET=" + key.Secret: "", id + "\n" + key.JWK: "holds a private key in JSON",
		key.Secret + "\n" + id:                  "the client id comes first",
		id + "\n" + url.QueryEscape(key.Secret): "holds a signing key, but not alone",
	} {
		b.Stdin = text
		b.Wants(b.Run("login", "--paste", "--url", b.Server.URL), 2, want)
		if key.In(b.Said()) {
			t.Errorf("it is shown: %s", b.Said())
		}
	}
	if got := b.Tenant.Requests(); len(got) != before {
		t.Errorf("sent %+v", got[before:])
	}
}
