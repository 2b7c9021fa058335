package session

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"gatehouse/config"
)

// LoginTenant finds the tenant to sign in to or out of. With anyTenant there may be none yet: a client id will tell.
func LoginTenant(conf *config.Config, name, address string, anyTenant bool) (config.Tenant, error) {
	if name == "" && address == "" {
		name = os.Getenv("GATEHOUSE_TENANT")
	}
	if address == "" {
		return configuredTenant(conf, name, anyTenant)
	}
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	base, err := config.CheckBaseURL(address)
	if err != nil {
		return config.Tenant{}, fmt.Errorf("--url %w", err)
	}
	if name == "" {
		for _, each := range conf.Known() {
			if each.BaseURL == base {
				return each, nil
			}
		}
		return config.Tenant{Name: NameFor(base), BaseURL: base, Auth: config.AuthAuto}, nil
	}
	t, known := conf.Tenant(name)
	if known && t.BaseURL != base {
		return config.Tenant{}, fmt.Errorf("the tenant %q has another address than --url: %s", name, t.BaseURL)
	}
	if !known {
		t = config.Tenant{Name: name, BaseURL: base, Auth: config.AuthAuto}
	}
	return t, nil
}

// configuredTenant is the tenant of that name, or the one that the configuration opens by itself.
func configuredTenant(conf *config.Config, name string, anyTenant bool) (config.Tenant, error) {
	if name == "" && len(conf.Tenants) == 0 {
		switch {
		case anyTenant:
			return config.Tenant{}, nil
		case len(conf.Logins) == 0:
			return config.Tenant{}, errors.New("no tenant is configured: say which one with --url https://…")
		}
	}
	nothing := func(string) string { return "" } // variables that hold credentials name no tenant to sign in to
	choice, err := config.Select(conf, config.Flags{Tenant: name}, nothing)
	return choice.Tenant, err
}

// NameFor proposes a name for a tenant: the first part of its host name, or the host where that is no name.
func NameFor(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return base
	}
	first, _, more := strings.Cut(u.Hostname(), ".")
	if !more || first == "" || first[0] >= '0' && first[0] <= '9' {
		return u.Host
	}
	return first
}
