package owners

import (
	"net/http"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/picker"
)

// ownerWatch waits for changes of owners to show: the read side lags 45 to 150 seconds behind (companion.md 4).
type ownerWatch struct {
	sent    map[sentOwner]sentChange
	visible bool
	number  int             // of the ticks that count
	looks   int             // since the last change
	seen    map[string]bool // who was on the pages of the list so far
}

// sentChange is what was sent, and when.
type sentChange struct {
	kind  pending
	since time.Time
}

// Patience is how long a change may take before nobody looks any more; waits are the pauses before each look.
const Patience = 5 * time.Minute

func waitBefore(look int) time.Duration {
	waits := [...]time.Duration{5 * time.Second, 10 * time.Second, 15 * time.Second, 20 * time.Second}
	if look < len(waits) {
		return waits[look]
	}
	return 30 * time.Second
}

func (w *ownerWatch) Stop() {
	w.visible = false
	w.number++
}

// lookDue is due when the owners are to be read again.
type lookDue struct{ number int }

// waits reports whether a change at an entitlement isn't shown yet, and not given up.
func (w *ownerWatch) waits(at picker.EntitlementKey, now time.Time) bool {
	for who := range w.sent {
		if who.at == at && w.waitsFor(who, now) {
			return true
		}
	}
	return false
}

// waitsFor reports whether a change of one person isn't shown yet, and not given up.
func (w *ownerWatch) waitsFor(who sentOwner, now time.Time) bool {
	change, ok := w.sent[who]
	return ok && now.Sub(change.since) < Patience
}

// lookAgain asks for the next look, when there is something to wait for.
func (p *Pane) lookAgain() tea.Cmd {
	at, ok := p.chosen()
	if !ok || p.blind || !p.watch.visible || !p.watch.waits(at, p.Env.Clock()) {
		return nil
	}
	p.watch.number++
	due := p.Address(lookDue{p.watch.number})
	wait := waitBefore(p.watch.looks)
	p.watch.looks++
	return p.Host.Tick(wait, func(time.Time) tea.Msg { return due })
}

func (p *Pane) handleLook(msg lookDue) tea.Cmd {
	at, _ := p.chosen()
	switch {
	case msg.number != p.watch.number || !p.watch.visible || !p.watch.waits(at, p.Env.Clock()):
		return nil
	case p.Load.Loading():
		return p.lookAgain()
	}
	return p.After(p.RefreshRows())
}

// handleChange notes what was sent, so that it is shown as pending until the list has it.
func (p *Pane) handleChange(r action.Result) tea.Cmd {
	who, ok := ownerChange(r.Step.Request)
	if !ok || !host.Worked(r) {
		return nil
	}
	kind := joining
	if r.Step.Request.Method == http.MethodDelete {
		kind = leaving
	}
	if now, ok := r.Step.Before.(Owner); ok && now.User.ID != "" {
		p.people[who.userID] = now.User
	}
	p.watch.sent[who] = sentChange{kind, p.Env.Clock()}
	p.watch.looks = 0
	if at, _ := p.chosen(); at != who.at {
		return nil
	}
	p.paint(who)
	return tea.Batch(p.After(p.Arrange()), p.lookAgain())
}

// paint shows a pending change at once.
func (p *Pane) paint(who sentOwner) {
	kind := p.watch.sent[who].kind
	shown, ok := p.Grid.Row(who.userID)
	row := list.Typed[Owner](shown)
	switch {
	case !ok && kind == leaving:
		return
	case !ok:
		row = p.newcomer(who)
	case kind == joining && row.pending == shownAlready:
		delete(p.watch.sent, who) // an owner already
		return
	}
	row.pending = kind
	if !p.Grid.Put(row) {
		p.Grid.Append([]host.AnyRow{row})
	}
	p.Detail.Dirty = true
}

// newcomer is the row of somebody whom the list doesn't show yet.
func (p *Pane) newcomer(who sentOwner) Owner {
	u, ok := p.people[who.userID]
	if !ok {
		u = api.User{ID: who.userID, DisplayName: p.Env.Name("user", who.userID)}
	}
	return Owner{User: u, At: who.at, pending: joining}
}

// handleOwners brings what the list shows and what was sent together: what has come is settled, what hasn't stays pending.
func (p *Pane) handleOwners(msg list.PageMsg) tea.Cmd {
	at, chosen := p.chosen()
	if msg.Generation != p.Load.Generation || !chosen {
		return p.Pane.Receive(msg)
	}
	if api.KindOf(msg.Err) == api.KindUnsupported {
		p.blind = true
		p.sayEmpty()
		return p.Pane.Receive(list.PageMsg{Generation: msg.Generation, Asked: msg.Asked, Token: msg.Token})
	}
	if msg.Err != nil {
		return tea.Batch(p.Pane.Receive(msg), p.lookAgain())
	}
	p.listed = true
	if p.blind {
		p.blind = false
		p.sayEmpty()
	}
	if msg.Token == "" {
		p.watch.seen = map[string]bool{}
	}
	said := p.applyPending(at, &msg)
	commands := []tea.Cmd{p.Pane.Receive(msg), p.lookAgain()}
	if said != "" {
		commands = append(commands, p.Host.Say(host.Notice{Tone: host.ToneGood, Text: said}))
	}
	return tea.Batch(commands...)
}

// applyPending marks the rows that a change is pending for, adds those that are missing to the last page, and says what has come.
func (p *Pane) applyPending(at picker.EntitlementKey, msg *list.PageMsg) (said string) {
	for i, shown := range msg.Page.Rows {
		row := list.Typed[Owner](shown)
		p.watch.seen[row.User.ID] = true
		who := sentOwner{at, row.User.ID}
		switch change, ok := p.watch.sent[who]; {
		case ok && change.kind == joining:
			delete(p.watch.sent, who)
			said = host.FirstOf(host.UserLabel(row.User), row.User.ID) + " is shown as an owner now."
		case ok:
			row.pending = leaving
			msg.Page.Rows[i] = row
		}
	}
	if msg.Page.Next != "" {
		return said
	}
	for who, change := range p.watch.sent {
		switch {
		case who.at != at || p.watch.seen[who.userID]:
		case change.kind == joining:
			msg.Page.Rows = append(msg.Page.Rows, p.newcomer(who))
		default:
			delete(p.watch.sent, who)
			said = host.FirstOf(host.UserLabel(p.people[who.userID]), who.userID) + " is no longer shown as an owner."
		}
	}
	return said
}
