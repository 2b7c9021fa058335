package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
)

func TestARecordWithoutANameShowsItsID(t *testing.T) {
	for key, collection := range map[string]string{"1": "hooks", "2": "webhooks", "3": "suggestions", "4": "secrets", "6": "roles",
		"7": "exporters",
		"8": "keys", "9": "toolsets"} {
		t.Run(collection, func(t *testing.T) {
			d := newDriver(t, driverOptions{w: 240, h: 45, faults: func(tn *tenant.Tenant) {
				for i := range 3 {
					if err := tn.UpdateAs(collection, tn.ID(collection, i), func(r map[string]any) {
						delete(r, "displayName")
						delete(r, "suggestedName")
					}); err != nil {
						t.Fatal(err)
					}
				}
			}})
			d.keys(key)
			id := d.tenant.ID(collection, 0)
			for _, line := range strings.Split(d.screen(), "\n") { // the id's own cell has room for less of it
				if list, _, _ := strings.Cut(line, "│"); strings.Contains(list, id[:12]) {
					return
				}
			}
			t.Errorf("the name's cell is empty:\n%s", d.screen())
		})
	}
}

func TestAKeysPrefixIsShownWhole(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 45})
	rec, _ := d.tenant.Record("keys", d.tenant.KeyID(0))
	d.keys("8")
	if list, _, _ := strings.Cut(strings.TrimPrefix(d.selected(), "│"), "││"); !strings.Contains(list, rec["keyPrefix"].(string)+"…") {
		t.Errorf("the prefix %s is cut: %q", rec["keyPrefix"], list)
	}
}

func TestALongAddressIsNotBroken(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("0", "c")
	d.sees("accounts@halden.example")
}
