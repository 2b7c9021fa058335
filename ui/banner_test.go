package ui

import "testing"

// The frame says how the tenant was chosen wherever a person may wonder.
func TestBannerTellsWhoNamedTheTenant(t *testing.T) {
	for _, c := range []struct {
		info TenantInfo
		want string
	}{
		{TenantInfo{Name: "acme", Source: "config: the only tenant"}, ""},
		{TenantInfo{Name: "acme", Source: "--tenant", Others: []string{"GATEHOUSE_CLIENT_ID", "config: default_tenant"}},
			" Tenant from --tenant (not from GATEHOUSE_CLIENT_ID, config: default_tenant)."},
		{TenantInfo{Name: "acme.example", Source: "CONDUCTORONE_CLIENT_ID", Vendor: true},
			" Tenant and credentials from CONDUCTORONE_CLIENT_ID, a variable of the vendor's command line."},
		{TenantInfo{Name: "demo", Source: "no configuration", Demo: true, NoConfig: true},
			" Demo data: no tenant is configured. To connect yours, see config.example.toml or run gatehouse --help."},
	} {
		d := newDriver(t, driverOptions{info: func(i *TenantInfo) { *i = c.info }})
		if got := d.model.banner(); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.info, got, c.want)
		}
	}
}
