package list

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
)

const (
	// holding is how soon a move follows another while a key is held.
	holding = 150 * time.Millisecond
	// Resting is how long the cursor rests before the record it came to is shown beside the list.
	Resting = 120 * time.Millisecond
)

// pursuit says when the detail beside the list follows the cursor: at once, but while a key is held when the cursor comes to rest. A record
// is most of what a move changes on the screen, and nobody reads what flies by.
type pursuit struct {
	moved time.Time // the cursor, last
	moves int
	waits bool // the detail shows where the cursor was before
	due   bool // a tick is under way
}

// restDue asks whether the cursor has come to rest.
type restDue struct{ moves int }

// moved notes that a key or the wheel moves the cursor.
func (p *Pane) moved() {
	now := p.Env.Now()
	if p.both() && !p.onDetail && now.Sub(p.pursuit.moved) < holding {
		p.pursuit.waits = true
	}
	p.pursuit.moved = now
	p.pursuit.moves++
}

// catchUp shows the record under the cursor before anything else than a move happens.
func (p *Pane) catchUp(id keymap.ID) {
	if p.pursuit.waits && !p.cursorKeys[id] {
		p.pursuit.waits = false
		p.redrawDetail()
	}
}

// awaitRest has the cursor asked for once it may rest.
func (p *Pane) awaitRest() tea.Cmd {
	if !p.pursuit.waits || p.pursuit.due {
		return nil
	}
	p.pursuit.due = true
	moves := p.pursuit.moves
	rests := p.Env.Now().Sub(p.pursuit.moved) // since then, when it was asked for too early
	return p.Host.Tick(min(max(Resting-rests, time.Millisecond), Resting), func(time.Time) tea.Msg { return p.Address(restDue{moves}) })
}

func (p *Pane) handleRest(msg restDue) tea.Cmd {
	p.pursuit.due = false
	if msg.moves != p.pursuit.moves {
		return p.awaitRest()
	}
	p.pursuit.waits = false
	return p.After(nil)
}
