package ui

import (
	"fmt"
	"runtime/debug"

	"gatehouse/ui/draw"
)

// Crash is what went wrong when the program had to stop, "" when nothing did.
func (m *Model) Crash() string { return m.crash }

// crashed keeps the first failure; the terminal is restored before it is told.
func (m *Model) crashed(p any) {
	if m.crash == "" {
		m.crash = draw.CleanText(fmt.Sprintf("%v\n\n%s", p, debug.Stack()))
	}
}
