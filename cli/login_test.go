package cli

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"gatehouse/action"
	"gatehouse/config"
	"gatehouse/credential/credentialtest"
	"gatehouse/tenant"
)

// noEnvironment takes the tenant's address and token out of the environment, so that a login is what is left.
func (b *bench) noEnvironment() {
	b.t.Helper()
	b.t.Setenv("GATEHOUSE_BASE_URL", "")
	b.t.Setenv("GATEHOUSE_ACCESS_TOKEN", "")
}

// configure writes the configuration file.
func (b *bench) configure(text string) {
	b.t.Helper()
	path := filepath.Join(b.home, ".config", "gatehouse", "config.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

var userCode = regexp.MustCompile(`\b[A-Z0-9]{4}-[A-Z0-9]{4}\b`)

// approve confirms, or refuses, the codes that are shown from now on, as a person with a browser would.
func (b *bench) approve(yes bool) {
	b.onPrint = func(text string) {
		if code := userCode.FindString(text); code != "" {
			b.tenant.ApproveDevice(code, yes)
		}
	}
}

func (b *bench) loginFile() string {
	files, _ := filepath.Glob(filepath.Join(b.home, ".state", "gatehouse", "logins", "*"))
	if len(files) != 1 {
		return ""
	}
	return files[0]
}

func (b *bench) host() string { return strings.TrimPrefix(b.server.URL, "http://") }

func TestLoginWithABrowser(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.configure("[tenants.acme]\nbase_url = \"" + b.server.URL + "\"\ndevice_client_id = \"our-client\"\n")
	b.approve(true)
	b.wants(b.run("login", "--expires", "7d"), 0, "To sign in to "+b.server.URL+", open\n\n  "+b.server.URL+"/device\n", "as Mara Lindqvist (Super Administrator).",
		"is kept in the keyring:", "It expires on ", "gatehouse opens this tenant by itself.")
	b.wantsChanges("POST /api/v1/iam/personal_clients")
	stored, err := keyring.Get("gatehouse login", b.host())
	if err != nil || !strings.Contains(stored, "secret-token:") || b.loginFile() != "" {
		t.Errorf("in the keyring %.20q, %v; file %q", stored, err, b.loginFile())
	}
	var expires struct{ Expires time.Time }
	if err := json.Unmarshal([]byte(stored), &expires); err != nil || time.Until(expires.Expires).Round(time.Hour) != 7*24*time.Hour {
		t.Errorf("expires %v, %v", expires.Expires, err)
	}
	if text := secretIn(t, stored); strings.Contains(b.said(), text) {
		t.Errorf("the secret was printed")
	}

	// The stored login opens the tenant.
	s := b.secret(true)
	b.wants(b.run("revoke", "--yes", s.VaultID), 0, "On acme ("+b.host()+")")

	b.wants(b.run("logout"), 0, "Removed the login of "+b.server.URL+" from the keyring.", "is still valid on the tenant until ")
	b.wants(b.run("logout"), 0, "There was no login of "+b.server.URL+".")
	b.configure("colour = 1\n")
	b.wants(b.run("logout"), 2, "colour")
	b.wants(b.run("logout", "--url", b.server.URL), 0, "There was no login of "+b.server.URL+".")
	b.configure("[tenants.acme]\nbase_url = \"" + b.server.URL + "\"\n")
	b.wants(b.run("revoke", "--yes", s.VaultID), 3, "nobody has signed in here: run gatehouse login --tenant acme")
}

func secretIn(t *testing.T, stored string) string {
	t.Helper()
	var s struct {
		Secret string `json:"client_secret"`
	}
	if err := json.Unmarshal([]byte(stored), &s); err != nil || s.Secret == "" {
		t.Fatalf("%q: %v", stored, err)
	}
	return s.Secret
}

func TestLoginRequests(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.approve(true)
	b.wants(b.run("login", "--url", b.server.URL, "--device-client-id", "ours"), 0)
	var paths []string
	for _, r := range b.tenant.Requests() {
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
	want := []string{"POST /auth/v1/device_authorization", "POST /auth/v1/token", "GET /api/v1/auth/introspect", "POST /api/v1/iam/personal_clients", "POST /auth/v1/token",
		"GET /api/v1/auth/introspect", "POST /api/v1/search/users"}
	if got := slices.Compact(paths); !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	b.wants(0, 0, "gatehouse opens this tenant by itself.")
}

func TestLoginInAFileAfterAsking(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	keyring.MockInitWithError(errors.New("no bus\x1b[31m"))
	b.person = &person{confirms: []bool{false}}
	b.wants(b.run("login", "--url", b.server.URL), 1, "The keyring can't be used: no bus[31m.", "there is no place for the credential")
	b.person = nil
	b.wants(b.run("login", "--url", b.server.URL), 1, "add --store file")
	b.wants(b.run("login", "--url", b.server.URL, "--store", "keyring"), 1, "the keyring can't be used")
	if got := b.sent(); len(got) > 0 {
		t.Errorf("a credential was asked for without a place for it: %q", got)
	}
	b.person = &person{confirms: []bool{true}}
	b.approve(true)
	b.wants(b.run("login", "--url", b.server.URL), 0, "is kept in "+filepath.Join(b.home, ".state"))
	if len(b.person.asked) != 1 || !strings.Contains(b.person.asked[0], b.loginFile()) {
		t.Errorf("asked %q", b.person.asked)
	}
	info, err := os.Stat(b.loginFile())
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("got %v, %v", info, err)
	}
	b.wants(b.run("logout", "--url", b.server.URL), 0, "from the file ", "A copy in the keyring can't be ruled out: The keyring can't be asked: no bus")
	b.wants(b.run("logout", "--url", b.server.URL), 0, "There was no login of "+b.server.URL, "A copy in the keyring can't be ruled out")
}

// What is in a keyring that can't be asked any more is still there.
func TestLogoutWhenTheKeyringIsGone(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.approve(true)
	b.wants(b.run("login", "--url", b.server.URL), 0, "is kept in the keyring")
	keyring.MockInitWithError(errors.New("no bus"))
	for range 2 {
		b.wants(b.run("logout", "--url", b.server.URL), 1, "a copy of the login may be left")
	}
}

// A login is enough to open its tenant; of several, one has to be named.
func TestALoginNamesItsTenant(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.approve(true)
	s := b.secret(true)
	b.wants(b.run("revoke", "--yes", s.VaultID), 2, `no tenant is configured: run "gatehouse login"`)
	b.wants(b.run("login", "--url", b.server.URL), 0, "gatehouse opens this tenant by itself.")
	b.wants(b.run("revoke", "--yes", s.VaultID), 0, "On "+b.host())
	b.wants(b.run("login"), 0, "To sign in to "+b.server.URL) // again, before it expires

	b.configure("[tenants.other]\nbase_url = \"https://other.example\"\n")
	b.wants(b.run("revoke", "--yes", s.VaultID), 3, `the credentials of tenant "other" can't be read`)
	b.wants(b.run("login", "--url", b.server.URL, "--tenant", "mine"), 0, "gatehouse --tenant mine opens it.")
	b.wants(b.run("revoke", "--yes", "--tenant", "mine", s.VaultID), 0, "On mine ("+b.host()+")")

	b.configure("")
	logins, err := config.NewLogins(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	second := config.Login{BaseURL: "https://acme.example", Name: "mine", ClientID: "one@acme.example/pcc", ClientSecret: config.NewSecret("hush")}
	if _, err := logins.Store(t.Context(), second, config.PlaceKeyring); err != nil {
		t.Fatal(err)
	}
	b.wants(b.run("revoke", "--yes", s.VaultID), 2, "you have signed in to several (mine, acme.example): name one with --tenant")
	b.wants(b.run("logout"), 2, "name one with --tenant")
	b.wants(b.run("logout", "--tenant", "acme.example"), 0, "Removed the login of https://acme.example from the keyring.")
	b.wants(b.run("logout"), 0, "Removed the login of "+b.server.URL+" from the keyring.")
	b.wants(b.run("revoke", "--yes", s.VaultID), 2, "no tenant is configured")
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
		{"the answer is lost", tenant.Rule{Path: "/api/v1/iam/personal_clients", DropAfter: true}, 1, "may exist on the tenant: look for it there"},
		{"no secret in the answer", tenant.Rule{Path: "/api/v1/iam/personal_clients", Body: `{"client":{"id":"x","clientId":"a@b.example/c"}}`}, 1, "the credential may exist"},
		{"a token for something else", tenant.Rule{Path: "/api/v1/iam/personal_clients", Body: `{"client":`}, 1, ""},
		{"the new credential isn't accepted", tenant.Rule{Path: "/auth/v1/token", Skip: 1, Status: 401, Body: `{"error":"invalid_client"}`}, 3, "exists on the tenant but isn't kept here: revoke it there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			b.noEnvironment()
			b.tenant.Faults().Add(c.rule)
			b.approve(true)
			b.wants(b.run("login", "--url", b.server.URL), c.status, c.says)
			if n := len(b.changes()); n > 1 {
				t.Errorf("%d credentials were asked for", n)
			}
			if _, err := keyring.Get("gatehouse login", b.host()); !errors.Is(err, keyring.ErrNotFound) {
				t.Errorf("something is stored: %v", err)
			}
		})
	}
}

func TestLoginRefusedOrLeft(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.approve(false)
	b.wants(b.run("login", "--url", b.server.URL), 3, "it was refused in the browser")
	ctx, cancel := context.WithCancel(t.Context())
	b.onPrint = func(text string) {
		if strings.Contains(text, "ctrl+c cancels") {
			cancel()
		}
	}
	b.wants(b.runIn(ctx, "login", "--url", b.server.URL), 130, "cancelled; nothing was stored")
	b.wantsChanges()
}

func TestLoginPasted(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	id := b.tenant.ClientID(b.host())
	for _, secret := range []string{b.tenant.ClientSecret(), b.tenant.SigningSecret()} {
		b.person = &person{types: []string{" " + id + "\n", secret}}
		b.wants(b.run("login", "--url", b.server.URL, "--paste"), 0, "Client "+id+" on "+b.server.URL, "as Mara Lindqvist")
		if len(b.person.asked) != 2 {
			t.Errorf("asked %q", b.person.asked)
		}
		if strings.Contains(b.said(), secret) {
			t.Error("the secret was printed")
		}
	}
	b.person, b.stdin = nil, id+"\n"+b.tenant.ClientSecret()+"\n"
	b.wants(b.run("login", "--url", b.server.URL, "--paste", "--store", "file"), 0)
	if stored, err := os.ReadFile(b.loginFile()); err != nil || secretIn(t, string(stored)) != b.tenant.ClientSecret() {
		t.Errorf("the file holds something else (%v)", err)
	}
	if _, err := keyring.Get("gatehouse login", b.host()); !errors.Is(err, keyring.ErrNotFound) {
		t.Errorf("there is a copy in the keyring: %v", err)
	}
	b.wantsChanges()
}

func TestLoginRefusesWhatItCannotUse(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	id := b.tenant.ClientID(b.host())
	b.configure("[tenants.acme]\nbase_url = \"https://acme.example\"\n[tenants.locked]\nbase_url = \"" + b.server.URL + "\"\nread_only = true\n")
	b.wants(b.run("login", "--demo"), 2, "the built-in tenant needs no login")
	b.wants(b.run("login"), 2, "several tenants")
	b.wants(b.run("login", "--tenant", "acmee"), 2, `did you mean "acme"?`)
	b.wants(b.run("login", "--tenant", "acme", "--url", "https://globex.example"), 2, "another address")
	b.wants(b.run("login", "--url", "http://acme.example"), 2, "--url must begin with https://")
	b.wants(b.run("login", "--url", "https://user:CANARY@acme.example"), 2, "--url must not hold a user name")
	b.wants(b.run("login", "--tenant", "locked"), 2, "which read-only forbids")
	b.wants(b.run("login", "--url", b.server.URL, "--read-only"), 2, "which read-only forbids")
	for _, life := range []string{"", "30", "-1d", "0d", "soon", "1s", "999999d"} {
		b.wants(b.run("login", "--url", b.server.URL, "--expires", life), 2, "--expires wants a time such as 12h or 30d")
	}
	b.wants(b.run("login", "--url", b.server.URL, "--store", "cloud"), 2, "--store wants keyring or file")
	for _, typed := range [][]string{
		{"secret-token:acme.example:v1:x"}, {""}, {"two words"}, {id, ""}, {id, "two words"}, {"a@globex.example/x", "s"},
	} {
		b.person = &person{types: typed}
		args := []string{"login", "--paste", "--tenant", "locked"}
		if strings.Contains(typed[0], "globex") {
			args[3] = "acme"
		}
		b.wants(b.run(args...), 2)
	}
	b.person = nil
	b.wants(b.run("login", "--paste", "--tenant", "locked"), 2, "two lines on standard input")
	b.stdin = "only one\n"
	b.wants(b.run("login", "--paste", "--tenant", "locked"), 2)
	if got := b.sent(); len(got) > 0 {
		t.Errorf("sent %q", got)
	}
}

// The client id names its tenant, so nothing else has to.
func TestLoginPastedTellsTheTenant(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.person = &person{types: []string{"quiet-heron-1@acme.invalid/pcc", "x"}}
	b.wants(b.run("login", "--paste"), 1, "Client quiet-heron-1@acme.invalid/pcc on https://acme.invalid.", "the name acme.invalid can't be resolved")
	b.person = &person{types: []string{"nobody", "x"}}
	b.wants(b.run("login", "--paste"), 2, "or say which tenant with --url")
}

// A tenant that doesn't tell who one is still proves a credential.
func TestLoginWithoutIntrospection(t *testing.T) {
	for name, add := range map[string]func(f *tenant.Faults){
		"the sixteen operations": func(f *tenant.Faults) { f.LackCompanions(404) },
		"forbidden":              func(f *tenant.Faults) { f.Add(tenant.Rule{Method: http.MethodGet, Path: "**", Status: 403}) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			b.noEnvironment()
			add(b.tenant.Faults())
			b.person = &person{types: []string{b.tenant.ClientID(b.host()), b.tenant.ClientSecret()}}
			b.wants(b.run("login", "--url", b.server.URL, "--paste"), 0, "Signed in to "+b.server.URL+".")
			b.person = &person{types: []string{b.tenant.ClientID(b.host()), "wrong"}}
			b.wants(b.run("login", "--url", b.server.URL, "--paste"), 3, "the credential was tried on the tenant")
		})
	}
}

// Credentials that the configuration names win, so the login must say that it isn't used.
func TestLoginBesideOtherCredentials(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	b.configure("[tenants.acme]\nbase_url = \"" + b.server.URL + "\"\naccess_token_env = \"SOMETHING\"\n")
	b.approve(true)
	b.wants(b.run("login", "--tenant", "acme"), 0, "But the configuration names other credentials for the tenant acme")
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
			b.noEnvironment()
			b.tenant.Faults().Add(c.rule)
			b.approve(true)
			b.wants(b.run("login", "--url", b.server.URL), c.status)
			entries, odd, err := action.NewFileJournal(filepath.Join(b.home, ".state", "gatehouse")).Entries(context.Background())
			if err != nil || odd > 0 || len(entries) != 1 {
				t.Fatalf("%d entries, %d odd, %v", len(entries), odd, err)
			}
			e := entries[0]
			last, ok := e.Last()
			if e.Action != "login.credential" || e.Method+" "+e.Path != "POST /api/v1/iam/personal_clients" || e.By.ID != b.tenant.UserID(0) ||
				e.Tenant.URL != b.server.URL || !strings.HasPrefix(e.Target.Name, "gatehouse") || !ok || last.Outcome.String() != c.outcome {
				t.Errorf("the journal has %+v", e)
			}
			text, err := os.ReadFile(filepath.Join(b.home, ".state", "gatehouse", "journal.jsonl"))
			if err != nil || strings.Contains(string(text), "secret-token") {
				t.Errorf("%v: %s", err, text)
			}
		})
	}
}

// A clock that is two minutes ahead of or behind the tenant's, which allows none, signs in all the same; beyond that the clock is named.
func TestLoginWithAnotherClock(t *testing.T) {
	for skew, status := range map[time.Duration]int{time.Second: 0, 110 * time.Second: 0, -110 * time.Second: 0, 4 * time.Minute: 3, -4 * time.Minute: 3} {
		b := newBench(t, tenant.Options{Now: func() time.Time { return time.Now().Add(-skew) }})
		b.now = time.Now
		b.noEnvironment()
		b.person = &person{types: []string{b.tenant.ClientID(b.host()), b.tenant.SigningSecret()}}
		says := "as Mara Lindqvist"
		if status != 0 {
			says = "correct this computer's clock"
		}
		b.wants(b.run("login", "--url", b.server.URL, "--paste"), status, says)
	}
}

// What is pasted or piped may have a mark and quotes around it; a key in the wrong place or not alone is never sent.
func TestPastedCredentialsAreCleaned(t *testing.T) {
	b := newBench(t, tenant.Options{Now: time.Now})
	b.noEnvironment()
	id, secret := b.tenant.ClientID(b.host()), b.tenant.SigningSecret()
	b.stdin = "\ufeff" + id + "\r\n\"" + secret + "\"\r\n"
	b.wants(b.run("login", "--paste", "--url", b.server.URL, "--store", "file"), 0, "Signed in to")
	stored, err := os.ReadFile(b.loginFile())
	if err != nil || secretIn(t, string(stored)) != secret || strings.Contains(b.said(), "older copy") {
		t.Errorf("stored %.30q, %v; said %s", stored, err, b.said())
	}
	key := credentialtest.NewKey()
	before := len(b.tenant.Requests())
	for text, want := range map[string]string{
		id + "\nexport SECRET=" + key.Secret: "", id + "\n" + key.JWK: "holds a private key in JSON",
		key.Secret + "\n" + id:                  "the client id comes first",
		id + "\n" + url.QueryEscape(key.Secret): "holds a signing key, but not alone",
	} {
		b.stdin = text
		b.wants(b.run("login", "--paste", "--url", b.server.URL), 2, want)
		if key.In(b.said()) {
			t.Errorf("it is shown: %s", b.said())
		}
	}
	if got := b.tenant.Requests(); len(got) != before {
		t.Errorf("sent %+v", got[before:])
	}
}
