package list_test

import (
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panetest"
)

// A list that is sorted before all of it is there begins at its top, until somebody goes elsewhere or does something with a record.
func TestASortedListThatLoadsStaysAtItsTop(t *testing.T) {
	const by = "sssss" // when they expire: pages bring earlier ones
	place := func(d *panetest.Frame) string {
		for line := range strings.SplitSeq(d.Screen(), "\n") {
			if strings.HasPrefix(line, "Secrets") {
				return line
			}
		}
		t.Fatalf("no line is that of the list:\n%s", d.Screen())
		return ""
	}
	for keys, top := range map[string]bool{by: true, by + "j": false, by + " ": false, by + "/": true} {
		d := open(t, panetest.Options{Tenant: tenant.Options{Rows: 450}, W: 80, H: 24})
		d.Keys("4", keys)
		if keys == by+"/" {
			d.Keys("<esc>")
		}
		d.Keys("F")
		if got := strings.Contains(place(d), " 1 of 450 in all"); got != top {
			t.Errorf("after %q: %s", keys, place(d))
		}
	}
}
