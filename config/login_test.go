package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"
)

const acmeURL = "https://acme.example"

func acmeLogin() Login {
	return Login{BaseURL: acmeURL, ClientID: "quiet-wren-1@acme.example/pcc", ClientSecret: NewSecret("CANARY"),
		Expires: time.Date(2100, 1, 2, 3, 4, 5, 0, time.UTC)}
}

// newLogins keeps logins in a folder of the test's own.
func newLogins(t *testing.T) *Logins {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	logins, err := NewLogins(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	return logins
}

func mustFind(t *testing.T, l *Logins, want Login, at Place) {
	t.Helper()
	got, place, err := l.Find(t.Context(), want.BaseURL)
	if err != nil || place != at || got.ClientID != want.ClientID || got.ClientSecret.Reveal() != want.ClientSecret.Reveal() ||
		!got.Expires.Equal(want.Expires) {
		t.Errorf("got %+v in place %d, %v; want %+v in place %d", got, place, err, want, at)
	}
}

func TestLoginInTheKeyring(t *testing.T) {
	keyring.MockInit()
	l := newLogins(t)
	if _, _, err := l.Find(t.Context(), acmeURL); !errors.Is(err, ErrNoLogin) {
		t.Errorf("before: got %v", err)
	}
	if err := l.CheckKeyring(t.Context()); err != nil {
		t.Fatal(err)
	}
	login := acmeLogin()
	login.Expires = time.Date(2026, 12, 27, 8, 30, 0, 0, time.UTC)
	if left, err := l.Store(t.Context(), login, PlaceKeyring); err != nil || left != nil {
		t.Fatal(left, err)
	}
	mustFind(t, l, login, PlaceKeyring)
	if _, err := os.Stat(l.File(acmeURL)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a file, too: %v", err)
	}
	if _, err := keyring.Get("gatehouse login", probeAccount); !errors.Is(err, keyring.ErrNotFound) {
		t.Errorf("the probe was left behind: %v", err)
	}
	removed, err := l.Remove(t.Context(), acmeURL)
	if err != nil || removed != (Removed{Keyring: true}) {
		t.Errorf("got %+v, %v", removed, err)
	}
	if removed, err = l.Remove(t.Context(), acmeURL); err != nil || removed != (Removed{}) {
		t.Errorf("the second time: got %+v, %v", removed, err)
	}
	if _, _, err := l.Find(t.Context(), acmeURL); !errors.Is(err, ErrNoLogin) {
		t.Errorf("after: got %v", err)
	}
}

func TestLoginInAFile(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus\x1b[2J"))
	l := newLogins(t)
	if err := l.CheckKeyring(t.Context()); err == nil || err.Error() != "the keyring can't be used: no bus[2J" {
		t.Errorf("got %q", err)
	}
	if _, err := l.Store(t.Context(), acmeLogin(), PlaceKeyring); err == nil {
		t.Error("stored in a keyring that isn't there")
	}
	left, err := l.Store(t.Context(), acmeLogin(), PlaceFile)
	if err != nil || left != nil {
		t.Errorf("got left %v, %v: nobody had signed in before", left, err)
	}
	mustFind(t, l, acmeLogin(), PlaceFile)
	info, err := os.Stat(l.File(acmeURL))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(filepath.Dir(l.File(acmeURL))); err != nil || len(entries) != 1 {
		t.Errorf("something else was left: %v, %v", entries, err)
	}
	removed, err := l.Remove(t.Context(), acmeURL)
	if !removed.File || err == nil || !strings.Contains(err.Error(), "the keyring can't be asked: no bus") {
		t.Errorf("got %+v, %v", removed, err)
	}
	var unread *UnreadError
	if _, _, err := l.Find(t.Context(), acmeURL); errors.Is(err, ErrNoLogin) || !errors.As(err, &unread) ||
		!strings.Contains(err.Error(), "no bus") {
		t.Errorf("got %v", err)
	}
}

// Whoever signs in again finds the new credential, wherever the old one was.
func TestALoginHasOneCopy(t *testing.T) {
	keyring.MockInit()
	l := newLogins(t)
	old, renewed := acmeLogin(), acmeLogin()
	renewed.ClientID, renewed.ClientSecret = "calm-egret-2@acme.example/pcc", NewSecret("CANARY2")
	for _, places := range [][2]Place{{PlaceFile, PlaceKeyring}, {PlaceKeyring, PlaceFile}, {PlaceFile, PlaceFile},
		{PlaceKeyring, PlaceKeyring}} {
		for i, login := range []Login{old, renewed} {
			if left, err := l.Store(t.Context(), login, places[i]); err != nil || left != nil {
				t.Fatal(left, err)
			}
		}
		mustFind(t, l, renewed, places[1])
		removed, err := l.Remove(t.Context(), acmeURL)
		if err != nil || removed != (Removed{File: places[1] == PlaceFile, Keyring: places[1] == PlaceKeyring}) {
			t.Errorf("%v: removed %+v, %v", places, removed, err)
		}
	}
}

func TestLoginsOfHosts(t *testing.T) {
	keyring.MockInit()
	l := newLogins(t)
	for _, url := range []string{acmeURL, "https://globex.example", "http://127.0.0.1:8480", "http://[::1]:8480",
		"https://acme.example:8443"} {
		login := acmeLogin()
		login.BaseURL, login.ClientID = url, "one@"+url
		if _, err := l.Store(t.Context(), login, PlaceFile); err != nil {
			t.Fatal(err)
		}
		mustFind(t, l, login, PlaceFile)
		if name := filepath.Base(l.File(url)); strings.ContainsAny(name, `:/\[]`) {
			t.Errorf("the file name %q can't be used everywhere", name)
		}
	}
	// The secret of one address is never used for another one of the same host.
	if _, _, err := l.Find(t.Context(), "http://acme.example"); err == nil || !strings.Contains(err.Error(), "it is for another address") {
		t.Errorf("got %v", err)
	}
}

func TestUnusableLogins(t *testing.T) {
	keyring.MockInit()
	l := newLogins(t)
	if _, err := l.Store(t.Context(), acmeLogin(), PlaceFile); err != nil {
		t.Fatal(err)
	}
	for content, want := range map[string]string{
		"CANARY": "it can't be read", `{"base_url":"https://acme.example","client_secret":"CANARY"}`: "it is incomplete", "": "it can't be read",
		`{"base_url":"https://acme.example","client_id":"a","client_secret":"CANARY","expires":"CANARY"}`: "it can't be read",
	} {
		if err := os.WriteFile(l.File(acmeURL), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := l.Find(t.Context(), acmeURL)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "CANARY") {
			t.Errorf("%q: got %v", content, err)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	if err := os.Chmod(l.File(acmeURL), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Find(t.Context(), acmeURL); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("got %v", err)
	}
}

func TestAKeyringThatLosesEntries(t *testing.T) {
	keyring.MockInit()
	l := newLogins(t)
	if _, err := l.Store(t.Context(), acmeLogin(), PlaceKeyring); err != nil {
		t.Fatal(err)
	}
	if err := keyring.Set("gatehouse login", "acme.example", "{"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Find(t.Context(), acmeURL); err == nil || !strings.Contains(err.Error(), "the login in the keyring can't be used") {
		t.Errorf("got %v", err)
	}
}

func TestACallThatHangs(t *testing.T) {
	never := make(chan struct{})
	defer close(never)
	_, err := inTime(t.Context(), time.Millisecond, func() (string, error) { <-never; return "CANARY", nil })
	if err == nil || err.Error() != "it did not answer within 1ms; unlock it or start it" {
		t.Errorf("got %v", err)
	}
}

// A tenant with an address alone uses the login that is stored for it.
func TestTenantWithALogin(t *testing.T) {
	keyring.MockInit()
	l := newLogins(t)
	c := load(t, "[tenants.acme]\nbase_url = \"https://acme.example/\"\nread_only = true\n")
	tenant := c.Tenants[0]
	if !tenant.UsesLogin() {
		t.Error("it uses no login")
	}
	_, err := tenant.Credentials(t.Context(), Means{})
	if want := `the credentials of tenant "acme" can't be read: the configuration names none, and nobody has signed in here: run gatehouse ` +
		`login --tenant acme`; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	for _, place := range []Place{PlaceFile, PlaceKeyring} {
		if _, err := l.Store(t.Context(), acmeLogin(), place); err != nil {
			t.Fatal(err)
		}
		got, err := tenant.Credentials(t.Context(), Means{})
		if err != nil || got.ClientID != acmeLogin().ClientID || got.ClientSecret.Reveal() != "CANARY" || !got.Token.Empty() ||
			got.Renew != "run gatehouse login --tenant acme" || !got.Expires.Equal(acmeLogin().Expires) {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	expired := acmeLogin()
	expired.Expires = time.Now().Add(-time.Minute)
	if _, err := l.Store(t.Context(), expired, PlaceKeyring); err != nil {
		t.Fatal(err)
	}
	if _, err := tenant.Credentials(t.Context(), Means{}); err == nil || !strings.Contains(err.Error(), "the login expired on ") {
		t.Errorf("got %v", err)
	}
	if out := fmt.Sprintf("%v %+v %#v", expired, expired, &expired); strings.Contains(out, "CANARY") {
		t.Errorf("printed: %s", out)
	}
}

// Credentials that the configuration names win over a login.
func TestALoginIsTheLastResort(t *testing.T) {
	keyring.MockInit()
	l := newLogins(t)
	if _, err := l.Store(t.Context(), acmeLogin(), PlaceFile); err != nil {
		t.Fatal(err)
	}
	c, err := load(t, oneTenant).Tenants[0].Credentials(t.Context(), Means{})
	if err != nil || c.Token.Reveal() != "acme-token" || !c.ClientSecret.Empty() {
		t.Errorf("got %+v, %v", c, err)
	}
}

// Which logins there are is known without asking the keyring, which can't tell.
func TestStoredLoginsAreKnown(t *testing.T) {
	keyring.MockInit()
	l := newLogins(t)
	second := Login{Name: "globex", BaseURL: "https://globex.example", ClientID: "one@globex.example/pcc", ClientSecret: NewSecret("CANARY")}
	for _, login := range []Login{second, acmeLogin(), second} {
		if _, err := l.Store(t.Context(), login, PlaceKeyring); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	tenants, err := l.Tenants()
	if err != nil {
		t.Fatal(err)
	}
	for _, tn := range tenants {
		names = append(names, tn.Name+" "+tn.BaseURL)
	}
	if want := []string{" " + acmeURL, "globex https://globex.example"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	stored := func(l *Logins) []Tenant { found, _ := l.Tenants(); return found }
	text, err := os.ReadFile(l.index())
	if err != nil || strings.Contains(string(text), "CANARY") {
		t.Errorf("the index is %q, %v", text, err)
	}
	for i, url := range []string{acmeURL, second.BaseURL} {
		if _, err := l.Remove(t.Context(), url); err != nil || l.Knows(url) || len(stored(l)) != 1-i {
			t.Errorf("%s: %v, left %v", url, err, stored(l))
		}
	}
	for _, broken := range []string{"{", `[{"base_url":"ftp://x"}]`, `[{"base_url":"https://acme.example/path"}]`, "null"} {
		if err := os.WriteFile(l.index(), []byte(broken), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := stored(l); len(got) != 0 {
			t.Errorf("%q: %v", broken, got)
		}
	}
	again := acmeLogin()
	if _, err := l.Store(t.Context(), again, PlaceKeyring); err != nil || !l.Knows(acmeURL) {
		t.Errorf("a broken index is not written anew: %v", err)
	}
}
