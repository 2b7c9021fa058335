package ui

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/tenant"
)

func TestBlindRoleEdit(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	id := d.tenant.RoleID(7)
	d.open("6", id)
	d.keys("e")
	d.sees("The current values can't be read. Only what you change is sent", "unknown; sent only if you change it")
	d.keys("<ctrl+s>")
	d.sees("Nothing was changed, so nothing was sent.")
	d.keys("e", "<tab>")
	d.sees("what you type replaces all permissions of the role")
	d.keys("apps.read", "<enter>", "hooks.read", "<ctrl+s>", "<tab>", "<enter>")
	d.sees("Saved role", "can't be undone from here", "Help desk", "This is what the tenant answered to your last change.")
	if got := d.bodies(roleEdit); !slices.Equal(got,
		[]string{`{"role":{"permissions":["apps.read","hooks.read"]},"updateMask":"permissions"}`}) {
		t.Fatalf("sent %q", got)
	}
	d.keys("<esc>", "u")
	d.sees("There is nothing to undo")
	d.keys("<esc>", "e", "<ctrl+u>", "Desk", "<ctrl+s>")
	d.sees("Saved role", "u undoes it")
	d.keys("u")
	d.sees("can't be read here, so it is unknown", "▸ Cancel ◂")
	d.keys("<tab>", "<enter>")
	if got := d.bodies(roleEdit); len(got) != 3 || got[2] != `{"role":{"displayName":"Help desk"},"updateMask":"displayName"}` {
		t.Errorf("undone with %q", got)
	}
}

func TestBlindEditOfABuiltInRoleIsRefusedByTheTenant(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	d.open("6", d.tenant.RoleID(0))
	d.keys("e", "God", "<ctrl+s>", "<tab>", "<enter>")
	d.sees("a built-in role can't be edited", "God")
}

func TestBlindExporterEdit(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	d.open("7", d.tenant.ExporterID(0))
	d.keys("e", "<tab>", "<tab>", "logs/", "<ctrl+s>", "<tab>", "<enter>")
	d.sees("Saved exporter", "Security lake", "logs/")
	if got := d.bodies(exporterEdit); !slices.Equal(got,
		[]string{`{"exporter":{"datasource":{"prefix":"logs/"}},"updateMask":"datasource.prefix"}`}) {
		t.Errorf("sent %q", got)
	}
}

func TestBlindSuggestionStates(t *testing.T) {
	for key, want := range map[string][2]string{
		"a": {"Accept", `{"state":"SUGGESTION_STATE_ACCEPTED"}`},
		"d": {"Dismiss", `{"state":"SUGGESTION_STATE_DISMISSED"}`},
		"x": {"Reject", `{"state":"SUGGESTION_STATE_REJECTED"}`},
	} {
		t.Run(want[0], func(t *testing.T) {
			d := newDriver(t, interfaceOnly())
			d.open("3", d.tenant.SuggestionID(0))
			d.keys(key)
			d.sees(want[0]+"?", "can't be read here: only its id is known", "▸ Cancel ◂")
			if d.mutations() != nil {
				t.Fatalf("sent %v without being asked", d.mutations())
			}
			d.keys("<tab>", "<enter>")
			d.sees("can't be undone from here")
			if got := d.bodies("POST /api/v1/role-mining/suggestions/{}/state"); !slices.Equal(got, []string{want[1]}) {
				t.Errorf("sent %q, want %s", got, want[1])
			}
			d.keys("<esc>", "u")
			d.sees("There is nothing to undo")
		})
	}
}

func TestBlindRevocationOfASecret(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	id := ownSecret(d)
	d.open("4", id)
	d.keys("x")
	d.sees("Revoke secret?", "only its id is known", "Its content is deleted for good", "▸ Cancel ◂")
	d.seesNot("views so far")
	d.keys("<tab>", "<enter>")
	d.sees("Revoked secret", "✗ revoked")
	d.wantMutations("DELETE /api/v1/secrets/" + id)
}

// ownSecret is the vault id of a secret that the caller shares with somebody.
func ownSecret(d *driver) string {
	d.t.Helper()
	for i := range d.tenant.Size("secrets") {
		rec, _ := d.tenant.Record("secrets", d.tenant.SecretID(i))
		if rec["creatorUserId"] == d.tenant.UserID(0) && rec["status"] == "SECRET_STATUS_ACTIVE" {
			return d.tenant.SecretID(i)
		}
	}
	d.t.Fatal("the caller has no secret")
	return ""
}

func TestBlindDeletionOfAToolset(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	path := toolsetPath(d, 0)
	parts := strings.Split(path, "/")
	app, connector, id := parts[4], parts[6], parts[8]
	d.open("9", app, connector, id)
	d.sees("Not readable here.", "1 opened by id", app, connector)
	d.keys("x")
	d.sees("Delete toolset?", "only its ids are known", "unknown here", "doesn't say which one", "Type "+id)
	d.keys(id, "<enter>")
	d.sees("Deleted toolset", "This tenant doesn't offer a list of its toolsets.")
	d.seesNot("opened by id")
	d.wantMutations("DELETE " + path)
}

func TestALostAnswerToABlindEditIsUnknown(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	d.open("6", d.tenant.RoleID(7))
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/iam/roles/*", DropAfter: true})
	d.keys("e", "Desk", "<ctrl+s>", "<tab>", "<enter>")
	d.sees("outcome unknown", "Desk")
	d.wantMutations("POST /api/v1/iam/roles/" + d.tenant.RoleID(7))
}

func TestMarkedUnseenRecordsAreActedOnTogether(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	d.open("3", d.tenant.SuggestionID(0))
	d.open("3", d.tenant.SuggestionID(1))
	d.keys("<esc>", "*", "a")
	d.sees("2 suggestions", "Some of these can't be read here")
	d.keys("<enter>")
	d.wantMutations()
	d.keys("2", "<enter>")
	if got := len(d.bodies("POST /api/v1/role-mining/suggestions/{}/state")); got != 2 {
		t.Errorf("%d were sent", got)
	}
}
