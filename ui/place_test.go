package ui

import (
	"strings"
	"testing"

	"gatehouse/ui/host"
)

// What stands over the panes names the host wherever it covers the top line, at every size.
func TestTheHostIsNamedOverThePanes(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {100, 30}, {80, 24}, {80, 13}, {60, 16}, {44, 12}, {40, 10}, {30, 8}, {24, 6}} {
		for name, way := range map[string][]string{
			"form": {"2", "n"}, "form of a record": {"2", "e"}, "tenants": {"T"}, "dialog": {"2",
				"x"}, "help": {"?"}, "palette": {":"}, "journal": {"J"}, "copy": {"1", "Y"},
		} {
			d := newDriver(t, driverOptions{w: size[0], h: size[1]})
			d.keys(way...)
			if d.model.overlay() == nil && name != "journal" {
				t.Fatalf("%s: nothing was opened", name)
			}
			if full := strings.Join(strings.Split(d.screen(), "\n")[:2], " "); !strings.Contains(full, "acme.example") {
				t.Errorf("%s at %dx%d: the first lines are %q", name, size[0], size[1], full)
			}
		}
	}
	long := host.TenantInfo{Name: "production", Host: "a-company-with-a-long-name.conductor.example"}
	for w, want := range map[int]string{60: "production · a-company-with-a-long-name.conductor.example",
		50: "a-company-with-a-long-name.conductor.example", 12: "a-company-w…"} {
		if got := long.Place(w, 0); got != want {
			t.Errorf("in %d cells: %q, want %q", w, got, want)
		}
	}
}

// The cursor stands in its field below one line above it, and below two.
func TestTheCursorBelowTheHost(t *testing.T) {
	for _, size := range [][2]int{{40, 10}, {40, 8}, {43, 30}, {80, 24}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("2", "e")
		d.burst("zz")
		at := d.model.View().Cursor
		if at == nil {
			t.Fatalf("at %v there is no cursor", size)
		}
		line := []rune(strings.Split(d.screen(), "\n")[at.Position.Y])
		if before := string(line[max(0, at.Position.X-2):min(len(line), at.Position.X)]); before != "zz" {
			t.Errorf("at %v %q is before the cursor, in %q", size, before, string(line))
		}
	}
}
