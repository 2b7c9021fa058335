package ui

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/tenant"
)

// edited is a kind of record that is edited in a form: how to get to the form of its first editable record, and what somebody else does
// to the record meanwhile.
type editedKind struct {
	list   string // of the tenant's records
	id     func(*tenant.Tenant) string
	open   []string // the keys from the start to the record
	theirs func(map[string]any)
	shows  string   // in the form, once it shows what they did
	ours   []string // keys that change another field
	route  string
	want   string // what is sent in the end
}

func editedKinds() map[string]editedKind {
	return map[string]editedKind{
		"role": {"roles", func(tn *tenant.Tenant) string { return tn.RoleID(7) }, []string{"6", "jjjjjjj"},
			func(r map[string]any) { r["permissions"] = []string{"apps.read", "audit.read"} }, "audit.read",
			[]string{"<ctrl+u>", "Support"}, roleEdit, `{"role":{"displayName":"Support"},"updateMask":"displayName"}`},
		"exporter": {"exporters", func(tn *tenant.Tenant) string { return tn.ExporterID(0) }, []string{"7"},
			func(r map[string]any) { r["datasource"] = map[string]any{"datasourceId": "ds1", "prefix": "theirs/"} }, "theirs/",
			[]string{"<ctrl+u>", "Ours"}, exporterEdit, `{"exporter":{"displayName":"Ours"},"updateMask":"displayName"}`},
		"webhook": {"webhooks", func(tn *tenant.Tenant) string { return tn.WebhookID(0) }, []string{"2"},
			func(r map[string]any) { r["description"] = "theirs" }, "theirs",
			[]string{"<ctrl+u>", "Ours"}, "POST /api/v1/webhooks/{}", `"updateMask":"displayName"}`},
	}
}

func (k editedKind) Update(t *testing.T, d *driver) {
	t.Helper()
	if err := d.tenant.UpdateAs(k.list, k.id(d.tenant), k.theirs); err != nil {
		t.Fatal(err)
	}
}

func TestAFormOnAnOldRowShowsTheRecordAsItIsNow(t *testing.T) {
	for name, k := range editedKinds() {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{w: 100, h: 40})
			d.keys(k.open...)
			k.Update(t, d)
			d.keys("e")
			d.tells("Somebody changed the "+name+" meanwhile", "The form shows what is there now", k.shows)
			d.tellsNot("1 changed", "was:")
		})
	}
}

func TestWhatIsTypedBeforeTheRecordComesStays(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	toRole(d, 7)
	if err := d.tenant.UpdateAs("roles", d.tenant.RoleID(7), func(r map[string]any) {
		r["permissions"], r["displayName"] = []string{"apps.read", "audit.read"}, "Help desk of theirs"
	}); err != nil {
		t.Fatal(err)
	}
	late := d.holding(func() { d.keys("e", " of ours") })
	late.deliver()
	d.tells("Somebody changed the role meanwhile: Name, Permissions. What you typed stays", "Help desk of ours", "was: Help desk of theirs",
		"audit.read", "1 changed")
	d.keys("<ctrl+s>")
	if got := d.bodies(roleEdit); len(got) != 1 || got[0] != `{"role":{"displayName":"Help desk of ours"},"updateMask":"displayName"}` {
		t.Errorf("sent %q", got)
	}
}

func TestARecordThatChangesWhileItsFormIsOpenIsNotOverwrittenUnasked(t *testing.T) {
	for name, k := range editedKinds() {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{w: 100, h: 40})
			d.keys(k.open...)
			d.keys("e")
			d.keys(k.ours...)
			k.Update(t, d)
			d.keys("<ctrl+s>")
			d.tells("Not sent. Somebody changed the "+name+" meanwhile", "Look at what you change now", k.shows)
			d.wantMutations()
			d.keys("<ctrl+s>")
			d.sees("Saved " + name)
			if got := d.bodies(k.route); len(got) != 1 || !strings.HasSuffix(got[0], k.want) {
				t.Errorf("sent %q, want %s", got, k.want)
			}
		})
	}
}

func TestTheDifferenceOfAListIsTheOneToWhatIsThereNow(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	set := func(permissions ...string) {
		t.Helper()
		if err := d.tenant.UpdateAs("roles", d.tenant.RoleID(7), func(r map[string]any) { r["permissions"] = permissions }); err != nil {
			t.Fatal(err)
		}
	}
	set("apps.read")
	toRole(d, 7)
	d.keys("e", "<tab>", "<end>", "<enter>", "hooks.read")
	d.tells("+ hooks.read")
	d.tellsNot("− ")
	set("apps.read", "audit.read")
	d.keys("<ctrl+s>")
	d.tells("meanwhile: Permissions", "+ hooks.read", "− audit.read")
	d.wantMutations()
	d.keys("<enter>", "audit.read")
	d.tellsNot("− ")
	d.keys("<ctrl+s>")
	want := `{"role":{"permissions":["apps.read","hooks.read","audit.read"]},"updateMask":"permissions"}`
	if got := d.bodies(roleEdit); len(got) != 1 || got[0] != want {
		t.Errorf("sent %q, want %s", got, want)
	}
}

func TestWhereARecordCantBeReadItsFormIsSentWithoutLooking(t *testing.T) {
	for name, status := range map[string]int{"not offered": http.StatusNotImplemented, "forbidden": http.StatusForbidden} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{w: 100, h: 40, faults: func(tn *tenant.Tenant) {
				tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles/*", Status: status})
			}})
			toRole(d, 7)
			d.keys("e", "<ctrl+u>", "Support", "<ctrl+s>")
			d.sees("Saved role")
			d.wantMutations("POST /api/v1/iam/roles/" + d.tenant.RoleID(7))
		})
	}
}

func TestARoleThatIsGoneIsSentOnlyWhenTheFormIsSavedAgain(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	toRole(d, 7)
	d.keys("e", "<ctrl+u>", "Support")
	remove := d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles/*", Status: http.StatusNotFound,
		Body: `{"code":5,"message":"no such role"}`})
	d.keys("<ctrl+s>")
	d.tells("Not sent: the tenant doesn't find the role by its id", "sends your changes anyway")
	d.wantMutations()
	remove()
	d.keys("<ctrl+s>")
	d.sees("Saved role")
}

func TestARoleThatCantBeFoundByItsIDIsSentAsTheFormSays(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles/*", Status: http.StatusNotFound,
			Body: `{"code":5,"message":"no such role"}`})
	}})
	toRole(d, 7)
	d.keys("e")
	d.tells("The tenant doesn't find the role by its id: it was deleted, or this tenant can't read one by its id.")
	d.keys("<ctrl+u>", "Support", "<ctrl+s>")
	d.sees("Saved role")
	d.seesNot("has changed since")
	d.wantMutations("POST /api/v1/iam/roles/" + d.tenant.RoleID(7))
}

func TestAFormThatIsBeingSentTakesNoKey(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	toRole(d, 7)
	d.keys("e", "<ctrl+u>", "Support")
	d.hold = true
	d.keys("<ctrl+s>", "<down>", "<ctrl+s>", "x")
	d.seesNot("failed", "no answer yet")
	d.hold = false
	d.settle()
	d.sees("Saved role")
	d.wantMutations("POST /api/v1/iam/roles/" + d.tenant.RoleID(7))
}

func TestAFormThatCantLookSaysSoAndSendsNothing(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	toRole(d, 7)
	d.keys("e", "<ctrl+u>", "Support")
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles/*", Status: http.StatusInternalServerError})
	d.keys("<ctrl+s>")
	d.tells("Nothing was sent for role “Help desk”: it is read first, and that failed")
	d.wantMutations()
	d.sees("Support")
}

func TestABlindRoleFormSaysThatItReplacesTheWholeListAndAsks(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40, tenant: tenant.Options{InterfaceOnly: true}})
	d.keys("6", "O", d.tenant.RoleID(7), "<ctrl+s>", "e")
	d.tells("what you type replaces all permissions of the role")
	d.keys("<tab>", "apps.read", "<enter>", "audit.read")
	d.tells("will be sent; it replaces all permissions of the role")
	d.keys("<ctrl+s>")
	d.sees("Edit?")
	d.tells("only its id is known", "Permissions: apps.read, audit.read. This replaces all permissions of the role.")
	d.wantMutations()
	d.keys("<tab>", "<enter>")
	want := `{"role":{"permissions":["apps.read","audit.read"]},"updateMask":"permissions"}`
	if got := d.bodies(roleEdit); len(got) != 1 || got[0] != want {
		t.Errorf("sent %q, want %s", got, want)
	}
}

func TestAConflictIsReadToItsEndOnASmallScreen(t *testing.T) {
	for name, k := range editedKinds() {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{w: 40, h: 10})
			d.keys(k.open...)
			d.keys("e")
			d.keys(k.ours...)
			k.Update(t, d)
			d.keys("<ctrl+s>")
			d.tells("Not sent. Somebody changed the " + name)
			d.wantMutations()
			seen := d.said()
			for range 10 {
				d.keys("<pgdown>")
				seen += d.said()
			}
			if !strings.Contains(seen, "ctrl+s sends your changes anyway") || !strings.Contains(seen, "was: ") {
				t.Fatalf("it can't be read to its end:\n%s", seen)
			}
			d.keys("<ctrl+s>")
			if got := d.bodies(k.route); len(got) != 1 || !strings.HasSuffix(got[0], k.want) {
				t.Errorf("sent %q, want %s", got, k.want)
			}
		})
	}
}

func TestCtrlSDoesntSendWhatNobodyHasReadOfAConflict(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	toRole(d, 7)
	d.keys("e", "<ctrl+u>", "Support", "<tab>", "<end>", "<enter>", "hooks.purge")
	if err := d.tenant.UpdateAs("roles", d.tenant.RoleID(7), func(r map[string]any) {
		r["displayName"], r["permissions"] = "Theirs", []string{"apps.read"}
	}); err != nil {
		t.Fatal(err)
	}
	d.keys("<ctrl+s>")
	d.sees("pgdown more") // the footer says how to read on
	d.keys("<ctrl+s>")    // as that does
	d.wantMutations()
	d.sees("was: Theirs", "pgdown more")
}

func TestTheTitleOfAFormFollowsTheRecordsName(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	toRole(d, 7)
	d.keys("e", "<tab>", "<end>", "<enter>", "hooks.read")
	if err := d.tenant.UpdateAs("roles", d.tenant.RoleID(7), func(r map[string]any) { r["displayName"] = "Night shift" }); err != nil {
		t.Fatal(err)
	}
	d.keys("<ctrl+s>")
	d.sees("Edit role “Night shift”")
	d.seesNot("Edit role “Help desk”")
}

func TestTheRequestOfAFormScrollsAndEscGoesBackToTheForm(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	toRole(d, 7)
	d.keys("e", "<tab>", "<end>", "<enter>", "zzz.last", "<ctrl+r>")
	d.sees("down scrolls", "esc back to the form")
	for range 60 {
		d.keys("<down>")
	}
	d.sees("zzz.last", "up shows the beginning")
	d.keys("<esc>")
	d.sees("Edit role")
	d.seesNot("back to the form")
}
