package list

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/host"
)

// moved notes that a key or the wheel moves the cursor. The detail beside the list follows at rest while a key is held: a record is most of
// what a move changes on the screen, and nobody reads what flies by.
func (p *Pane) moved() { p.pursuit.Pressed(p.Env.Now(), p.both() && !p.onDetail) }

// catchUp shows the record under the cursor before anything else than a move happens.
func (p *Pane) catchUp(id keymap.ID) {
	if p.pursuit.Waits && id != "" && !p.cursorKeys[id] {
		p.pursuit.Waits = false
		p.redrawDetail()
	}
}

// awaitRest has what waits for keys to rest asked for.
func (p *Pane) awaitRest() tea.Cmd { return tea.Batch(p.askRest(&p.pursuit), p.askRest(&p.opening)) }

func (p *Pane) askRest(r *host.Rest) tea.Cmd {
	if in, due, ok := r.Due(p.Env.Now()); ok {
		return p.Host.Tick(in, func(time.Time) tea.Msg { return p.Address(due) })
	}
	return nil
}

func (p *Pane) handleRest(msg host.RestDue) tea.Cmd {
	switch {
	case !msg.Rests():
		return p.awaitRest()
	case msg.Of == &p.opening && p.onDetail:
		return p.After(p.readRecord())
	}
	return p.After(nil)
}
