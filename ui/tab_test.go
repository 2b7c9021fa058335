package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// made counts the tabs that have their panes.
func (d *driver) made() (n int) {
	for _, t := range d.model.tabs {
		if t.made() {
			n++
		}
	}
	return n
}

// unstarted is a console that has not been told anything yet.
func unstarted(t *testing.T) *driver {
	t.Helper()
	d := newDriver(t, driverOptions{})
	fresh, err := New(d.model.options)
	if err != nil {
		t.Fatal(err)
	}
	fresh.disk.Folder, fresh.tick = t.TempDir(), d.model.tick
	t.Cleanup(fresh.cancel)
	d.model, d.hold = fresh, true
	d.queue = []tea.Cmd{fresh.Init()}
	return d
}

// The first frame is drawn with one pane alone, and is the same as with all.
func TestTheFirstFrameNeedsOnePane(t *testing.T) {
	d := unstarted(t)
	d.send(tea.ColorProfileMsg{Profile: d.model.options.Theme.Profile})
	d.send(tea.WindowSizeMsg{Width: 160, Height: 45})
	first := d.screen()
	if n := d.made(); n != 1 {
		t.Errorf("%d panes are made before the first frame", n)
	}
	for _, want := range []string{"acme.example", "▏1 Hooks▕", "Loading hooks", "q quit"} {
		if !strings.Contains(ansi.Strip(first), want) {
			t.Errorf("the first frame lacks %q:\n%s", want, first)
		}
	}
	for _, tab := range d.model.tabs {
		if !strings.Contains(first, tab.title()) {
			t.Errorf("%s has no tab:\n%s", tab.title(), first)
		}
	}
	d.send(tea.FocusMsg{})
	if n := d.made(); n != len(d.model.tabs) {
		t.Errorf("%d panes are made once something else has come", n)
	}
	if again := d.screen(); again != first {
		t.Errorf("with all panes the frame is another:\n%s\nbefore:\n%s", again, first)
	}
}

// A key that comes before the size acts on the pane that it is for, and so does one that comes right behind the first frame.
func TestKeysThatComeBeforeAllPanesAreMade(t *testing.T) {
	for _, early := range []bool{true, false} {
		d := unstarted(t)
		size, key := tea.Msg(tea.WindowSizeMsg{Width: 160, Height: 45}), tea.Msg(tea.KeyPressMsg{Code: '4', Text: "4"})
		if early {
			size, key = key, size
		}
		d.send(size)
		d.send(key)
		d.hold = false
		d.settle()
		if got := d.model.pane().Name(); got != "secrets" {
			t.Errorf("early %v: %s is in front\n%s", early, got, d.screen())
		}
		if !strings.Contains(d.screen(), "in all") && !strings.Contains(d.screen(), "loaded") {
			t.Errorf("early %v: nothing is loaded:\n%s", early, d.screen())
		}
	}
}
