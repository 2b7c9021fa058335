package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// Who reads that something was copied may quit at once: by then the terminal must have been given it.
func TestCopiedIsSaidOnceTheTerminalWasGivenIt(t *testing.T) {
	d := newDriver(t, driverOptions{options: func(o *Options) { o.OSC52, o.Copy = true, nil }})
	d.queue = append(d.queue, d.model.copy("the id", "abc"))
	raw, ok := d.queue[len(d.queue)-1]().(tea.RawMsg)
	if !ok || !strings.Contains(fmt.Sprint(raw.Msg), "]52;c;YWJj") {
		t.Fatalf("the terminal is given %q", fmt.Sprint(raw.Msg))
	}
	d.seesNot("Copied")
	d.settle()
	d.sees("Copied the id.")
}
