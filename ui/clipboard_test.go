package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// With marks, the ids of the marked are copied, a line for each; an open range counts.
func TestTheIDsOfTheMarkedAreCopied(t *testing.T) {
	var copied string
	d := newDriver(t, driverOptions{options: func(o *Options) {
		o.OSC52, o.Copy = false, func(text string) error { copied = text; return nil }
	}})
	d.keys("2", " jj ", "y")
	d.sees("Copied the ids of 2 marked webhooks.")
	if ids := strings.Split(copied, "\n"); len(ids) != 2 || len(ids[0]) != 27 || len(ids[1]) != 27 || ids[0] == ids[1] {
		t.Errorf("copied %q, want two ids", copied)
	}
	d.keys("V", "j", "y")
	d.sees("Copied the ids of 3 marked webhooks.")
}

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
