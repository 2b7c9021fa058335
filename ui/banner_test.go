package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/host"
)

// The frame says how the tenant was chosen wherever a person may wonder, at any width.
func TestBannerTellsWhoNamedTheTenant(t *testing.T) {
	vendor := host.TenantInfo{Name: "acme.example", Source: "CONDUCTORONE_ACCESS_TOKEN", Vendor: true}
	login := host.TenantInfo{Name: "acme.example", Source: "gatehouse login", Login: true}
	others := host.TenantInfo{Name: "acme", Source: "--tenant", Others: []string{"GATEHOUSE_CLIENT_ID", "config: default_tenant"}}
	none := host.TenantInfo{Name: "demo", Source: "no configuration", Demo: true, NoConfig: true}
	for _, c := range []struct {
		w    int
		info host.TenantInfo
		want string
	}{
		{160, host.TenantInfo{Name: "acme", Source: "config: the only tenant"}, ""},
		{160, others, " Tenant from --tenant (not from GATEHOUSE_CLIENT_ID, config: default_tenant)."},
		{80, others, " Tenant from --tenant (not from GATEHOUSE_CLIENT_ID, config: default_tenant)."},
		{40, others, " Tenant from --tenant; T shows more."},
		{160, vendor, " Tenant and credentials from CONDUCTORONE_ACCESS_TOKEN, a variable of the vendor's command line."},
		{80, vendor, " From CONDUCTORONE_ACCESS_TOKEN of the vendor's command line."},
		{40, vendor, " From CONDUCTORONE_ACCESS_TOKEN."},
		{160, login, " The tenant that you signed in to with gatehouse login; no other is configured."},
		{40, login, " Signed in with gatehouse login."},
		{160, none, " Demo data: no tenant is configured. To connect yours, see config.example.toml or run gatehouse --help."},
		{80, none, " Demo data. To connect a tenant of yours: gatehouse --help."},
		{40, none, " Demo data. To connect: gatehouse -h"},
	} {
		d := newDriver(t, driverOptions{w: c.w, h: 24, info: func(i *host.TenantInfo) { *i = c.info }})
		if got, _ := d.model.banner(); got != c.want {
			t.Errorf("%d cells, %+v: got %q, want %q", c.w, c.info, got, c.want)
		}
	}
}

// Trouble of a pane doesn't hide where the tenant comes from, and the sentence gives its line back after a while.
func TestWhereTheTenantComesFromIsSeenBesideTrouble(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30, info: func(i *host.TenantInfo) { i.Source, i.Vendor = "CONDUCTORONE_CLIENT_ID", true },
		faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/webhooks", Skip: 1, Status: 503})
		}})
	d.keys("2", "r")
	d.sees("Tenant and credentials from CONDUCTORONE_CLIENT_ID", " env ")
	d.fire(host.IntroTime)
	d.seesNot("Tenant and credentials from")
	d.sees(" ! Refresh failed; r tries again. The tenant has a problem right now.", " env ")
	d.keys("T")
	d.tells("Tenant and credentials from CONDUCTORONE_CLIENT_ID, a variable of the vendor's command line.")
}

func TestTheFrameSaysWhoYouAreWithRoles(t *testing.T) {
	roles := `{"roles":["Super Administrator","Auditor","Connector Administrator"]}`
	asked := func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/auth/introspect", Merge: []byte(roles)})
	}
	name := ""
	for _, c := range []struct {
		w    int
		want string
	}{
		{160, " · Super Administrator, Auditor, Connector Administrator"},
		{80, " · Super Administrator, Auditor +1"},
		{68, " · Super Administrator +2"},
		{50, ""},
	} {
		d := newDriver(t, driverOptions{w: c.w, h: 24, faults: asked})
		name = d.model.env.MyName()
		top := strings.Split(d.screen(), "\n")[0]
		if !strings.HasSuffix(top, name+c.want) {
			t.Errorf("%d cells: the top line %q doesn't end in %q", c.w, top, name+c.want)
		}
	}
	d := newDriver(t, driverOptions{w: 40, h: 12, faults: asked})
	d.keys("T")
	d.tells("You are "+name+" (", "with the roles Super Administrator, Auditor, Connector Administrator.")
}

// Roles that the tenant gives by id, or by the name that machines use, get the name that people know.
func TestRolesAreNamedAsFarAsTheTenantTells(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 24, faults: func(tn *tenant.Tenant) {
		known := tn.ID("roles", 1)
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/auth/introspect",
			Merge: []byte(`{"roles":["` + known + `","role:auditor","2xNobodyKnowsThisRoleOfOurs","Help desk"]}`)})
	}})
	d.keys("T")
	d.tells("with the roles Read-Only Administrator, Auditor, 2xNobodyKnowsThisRoleOfOurs, Help desk.")
}

func TestATenantThatDoesNotSayWhoYouAreLosesNothingElse(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/auth/introspect", Status: 500, Message: "broken"})
	}})
	d.sees("42 in all", "unknown user")
	d.seesNot("try 1", "Trying again")
	d.keys("T")
	d.tells("Who you are is unknown: broken. Close this, then press r to ask again.")
	d.tenant.Faults().Reset()
	d.keys("<esc>", "r")
	d.seesNot("unknown user")
	d.sees(d.model.env.MyName() + " · Super Administrator")
}
