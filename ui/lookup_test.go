package ui

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/tenant"
)

// bodies are the bodies of the requests to an operation, "POST /api/v1/iam/roles/{}", in the order they came.
func (d *driver) bodies(operation string) (bodies []string) {
	for _, r := range d.tenant.Requests() {
		if r.Route == operation {
			bodies = append(bodies, string(r.Body))
		}
	}
	return bodies
}

// interfaceOnly is a tenant that has the sixteen operations and no other.
func interfaceOnly() driverOptions {
	return driverOptions{tenant: tenant.Options{InterfaceOnly: true}}
}

// open opens a record of a pane by its ids.
func (d *driver) open(pane string, ids ...string) {
	d.t.Helper()
	d.keys(pane, "O")
	for i, id := range ids {
		if i > 0 {
			d.keys("<tab>")
		}
		d.keys(id)
	}
	d.keys("<ctrl+s>")
}

func TestAForbiddenListOpensById(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles", Status: 403, Message: "role missing"})
	}})
	d.keys("6")
	d.sees("You may not list the roles.", "The tenant says: role missing.", "O opens a role by its id.")
	d.open("6", d.tenant.RoleID(7))
	d.sees("Opened the role “Help desk”.", "1 opened by id", "Permissions (14)", "You may not list the roles. O opens another by its id.")
	d.keys("<esc>", "e", "<ctrl+u>", "Support", "<ctrl+s>")
	d.sees("Saved role", "u undoes it")
	if got := d.bodies(roleEdit); !slices.Equal(got, []string{`{"role":{"displayName":"Support"},"updateMask":"displayName"}`}) {
		t.Errorf("sent %q", got)
	}
}

func TestARecordIsOpenedByIdBesideItsList(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 500}})
	d.open("6", d.tenant.RoleID(400))
	d.sees("Opened the role", "You can edit it.")
	if !strings.Contains(d.selected(), "▌  ○ custom") {
		t.Errorf("selected %q", d.selected())
	}
	name := strings.Fields(d.selected())
	d.keys("<esc>", "r")
	d.sees("read just now")
	if now := strings.Fields(d.selected()); !slices.Equal(now[:4], name[:4]) {
		t.Errorf("after a refresh %v is selected, want %v", now, name)
	}
}

func TestWhatTheFilterHidesIsOpenedAllTheSame(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("6", "/", "auditor", "<tab>")
	d.sees("of 26")
	d.open("6", d.tenant.RoleID(7))
	d.sees("26 in all")
	if !strings.Contains(d.selected(), "Help desk") {
		t.Errorf("selected %q", d.selected())
	}
}

func TestAnIdThatIsNotThereIsSaidAndCanBeCorrected(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.open("6", "nosuchrole")
	d.sees("The tenant has no role with the id nosuchrole. O lets you correct it.", "26 in all")
	d.keys("O")
	d.sees("nosuchrole")
	d.keys("<ctrl+u>", d.tenant.RoleID(7), "<ctrl+s>")
	d.sees("Opened the role “Help desk”.")
}

func TestAReadThatFailsOpensNothing(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles/*", Status: 503})
	d.open("6", d.tenant.RoleID(7))
	d.sees("The role could not be read.", "O lets you try again.")
}

func TestTheAnswerMustBeTheRecordAskedFor(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("6")
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles/*", Merge: []byte(`{"role":{"id":"other"}}`)})
	d.open("6", d.tenant.RoleID(7)+"x")
	d.seesNot("Opened the role")
}

// TestANotFoundMeansLittleWhereThereIsNoList: a gateway answers a missing route like a missing record.
func TestANotFoundMeansLittleWhereThereIsNoList(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles/*", Status: 404, Code: 5, Message: "Not Found"})
	d.open("6", d.tenant.RoleID(7))
	d.sees("The tenant doesn't know this role, or doesn't let it be read by its id.", "Not readable here.")
}

func TestUnseenRecordsShowNothingAsEmptyOrOff(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	for pane, ids := range map[string][]string{
		"3": {d.tenant.SuggestionID(0)},
		"4": {d.tenant.SecretID(0)},
		"6": {d.tenant.RoleID(7)},
		"7": {d.tenant.ExporterID(0)},
	} {
		d.open(pane, ids...)
		d.sees("Not readable here.", "1 opened by id", "What you can do", ids[0])
		row := d.selected()
		row, _, _ = strings.Cut(strings.TrimPrefix(row, "│"), "│")
		if !strings.Contains(row, ids[0]) || strings.ContainsAny(strings.ReplaceAll(row, ids[0], ""), "0●○✗–%") {
			t.Errorf("pane %s shows %q", pane, row)
		}
	}
}

func TestHistoryByIdsAlone(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	app, id := d.tenant.ServerAppID(1), d.tenant.ServerID(1)
	d.open("5", app, id)
	d.sees("History › ", "When", "Change", "Who")
	if n := d.tenant.Count("GET /api/v1/apps/{}/xaa/resource_servers/{}/history"); n != 1 {
		t.Errorf("%d requests for the history", n)
	}
	d.keys("<esc>", "<esc>")
	d.sees("1 opened by id", "Go into it")
	d.keys("<enter>")
	d.sees("History › ")
}

func TestAResourceServerIsOpenedByItsIds(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.open("5", d.tenant.ServerAppID(3), d.tenant.ServerID(3))
	d.sees("Opened the resource server", "History › Deploy gateway")
}

func TestWebhooksAndHooksAreReadBySearchWhereThereIsNoOtherWay(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	d.open("2", d.tenant.WebhookID(5))
	d.sees("Opened the webhook “", "27 in all")
	d.keys("<esc>", "e", "<ctrl+u>", "Renamed", "<ctrl+s>")
	d.sees("Saved webhook", "u undoes it")
	d.keys("u")
	d.sees("Undone: the edit of webhook “")
	if got := d.bodies("POST /api/v1/webhooks/{}"); len(got) != 2 || !strings.Contains(got[0], `"updateMask":"displayName"`) {
		t.Errorf("sent %q", got)
	}
	d.open("1", d.tenant.HookID(5))
	d.sees("Opened the hook “")
	d.keys("<esc>", "t")
	d.sees("This tenant doesn't offer this operation.")
}

func TestUnseenRecordsAreReadWhenTheCursorComesToThem(t *testing.T) {
	dir := t.TempDir()
	o := driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles", Status: 403})
	}}
	o.options = func(opt *Options) { opt.Opened = state.Open(dir, nil) }
	d := newDriver(t, o)
	store := state.Open(dir, nil)
	for _, i := range []int{7, 8} {
		if err := store.Remember(context.Background(), d.client.BaseURL(), "roles",
			state.Opened{IDs: map[string]string{"id": d.tenant.RoleID(i)}}); err != nil {
			t.Fatal(err)
		}
	}
	d.keys("6")
	d.sees("2 opened by id", "Role mining reviewer", d.tenant.RoleID(7))
	if n := d.tenant.Count("GET /api/v1/iam/roles/{}"); n != 1 {
		t.Errorf("%d records were read, want the one under the cursor", n)
	}
	d.keys("j")
	d.sees("Help desk", "Permissions (14)")
	d.keys("k", "j", "k")
	if n := d.tenant.Count("GET /api/v1/iam/roles/{}"); n != 2 {
		t.Errorf("%d reads of two records", n)
	}
}

func TestUnseenRecordsFitEverySize(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	parts := strings.Split(toolsetPath(d, 0), "/")
	d.open("9", parts[4], parts[6], parts[8])
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}, {24, 6}} {
		d.Resize(size[0], size[1])
		for _, key := range []string{"<enter>", "v", "<esc>", "<esc>", "x", "<esc>", "O", "<esc>", "?", "<esc>"} {
			d.keys(key)
		}
	}
	d.Resize(80, 24)
	d.keys("<enter>")
	d.sees("Not readable here.", "App id", "Connector id", "Toolset id", "x", "Delete toolset")
}

func TestOpenByIdIsInThePalette(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("6", ":", "open a record by")
	d.sees("Open a record by its id")
	d.keys("<enter>")
	d.sees("Open a role by its id")
}

// What is said about a record that was opened blind is gone when its pane is left.
func TestWhatIsSaidOfABlindOpeningStaysInItsPane(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	parts := strings.Split(toolsetPath(d, 0), "/")
	d.open("9", parts[4], parts[6], parts[8])
	d.tells("This tenant doesn't offer reading a toolset by its ids.")
	d.keys("0", "d")
	d.seesNot("offer reading a toolset")
}
