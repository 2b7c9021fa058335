package ui

import (
	"net/http"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
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

// patience is how long a change may take before nobody looks any more; waits are the pauses before each look.
const patience = 5 * time.Minute

func waitBefore(look int) time.Duration {
	waits := [...]time.Duration{5 * time.Second, 10 * time.Second, 15 * time.Second, 20 * time.Second}
	if look < len(waits) {
		return waits[look]
	}
	return 30 * time.Second
}

func (w *ownerWatch) stop() {
	w.visible = false
	w.number++
}

// lookDue is due when the owners are to be read again.
type lookDue struct{ number int }

// waits reports whether a change at an entitlement isn't shown yet, and not given up.
func (w *ownerWatch) waits(at entitlementKey, now time.Time) bool {
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
	return ok && now.Sub(change.since) < patience
}

// lookAgain asks for the next look, when there is something to wait for.
func (p *owners) lookAgain() tea.Cmd {
	at, ok := p.chosen()
	if !ok || p.blind || !p.watch.visible || !p.watch.waits(at, p.env.now()) {
		return nil
	}
	p.watch.number++
	due := p.address(lookDue{p.watch.number})
	wait := waitBefore(p.watch.looks)
	p.watch.looks++
	return p.link.tick(wait, func(time.Time) tea.Msg { return due })
}

func (p *owners) tookLook(msg lookDue) tea.Cmd {
	at, _ := p.chosen()
	switch {
	case msg.number != p.watch.number || !p.watch.visible || !p.watch.waits(at, p.env.now()):
		return nil
	case p.load.loading:
		return p.lookAgain()
	}
	return p.after(p.refreshRows())
}

// tookChange notes what was sent, so that it is shown as pending until the list has it.
func (p *owners) tookChange(r action.Result) tea.Cmd {
	who, ok := ownerChange(r.Step.Request)
	if !ok || !worked(r) {
		return nil
	}
	kind := joining
	if r.Step.Request.Method == http.MethodDelete {
		kind = leaving
	}
	if now, ok := r.Step.Before.(owner); ok && now.user.ID != "" {
		p.people[who.userID] = now.user
	}
	p.watch.sent[who] = sentChange{kind, p.env.now()}
	p.watch.looks = 0
	if at, _ := p.chosen(); at != who.at {
		return nil
	}
	p.paint(who)
	return tea.Batch(p.after(p.arrange()), p.lookAgain())
}

// paint shows a pending change at once.
func (p *owners) paint(who sentOwner) {
	kind := p.watch.sent[who].kind
	shown, ok := p.grid.Row(who.userID)
	row := typed[owner](shown)
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
	if !p.grid.Put(row) {
		p.grid.Append([]anyRow{row})
	}
	p.detail.dirty = true
}

// newcomer is the row of somebody whom the list doesn't show yet.
func (p *owners) newcomer(who sentOwner) owner {
	u, ok := p.people[who.userID]
	if !ok {
		u = api.User{ID: who.userID, DisplayName: p.env.Name("user", who.userID)}
	}
	return owner{user: u, at: who.at, pending: joining}
}

// tookOwners brings what the list shows and what was sent together: what has come is settled, what hasn't stays pending.
func (p *owners) tookOwners(msg pageMsg) tea.Cmd {
	at, chosen := p.chosen()
	if msg.generation != p.load.generation || !chosen {
		return p.list.receive(msg)
	}
	if api.KindOf(msg.err) == api.KindUnsupported {
		p.blind = true
		p.sayEmpty()
		return p.list.receive(pageMsg{generation: msg.generation, asked: msg.asked, token: msg.token})
	}
	if msg.err != nil {
		return tea.Batch(p.list.receive(msg), p.lookAgain())
	}
	p.listed = true
	if p.blind {
		p.blind = false
		p.sayEmpty()
	}
	if msg.token == "" {
		p.watch.seen = map[string]bool{}
	}
	said := p.settle(at, &msg)
	commands := []tea.Cmd{p.list.receive(msg), p.lookAgain()}
	if said != "" {
		commands = append(commands, p.link.say(notice{toneGood, said}))
	}
	return tea.Batch(commands...)
}

// settle marks the rows of a page that a change is pending for, adds those that are missing to the last page, and tells what has come.
func (p *owners) settle(at entitlementKey, msg *pageMsg) (said string) {
	for i, shown := range msg.page.Rows {
		row := typed[owner](shown)
		p.watch.seen[row.user.ID] = true
		who := sentOwner{at, row.user.ID}
		switch change, ok := p.watch.sent[who]; {
		case ok && change.kind == joining:
			delete(p.watch.sent, who)
			said = firstOf(userLabel(row.user), row.user.ID) + " is shown as an owner now."
		case ok:
			row.pending = leaving
			msg.page.Rows[i] = row
		}
	}
	if msg.page.Next != "" {
		return said
	}
	for who, change := range p.watch.sent {
		switch {
		case who.at != at || p.watch.seen[who.userID]:
		case change.kind == joining:
			msg.page.Rows = append(msg.page.Rows, p.newcomer(who))
		default:
			delete(p.watch.sent, who)
			said = firstOf(userLabel(p.people[who.userID]), who.userID) + " is no longer shown as an owner."
		}
	}
	return said
}
