package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
)

const roleEdit = "POST /api/v1/iam/roles/{}"

// toRole goes to the role at a place of the demo: 0 to 6 are built in, 7 is Help desk.
func toRole(d *driver, i int) {
	d.keys("6")
	for range i {
		d.keys("j")
	}
}

func TestRolesListPermissionsAndServiceRoles(t *testing.T) {
	d := newDriver(t, driverOptions{w: 200, h: 50})
	toRole(d, 7)
	d.sees("Roles", "26 in all", "Help desk", "Permissions (14)", "Service roles (1)", "○ custom", "You can edit it.")
	d.keys("g")
	d.sees("■ built-in", "Super Administrator", "It can't be edited: it is built in")
}

func TestWhatTheFilterFindsIsPaintedInTheDetail(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("6")
	before := d.model.View().Content
	d.keys("/", "permission:toolsets", "<tab>")
	d.sees("2: delete, read")
	find := func(view string) string {
		for line := range strings.Lines(view) {
			if strings.Contains(line, "delete, read") {
				return line[strings.Index(line, "delete, read")-20:]
			}
		}
		return ""
	}
	if a, b := find(before), find(d.model.View().Content); a == b {
		t.Errorf("the permission looks the same with the filter: %q", a)
	}
}

func TestARoleIsSavedWithWhatChangedAlone(t *testing.T) {
	d := newDriver(t, driverOptions{})
	toRole(d, 7)
	d.keys("e", "<ctrl+u>", "Support desk", "<ctrl+s>")
	d.sees("Saved role “Support desk”", "u undoes it", "○ custom    Support desk")
	if got := d.bodies(roleEdit); len(got) != 1 || got[0] != `{"role":{"displayName":"Support desk"},"updateMask":"displayName"}` {
		t.Fatalf("sent %q", got)
	}
	d.keys("u")
	d.sees("Help desk")
	if got := d.bodies(roleEdit); len(got) != 2 || got[1] != `{"role":{"displayName":"Help desk"},"updateMask":"displayName"}` {
		t.Errorf("undone with %q", got)
	}
}

func TestTheRoleFormShowsWhatIsAddedAndRemoved(t *testing.T) {
	d := newDriver(t, driverOptions{})
	if err := d.tenant.UpdateAs("roles", d.tenant.RoleID(7), func(r map[string]any) {
		r["permissions"], r["serviceRoles"] = []string{"apps.read", "hooks.read"}, []string{"roles/vault.admin"}
	}); err != nil {
		t.Fatal(err)
	}
	toRole(d, 7)
	d.keys("e", "<tab>", "<end>", "<backspace>", "<backspace>", "<backspace>", "<backspace>", "write")
	d.sees("+ hooks.write", "− hooks.read")
	d.keys("<tab>", "<ctrl+u>", "<ctrl+s>")
	d.sees("Saved role “Help desk”")
	want := `{"role":{"permissions":["apps.read","hooks.write"],"serviceRoles":[]},"updateMask":"permissions,serviceRoles"}`
	if got := d.bodies(roleEdit); len(got) != 1 || got[0] != want {
		t.Fatalf("sent %q, want %s", got, want)
	}
	d.keys("u")
	want = `{"role":{"permissions":["apps.read","hooks.read"],"serviceRoles":["roles/vault.admin"]},"updateMask":"permissions,serviceRoles"}`
	if got := d.bodies(roleEdit); len(got) != 2 || got[1] != want {
		t.Errorf("undone with %q, want %s", got, want)
	}
}

func TestALostAnswerToARoleEditIsResolvedByReading(t *testing.T) {
	d := newDriver(t, driverOptions{})
	toRole(d, 7)
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/iam/roles/*", DropAfter: true})
	d.keys("e", "<ctrl+u>", "Support desk", "<ctrl+s>")
	d.sees("Saved role “Support desk”", "The record, read again, shows it.")
	d.wantMutations("POST /api/v1/iam/roles/" + d.tenant.RoleID(7))
}
