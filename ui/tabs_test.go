package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func tabsRow(d *driver) string { return strings.TrimRight(ansi.Strip(d.model.tabsLine()), " ") }

func TestThePaneOnTheScreenIsAlwaysNamedInTheRow(t *testing.T) {
	d := newDriver(t, driverOptions{})
	for _, w := range []int{500, 160, 120, 100, 80, 60, 40, 24} {
		for i, tab := range d.model.tabs {
			d.model.active, d.model.w = i, w
			row := tabsRow(d)
			if n := ansi.StringWidth(row); n > w {
				t.Fatalf("at %d cells the row has %d: %q", w, n, row)
			}
			_, active, found := strings.Cut(row, leftEdge)
			active, _, closed := strings.Cut(active, rightEdge)
			name := tab.stack[0].Title()
			whole := strings.HasPrefix(active, d.model.env.Keys.Label(tab.key)+" "+name)
			if !found || !closed || w >= 40 && !whole || !strings.HasPrefix(active, d.model.env.Keys.Label(tab.key)) {
				t.Errorf("at %d cells the active pane %s reads %q in %q", w, name, active, row)
			}
			for _, other := range d.model.tabs {
				if key := d.model.env.Keys.Label(other.key); w >= 40 && !strings.Contains(row, key) {
					t.Errorf("at %d cells %q lacks the key %s", w, row, key)
				}
			}
		}
	}
}

// A name is there as a whole or not at all, and those around the active pane come first.
func TestNamesAroundTheActivePaneAreInTheRow(t *testing.T) {
	d := newDriver(t, driverOptions{w: 80, h: 24})
	for _, c := range []struct {
		w    int
		key  string
		want string
	}{
		{80, "1", " ` Today ▏1 Hooks▕ 2 Webhooks 3 Suggestions 4 Secrets 5 History 6 Roles 7 8 9 0"},
		{80, "5", " ` 1 2 3 Suggestions 4 Secrets ▏5 History▕ 6 Roles 7 Exporters 8 Keys 9 0"},
		{80, "0", " ` 1 2 3 4 Secrets 5 History 6 Roles 7 Exporters 8 Keys 9 Toolsets ▏0 Tenant▕"},
		{60, "6", " ` 1 2 3 4 5 History ▏6 Roles▕ 7 Exporters 8 Keys 9 0"},
		{40, "6", " ` 1 2 3 4 5 ▏6 Roles▕ 7 Exporters 8 9 0"},
	} {
		d.Resize(c.w, 24)
		d.keys(c.key)
		if got := tabsRow(d); got != c.want {
			t.Errorf("%d cells, pane %s: got %q, want %q", c.w, c.key, got, c.want)
		}
	}
}

func TestAClickOnATabGoesToItsPane(t *testing.T) {
	d := newDriver(t, driverOptions{})
	for _, w := range []int{160, 80, 40, 24} {
		for i := range d.model.tabs {
			d.model.active, d.model.w = i, w
			row := []rune(ansi.Strip(d.model.tabsLine()))
			for j, tab := range d.model.tabs {
				key := []rune(d.model.env.Keys.Label(tab.key))[0]
				at := 1
				for at < len(row) && !(row[at] == key && slices.Contains([]rune(" "+leftEdge+rightEdge), row[at-1]) &&
					(at+1 == len(row) || slices.Contains([]rune(" "+leftEdge+rightEdge), row[at+1]))) {
					at++
				}
				if at == len(row) {
					continue
				}
				if got, ok := d.model.tabAt(at); !ok || got != j {
					t.Errorf("at %d cells a click on %c in %q goes to pane %d, %v", w, key, string(row), got, ok)
				}
			}
		}
	}
}
