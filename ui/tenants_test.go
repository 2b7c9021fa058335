package ui

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/tenant"
)

// other opens a second built-in tenant under the name "beta".
func other(t *testing.T, d *driver, o tenant.Options) (*tenant.Tenant, *bool) {
	t.Helper()
	o.Now = d.model.now
	second := tenant.New(o)
	server := httptest.NewServer(second.Handler())
	t.Cleanup(server.Close)
	closed := new(bool)
	d.model.options.Tenants = []Choice{{"acme", "acme.example"}, {"beta", "beta.example"}}
	d.model.options.Open = func(_ context.Context, name string) (*Connection, error) {
		if name != "beta" {
			return nil, errors.New("no such tenant")
		}
		client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: second.Token()}})
		if err != nil {
			return nil, err
		}
		t.Cleanup(client.Close)
		return &Connection{Client: client, Runner: action.NewRunner(action.Options{Client: client}),
			Tenant: TenantInfo{Name: "beta", Host: "beta.example"}, Close: func() { *closed = true }}, nil
	}
	return second, closed
}

// nameOf is the name of the first record of the driver's own tenant.
func nameOf(d *driver, collection string) string {
	record, _ := d.tenant.Record(collection, d.tenant.ID(collection, 0))
	for _, key := range []string{"displayName", "suggestedName"} {
		if name, ok := record[key].(string); ok {
			return name
		}
	}
	d.t.Fatalf("the first of the %s has no name", collection)
	return ""
}

func TestSwitchingTenantsLeavesNothingOfTheOldOne(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	left := false
	d.model.options.close = func() { left = true }
	other(t, d, tenant.Options{Seed: 2})
	d.keys("3")
	d.sees("acme.example", nameOf(d, "suggestions"))
	d.keys("a", "T", "beta", "<enter>")
	d.sees(" beta ", "beta.example", "You are on beta")
	d.seesNot("acme", nameOf(d, "suggestions"))
	if !left {
		t.Error("the old tenant was not let go of")
	}
	d.keys("u")
	d.sees("nothing to take back")
}

func TestALateAnswerOfTheOldTenantIsDropped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	other(t, d, tenant.Options{Seed: 2, Rows: -1})
	d.hold = true
	d.keys("2") // the webhooks of the old tenant are on their way
	late := d.queue
	d.queue = nil
	d.hold = false
	d.keys("T", "beta", "<enter>")
	d.sees("You are on beta", "no webhooks")
	d.queue = late
	d.settle()
	d.sees("no webhooks")
	d.seesNot("Payroll events")
}

func TestATenantThatCannotBeOpenedChangesNothing(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	other(t, d, tenant.Options{Seed: 2})
	d.model.options.Tenants[1].Name = "gamma"
	d.keys("T", "gamma", "<enter>")
	d.sees("gamma can't be opened: no such tenant. You are still on acme", "acme.example", nameOf(d, "hooks"))
}
