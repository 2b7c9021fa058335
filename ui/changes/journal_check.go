package changes

import (
	"encoding/json"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/compare"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// toCheck is the entry whose outcome is checked: the one under the cursor or, where that can't be, the latest in view that nobody has
// looked at. why: there is none.
func toCheck(p *list.Pane) (e action.Entry, why action.Why) {
	e, ok := list.CursorOf[action.Entry](p)
	here := func(e action.Entry) bool { return e.Tenant.URL == p.Env.Client.BaseURL() }
	if ok && here(e) && e.Unknown() {
		return e, why
	}
	for row := range p.Grid.EachShown() {
		other := list.Typed[action.Entry](row)
		if other.Open() && here(other) {
			return other, why
		}
	}
	switch {
	case !ok:
		return e, list.NoRecord(p)
	case !here(e):
		return e, action.Because("this change was sent to another tenant, " + e.Tenant.Name + "; open that one to check it")
	}
	return e, action.Because("the outcome of this entry is known")
}

func whyNotChecked(p *list.Pane) action.Why {
	_, why := toCheck(p)
	return why
}

// checkedMsg brings the record of an entry, as it is now.
type checkedMsg struct {
	entry action.Entry
	raw   json.RawMessage
	id    string
	err   error
}

// checkOutcome reads the record of an entry to see whether what it intended was done.
func (c *Changes) checkOutcome(e action.Entry) tea.Cmd {
	if u := c.unknownOf(e.ID); u != nil { // the session knows more of it than the journal
		u.entry = &e
		return tea.Batch(c.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Looking at the " + host.TargetName(e.Target) + "…"}), c.look(u))
	}
	read, ok := c.frame.Reread(e)
	if !ok {
		return c.recordCheck(e, action.Ending{Outcome: action.Unknown, Message: "nothing here can read the record"},
			host.Notice{Tone: host.ToneUnknown,
				Text: fmt.Sprintf("Nothing here can read the %s, so it is unknown whether it was done. Look for it in the tenant's web console.",
					host.TargetName(e.Target))})
	}
	client, ctx := c.env.Client, c.env.Life
	return tea.Batch(c.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Looking at the " + host.TargetName(e.Target) + "…"}),
		func() tea.Msg {
			raw, id, err := read(ctx, client)
			return c.message(checkedMsg{entry: e, raw: raw, id: id, err: err})
		})
}

func (c *Changes) handleChecked(msg checkedMsg) tea.Cmd {
	e, name := msg.entry, host.TargetName(msg.entry.Target)
	gone := api.KindOf(msg.err) == api.KindNotFound
	if msg.err != nil && !gone {
		what, next := c.env.Explain(msg.err)
		return c.notices.Say(host.Notice{Tone: host.ToneBad,
			Text: fmt.Sprintf("The %s can't be read, so nothing is settled. %s %s", name, what, next)})
	}
	found := compare.JudgeEntry(e, msg.raw, gone)
	ending := action.Ending{Outcome: found.Outcome(), Resolved: found.Tells, Shows: found.Shows, Message: found.Why}
	if e.Target.ID == "" {
		ending.Made = msg.id
	}
	return c.recordCheck(e, ending, found.Notice())
}

// recordedMsg tells that an entry has got an ending, or why not.
type recordedMsg struct {
	entry action.Entry
	said  host.Notice
	err   error
}

// recordCheck writes what was found into the journal.
func (c *Changes) recordCheck(e action.Entry, end action.Ending, said host.Notice) tea.Cmd {
	journal, ctx := c.env.Journal, c.env.Life
	end.At, end.Checked = c.env.Clock().UTC(), true
	return func() tea.Msg {
		err := journal.End(ctx, e.ID, end)
		if err == nil {
			e.Endings = append(e.Endings[:len(e.Endings):len(e.Endings)], end)
		}
		return c.message(recordedMsg{entry: e, said: said, err: err})
	}
}

func (c *Changes) handleRecorded(msg recordedMsg) tea.Cmd {
	if msg.err != nil {
		msg.said.Text += " " + host.Capital(msg.err.Error()) + ", so it will be asked again."
	}
	painted := c.frame.Deliver(JournalPane, list.RecordMsg{Before: msg.entry, Now: msg.entry})
	return tea.Batch(painted, c.notices.Say(msg.said))
}
