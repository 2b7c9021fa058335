package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"gatehouse/credential"
)

// Flags are the command line's say in which tenant is opened.
type Flags struct {
	Tenant   string // --tenant
	Demo     bool   // --demo
	ReadOnly bool   // --read-only
}

// Origin is the sort of place that names a tenant.
type Origin int

// The origins of a tenant.
const (
	OriginNone        Origin = iota // nothing names one, so it is the demo
	OriginFlag                      // the command line
	OriginEnvironment               // the program's own variables
	OriginFile                      // the configuration
	OriginVendor                    // the variables of the vendor's command line
	OriginLogin                     // the only stored login
)

// Choice is the tenant to open, and why this one.
type Choice struct {
	Tenant Tenant   // with Demo only Name and ReadOnly are set
	Demo   bool     // the built-in tenant
	Origin Origin   // of the tenant
	Source string   // what named the tenant: "--tenant", "GATEHOUSE_TENANT", "config: default_tenant", "no configuration" and so on
	Others []string // what else named a tenant and was passed over
}

// candidate is one place that names a tenant. open may fail: only the first candidate's failure matters.
type candidate struct {
	origin Origin
	source string
	open   func() (Tenant, error)
}

// Select decides which tenant is opened. The first of these that names one wins: --demo, --tenant, GATEHOUSE_TENANT, the
// environment variables GATEHOUSE_BASE_URL, _CLIENT_ID, _CLIENT_SECRET and _ACCESS_TOKEN, the configuration's default_tenant or
// its only tenant, the only stored login when the configuration has no tenant, the vendor's environment variables CONDUCTORONE_*;
// without any of them it is the demo, unless there are several logins to choose from. What one place leaves out is never filled in
// from another. c may be nil.
func Select(c *Config, flags Flags, getenv func(string) string) (Choice, error) {
	if c == nil {
		c = New()
	}
	readOnly, err := readOnlyWish(flags, getenv)
	if err != nil {
		return Choice{}, err
	}
	var found []candidate
	if flags.Demo {
		found = append(found, candidate{OriginFlag, "--demo", func() (Tenant, error) { return Tenant{Name: "demo"}, nil }})
	}
	if flags.Tenant != "" {
		found = append(found, candidate{OriginFlag, "--tenant", func() (Tenant, error) { return c.named("--tenant", flags.Tenant) }})
	}
	if name := getenv("GATEHOUSE_TENANT"); name != "" {
		named := func() (Tenant, error) { return c.named("GATEHOUSE_TENANT", name) }
		found = append(found, candidate{OriginEnvironment, "GATEHOUSE_TENANT", named})
	}
	found = append(found, ownEnvironment().candidates(getenv)...)
	found = append(found, c.candidates()...)
	found = append(found, vendorEnvironment().candidates(getenv)...)
	if len(c.Logins) == 1 && len(c.Tenants) == 0 { // what is set for this shell goes before what was stored once
		found = append(found, candidate{OriginLogin, FromLogin, func() (Tenant, error) { return c.Logins[0], nil }})
	}
	if len(found) == 0 && len(c.Logins) > 1 {
		return Choice{}, fmt.Errorf("no tenant is configured, and you have signed in to several (%s): name one with --tenant",
			strings.Join(namesOf(c.Logins), ", "))
	}

	if len(found) == 0 && c.Unread != nil {
		return Choice{}, c.Unread
	}

	choice := Choice{Demo: true, Tenant: Tenant{Name: "demo"}, Source: "no configuration"}
	if len(found) > 0 {
		choice.Origin, choice.Source, choice.Demo = found[0].origin, found[0].source, flags.Demo
		for _, other := range found[1:] {
			choice.Others = append(choice.Others, other.source)
		}
		if choice.Tenant, err = found[0].open(); err != nil {
			return Choice{}, err
		}
	}
	choice.Tenant.ReadOnly = choice.Tenant.ReadOnly || readOnly
	return choice, nil
}

func readOnlyWish(flags Flags, getenv func(string) string) (bool, error) {
	switch strings.ToLower(getenv("GATEHOUSE_READ_ONLY")) {
	case "1", "true", "yes", "on":
		return true, nil
	case "", "0", "false", "no", "off":
		return flags.ReadOnly, nil
	}
	return false, errors.New(`GATEHOUSE_READ_ONLY is set to something else than "true" or "false"`)
}

// named returns a configured tenant by the name that source gave.
func (c *Config) named(source, name string) (Tenant, error) {
	if t, ok := c.Tenant(name); ok {
		return t, nil
	}
	known := namesOf(c.Known())
	if len(known) == 0 {
		return Tenant{}, fmt.Errorf("%s names the tenant %q, but no tenant is configured", source, shown(name))
	}
	near := didYouMean(name, known)
	if near == "" {
		near = ": known are " + strings.Join(known, ", ")
	}
	return Tenant{}, fmt.Errorf("%s names the tenant %q, which is not configured%s", source, shown(name), near)
}

func (c *Config) candidates() []candidate {
	switch {
	case c.Default != "":
		return []candidate{{OriginFile, "config: default_tenant",
			func() (Tenant, error) { return c.named("default_tenant", c.Default) }}}
	case len(c.Tenants) == 1:
		return []candidate{{OriginFile, "config: the only tenant", func() (Tenant, error) { return c.Tenants[0], nil }}}
	case len(c.Tenants) > 1:
		return []candidate{{OriginFile, "config", func() (Tenant, error) {
			return Tenant{}, fmt.Errorf("the configuration has several tenants (%s): name one with --tenant, or set default_tenant",
				strings.Join(c.tenantNames(), ", "))
		}}}
	}
	return nil
}

// environment is a set of variables that together name a tenant and its credentials.
type environment struct {
	baseURL, clientID, clientSecret, accessToken string
	bareHost                                     bool // the address may be a host name alone
	origin                                       Origin
}

func ownEnvironment() environment {
	return environment{"GATEHOUSE_BASE_URL", "GATEHOUSE_CLIENT_ID", "GATEHOUSE_CLIENT_SECRET", "GATEHOUSE_ACCESS_TOKEN", false,
		OriginEnvironment}
}

// vendorEnvironment is what people of the vendor's own command line have set already (companion.md 3).
func vendorEnvironment() environment {
	return environment{"CONDUCTORONE_SERVER_URL", "CONDUCTORONE_CLIENT_ID", "CONDUCTORONE_CLIENT_SECRET", "CONDUCTORONE_ACCESS_TOKEN",
		true, OriginVendor}
}

// SecretVariables are the names of the variables that the configuration takes credentials from.
func (c *Config) SecretVariables() []string {
	var names []string
	for _, t := range c.Tenants {
		for _, s := range []Source{t.Secret, t.Token} {
			if s.Kind == SourceEnvironment {
				names = append(names, s.Name)
			}
		}
	}
	return names
}

// candidates names the variable that carries the way in; when only the address is set, that one.
func (e environment) candidates(getenv func(string) string) []candidate {
	for _, name := range []string{e.accessToken, e.clientID, e.clientSecret, e.baseURL} {
		if getenv(name) != "" {
			return []candidate{{e.origin, name, func() (Tenant, error) { return e.tenant(getenv) }}}
		}
	}
	return nil
}

func (e environment) tenant(getenv func(string) string) (Tenant, error) {
	t := Tenant{Auth: AuthAuto}
	if written := getenv(e.clientID); written != "" {
		id, err := credential.Read(credential.ClientID, written)
		if err != nil {
			return Tenant{}, fmt.Errorf("%s: %w", e.clientID, err)
		}
		t.ClientID = id.Text()
	}
	secret, token := getenv(e.clientSecret), getenv(e.accessToken)
	switch {
	case token != "":
		t.Token = Source{Kind: SourceInline, Name: e.accessToken, Inline: NewSecret(token)}
	case t.ClientID != "" && secret != "":
		t.Secret = Source{Kind: SourceInline, Name: e.clientID + " and " + e.clientSecret, Inline: NewSecret(secret)}
	case t.ClientID != "":
		return Tenant{}, fmt.Errorf("%s is set without its secret: set %s too", e.clientID, e.clientSecret)
	case secret != "":
		return Tenant{}, fmt.Errorf("%s is set without its client id: set %s too", e.clientSecret, e.clientID)
	default:
		return Tenant{}, fmt.Errorf("%s is set without credentials: set %s and %s, or %s", e.baseURL, e.clientID, e.clientSecret, e.accessToken)
	}
	base, err := e.address(getenv(e.baseURL), t)
	if err != nil {
		return Tenant{}, err
	}
	t.BaseURL = base
	if u, err := url.Parse(base); err == nil {
		t.Name = u.Host
	}
	return t, nil
}

func (e environment) address(written string, t Tenant) (string, error) {
	if written == "" {
		if t.ClientID == "" {
			return "", fmt.Errorf("%s is set, but nothing says for which tenant: set %s too", e.accessToken, e.baseURL)
		}
		base, err := BaseURLFromClientID(t.ClientID)
		if err != nil {
			return "", fmt.Errorf("%s %w; or set %s", e.clientID, err, e.baseURL)
		}
		return base, nil
	}
	if e.bareHost && !strings.Contains(written, "://") {
		written = "https://" + written
	}
	base, err := CheckBaseURL(written)
	if err != nil {
		return "", fmt.Errorf("%s %w", e.baseURL, err)
	}
	if err := SameTenant(base, t.ClientID); err != nil {
		return "", fmt.Errorf("%s %w", e.clientID, err)
	}
	return base, nil
}
