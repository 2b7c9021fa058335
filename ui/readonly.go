package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
)

// lockedWhy is why an action can't run in a session that only reads.
const lockedWhy = "this session is read-only"

// askLock asks before the session is locked: some hands know its key as another program's.
func (m *Model) askLock() tea.Cmd {
	if m.env.client.ReadOnly() {
		return m.lock()
	}
	if top, ok := m.overlay().(*question); ok && top.locks {
		return nil
	}
	m.open(newQuestion(asks{title: "Make this session read-only?", locks: true, no: "Cancel", yes: "Lock", doYes: m.lock, words: []string{
		"No change leaves it then, on any tenant, until gatehouse is restarted.", "What is typed in a form stays, and can't be sent."}}, m.env))
	return nil
}

// lock makes the session read-only until the program is started again, on this tenant and on any other that is opened.
func (m *Model) lock() tea.Cmd {
	if m.env.client.ReadOnly() && m.locked {
		return m.say(notice{toneInfo, "This session is read-only already. Restart gatehouse to make changes."})
	}
	m.locked = true
	m.env.client.Lock()
	m.redrawPanes()
	for _, o := range m.overlays {
		if b, ok := o.(*formBox); ok {
			b.locked()
		}
	}
	text := "This session is read-only now: no change leaves it, on any tenant, until gatehouse is restarted."
	if n := len(m.env.runner.InFlight()); n > 0 {
		text += fmt.Sprintf(" %s sent before and still waiting for an answer.", wasWere(n, "change"))
	}
	return m.say(notice{toneGood, text})
}

func wasWere(n int, one string) string {
	if n == 1 {
		return "1 " + one + " was"
	}
	return count(int64(n), one) + " were"
}

// refusesAll says that nothing of a plan was sent because the session only reads, and gives the form back that it came from; false when
// it may be sent.
func (m *Model) refusesAll(s running) (tea.Cmd, bool) {
	mutates := slices.ContainsFunc(s.plan.Steps, func(step action.Step) bool { return step.Request.Mutates() })
	if !mutates || !m.env.client.ReadOnly() {
		return nil, false
	}
	if s.cancelled != nil {
		s.cancelled()
	}
	return m.say(notice{toneBad, s.plan.Title + ": nothing was sent, because " + lockedWhy + "."}), true
}

// frameOffers are what the frame itself can do to the tenant, for the palette and the help.
func (m *Model) frameOffers() []offer {
	undo := offer{id: "undo", able: true}
	if m.env.client.ReadOnly() {
		undo.able, undo.why = false, lockedWhy
	}
	return []offer{undo}
}

// offIn tells why a binding of the frame can't be used now, "" when it can.
func (m *Model) offIn(id keymap.ID) string {
	for _, o := range m.frameOffers() {
		if o.id == id {
			return o.why
		}
	}
	return ""
}
