package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/compare"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes/owners"
	"gatehouse/ui/picker"
)

// ownRecords are records that no list holds, by kind: the ids are in the request.
func ownRecords(e action.Entry) (host.Rereading, bool) {
	switch e.Target.Kind {
	case "contacts":
		return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
			now, err := c.Contacts(ctx)
			return now.Raw, "", err
		}, true
	case "notification settings":
		return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
			now, err := c.NotificationSettings(ctx)
			return now.Raw, "", err
		}, true
	case "binding":
		var at api.BindingRef
		if json.Unmarshal(e.Intended, &at) != nil {
			return nil, false
		}
		return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
			now, err := c.MonitorBinding(ctx, at)
			return now.Raw, at.AppEntitlementID, err
		}, true
	case "owner":
		ids, ok := compare.IDsOf(e, 2+strings.Count(e.Path, "/owners/"))
		if !ok {
			return nil, false
		}
		return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
			now, err := owners.FindOwner(ctx, c,
				owners.Owner{At: picker.EntitlementKey{AppID: ids[0], ID: ids[1]}, User: api.User{ID: e.Target.ID}}, action.Draft{})
			return now.User.Raw, now.User.ID, err
		}, true
	}
	return nil, false
}

func (m *Model) Reread(e action.Entry) (host.Rereading, bool) {
	if read, ok := ownRecords(e); ok {
		return read, true
	}
	for _, t := range m.tabs {
		for _, p := range t.stack {
			if read, ok := p.Reread(e); ok {
				return read, true
			}
		}
	}
	return nil, false
}

// toCheck is the entry whose outcome is checked: the one under the cursor or, where that can't be, the latest in view that nobody has
// looked at. why: there is none.
func toCheck(p *list.Pane) (e action.Entry, why string) {
	e, ok := list.CursorOf[action.Entry](p)
	here := func(e action.Entry) bool { return e.Tenant.URL == p.Env.Client.BaseURL() }
	if ok && here(e) && e.Unknown() {
		return e, ""
	}
	for row := range p.Grid.EachShown() {
		other := list.Typed[action.Entry](row)
		if other.Open() && here(other) {
			return other, ""
		}
	}
	switch {
	case !ok:
		return e, list.NoRecord(p)
	case !here(e):
		return e, "this change was sent to another tenant, " + e.Tenant.Name + "; open that one to check it"
	}
	return e, "the outcome of this entry is known"
}

func whyNotChecked(p *list.Pane) string {
	_, why := toCheck(p)
	return why
}

// checkedMsg brings the record of an entry, as it is now.
type checkedMsg struct {
	session uint64
	entry   action.Entry
	raw     json.RawMessage
	id      string
	err     error
}

// checkOutcome reads the record of an entry to see whether what it intended was done.
func (m *Model) checkOutcome(e action.Entry) tea.Cmd {
	if u := m.unknownOf(e.ID); u != nil { // the session knows more of it than the journal
		u.entry = &e
		return tea.Batch(m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Looking at the " + host.TargetName(e.Target) + "…"}), m.Look(u))
	}
	read, ok := m.Reread(e)
	if !ok {
		return m.settleEntry(e, action.Ending{Outcome: action.Unknown, Message: "nothing here can read the record"},
			host.Notice{Tone: host.ToneUnknown,
				Text: fmt.Sprintf("Nothing here can read the %s, so it is unknown whether it was done. Look for it in the tenant's web console.",
					host.TargetName(e.Target))})
	}
	client, session, ctx := m.env.Client, m.session, m.ctx
	return tea.Batch(m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Looking at the " + host.TargetName(e.Target) + "…"}),
		func() tea.Msg {
			raw, id, err := read(ctx, client)
			return checkedMsg{session: session, entry: e, raw: raw, id: id, err: err}
		})
}

func (m *Model) tookChecked(msg checkedMsg) tea.Cmd {
	if msg.session != m.session {
		return nil
	}
	e, name := msg.entry, host.TargetName(msg.entry.Target)
	gone := api.KindOf(msg.err) == api.KindNotFound
	if msg.err != nil && !gone {
		what, next := m.env.Explain(msg.err)
		return m.notices.Say(host.Notice{Tone: host.ToneBad,
			Text: fmt.Sprintf("The %s can't be read, so nothing is settled. %s %s", name, what, next)})
	}
	found := compare.JudgeEntry(e, msg.raw, gone)
	ending := action.Ending{Outcome: found.Outcome(), Resolved: found.Tells, Shows: found.Shows, Message: found.Why}
	if e.Target.ID == "" {
		ending.Made = msg.id
	}
	return m.settleEntry(e, ending, found.Notice())
}

// settledMsg tells that an entry has got an ending, or why not.
type settledMsg struct {
	session uint64
	entry   action.Entry
	said    host.Notice
	err     error
}

// settleEntry writes what was found into the journal.
func (m *Model) settleEntry(e action.Entry, end action.Ending, said host.Notice) tea.Cmd {
	journal, session, ctx := m.env.Journal, m.session, m.ctx
	end.At, end.Checked = m.env.Clock().UTC(), true
	return func() tea.Msg {
		err := journal.End(ctx, e.ID, end)
		if err == nil {
			e.Endings = append(e.Endings[:len(e.Endings):len(e.Endings)], end)
		}
		return settledMsg{session: session, entry: e, said: said, err: err}
	}
}

func (m *Model) tookSettled(msg settledMsg) tea.Cmd {
	if msg.session != m.session {
		return nil
	}
	if msg.err != nil {
		msg.said.Text += " " + host.Capital(msg.err.Error()) + ", so it will be asked again."
	}
	painted := m.deliver(host.Addressed{Session: msg.session, Pane: journalPane, Msg: list.RecordMsg{Before: msg.entry, Now: msg.entry}})
	return tea.Batch(painted, m.notices.Say(msg.said))
}
