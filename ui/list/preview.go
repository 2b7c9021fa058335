package list

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// moved notes that a key or the wheel moves the cursor. The detail beside the list follows at rest while a key is held: a record is most of
// what a move changes on the screen, and nobody reads what flies by.
func (p *Pane) moved() { p.pursuit.Pressed(p.Env.Now(), p.both() && !p.onDetail) }

// CatchUp shows the record under the cursor before anything else than a move happens.
func (p *Pane) CatchUp() {
	if p.pursuit.Waits {
		p.pursuit.Waits = false
		p.redrawDetail()
	}
}

// Rests is when keys have come to rest, where something waits for that: what waits least long.
func (p *Pane) Rests() time.Time {
	var first time.Time
	now := p.Env.Now()
	for _, at := range []time.Time{p.pursuit.At(now), p.opening.At(now), p.typing.At(now)} {
		if first.IsZero() || !at.IsZero() && at.Before(first) {
			first = at
		}
	}
	return first
}

func (p *Pane) handleRest() tea.Cmd {
	p.pursuit.Ends(p.Env.Now())
	p.typing.Ends(p.Env.Now())
	if p.opening.Ends(p.Env.Now()) && p.onDetail {
		return p.After(p.see())
	}
	return p.After(nil)
}
