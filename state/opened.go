// Package state keeps what the console remembers from one session to the next, in files that only their owner can read. Nothing in
// them is a secret, and losing them loses nothing but convenience.
package state

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gatehouse/api"
)

const (
	fileName = "opened.json"
	version  = 1

	maxKind    = 100 // records remembered of one kind on one tenant; the oldest go
	maxTenants = 50  // tenants remembered; those not used for longest go
	maxName    = 200 // bytes of a name
)

// Opened is a record that was opened by its ids.
type Opened struct {
	IDs  map[string]string `json:"ids"`            // by the names that the interface gives them: "appId", "id"
	Name string            `json:"name,omitempty"` // as the tenant called it then; "" when it couldn't be read
	At   time.Time         `json:"at"`             // when it was opened last
}

// Store is the state folder. It may be used by several programs at once, and by several goroutines.
type Store struct {
	dir string
	now func() time.Time
}

// Open makes the store of a folder, which need not exist. now is the clock, nil for the system's.
func Open(dir string, now func() time.Time) *Store {
	if now == nil {
		now = time.Now
	}
	return &Store{dir: dir, now: now}
}

// document is the file: tenants by base URL, in them the kinds of records.
type document struct {
	Version int                            `json:"version"`
	Tenants map[string]map[string][]Opened `json:"tenants"`
}

// errNotOurs is the error of a file that another version of the program has written: it is left alone.
var errNotOurs = errors.New("it was written by another version of gatehouse")

// ErrOpens is the error of what isn't written down because it may open a secret or sign somebody in.
var ErrOpens = errors.New("it may be a share code or a credential, and these are never written down")

func withoutSecrets(text string) string { return api.HideCredentials(api.HideShareCodes(text)) }

// Opened lists what was opened of a kind on the tenant with that base URL, the latest first. Without a file there is nothing.
func (s *Store) Opened(tenant, kind string) ([]Opened, error) {
	doc, err := readDocument[document](s.path(), version)
	if err != nil {
		return nil, unread("what was opened before", s.path(), err)
	}
	return doc.Tenants[tenant][kind], nil
}

// Remember puts a record first among those opened of its kind. Opened.At is set to now; an empty name keeps the one remembered.
// ErrOpens refuses what holds a share code or a credential; a name is kept without it.
func (s *Store) Remember(ctx context.Context, tenant, kind string, o Opened) error {
	for _, id := range o.IDs {
		if withoutSecrets(id) != id {
			return ErrOpens
		}
	}
	o.Name = withoutSecrets(o.Name)
	o.At = s.now().UTC().Truncate(time.Second)
	if len(o.Name) > maxName {
		o.Name = strings.ToValidUTF8(o.Name[:maxName], "")
	}
	return s.change(ctx, tenant, kind, func(all []Opened) []Opened {
		if at := slices.IndexFunc(all, o.same); at >= 0 {
			o.Name = cmp.Or(o.Name, all[at].Name)
		}
		all = append([]Opened{o}, slices.DeleteFunc(all, o.same)...)
		return all[:min(len(all), maxKind)]
	})
}

// Forget drops a record; it is no error when it wasn't remembered.
func (s *Store) Forget(ctx context.Context, tenant, kind string, ids map[string]string) error {
	return s.change(ctx, tenant, kind, func(all []Opened) []Opened { return slices.DeleteFunc(all, Opened{IDs: ids}.same) })
}

func (o Opened) same(other Opened) bool {
	if len(o.IDs) != len(other.IDs) {
		return false
	}
	for name, id := range o.IDs {
		if other.IDs[name] != id {
			return false
		}
	}
	return true
}

func (s *Store) path() string { return filepath.Join(s.dir, fileName) }

func (d *document) written() *int { return &d.Version }

// change reads, changes and replaces the list of one kind while no other console does.
func (s *Store) change(ctx context.Context, tenant, kind string, edit func([]Opened) []Opened) error {
	err := changeDocument(ctx, s.path(), version, func(d *document) error {
		d.put(tenant, kind, edit(slices.Clone(d.Tenants[tenant][kind])))
		return nil
	})
	if err != nil {
		return fmt.Errorf("what is opened can't be remembered in %s: %w", s.path(), err)
	}
	return nil
}

func (d *document) put(tenant, kind string, all []Opened) {
	if d.Tenants == nil {
		d.Tenants = map[string]map[string][]Opened{}
	}
	if d.Tenants[tenant] == nil {
		d.Tenants[tenant] = map[string][]Opened{}
	}
	d.Tenants[tenant][kind] = all
	if len(all) == 0 {
		delete(d.Tenants[tenant], kind)
	}
	if len(d.Tenants[tenant]) == 0 {
		delete(d.Tenants, tenant)
	}
	for len(d.Tenants) > maxTenants {
		delete(d.Tenants, d.stalest())
	}
}

// stalest is the tenant on which nothing was opened for longest.
func (d *document) stalest() string {
	var name string
	var at time.Time
	for tenant, kinds := range d.Tenants {
		var last time.Time
		for _, all := range kinds {
			for _, o := range all {
				if o.At.After(last) {
					last = o.At
				}
			}
		}
		if name == "" || last.Before(at) || last.Equal(at) && tenant < name {
			name, at = tenant, last
		}
	}
	return name
}
