package terminal

import (
	"reflect"
	"time"
	"unsafe"

	tea "charm.land/bubbletea/v2"
)

// never is a period that no program lives through.
const never = 100 * 365 * 24 * time.Hour

// stopTicker keeps Bubble Tea's clock for painting from ticking, which nobody needs here and which wakes a still program. It reports
// whether it could: Bubble Tea has no way to say this in v2.1, so its unexported ticker is put there, if it is what it is known to be.
// Where it isn't, the clock ticks once a second. The ticker is a real one, since Bubble Tea resets and stops it.
func stopTicker(p *tea.Program) bool {
	field, ok := reflect.TypeFor[tea.Program]().FieldByName("ticker")
	if !ok || len(field.Index) != 1 || field.Type != reflect.TypeFor[*time.Ticker]() {
		return false
	}
	at := (**time.Ticker)(unsafe.Add(unsafe.Pointer(p), field.Offset))
	if *at != nil {
		return false
	}
	ticker := time.NewTicker(never)
	ticker.C = nil // since Go 1.23 a ticker on whose own channel nobody waits costs nothing
	*at = ticker
	return true
}
