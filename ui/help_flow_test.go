package ui

import (
	"image/color"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/tenant"
	"gatehouse/theme"
)

// A group that goes on in the next column has its heading there, and the footer says of no key its own name.
func TestEveryColumnOfTheHelpBeginsWithAHeading(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 60})
	d.keys("3", "?")
	at, first := -1, ""
	for line := range strings.SplitSeq(d.screen(), "\n") {
		if i := strings.Index(line, "Suggestions   "); i >= 0 && at < 0 && i < 8 {
			at, first = i, strings.TrimSpace(strings.Trim(line[i+len("Suggestions"):], "│┃ "))
		}
	}
	if first != "Lists" && first != "Everywhere" {
		t.Errorf("the second column begins with %q:\n%s", first, d.screen())
	}
	d.seesNot("down down")
	d.sees("down scroll")
}

// Also in another width, and in the colours of another background.
func TestTheHelpKeepsItsHeightWhileItIsSearched(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 60, options: func(o *Options) { o.Theme = theme.Options{Name: "auto", Dark: true} }})
	height := func(when string, keys ...string) int {
		d.keys(keys...)
		if d.model.overlay() == nil {
			t.Fatalf("%s: no help", when)
		}
		return len(d.model.overlay().Lines())
	}
	for what, change := range map[string]func(){
		"width":  func() { d.Resize(119, 60); d.Resize(120, 60) },
		"colour": func() { d.send(tea.BackgroundColorMsg{Color: color.White}) },
	} {
		whole := height("whole", "?")
		d.keys("mark")
		change()
		if got := height("searched"); got != whole {
			t.Errorf("%s: it has %d lines while it is searched, %d before", what, got, whole)
		}
		if got := height("erased", "<ctrl+u>"); got != whole {
			t.Errorf("%s: it has %d lines then, %d before", what, got, whole)
		}
		d.keys("<esc>")
	}
}

// A line of Today without rows doesn't offer them.
func TestTodayOffersOnlyRowsThatAreThere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40, tenant: tenant.Options{Rows: 1}})
	d.keys("`")
	p := d.model.pane()
	rows := 0
	for range 12 {
		hint := p.Hints()[0]
		empty := strings.Contains(cursorLine(d), "✓")
		if hint.ID != "open" || hint.Off != empty {
			t.Errorf("on %q the key is off: %t", cursorLine(d), hint.Off)
		}
		if !empty {
			rows++
		}
		d.keys("j")
	}
	if rows == 0 {
		t.Error("no line has rows, which tells nothing")
	}
}

// cursorLine is the line of the screen under the cursor.
func cursorLine(d *driver) string {
	for line := range strings.SplitSeq(d.screen(), "\n") {
		if strings.Contains(line, "▌ ") {
			return line
		}
	}
	return ""
}
