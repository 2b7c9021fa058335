package ui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// The size of the terminal comes as a message like any other, and keys may come before it.
func TestKeysBeforeTheSizeIsKnownAreTakenInOrder(t *testing.T) {
	d := newDriver(t, driverOptions{})
	unsize := func() { d.model.sized, d.model.w, d.model.h = false, 0, 0 }
	unsize()
	d.keys("2", "n", "Feed")
	d.paste(" two")
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.sees("New webhook", "Feed two")
	d.wantMutations()
	d.send(tea.WindowSizeMsg{Width: 100, Height: 40})
	d.sees("Feed two") // it is taken once
	unsize()
	d.keys("<ctrl+c>")
	if !d.quit {
		t.Error("ctrl+c waits for the size of the terminal")
	}
}

// A key that came early confirms nothing that it opened.
func TestKeysBeforeTheSizeIsKnownConfirmNothing(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.model.sized, d.model.w, d.model.h = false, 0, 0
	d.keys("3", "A", "<tab>", "<enter>")
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.sees("Start a new analysis?", "▸ Cancel ◂")
	d.wantMutations()
}
