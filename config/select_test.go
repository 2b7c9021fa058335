package config

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

const (
	twoTenants = `
[tenants.acme]
base_url = "https://acme.example"
access_token = "acme-token"
read_only = true
[tenants.globex]
base_url = "https://globex.example"
access_token = "globex-token"
`
	oneTenant = `
[tenants.acme]
base_url = "https://acme.example"
access_token = "acme-token"
`
)

// originOf is the sort of place that a source of these tests is.
func originOf(source string) Origin {
	switch {
	case strings.HasPrefix(source, "--"):
		return OriginFlag
	case strings.HasPrefix(source, "config"):
		return OriginFile
	case strings.HasPrefix(source, "GATEHOUSE_"):
		return OriginEnvironment
	case strings.HasPrefix(source, "CONDUCTORONE_"):
		return OriginVendor
	case source == FromLogin:
		return OriginLogin
	}
	return OriginNone
}

// selection is what names a tenant, and which one is opened.
type selection struct {
	name, config string
	flags        Flags
	env          map[string]string
	tenant       string // name and base URL
	source       string
	others       []string
}

func selections() []selection {
	own := map[string]string{"GATEHOUSE_CLIENT_ID": "a@own.example/x", "GATEHOUSE_CLIENT_SECRET": "own-secret"}
	vendor := map[string]string{"CONDUCTORONE_CLIENT_ID": "a@vendor.example/x", "CONDUCTORONE_CLIENT_SECRET": "vendor-secret"}
	both := maps.Clone(own)
	maps.Copy(both, vendor)
	withTenant := func(name string, env map[string]string) map[string]string {
		e := maps.Clone(env)
		e["GATEHOUSE_TENANT"] = name
		return e
	}
	none := map[string]string{}
	return []selection{
		{"nothing", "", Flags{}, none, "demo ", "no configuration", nil},
		{"a file without tenants", "mouse = true\n", Flags{}, none, "demo ", "no configuration", nil},
		{"the only tenant", oneTenant, Flags{}, none, "acme https://acme.example", "config: the only tenant", nil},
		{"the default", "default_tenant = \"globex\"\n" + twoTenants, Flags{}, none, "globex https://globex.example", "config: default_tenant",
			nil},
		{"GATEHOUSE_TENANT", "default_tenant = \"globex\"\n" + twoTenants, Flags{}, withTenant("acme", none),
			"acme https://acme.example", "GATEHOUSE_TENANT", []string{"config: default_tenant"}},
		{"--tenant", "default_tenant = \"acme\"\n" + twoTenants, Flags{Tenant: "globex"}, withTenant("acme", both),
			"globex https://globex.example", "--tenant", []string{"GATEHOUSE_TENANT", "GATEHOUSE_CLIENT_ID", "config: default_tenant",
				"CONDUCTORONE_CLIENT_ID"}},
		{"--demo wins over everything", oneTenant, Flags{Demo: true, Tenant: "nobody"}, withTenant("nobody", both),
			"demo ", "--demo", []string{"--tenant", "GATEHOUSE_TENANT", "GATEHOUSE_CLIENT_ID", "config: the only tenant", "CONDUCTORONE_CLIENT_ID"}},
		{"own variables over the file", oneTenant, Flags{}, own, "own.example https://own.example", "GATEHOUSE_CLIENT_ID",
			[]string{"config: the only tenant"}},
		{"the file over the vendor's variables", oneTenant, Flags{}, vendor, "acme https://acme.example", "config: the only tenant",
			[]string{"CONDUCTORONE_CLIENT_ID"}},
		{"the vendor's variables alone", "", Flags{}, vendor, "vendor.example https://vendor.example", "CONDUCTORONE_CLIENT_ID", nil},
		{"own over the vendor's", "", Flags{}, both, "own.example https://own.example", "GATEHOUSE_CLIENT_ID",
			[]string{"CONDUCTORONE_CLIENT_ID"}},
		{"a token and an address", "", Flags{}, map[string]string{"GATEHOUSE_ACCESS_TOKEN": "t",
			"GATEHOUSE_BASE_URL": "https://tok.example:8443"},
			"tok.example:8443 https://tok.example:8443", "GATEHOUSE_ACCESS_TOKEN", nil},
		{"a token and a client id", "", Flags{}, map[string]string{"CONDUCTORONE_ACCESS_TOKEN": "t", "CONDUCTORONE_CLIENT_ID": "a@v.example/x"},
			"v.example https://v.example", "CONDUCTORONE_ACCESS_TOKEN", nil},
		{"the vendor's address as a host", "", Flags{}, map[string]string{"CONDUCTORONE_ACCESS_TOKEN": "t",
			"CONDUCTORONE_SERVER_URL": "v.example/"},
			"v.example https://v.example", "CONDUCTORONE_ACCESS_TOKEN", nil},
		{"a tunnel on this machine", "", Flags{}, map[string]string{"GATEHOUSE_CLIENT_ID": "a@own.example/x", "GATEHOUSE_CLIENT_SECRET": "s",
			"GATEHOUSE_BASE_URL": "http://127.0.0.1:9"}, "127.0.0.1:9 http://127.0.0.1:9", "GATEHOUSE_CLIENT_ID", nil},
	}
}

func TestSelect(t *testing.T) {
	for _, c := range selections() {

		t.Run(c.name, func(t *testing.T) {
			got, err := Select(load(t, c.config), c.flags, func(n string) string { return c.env[n] })
			if err != nil {
				t.Fatal(err)
			}
			if is := got.Tenant.Name + " " + got.Tenant.BaseURL; is != c.tenant || got.Source != c.source || !slices.Equal(got.Others, c.others) {
				t.Errorf("got %q from %q, passing over %q; want %q from %q, passing over %q", is, got.Source, got.Others, c.tenant, c.source, c.others)
			}
			if got.Demo != (c.tenant == "demo ") {
				t.Errorf("demo: %v", got.Demo)
			}
			if want := originOf(c.source); got.Origin != want {
				t.Errorf("origin %v, want %v", got.Origin, want)
			}
		})
	}
}

func TestSelectReadsOnlyOneSource(t *testing.T) {
	env := map[string]string{
		"GATEHOUSE_CLIENT_ID": "a@own.example/x", "GATEHOUSE_CLIENT_SECRET": "own-secret", "CONDUCTORONE_ACCESS_TOKEN": "vendor-token",
		"CONDUCTORONE_SERVER_URL": "https://vendor.example",
	}
	choice, err := Select(nil, Flags{}, func(n string) string { return env[n] })
	if err != nil {
		t.Fatal(err)
	}
	c, err := choice.Tenant.Credentials(t.Context(), Means{})
	if err != nil || !c.Token.Empty() || c.ClientSecret.Reveal() != "own-secret" || c.ClientID != "a@own.example/x" ||
		choice.Tenant.BaseURL != "https://own.example" {
		t.Errorf("got %+v for %s, %v", c, choice.Tenant.BaseURL, err)
	}
}

func TestSelectErrors(t *testing.T) {
	vendor := map[string]string{"CONDUCTORONE_CLIENT_ID": "a@vendor.example/x", "CONDUCTORONE_CLIENT_SECRET": "CANARY",
		"CONDUCTORONE_SERVER_URL": "https://vendor.example"}
	for _, c := range []struct {
		name, config string
		flags        Flags
		env          map[string]string
		vendor       bool // the vendor's variables are set too, and must not help out
		want         string
	}{
		{"several tenants", twoTenants, Flags{}, nil, false, "several tenants (acme, globex): name one with --tenant"},
		{"several tenants and the vendor's", twoTenants, Flags{}, nil, true, "several tenants"},
		{"an unknown tenant", twoTenants, Flags{Tenant: "acne"}, nil, false,
			`--tenant names the tenant "acne", which is not configured: did you mean "acme"?`},
		{"an unknown tenant, far from all", twoTenants, Flags{Tenant: "zzz"}, nil, true, "known are acme, globex"},
		{"no tenants", "", Flags{Tenant: "zzz"}, nil, true, "no tenant is configured"},
		{"GATEHOUSE_TENANT is unknown", oneTenant, Flags{}, map[string]string{"GATEHOUSE_TENANT": "zzz"}, false,
			"GATEHOUSE_TENANT names the tenant"},
		{"half a pair, the id", oneTenant, Flags{}, map[string]string{"GATEHOUSE_CLIENT_ID": "a@own.example/x"}, true,
			"GATEHOUSE_CLIENT_ID is set without its secret: set GATEHOUSE_CLIENT_SECRET too"},
		{"half a pair, the secret", oneTenant, Flags{}, map[string]string{"GATEHOUSE_CLIENT_SECRET": "CANARY"}, true,
			"GATEHOUSE_CLIENT_SECRET is set without its client id: set GATEHOUSE_CLIENT_ID too"},
		{"only an address", oneTenant, Flags{}, map[string]string{"GATEHOUSE_BASE_URL": "https://own.example"}, true,
			"GATEHOUSE_BASE_URL is set without credentials"},
		{"only a token", oneTenant, Flags{}, map[string]string{"GATEHOUSE_ACCESS_TOKEN": "CANARY"}, true,
			"GATEHOUSE_ACCESS_TOKEN is set, but nothing says for which tenant: set GATEHOUSE_BASE_URL too"},
		{"half of the vendor's", "", Flags{}, map[string]string{"CONDUCTORONE_CLIENT_SECRET": "CANARY"}, false,
			"CONDUCTORONE_CLIENT_SECRET is set without its client id"},
		{"another tenant's address", "", Flags{}, map[string]string{"GATEHOUSE_CLIENT_ID": "a@own.example/x", "GATEHOUSE_CLIENT_SECRET": "CANARY",
			"GATEHOUSE_BASE_URL": "https://other.example"}, false,
			"GATEHOUSE_CLIENT_ID belongs to another tenant (own.example) than the address (other.example)"},
		{"a bad address", "", Flags{}, map[string]string{"GATEHOUSE_ACCESS_TOKEN": "CANARY",
			"GATEHOUSE_BASE_URL": "https://u:CANARY@own.example"}, false,
			"GATEHOUSE_BASE_URL must not hold a user name"},
		{"own address without a scheme", "", Flags{}, map[string]string{"GATEHOUSE_ACCESS_TOKEN": "CANARY", "GATEHOUSE_BASE_URL": "own.example"},
			false,
			"GATEHOUSE_BASE_URL wants an address"},
		{"a bad client id", "", Flags{}, map[string]string{"GATEHOUSE_CLIENT_ID": "acme", "GATEHOUSE_CLIENT_SECRET": "CANARY"}, false,
			"GATEHOUSE_CLIENT_ID names no tenant"},
		{"read-only is unclear", "", Flags{}, map[string]string{"GATEHOUSE_READ_ONLY": "maybe"}, false, "GATEHOUSE_READ_ONLY"},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := maps.Clone(c.env)
			if env == nil {
				env = map[string]string{}
			}
			if c.vendor {
				maps.Copy(env, vendor)
			}
			got, err := Select(load(t, c.config), c.flags, func(n string) string { return env[n] })
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %+v, %v; want an error with %q", got, err, c.want)
			}
			if strings.Contains(err.Error(), "CANARY") {
				t.Errorf("a secret was printed: %v", err)
			}
		})
	}
}

func TestReadOnlyIsOnlyEverTurnedOn(t *testing.T) {
	config := "default_tenant = \"globex\"\n" + twoTenants
	for _, c := range []struct {
		flags Flags
		env   string
		want  bool
	}{
		{Flags{}, "", false},
		{Flags{ReadOnly: true}, "", true},
		{Flags{ReadOnly: true}, "false", true},
		{Flags{}, "1", true},
		{Flags{}, "TRUE", true},
		{Flags{}, "0", false},
		{Flags{Tenant: "acme"}, "false", true}, // by its own read_only
		{Flags{Demo: true}, "yes", true},
	} {
		got, err := Select(load(t, config), c.flags, func(n string) string { return map[string]string{"GATEHOUSE_READ_ONLY": c.env}[n] })
		if err != nil || got.Tenant.ReadOnly != c.want {
			t.Errorf("%+v, %q: got %v, %v", c.flags, c.env, got.Tenant.ReadOnly, err)
		}
	}
}

func TestSelectAStoredLogin(t *testing.T) {
	acme, globex := Tenant{Name: "acme", BaseURL: "https://acme.example"}, Tenant{Name: "globex", BaseURL: "https://globex.example"}
	clash := Tenant{Name: "acme", BaseURL: "https://acme.c1eu.example"}
	vendor := map[string]string{"CONDUCTORONE_CLIENT_ID": "a@vendor.example/x", "CONDUCTORONE_CLIENT_SECRET": "s"}
	for _, c := range []struct {
		name, config string
		logins       []Tenant
		flags        Flags
		env          map[string]string
		tenant       string
		source       string
		others       []string
		want         string // of the error
	}{
		{name: "the only one", logins: []Tenant{globex}, tenant: "globex https://globex.example", source: FromLogin},
		{name: "under the vendor's variables", logins: []Tenant{globex}, env: vendor, tenant: "vendor.example https://vendor.example",
			source: "CONDUCTORONE_CLIENT_ID", others: []string{FromLogin}},
		{name: "under the file", config: oneTenant, logins: []Tenant{globex}, tenant: "acme https://acme.example",
			source: "config: the only tenant"},
		{name: "by name beside the file", config: oneTenant, logins: []Tenant{globex}, flags: Flags{Tenant: "globex"},
			tenant: "globex https://globex.example", source: "--tenant", others: []string{"config: the only tenant"}},
		{name: "of the file's own tenant", config: oneTenant, logins: []Tenant{acme}, flags: Flags{Tenant: "acme"},
			tenant: "acme https://acme.example",
			source: "--tenant", others: []string{"config: the only tenant"}},
		{name: "a name that is taken", config: oneTenant, logins: []Tenant{clash}, flags: Flags{Tenant: "acme.c1eu.example"},
			tenant: "acme.c1eu.example https://acme.c1eu.example", source: "--tenant", others: []string{"config: the only tenant"}},
		{name: "several", logins: []Tenant{acme, globex}, want: "you have signed in to several (acme, globex): name one with --tenant"},
		{name: "several and the vendor's variables", logins: []Tenant{acme, globex}, env: vendor, tenant: "vendor.example https://vendor.example",
			source: "CONDUCTORONE_CLIENT_ID"},
		{name: "none of them", logins: []Tenant{acme, globex}, flags: Flags{Tenant: "zzz"}, want: "known are acme, globex"},
	} {
		t.Run(c.name, func(t *testing.T) {
			conf := load(t, c.config)
			conf.AddLogins(c.logins)
			got, err := Select(conf, c.flags, func(n string) string { return c.env[n] })
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want %q", err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if is := got.Tenant.Name + " " + got.Tenant.BaseURL; is != c.tenant || got.Source != c.source || !slices.Equal(got.Others, c.others) ||
				got.Origin != originOf(c.source) {
				t.Errorf("got %q from %q, passing over %q; want %q from %q, passing over %q", is, got.Source, got.Others, c.tenant, c.source, c.others)
			}
		})
	}
}
