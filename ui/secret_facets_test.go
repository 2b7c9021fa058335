package ui

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/list"
)

// Who isn't among the creators of the loaded secrets is still found: the last line stays, and takes what is typed.
func TestACreatorWhoIsNotLoadedIsFoundByWhatIsTyped(t *testing.T) {
	for _, typed := range []string{"", "creator "} {
		d := newDriver(t, driverOptions{})
		d.keys("4")
		// Somebody who has made none of the loaded secrets.
		p := d.At(3).(*list.Pane)
		var other map[string]any
		for i := range d.tenant.Size("users") {
			record, _ := d.tenant.Record("users", d.tenant.UserID(i))
			if !slices.ContainsFunc(creatorsOf(p), func(id string) bool { return id == record["id"] }) {
				other = record
			}
		}
		d.keys("f", typed+other["email"].(string))
		d.sees("Creator: somebody else…")
		d.keys("<enter>")
		d.sees("Choose a user", "> "+other["email"].(string), other["displayName"].(string))
		d.keys("<enter>")
		if s := lastSearch(d); !slices.Equal(s.CreatorUserIDs, []string{other["id"].(string)}) {
			t.Errorf("asked %+v, want %v", s, other["id"])
		}
	}
}

// creatorsOf are the ids of those who made the loaded secrets.
func creatorsOf(p *list.Pane) (ids []string) {
	for _, s := range list.TypedRows[api.Secret](p.Grid.Rows()) {
		ids = append(ids, s.CreatorUserID)
	}
	return ids
}

func TestBurnedIsExplainedWhereTheSecretIs(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1}})
	if err := d.tenant.UpdateAs("secrets", d.tenant.SecretID(0),
		func(r map[string]any) { r["status"], r["deletedAt"] = "SECRET_STATUS_BURNED", nil }); err != nil {
		t.Fatal(err)
	}
	d.keys("4")
	d.sees("○ burned", "Its view limit was reached.")
}

// The columns stand where they stood when a longer state comes along.
func TestTheStatesOfSecretsAreNeverCut(t *testing.T) {
	column := func(status string) int {
		d := newDriver(t, driverOptions{w: 120, h: 30, tenant: tenant.Options{Rows: 1}})
		if err := d.tenant.UpdateAs("secrets", d.tenant.SecretID(0),
			func(r map[string]any) { r["status"], r["contentDeleted"], r["deletedAt"] = status, false, nil }); err != nil {
			t.Fatal(err)
		}
		d.keys("4")
		if status == "SECRET_STATUS_DATA_DELETED" {
			d.sees("○ data deleted ")
		}
		return strings.Index(d.line("Name  "), "Name  ")
	}
	if active, deleted := column("SECRET_STATUS_ACTIVE"), column("SECRET_STATUS_DATA_DELETED"); active != deleted {
		t.Errorf("the name stands in column %d, and in %d beside a longer state", active, deleted)
	}
}

func TestAMenuSaysThatThereIsMore(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("4", "f")
	d.sees("Show only, and order", "1–16 of ")
	d.keys("order")
	d.seesNot("order ·")
}
