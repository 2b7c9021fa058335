package host

import "time"

const (
	// holding is how soon a key follows another while it is held.
	holding = 150 * time.Millisecond
	// Resting is how long nothing is pressed until keys have come to rest.
	Resting = 120 * time.Millisecond
)

// Rest says when what follows a key may follow it: at once, but while keys keep coming when they have come to rest. The zero Rest is ready.
type Rest struct {
	Waits   bool // what follows is behind
	pressed time.Time
	presses int
	due     bool // a tick is under way
}

// Pressed notes a key, or a turn of the wheel; follows: something follows it.
func (r *Rest) Pressed(now time.Time, follows bool) {
	if follows && now.Sub(r.pressed) < holding {
		r.Waits = true
	}
	r.pressed = now
	r.presses++
}

// Due is when to ask whether keys have come to rest, and what to ask then; ok is false where nobody has to ask.
func (r *Rest) Due(now time.Time) (in time.Duration, then RestDue, ok bool) {
	if !r.Waits || r.due {
		return 0, RestDue{}, false
	}
	r.due = true
	return min(max(Resting-now.Sub(r.pressed), time.Millisecond), Resting), RestDue{r, r.presses}, true
}

// RestDue asks whether keys have come to rest.
type RestDue struct {
	Of      *Rest
	presses int
}

// Idle reports whether nothing follows: nothing waits any more, or something was pressed since.
func (d RestDue) Idle() bool { return !d.Of.Waits || d.presses != d.Of.presses }

// Rests takes the answer, and reports whether what follows may follow now.
func (d RestDue) Rests() bool {
	rests := !d.Idle()
	d.Of.due = false
	d.Of.Waits = d.Of.Waits && !rests
	return rests
}
