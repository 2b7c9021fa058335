package host

import "time"

const (
	// holding is how soon a key follows another while it is held.
	holding = 150 * time.Millisecond
	// Resting is how long nothing is pressed until keys have come to rest.
	Resting = 120 * time.Millisecond
	// LongRest is the same for what nobody waits for while they type.
	LongRest = time.Second
)

// Rest says when what follows a key may follow it: at once, but while keys keep coming when they have come to rest. The zero Rest is ready.
type Rest struct {
	Waits   bool // what follows is behind
	pressed time.Time
	length  time.Duration
}

// Pressed notes a key, or a turn of the wheel; follows: something follows it.
func (r *Rest) Pressed(now time.Time, follows bool) {
	if follows && now.Sub(r.pressed) < holding {
		r.Waits = true
	}
	r.pressed, r.length = now, Resting
}

// Begin has what follows wait for a rest of a length from now on, whatever was pressed before.
func (r *Rest) Begin(now time.Time, length time.Duration) {
	r.Waits, r.pressed, r.length = true, now, length
}

// At is when what waits may follow unless something is pressed before, the zero time where nothing waits.
func (r *Rest) At(now time.Time) time.Time {
	if !r.Waits {
		return time.Time{}
	}
	if now.Before(r.pressed) { // the clock was set back
		return now.Add(r.length)
	}
	return r.pressed.Add(r.length)
}

// Ends reports whether what waits may follow now, and then nothing waits any more.
func (r *Rest) Ends(now time.Time) bool {
	since := now.Sub(r.pressed)
	ends := r.Waits && (since >= r.length || since < 0) // the clock was set back
	r.Waits = r.Waits && !ends
	return ends
}

// Rested tells the pane in front that it is as late as it waits for.
type Rested struct{}
