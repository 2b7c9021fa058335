package changes

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
	entries []action.Entry
}

// LookForUnsettled looks for changes that a former session didn't see the end of.
func (c *Changes) LookForUnsettled() tea.Cmd {
	journal, ctx, tenant := c.env.Journal, c.env.Life, c.env.Client.BaseURL()
	if journal == nil {
		return nil
	}
	return func() tea.Msg {
		entries, err := journal.Unsettled(ctx, tenant)
		if err != nil || len(entries) == 0 {
			return nil // a journal that can't be read is told when it is opened or written
		}
		return c.message(unsettledMsg{entries: entries})
	}
}

func (c *Changes) handleUnsettled(msg unsettledMsg) tea.Cmd {
	first := msg.entries[0]
	text := fmt.Sprintf("It is unknown whether this was done: “%s” on the %s, sent %s.", first.Title, host.TargetName(first.Target),
		host.Ago(first.At, c.env.Clock()))
	if more := len(msg.entries) - 1; more > 0 {
		text += fmt.Sprintf(" The same goes for %s.", widget.Count(int64(more), "other change"))
	}
	said := c.notices.Say(host.Notice{Tone: host.ToneUnknown,
		Text: text + fmt.Sprintf(" %s opens the journal, and %s there checks it; %s leaves it as it is.",
			c.env.Keys.Label("journal"), c.env.Keys.Label("outcome.check"), c.env.Keys.Label("back"))})
	c.unsettled = unsettled{offer: c.notices.Trouble(), entries: msg.entries}
	return said
}

// unsettled is the offer to check changes of former sessions.
type unsettled struct {
	offer   *host.Notice
	entries []action.Entry
}

// leftMsg tells that changes were left unchecked, or why they will be asked about again.
type leftMsg struct {
	n   int
	err error
}

// LeaveUnsettled takes the offer to check away for good, while it is what is said: nil when it isn't.
func (c *Changes) LeaveUnsettled() tea.Cmd {
	entries := c.unsettled.entries
	if c.unsettled.offer == nil || c.notices.Trouble() != c.unsettled.offer {
		return nil
	}
	c.notices.Dismiss() // with it the offer is over
	journal, ctx, at := c.env.Journal, c.env.Life, c.env.Clock().UTC()
	return func() tea.Msg {
		msg := leftMsg{n: len(entries)}
		for _, e := range entries {
			msg.err = errors.Join(msg.err, journal.End(ctx, e.ID, action.Ending{At: at, Outcome: action.Unknown, Left: true}))
		}
		return c.message(msg)
	}
}

func (c *Changes) handleLeft(msg leftMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		return c.notices.Say(host.Notice{Tone: host.ToneUnknown, Text: host.Capital(msg.err.Error()) + ", so it will be asked again."})
	case msg.n == 1:
		return c.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Left as it is. The journal keeps it as unknown, and can still check it."})
	}
	return c.notices.Say(host.Notice{Tone: host.ToneInfo, Text: widget.Count(int64(msg.n), "change") +
		" are left as they are. The journal keeps them as unknown, and can still check them."})
}
