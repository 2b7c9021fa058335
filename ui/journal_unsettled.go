package ui

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// unsettledMsg brings the changes of former sessions whose outcome nobody knows.
type unsettledMsg struct {
	session uint64
	entries []action.Entry
}

// lookForUnsettled looks for changes that a former session didn't see the end of.
func (m *Model) lookForUnsettled() tea.Cmd {
	journal, session, ctx, tenant := m.env.Journal, m.session, m.ctx, m.env.Client.BaseURL()
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
	text := fmt.Sprintf("It is unknown whether this was done: “%s” on the %s, sent %s.", first.Title, host.TargetName(first.Target),
		host.Ago(first.At, m.env.Clock()))
	if more := len(msg.entries) - 1; more > 0 {
		text += fmt.Sprintf(" The same goes for %s.", widget.Count(int64(more), "other change"))
	}
	said := m.notices.Say(host.Notice{Tone: host.ToneUnknown,
		Text: text + fmt.Sprintf(" %s opens the journal, and %s there checks it; %s leaves it as it is.",
			m.env.Keys.Label("journal"), m.env.Keys.Label("outcome.check"), m.env.Keys.Label("back"))})
	m.unsettled = unsettled{offer: m.notices.Trouble(), entries: msg.entries}
	return said
}

// unsettled is the offer to check changes of former sessions.
type unsettled struct {
	offer   *host.Notice
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
	if m.unsettled.offer == nil || m.notices.Trouble() != m.unsettled.offer {
		return nil
	}
	m.unsettled = unsettled{}
	m.notices.Dismiss()
	journal, session, ctx, at := m.env.Journal, m.session, m.ctx, m.env.Clock().UTC()
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
		return m.notices.Say(host.Notice{Tone: host.ToneUnknown, Text: host.Capital(msg.err.Error()) + ", so it will be asked again."})
	case msg.n == 1:
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Left as it is. The journal keeps it as unknown, and can still check it."})
	}
	return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: widget.Count(int64(msg.n), "change") +
		" are left as they are. The journal keeps them as unknown, and can still check them."})
}
