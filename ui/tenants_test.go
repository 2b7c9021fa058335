package ui

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/host"
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
			Tenant: host.TenantInfo{Name: "beta", Host: "beta.example"}, Close: func() { *closed = true }}, nil
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
	d.Change("suggestions", d.tenant.SuggestionID(0), map[string]any{"suggestedName": "What only one tenant suggests"})
	d.keys("3")
	d.sees("acme.example", nameOf(d, "suggestions"))
	d.keys("a", "T", "beta", "<enter>")
	d.sees(" beta ", "beta.example", "You are on beta")
	d.seesNot("acme", nameOf(d, "suggestions"))
	if !left {
		t.Error("the old tenant was not let go of")
	}
	d.keys("u")
	d.sees("nothing to undo")
}

// A key that was pressed as the other tenant arrived was meant for the one before.
func TestAKeyThatCameWithTheOtherTenantDoesNothingThere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	second, _ := other(t, d, tenant.Options{Seed: 2})
	d.keys("3", "T", "beta", "<enter>")
	d.sees("You are on beta")
	if d.model.Asks() == nil {
		t.Error("the terminal isn't asked whether the other tenant was seen")
	}
	before := len(second.Requests())
	d.rush("a")
	d.rush("e")
	if got := len(second.Requests()) - before; got != 0 {
		t.Errorf("%d requests were made for keys that nobody meant for this tenant", got)
	}
	d.keys("1")
	d.sees("Hooks")
	if d.model.Asks() != nil {
		t.Error("a key was taken, and the terminal is still asked")
	}
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

// withheld is what keys set going, kept from running until it is given back to the queue.
func (d *driver) withheld(keys ...string) (release func()) {
	d.t.Helper()
	d.Waiting(func() { d.keys(keys...) })
	kept := d.queue
	d.queue = nil
	return func() {
		d.t.Helper()
		d.queue = append(d.queue, kept...)
		d.settle()
	}
}

func TestAChangeIsFinishedBeforeItsTenantIsLeft(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	second, _ := other(t, d, tenant.Options{Seed: 2})
	name := nameOf(d, "hooks")
	answer := d.withheld("t")
	d.keys("T", "beta", "<enter>")
	d.sees("Going to beta", "Waiting for 1 unanswered change on acme first.", "esc stays on acme", "acme.example")
	d.seesNot("Opening beta")
	d.keys("t", "jt") // nothing new is started meanwhile
	answer()
	d.sees(" beta ", "You are on beta (beta.example) now. Before, on acme: Turned off hook “"+name+"”.")
	d.seesNot("Going to beta", "unanswered", "acme.example")
	d.tellsNot("undoes it")
	d.wantMutations("POST /api/v1/hooks/" + d.tenant.ID("hooks", 0))
	for _, r := range second.Requests() {
		if (api.Request{Method: r.Method, Path: r.Path}).Mutates() {
			t.Errorf("the other tenant got %s %s", r.Method, r.Path)
		}
	}
	d.keys("u")
	d.sees("nothing to undo")
}

func TestTroubleOfAChangeThatWasWaitedForGoesAlong(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	other(t, d, tenant.Options{Seed: 2})
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/hooks/*", Status: 403, Message: "no"})
	answer := d.withheld("t")
	d.keys("T", "beta", "<enter>")
	answer()
	d.tells("You are on beta (beta.example) now. Before, on acme: Turn off hook “" + nameOf(d, "hooks") + "”: refused.")
}

func TestNothingIsStartedWhileTheOtherTenantOpens(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	_, closed := other(t, d, tenant.Options{Seed: 2})
	d.keys("T")
	opens := d.withheld("beta", "<enter>")
	d.sees("Going to beta", "Opening beta…")
	d.keys("t")
	d.wantMutations()
	d.keys("<esc>")
	d.sees("You are still on acme.", "acme.example")
	opens()
	d.sees("acme.example")
	d.seesNot("You are on beta")
	if !*closed {
		t.Error("the tenant that nobody wants any more was not let go of")
	}
	d.keys("t")
	d.wantMutations("POST /api/v1/hooks/" + d.tenant.ID("hooks", 0))
}

// An action that is undone is looked at first; what that brings after the tenant was left acts on no other.
func TestALateLookBeforeAnUndoIsDropped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	second, _ := other(t, d, tenant.Options{Seed: 2})
	d.keys("t")
	looked := d.holding(func() { d.keys("u") })
	d.keys("T", "beta", "<enter>")
	d.sees("You are on beta")
	looked.deliver()
	d.sees("You are on beta")
	if len(d.mutations()) != 1 {
		t.Errorf("the old tenant got %v", d.mutations())
	}
	for _, r := range second.Requests() {
		if (api.Request{Method: r.Method, Path: r.Path}).Mutates() {
			t.Errorf("the other tenant got %s %s", r.Method, r.Path)
		}
	}
}

func TestWithOneTenantThereIsNothingToChoose(t *testing.T) {
	for _, choices := range [][]Choice{nil, {{"acme", "acme.example"}}} {
		d := newDriver(t, driverOptions{w: 40, h: 10, options: func(o *Options) { o.Tenants = choices }})
		d.keys("T")
		d.seesNot("\n> ", "\n>\n", "enter choose")
		d.sees("esc close")
		read := d.said()
		for range 5 {
			d.keys("<down>")
			read += " " + d.said()
		}
		for _, want := range []string{"You are Mara Lindqvist", "--tenant", "There is no other tenant to go to.", "config.example.toml"} {
			if !strings.Contains(read, want) {
				t.Errorf("%q can't be read:\n%s", want, read)
			}
		}
		d.keys("<esc>")
		d.sees("Hooks", "in all")
	}
}

func TestWhatIsSaidBelowTheTenantsCanBeReadToItsEnd(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10, info: func(i *host.TenantInfo) {
		i.Source = "GATEHOUSE_TENANT, a variable of the shell that started the multiplexer that started this console"
	}})
	other(t, d, tenant.Options{Seed: 2})
	d.keys("T")
	d.sees("acme", "beta", "down scrolls")
	for range 12 {
		d.keys("<down>")
	}
	d.sees("this console", "up shows the beginning", "beta")
	d.keys("<up>")
	d.sees("down scrolls")
	for range 12 {
		d.keys("<up>")
	}
	d.sees("You are Mara Lindqvist")
	d.keys("<down>", "<enter>")
	d.sees("You are on beta")
}

// What is unknown on a tenant that is left isn't looked at from the other one, and that is said.
func TestLeavingATenantSaysWhatIsUnknownThere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	other(t, d, tenant.Options{Seed: 2})
	d.fault(tenant.Rule{Method: "POST", Path: stateRoute, Status: 504})
	d.keys("3", "a")
	d.tells("outcome unknown")
	d.keys("T", "beta", "<enter>")
	d.tells("You are on beta", "On acme the outcome of 1 change is still unknown; nobody looks at it until you are back there.")
}
