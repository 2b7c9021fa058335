package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

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
