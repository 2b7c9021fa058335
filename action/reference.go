package action

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"gatehouse/api"
)

// Reference points to one secret by its share code or its vault id. A share code opens the secret, so no way of printing a
// Reference shows it.
type Reference struct{ code, vaultID string }

// Code is the share code as the tenant writes it (XXXX-XXXX-XXXX), "" if the reference is a vault id.
func (r Reference) Code() string { return r.code }

// VaultID is the vault id, "" if the reference is a share code.
func (r Reference) VaultID() string { return r.vaultID }

// String tells what kind of reference it is; only a vault id is shown.
func (r Reference) String() string {
	switch {
	case r.code != "":
		return "this share code"
	case r.vaultID != "":
		return "the vault id " + r.vaultID
	}
	return "no reference"
}

// Format makes every verb of fmt show what String shows.
func (r Reference) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, r.String()) }

// MarshalText is String, for logs and JSON.
func (r Reference) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// The errors of ParseReference, besides *OtherTenantError. None repeats what was read: it may open a secret.
var (
	ErrNoReference = errors.New("this is no share URL, no share code (XXXX-XXXX-XXXX) and no vault id (27 letters and digits)")
	ErrNoSecret    = errors.New("this URL names no secret: it holds no share code and no vault id")
	ErrSeveral     = errors.New("this holds more than one reference: give one at a time")
)

// OtherTenantError refuses a URL of another host than the tenant's.
type OtherTenantError struct {
	Host   string // of the URL, "" if it isn't fit to be shown
	Tenant string // the tenant's own
	Names  bool   // the URL names a secret: its host may share the tenant's secrets under another name (ShareHosts)
}

func (e *OtherTenantError) Error() string {
	if e.Host == "" {
		return "this URL isn't one of " + e.Tenant + ", the tenant that is open"
	}
	return fmt.Sprintf("this URL is one of %s, but the tenant that is open is %s", e.Host, e.Tenant)
}

const referenceSize = 64 << 10 // bytes; no message with a reference is longer

// ParseReference finds the reference to a secret in what somebody pasted: a share URL, a share code or a vault id, alone or in a message,
// a table or a link of a filter. hosts are the tenant's own (each with its port, if it has one), the first of them the one to name.
func ParseReference(text string, hosts ...string) (Reference, error) {
	return FindReferences(text, hosts...).One()
}

// Found is what a text says of secrets.
type Found struct {
	References []Reference // of the tenant that is open, each once
	Elsewhere  []string    // the hosts of links that lead elsewhere, as they may be shown
	err        error       // why there is no reference
}

// FindReferences finds all references of a tenant in a text. Links of other hosts are named and left alone, and so is a share code that
// stands in one of them, too. hosts are as in ParseReference.
func FindReferences(text string, hosts ...string) Found { return findReferences(text, false, hosts) }

// findReferences is FindReferences for a text that may be a part of a larger one: then a code is only what can hardly be words.
func findReferences(text string, within bool, hosts []string) Found {
	if len(text) > referenceSize {
		return Found{err: ErrNoReference}
	}
	var first, best Found
	var readings []*finder
	for i, reading := range api.Readings(text) {
		f := newFinder(hosts, within).find(reading)
		readings = append(readings, f)
		if len(best.References) == 0 {
			best = f.result()
		}
		if i == 0 || first.err == ErrNoReference {
			first = f.result()
		}
	}
	if len(best.References) == 0 {
		return first
	}
	return withoutForeign(best, readings)
}

// withoutForeign leaves out of what one reading found what another shows to stand in a link of another host, and in none of the tenant.
func withoutForeign(found Found, readings []*finder) Found {
	left := slices.DeleteFunc(slices.Clone(found.References), func(r Reference) bool {
		owned := slices.ContainsFunc(readings, func(f *finder) bool { return slices.Contains(f.owned, r) })
		return !owned && slices.ContainsFunc(readings, func(f *finder) bool { return f.namesElsewhere(r) })
	})
	if len(left) == len(found.References) {
		return found
	}
	for _, f := range readings {
		for _, host := range f.result().Elsewhere {
			if !slices.Contains(found.Elsewhere, host) {
				found.Elsewhere = append(found.Elsewhere, host)
			}
		}
		if other := f.result(); len(left) == 0 && other.isElsewhere() {
			found.err = other.err
		}
	}
	found.References = left
	return found
}

// NamesElsewhere reports whether there is nothing but a link of another host, and it names a secret.
func (f Found) NamesElsewhere() bool { return len(f.References) == 0 && f.isElsewhere() }

// isElsewhere reports whether a link of another host names a secret, and none of the tenant was looked at.
func (f Found) isElsewhere() bool {
	var other *OtherTenantError
	return errors.As(f.err, &other) && other.Names
}

// One is the only reference, or why there isn't just one: ErrNoReference, ErrNoSecret, ErrSeveral or an *OtherTenantError.
func (f Found) One() (Reference, error) {
	switch {
	case len(f.References) > 1:
		return Reference{}, ErrSeveral
	case len(f.References) == 0:
		return Reference{}, f.err
	}
	return f.References[0], nil
}
