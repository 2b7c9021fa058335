package terminal

import (
	"reflect"
	"time"
	"unsafe"

	tea "charm.land/bubbletea/v2"
)

// never is a period that no program lives through.
const never = 100 * 365 * 24 * time.Hour

// setTicker makes a program paint when something is sent on ticks, not by the clock. It reports whether it could: Bubble Tea has no way
// to say this in v2.1, so its unexported ticker is put there, if it is what it is known to be. Upstream has the same in two open pull
// requests (charmbracelet/bubbletea 1776 and 1796): this goes when one of them is released.
//
// The ticker is a real one, since Bubble Tea resets and stops it; nobody waits on its own channel, so it wakes nobody up.
func setTicker(p *tea.Program, ticks <-chan time.Time) bool {
	program := reflect.TypeFor[tea.Program]()
	field, ok := program.FieldByName("ticker")
	if !ok || len(field.Index) != 1 || field.Type != reflect.TypeFor[*time.Ticker]() {
		return false
	}
	at := (**time.Ticker)(unsafe.Add(unsafe.Pointer(p), field.Offset))
	if *at != nil {
		return false
	}
	ticker := time.NewTicker(never)
	ticker.C = ticks
	*at = ticker
	return true
}
