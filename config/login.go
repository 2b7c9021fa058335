package config

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/zalando/go-keyring"

	"gatehouse/credential"
)

const (
	loginService = "gatehouse login" // of the keyring; the account is the tenant's host
	loginFolder  = "logins"          // in the state folder
)

// Login is the credential that somebody signed in with, for one tenant.
type Login struct {
	Name         string // of the tenant, for --tenant; "": its host
	BaseURL      string // the tenant it is for; it is used for no other
	ClientID     string
	ClientSecret Secret
	Expires      time.Time // zero: not known
}

// Place is where a login is kept.
type Place int

// The places of a login.
const (
	PlaceKeyring Place = iota // the system's keyring
	PlaceFile                 // a file in the state folder that only its owner can read
)

// ErrNoLogin is returned when no login is stored for a tenant.
var ErrNoLogin = errors.New("nobody has signed in here")

// UnreadError says that the keyring couldn't be read, so that nobody knows what is in it.
type UnreadError struct {
	Known bool // a login was stored and not removed since
	Err   error
}

func (e *UnreadError) Error() string {
	if e.Known {
		return "the login is in the keyring, which can't be read: " + e.Err.Error()
	}
	return "no login is noted here, and the keyring can't be read: " + e.Err.Error()
}

// Unwrap gives what the keyring said.
func (e *UnreadError) Unwrap() error { return e.Err }

// Logins are the stored logins. There is one for each host at most.
type Logins struct{ folder string }

// NewLogins finds the place of the stored logins; nothing is read or made yet.
func NewLogins(getenv func(string) string) (*Logins, error) {
	dir, err := StateDir(getenv)
	if err != nil {
		return nil, err
	}
	return &Logins{filepath.Join(dir, loginFolder)}, nil
}

// File is the file that holds the login of a tenant when it isn't in the keyring.
func (l *Logins) File(baseURL string) string {
	name := strings.NewReplacer(":", "_", "[", "", "]", "").Replace(loginAccount(baseURL))
	return filepath.Join(l.folder, name+".json")
}

func loginAccount(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil {
		return ""
	}
	return u.Host
}

// stored is a login as it is written.
type stored struct {
	Name         string    `json:"name,omitempty"`
	BaseURL      string    `json:"base_url"`
	ClientID     string    `json:"client_id"`
	ClientSecret string    `json:"client_secret"`
	Expires      time.Time `json:"expires,omitzero"`
}

func (s stored) login() (Login, error) {
	if s.BaseURL == "" || s.ClientID == "" || s.ClientSecret == "" {
		return Login{}, errors.New("it is incomplete")
	}
	return Login{s.Name, s.BaseURL, s.ClientID, NewSecret(s.ClientSecret), s.Expires}, nil
}

// Find reads the login of a tenant, from its file or else from the keyring. ErrNoLogin: there is none; a *UnreadError: nobody knows.
func (l *Logins) Find(ctx context.Context, baseURL string) (Login, Place, error) {
	text, err := readSecretFile(l.File(baseURL))
	place := PlaceFile
	if errors.Is(err, fs.ErrNotExist) {
		place = PlaceKeyring
		text, err = inTime(ctx, keyringLimit, func() (string, error) { return keyring.Get(loginService, loginAccount(baseURL)) })
		if errors.Is(err, keyring.ErrNotFound) {
			return Login{}, place, ErrNoLogin
		}
		if err != nil && ctx.Err() == nil {
			return Login{}, place, &UnreadError{Known: l.Knows(baseURL), Err: err}
		}
	}
	if err != nil {
		return Login{}, place, err
	}
	found, err := parseLogin(text)
	if err == nil && found.BaseURL != baseURL {
		err = errors.New("it is for another address")
	}
	if err != nil {
		return Login{}, place, fmt.Errorf("the login in %s can't be used: %w", l.place(place, baseURL), err)
	}
	return found, place, nil
}

// place names a place in words.
func (l *Logins) place(p Place, baseURL string) string {
	if p == PlaceFile {
		return "the file " + l.File(baseURL)
	}
	return "the keyring"
}

func parseLogin(text string) (Login, error) {
	var s stored
	if json.Unmarshal([]byte(text), &s) != nil { // its error could quote what it read
		return Login{}, errors.New("it can't be read")
	}
	return s.login()
}

// Store keeps a login in one place, reads it back, and takes away the copy in the other place. left names a copy that may still be in
// the other place.
func (l *Logins) Store(ctx context.Context, login Login, place Place) (left error, err error) {
	if left, err = l.store(ctx, login, place); err == nil {
		_ = l.note(login) // without it the login works all the same, for a tenant that the configuration names
	}
	return left, err
}

func (l *Logins) store(ctx context.Context, login Login, place Place) (left error, err error) {
	text, err := json.Marshal(stored{login.Name, login.BaseURL, login.ClientID, login.ClientSecret.Reveal(), login.Expires})
	if err != nil {
		return nil, fmt.Errorf("the login can't be stored: %w", err)
	}
	if place == PlaceFile {
		_, missing := os.Stat(l.File(login.BaseURL))
		if err := l.writeFile(login.BaseURL, append(text, '\n')); err != nil {
			return nil, fmt.Errorf("the login can't be stored: %w", err)
		}
		_, left = l.removeKeyring(ctx, loginAccount(login.BaseURL))
		if missing == nil || !l.Knows(login.BaseURL) { // a login has one copy: that was the file, or there was none
			left = nil
		}
		return left, nil
	}
	if err := setKeyring(ctx, loginAccount(login.BaseURL), string(text)); err != nil {
		return nil, err
	}
	_, left = l.removeFile(login.BaseURL)
	return left, nil
}

// Removed says what Remove found.
type Removed struct {
	File, Keyring bool // a copy was there and is removed
}

// Remove takes away every copy of a tenant's login. An error says where a copy may be left; what could be removed is removed anyway.
func (l *Logins) Remove(ctx context.Context, baseURL string) (Removed, error) {
	var r Removed
	var fileErr, keyringErr error
	r.File, fileErr = l.removeFile(baseURL)
	r.Keyring, keyringErr = l.removeKeyring(ctx, loginAccount(baseURL))
	err := errors.Join(fileErr, keyringErr)
	if err == nil || r.File { // a login has one copy
		err = errors.Join(err, l.forget(baseURL))
	}
	return r, err
}

func (l *Logins) removeFile(baseURL string) (bool, error) {
	if _, err := os.Stat(l.folder); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	release, err := l.lock()
	if err != nil {
		return false, err
	}
	defer release()
	swept := l.sweep()
	err = os.Remove(l.File(baseURL))
	switch {
	case errors.Is(err, fs.ErrNotExist) && swept == nil:
		return false, nil
	case errors.Is(err, fs.ErrNotExist):
		return false, swept
	case err != nil:
		return false, fmt.Errorf("the file with the login can't be removed: %w", err)
	}
	return true, swept
}

// storedLogin gives the credentials of a tenant whose configuration names none.
func (t Tenant) storedLogin(ctx context.Context, by Means) (Credentials, error) {
	logins, err := NewLogins(os.Getenv)
	if err != nil {
		return Credentials{}, err
	}
	again := fmt.Sprintf("run gatehouse login --tenant %s", shellQuoted(t.Name))
	done := by.meanwhile(waitingForKeyring)
	login, _, err := logins.Find(ctx, t.BaseURL)
	done()
	var unread *UnreadError
	switch {
	case errors.Is(err, ErrNoLogin):
		return Credentials{}, fmt.Errorf("the configuration names none, and %w: %s", err, again)
	case errors.As(err, &unread):
		return Credentials{}, fmt.Errorf("%w; unlock the keyring or start gatehouse where it can be asked, or %s", err, again)
	case err != nil:
		return Credentials{}, fmt.Errorf("%w; %s", err, again)
	case !login.Expires.IsZero() && !time.Now().Before(login.Expires):
		return Credentials{}, fmt.Errorf("the login expired on %s: %s", login.Expires.Local().Format("2006-01-02 15:04"), again)
	}
	secret, err := credential.Read(t.SecretSlot(), login.ClientSecret.Reveal())
	if err != nil {
		return Credentials{}, fmt.Errorf("the stored login can't be used: %w; %s", err, again)
	}
	return Credentials{ClientID: login.ClientID, ClientSecret: NewSecret(secret.Text()), Source: FromLogin,
		Renew: again, Expires: login.Expires}, nil
}

// UsesLogin reports whether the configuration names no credentials, so that a stored login is used.
func (t Tenant) UsesLogin() bool { return !t.Token.Set() && !t.Secret.Set() }

// TenantLines are the lines of a configuration file for a tenant whose login is stored.
func TenantLines(name, baseURL string) string {
	return fmt.Sprintf("[tenants.%s]\nbase_url = %s\n", tomlName(name), strconv.Quote(baseURL))
}
