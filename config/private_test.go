package config

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

// What a killed save has left holds a whole secret; the next login and the next logout take it away.
func TestWhatAKilledSaveLeftIsRemoved(t *testing.T) {
	keyring.MockInit()
	l := newLogins(t)
	folder := filepath.Dir(l.File(acmeURL))
	leave := func() {
		t.Helper()
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{".login-123456", filepath.Base(l.File(acmeURL)) + unfinished, "globex.example.json" + unfinished} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(`{"client_secret":"CANARY"}`), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	files := func() string {
		t.Helper()
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return strings.Join(names, " ")
	}
	for _, place := range []Place{PlaceFile, PlaceKeyring} {
		leave()
		if _, err := l.Store(t.Context(), acmeLogin(), place); err != nil {
			t.Fatal(err)
		}
		want := ""
		if place == PlaceFile {
			want = "acme.example.json"
		}
		if got := files(); got != want {
			t.Errorf("after a login in place %d: %q, want %q", place, got, want)
		}
	}
	leave()
	if _, err := l.Remove(t.Context(), acmeURL); err != nil || files() != "" {
		t.Errorf("after a logout: %q, %v", files(), err)
	}
}

func TestWritePrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "file")
	for _, text := range []string{"one", "two, which is longer"} {
		if err := writePrivate(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		info, statErr := os.Stat(path)
		if err := errors.Join(err, statErr); err != nil || string(got) != text || runtime.GOOS != "windows" && info.Mode().Perm() != privateMode {
			t.Errorf("got %q, %v, %v", got, info, err)
		}
	}
	named := path + "-named"
	if err := createNamed(named, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if err := createNamed(named, []byte("other")); !errors.Is(err, os.ErrExist) {
		t.Errorf("something else is written over: %v", err)
	}
}

// Asking for a keyring where there is no bus must start neither.
func TestNoBusIsStarted(t *testing.T) {
	keyring.MockInit()
	for address, want := range map[string]bool{"unix:path=/run/user/1/bus": true,
		"autolaunch:": sessionBus(func(string) string { return "" })} {
		if got := sessionBus(func(string) string { return address }); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
	if sessionBus(func(string) string { return "" }) {
		return // this machine has one in the place where it is looked for
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	l := newLogins(t)
	if err := l.CheckKeyring(t.Context()); err == nil || !strings.Contains(err.Error(), ErrNoKeyring.Error()) {
		t.Errorf("got %v", err)
	}
	tenant := Tenant{Name: "acme", BaseURL: acmeURL}
	_, err := tenant.Credentials(t.Context(), Means{})
	if !errors.Is(err, ErrNoKeyring) || strings.Contains(err.Error(), "nobody has signed in") {
		t.Errorf("got %v", err)
	}
}

// A keyring that can't be read is the reason, not that nobody had signed in.
func TestAKeyringThatCantBeReadIsNamed(t *testing.T) {
	keyring.MockInit()
	l := newLogins(t)
	if _, err := l.Store(t.Context(), acmeLogin(), PlaceKeyring); err != nil {
		t.Fatal(err)
	}
	keyring.MockInitWithError(errors.New("the collection is locked"))
	var waited []string
	by := Means{Meanwhile: func(what string) func() { waited = append(waited, what); return func() {} }}
	_, err := (Tenant{Name: "acme", BaseURL: acmeURL}).Credentials(t.Context(), by)
	want := `the credentials of tenant "acme" can't be read: the login is in the keyring, which can't be read: the collection is locked; ` +
		`unlock the keyring or start gatehouse where it can be asked, or run gatehouse login --tenant acme`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if len(waited) != 1 {
		t.Errorf("what is waited for is told %d times", len(waited))
	}
	left, err := l.Store(t.Context(), acmeLogin(), PlaceFile)
	if err != nil || left == nil {
		t.Errorf("got left %v, %v: the copy in the keyring is still there", left, err)
	}
	left, err = l.Store(t.Context(), acmeLogin(), PlaceFile)
	if err != nil || left != nil {
		t.Errorf("got left %v, %v: the copy was in the file", left, err)
	}
}

// Which tenants somebody has signed in to can't be known from a file that can't be read; that is no reason to open the demo.
func TestAnIndexThatCantBeRead(t *testing.T) {
	l := newLogins(t)
	if err := os.MkdirAll(l.index(), 0o700); err != nil { // a folder in its place can't be read as a file by anybody
		t.Fatal(err)
	}
	tenants, err := l.Tenants()
	if err == nil || len(tenants) != 0 {
		t.Fatalf("got %v, %v", tenants, err)
	}
	c := New()
	c.Unread = err
	none := func(string) string { return "" }
	if choice, err := Select(c, Flags{}, none); err == nil ||
		!strings.Contains(err.Error(), "the list of tenants you have signed in to can't be read") {
		t.Errorf("opens %+v, %v", choice, err)
	}
	if choice, err := Select(c, Flags{Demo: true}, none); err != nil || !choice.Demo {
		t.Errorf("the demo is not opened: %v", err)
	}
}
