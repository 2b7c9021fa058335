package roles_test

import (
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panes/roles"
	"gatehouse/ui/panetest"
)

func open(t *testing.T, o panetest.Options) *panetest.Frame {
	t.Helper()
	return panetest.Open(t, roles.Declaration(), o)
}

// toRole goes to the role at a place of the demo: 0 to 6 are built in, 7 is Help desk.
func toRole(d *panetest.Frame, i int) {
	for range i {
		d.Keys("j")
	}
}

func TestRolesAreFilteredByPermission(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Keys("/", "permission:gateway_keys.revoke", "<enter>")
	d.Sees("of 26", "Super Administrator")
	d.SeesNot("Basic User")
	d.Keys("/", "<ctrl+u>", "permissions:>30", "<tab>")
	d.Sees("1 of 26", "Super Administrator")
	d.Keys("/", "<ctrl+u>", "service:mining", "<tab>")
	d.Sees("of 26", "roles/mining")
}

// A column that counts a list finds text in the list and numbers in the count, by its name and by its header.
func TestRolesAreFilteredByWhatTheyCount(t *testing.T) {
	d := open(t, panetest.Options{W: 200, H: 50})
	for text, want := range map[string]string{
		"permission:secrets": "16 of 26", "permissions:secrets": "16 of 26", "perms:secrets": "16 of 26", "PERMS:/secrets/": "16 of 26",
		`!permissions:"secrets"`: "10 of 26", "perms:>30": "1 of 26", "permissions:14 name:help": "1 of 26", "permissions:1 name:help": "0 of 26",
		"service roles:mining": "2 of 26", "service:mining": "2 of 26", "services:mining": "2 of 26", "system name:nothing": "0 of 26",
	} {
		d.Keys("/", "<ctrl+u>", text, "<tab>")
		if !strings.Contains(d.Screen(), want) {
			t.Errorf("%s: not %s in\n%s", text, want, d.Screen())
		}
	}
}

func TestSystemAPIOnlyIsExplained(t *testing.T) {
	d := open(t, panetest.Options{})
	toRole(d, 6)
	d.Sees("Service Reader", "API only", "systemApiOnly", "people don't get")
}

func TestBuiltInRolesAreNotEdited(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Keys("e")
	d.Sees("This role is built in, and the same on every tenant.")
	d.SeesNot("Edit role")
	if d.Mutations() != nil {
		t.Errorf("sent %v", d.Mutations())
	}
}

func TestARepeatedPermissionIsNotSent(t *testing.T) {
	d := open(t, panetest.Options{})
	if err := d.Tenant.UpdateAs("roles", d.Tenant.RoleID(7), func(r map[string]any) { r["permissions"] = []string{"apps.read"} }); err != nil {
		t.Fatal(err)
	}
	toRole(d, 7)
	d.Keys("e", "<tab>", "<end>", "<enter>", "apps.read", "<ctrl+s>")
	d.Sees("“apps.read” is there twice", "Fix 1 field")
	d.Keys(",x", "<ctrl+s>") // what is typed next goes on in the field
	d.Sees("put each on a line of its own")
	if d.Mutations() != nil {
		t.Errorf("sent %v", d.Mutations())
	}
}

func TestSavingAnUntouchedRoleSendsNothing(t *testing.T) {
	d := open(t, panetest.Options{})
	toRole(d, 7)
	d.Keys("e", "<ctrl+s>")
	d.Sees("Nothing was changed, so nothing was sent.")
	if d.Mutations() != nil {
		t.Errorf("sent %v", d.Mutations())
	}
}

func TestARoleThatTheTenantDidntSaveIsNotSaidToBe(t *testing.T) {
	d := open(t, panetest.Options{})
	toRole(d, 7)
	d.Fault(tenant.Rule{Method: "POST", Path: "/api/v1/iam/roles/*", Lie: true})
	d.Keys("e", "<ctrl+u>", "Support desk", "<ctrl+s>")
	d.Sees("not saved", "Support desk")
	d.SeesNot("Saved role")
}

func TestHostileRoleNamesStayInTheirCells(t *testing.T) {
	d := open(t, panetest.Options{Tenant: tenant.Options{Hostile: true}})
	d.Keys("G")
	d.Sees("Trial ‹U+202E›elor‹U+202C› ␛[31mred")
	d.Keys("e")
	d.Sees("Edit role")
}
