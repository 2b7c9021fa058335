package ui

import (
	"strings"
	"testing"
	"time"

	"gatehouse/ui/list"
)

// shownBeside is the title of the record beside the list.
func (d *driver) shownBeside() string {
	for _, line := range strings.Split(d.screen(), "\n") {
		if _, beside, ok := strings.Cut(line, "╮╭ "); ok {
			return strings.Trim(beside, "─╮ ")
		}
	}
	return ""
}

func TestThePreviewWaitsWhileAKeyIsHeld(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	var names []string
	for i := range 8 {
		record, _ := d.tenant.Record("suggestions", d.tenant.SuggestionID(i))
		names = append(names, record["suggestedName"].(string))
	}
	shows := func(when string, i int) {
		t.Helper()
		if got := d.shownBeside(); got != names[i] {
			t.Errorf("%s: %q is beside the list, want %q", when, got, names[i])
		}
	}
	d.keys("j")
	shows("the first move", 1)
	for range 3 {
		d.clock.advance(30 * time.Millisecond)
		d.rush("j")
		shows("held", 1)
	}
	const held = 60 * time.Millisecond
	d.clock.advance(-held)
	d.fire(list.Resting) // it was asked for when the key began to be held
	shows("held all the while", 1)
	d.fire(held) // what is left of it
	shows("at rest", 4)

	d.clock.advance(list.Resting)
	d.rush("j")
	shows("the first move again", 5)
	d.rush("j")
	shows("held again", 5)
	d.rush("v") // any other key is about the record under the cursor
	if at := d.shownBeside(); at != names[6] {
		t.Errorf("beside another key %q is shown, want %q", at, names[6])
	}
	d.keys("v", "k")
	shows("after a rest", 5)
	d.rush("k")
	d.keys("2", "3")
	shows("after another pane", 4)
	if n := len(d.mutations()); n > 0 {
		t.Errorf("%d changes were sent", n)
	}
}
