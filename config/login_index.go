package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gatehouse/textfile"
)

const (
	loginIndex     = "logins.json" // in the state folder: which logins there are, without any secret
	loginIndexSize = 64 << 10      // bytes; a longer file isn't ours
)

// FromLogin is the Source of a tenant that only a stored login names.
const FromLogin = "gatehouse login"

// indexed says that a login of a tenant is stored, since a keyring can't be asked for all that it holds.
type indexed struct {
	BaseURL string `json:"base_url"`
	Name    string `json:"name,omitempty"`
}

func (l *Logins) index() string { return filepath.Join(filepath.Dir(l.folder), loginIndex) }

// all are the logins that are stored, in the order of their addresses, or why that can't be known. A new login writes a broken index anew.
func (l *Logins) all() ([]indexed, error) {
	text, _, err := textfile.Read(l.index(), loginIndexSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []indexed
	if err == nil && json.Unmarshal(text, &all) != nil {
		err = fmt.Errorf("%s is not what gatehouse writes", l.index())
	}
	if err != nil {
		return nil, fmt.Errorf("the list of tenants you have signed in to can't be read: %w", err)
	}
	return slices.DeleteFunc(all, func(i indexed) bool {
		base, err := CheckBaseURL(i.BaseURL)
		return err != nil || base != i.BaseURL
	}), nil
}

// Knows reports whether a login of the tenant was stored and not removed since, as far as was noted; what can't be read rules nothing out.
func (l *Logins) Knows(baseURL string) bool {
	all, err := l.all()
	return err != nil || slices.ContainsFunc(all, func(i indexed) bool { return i.BaseURL == baseURL })
}

// note writes into the index that a login is stored.
func (l *Logins) note(login Login) error {
	all := append(l.without(login.BaseURL), indexed{login.BaseURL, login.Name})
	slices.SortFunc(all, func(a, b indexed) int { return strings.Compare(a.BaseURL, b.BaseURL) })
	return l.writeIndex(all)
}

// forget takes a tenant out of the index.
func (l *Logins) forget(baseURL string) error {
	rest := l.without(baseURL)
	if len(rest) > 0 {
		return l.writeIndex(rest)
	}
	if err := os.Remove(l.index()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (l *Logins) without(baseURL string) []indexed {
	all, err := l.all()
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(all, func(i indexed) bool { return i.BaseURL == baseURL })
}

func (l *Logins) writeIndex(all []indexed) error {
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return writePrivate(l.index(), append(text, '\n'))
}

// Tenants are the tenants that somebody has signed in to.
func (l *Logins) Tenants() ([]Tenant, error) {
	all, err := l.all()
	var tenants []Tenant
	for _, i := range all {
		tenants = append(tenants, Tenant{Name: i.Name, BaseURL: i.BaseURL, Auth: AuthAuto})
	}
	return tenants, err
}

// AddLogins makes the tenants known that somebody has signed in to and the file doesn't configure. One whose name is taken goes by its
// host.
func (c *Config) AddLogins(tenants []Tenant) {
	for _, t := range tenants {
		if slices.ContainsFunc(c.Tenants, func(other Tenant) bool { return other.BaseURL == t.BaseURL }) {
			continue
		}
		if _, taken := c.Tenant(t.Name); taken || t.Name == "" {
			u, err := url.Parse(t.BaseURL)
			if err != nil {
				continue
			}
			t.Name = u.Host
		}
		c.Logins = append(c.Logins, t)
	}
}
