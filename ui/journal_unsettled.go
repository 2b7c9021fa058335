package ui

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
)

// unsettledMsg brings the changes of former sessions whose outcome nobody knows.
type unsettledMsg struct {
	session uint64
	entries []action.Entry
}

// lookForUnsettled looks for changes that a former session didn't see the end of.
func (m *Model) lookForUnsettled() tea.Cmd {
	journal, session, ctx, tenant := m.env.journal, m.session, m.ctx, m.env.client.BaseURL()
	if journal == nil {
		return nil
	}
	return func() tea.Msg {
		entries, err := journal.Unsettled(ctx, tenant)
		if err != nil || len(entries) == 0 {
			return nil // a journal that can't be read is told when it is opened or written
		}
		return unsettledMsg{session: session, entries: entries}
	}
}

func (m *Model) tookUnsettled(msg unsettledMsg) tea.Cmd {
	if msg.session != m.session {
		return nil
	}
	first := msg.entries[0]
	text := fmt.Sprintf("It is unknown whether this was done: “%s” on the %s, sent %s.", first.Title, targetName(first.Target), ago(first.At, m.env.now()))
	if more := len(msg.entries) - 1; more > 0 {
		text += fmt.Sprintf(" The same goes for %s.", count(int64(more), "other change"))
	}
	said := m.say(notice{toneUnknown, text + fmt.Sprintf(" %s opens the journal, and %s there checks it; %s leaves it as it is.",
		m.env.keys.Label("journal"), m.env.keys.Label("outcome.check"), m.env.keys.Label("back"))})
	m.unsettled = unsettled{offer: m.trouble, entries: msg.entries}
	return said
}

// unsettled is the offer to check changes of former sessions.
type unsettled struct {
	offer   *notice
	entries []action.Entry
}

// leftMsg tells that changes were left unchecked, or why they will be asked about again.
type leftMsg struct {
	session uint64
	n       int
	err     error
}

// leaveUnsettled takes the offer to check away for good, while it is what is said: nil when it isn't.
func (m *Model) leaveUnsettled() tea.Cmd {
	entries := m.unsettled.entries
	if m.unsettled.offer == nil || m.trouble != m.unsettled.offer {
		return nil
	}
	m.unsettled = unsettled{}
	m.dismiss()
	journal, session, ctx, at := m.env.journal, m.session, m.ctx, m.env.now().UTC()
	return func() tea.Msg {
		msg := leftMsg{session: session, n: len(entries)}
		for _, e := range entries {
			msg.err = errors.Join(msg.err, journal.End(ctx, e.ID, action.Ending{At: at, Outcome: action.Unknown, Left: true}))
		}
		return msg
	}
}

func (m *Model) tookLeft(msg leftMsg) tea.Cmd {
	switch {
	case msg.session != m.session:
		return nil
	case msg.err != nil:
		return m.say(notice{toneUnknown, capital(msg.err.Error()) + ", so it will be asked again."})
	case msg.n == 1:
		return m.say(notice{toneInfo, "Left as it is. The journal keeps it as unknown, and can still check it."})
	}
	return m.say(notice{toneInfo, count(int64(msg.n), "change") + " are left as they are. The journal keeps them as unknown, and can still check them."})
}
