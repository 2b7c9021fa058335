package ui

import (
	"fmt"
	"strings"
	"testing"
)

// Whatever is gone into says the way to it: from the pane on, or that there is more before it where there is no room.
func TestEveryViewSaysTheWayToIt(t *testing.T) {
	views := map[string]string{
		"1 <enter>": "Hooks", "3 m": "Members", "3 H": "Access matrix", "3 t t": "Triage", "3 t j <enter>": "Triage", "4 A": "Audit",
		"5 <enter>": "History", "5 a": "All changes", "5 a <enter>": "All changes", "6 <enter>": "Roles", "0 c": "Contacts",
		"0 m": "My no", "0 b": "CEL bench", "0 d": "Conflict", "0 o": "Entitlement",
		"` <enter>": "Today",
	}
	for keys, want := range views {
		t.Run(keys, func(t *testing.T) {
			t.Parallel()
			for _, size := range [][2]int{{160, 45}, {100, 30}, {80, 24}, {40, 10}} {
				if size[0] == 160 && (strings.HasPrefix(keys, "1") || strings.HasPrefix(keys, "6")) {
					continue // the detail stands beside its list
				}
				d := newDriver(t, driverOptions{w: size[0], h: size[1]})
				d.keys(strings.Fields(keys)...)
				title := strings.Split(d.screen(), "\n")[2]
				if !strings.Contains(title, " › ") || size[0] > 40 && !strings.Contains(title, want) {
					t.Errorf("%s: the way isn't said in %q", fmt.Sprint(size), title)
				}
			}
		})
	}
}
