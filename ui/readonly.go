package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// askLock asks before the session is locked: some hands know its key as another program's.
func (m *Model) askLock() tea.Cmd {
	if m.env.Client.ReadOnly() {
		return m.lock()
	}
	if top, ok := m.overlay().(*dialog.Question); ok && top.Locks {
		return nil
	}
	m.open(dialog.NewQuestion(dialog.Asks{Title: "Make this session read-only?", Locks: true, No: "Cancel", Yes: "Lock", DoYes: m.lock,
		Words: []string{
			"No change leaves it then, on any tenant, until gatehouse is restarted.", "What is typed in a form stays, and can't be sent."}}, m.env))
	return nil
}

// lock makes the session read-only until the program is started again, on this tenant and on any other that is opened.
func (m *Model) lock() tea.Cmd {
	if m.env.Client.ReadOnly() && m.locked {
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "This session is read-only already. Restart gatehouse to make changes."})
	}
	m.locked = true
	m.env.Client.Lock()
	m.redrawPanes()
	for _, o := range m.overlays {
		if b, ok := o.(*dialog.FormBox); ok {
			b.Locked()
		}
	}
	text := "This session is read-only now: no change leaves it, on any tenant, until gatehouse is restarted."
	if n := len(m.env.Runner.InFlight()); n > 0 {
		text += fmt.Sprintf(" %s sent before and still waiting for an answer.", wasWere(n, "change"))
	}
	return m.notices.Say(host.Notice{Tone: host.ToneGood, Text: text})
}

func wasWere(n int, one string) string {
	if n == 1 {
		return "1 " + one + " was"
	}
	return widget.Count(int64(n), one) + " were"
}

// refusesAll says that nothing of a plan was sent because the session only reads, and gives the form back that it came from; false when
// it may be sent.
func (m *Model) refusesAll(s running) (tea.Cmd, bool) {
	mutates := slices.ContainsFunc(s.Plan.Steps, func(step action.Step) bool { return step.Request.Mutates() })
	if !mutates || !m.env.Client.ReadOnly() {
		return nil, false
	}
	if s.Cancelled != nil {
		s.Cancelled()
	}
	return m.notices.Say(host.Notice{Tone: host.ToneBad, Text: s.Plan.Title + ": nothing was sent, because " + host.LockedWhy + "."}), true
}

// frameOffers are what the frame itself can do to the tenant, for the palette and the help.
func (m *Model) frameOffers() []host.Offer {
	undo := host.Offer{ID: "undo", Able: true}
	if m.env.Client.ReadOnly() {
		undo.Able, undo.Why = false, host.LockedWhy
	}
	return []host.Offer{undo}
}

// offIn tells why a binding of the frame can't be used now, "" when it can.
func (m *Model) offIn(id keymap.ID) string {
	for _, o := range m.frameOffers() {
		if o.ID == id {
			return o.Why
		}
	}
	return ""
}
