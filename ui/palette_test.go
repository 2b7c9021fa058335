package ui

import "testing"

func TestARequestInThePaletteScrollsToItsEnd(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("<ctrl+p>", "turn on or off", "<ctrl+r>")
	d.sees("/api/v1/hooks", "down scrolls", "esc back")
	for range 40 {
		d.keys("<down>")
	}
	d.sees("up shows the beginning", "esc back")
	d.wantMutations()
}
