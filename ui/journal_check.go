package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
)

// rereader is a pane that can read the record of a journal entry again.
type rereader interface {
	reread(action.Entry) (rereading, bool)
}

// rereading reads the record of a journal entry, as the tenant sends it. A record that isn't there is an error of KindNotFound.
type rereading func(context.Context, *api.Client) (raw json.RawMessage, id string, err error)

// reread reads by the ids that the entry holds; what the entry was to make is searched for.
func (p *list) reread(e action.Entry) (rereading, bool) {
	if p.one != e.Target.Kind {
		return nil, false
	}
	if e.Target.ID == "" {
		return p.findMade(e)
	}
	if p.byID == nil || !p.canRead() {
		return nil, false
	}
	ids, ok := idsOfEntry(e, len(p.byID.ids))
	if !ok {
		return nil, false
	}
	read, blank := p.byID.read, p.byID.blank(ids, e.Target.Name)
	if read == nil {
		read = p.get
	}
	return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
		now, err := read(ctx, c, blank)
		return p.raw(now), p.target(now).ID, err
	}, true
}

// findMade looks on the tenant for the record that an entry was to make: with all that was intended, and made since.
func (p *list) findMade(e action.Entry) (rereading, bool) {
	name, _ := member(e.Intended, "displayName").(string)
	if p.searches == "" || name == "" {
		return nil, false
	}
	return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
		page, err := p.fetch(ctx, c, query{text: name}, api.PageRequest{Size: 100})
		if err != nil {
			return nil, "", err
		}
		for _, row := range page.Rows {
			raw := p.raw(row)
			if compareIntended(e, raw).outcome() == action.Worked && madeSince(raw, e) {
				return raw, p.target(row).ID, nil
			}
		}
		return nil, "", notThere(p.one)
	}, true
}

// madeSince reports whether a record was made after the request was sent, clocks that differ by a few minutes allowed for.
func madeSince(raw json.RawMessage, e action.Entry) bool {
	var record struct {
		CreatedAt api.Time `json:"createdAt"`
	}
	return json.Unmarshal(raw, &record) == nil && record.CreatedAt.After(e.At.Add(-clockSkew))
}

// idsOfEntry are the n ids of an entry's record: those in its path, where there are as many.
func idsOfEntry(e action.Entry, n int) ([]string, bool) {
	if n == 1 {
		return []string{e.Target.ID}, true
	}
	path, _, _ := strings.Cut(e.Path, "?")
	parts := strings.Split(strings.TrimPrefix(path, "/api/v1/"), "/")
	var ids []string
	for i := 1; i < len(parts); i += 2 {
		id, err := url.PathUnescape(parts[i])
		if err != nil {
			return nil, false
		}
		ids = append(ids, id)
	}
	return ids, len(ids) == n
}

// ownRecords are records that no list holds, by kind: the ids are in the request.
func ownRecords(e action.Entry) (rereading, bool) {
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
		ids, ok := idsOfEntry(e, 2+strings.Count(e.Path, "/owners/"))
		if !ok {
			return nil, false
		}
		return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
			now, err := findOwner(ctx, c, owner{at: entitlementKey{appID: ids[0], id: ids[1]}, user: api.User{ID: e.Target.ID}}, action.Draft{})
			return now.user.Raw, now.user.ID, err
		}, true
	}
	return nil, false
}

func (m *Model) reread(e action.Entry) (rereading, bool) {
	if read, ok := ownRecords(e); ok {
		return read, true
	}
	for _, t := range m.tabs {
		for _, p := range t.stack {
			if r, ok := as[rereader](p); ok {
				if read, ok := r.reread(e); ok {
					return read, true
				}
			}
		}
	}
	return nil, false
}

// toCheck is the entry whose outcome is checked: the one under the cursor or, where that can't be, the latest in view that nobody has
// looked at. why: there is none.
func toCheck(p *list) (e action.Entry, why string) {
	e, ok := cursorOf[action.Entry](p)
	here := func(e action.Entry) bool { return e.Tenant.URL == p.env.client.BaseURL() }
	if ok && here(e) && e.Unknown() {
		return e, ""
	}
	for row := range p.grid.EachShown() {
		other := typed[action.Entry](row)
		if other.Open() && here(other) {
			return other, ""
		}
	}
	switch {
	case !ok:
		return e, noRecord(p)
	case !here(e):
		return e, "this change was sent to another tenant, " + e.Tenant.Name + "; open that one to check it"
	}
	return e, "the outcome of this entry is known"
}

func whyNotChecked(p *list) string {
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
		return tea.Batch(m.say(notice{toneInfo, "Looking at the " + targetName(e.Target) + "…"}), m.look(u))
	}
	read, ok := m.reread(e)
	if !ok {
		return m.settleEntry(e, action.Ending{Outcome: action.Unknown, Message: "nothing here can read the record"},
			notice{toneUnknown, fmt.Sprintf("Nothing here can read the %s, so it is unknown whether it was done. Look for it in the tenant's web console.", targetName(e.Target))})
	}
	client, session, ctx := m.env.client, m.session, m.ctx
	return tea.Batch(m.say(notice{toneInfo, "Looking at the " + targetName(e.Target) + "…"}), func() tea.Msg {
		raw, id, err := read(ctx, client)
		return checkedMsg{session: session, entry: e, raw: raw, id: id, err: err}
	})
}

func (m *Model) tookChecked(msg checkedMsg) tea.Cmd {
	if msg.session != m.session {
		return nil
	}
	e, name := msg.entry, targetName(msg.entry.Target)
	gone := api.KindOf(msg.err) == api.KindNotFound
	if msg.err != nil && !gone {
		what, next := m.env.explain(msg.err)
		return m.say(notice{toneBad, fmt.Sprintf("The %s can't be read, so nothing is settled. %s %s", name, what, next)})
	}
	found := judgeEntry(e, msg.raw, gone)
	ending := action.Ending{Outcome: found.outcome(), Resolved: found.tells, Shows: found.shows, Message: found.why}
	if e.Target.ID == "" {
		ending.Made = msg.id
	}
	return m.settleEntry(e, ending, found.notice())
}

// settledMsg tells that an entry has got an ending, or why not.
type settledMsg struct {
	session uint64
	entry   action.Entry
	said    notice
	err     error
}

// settleEntry writes what was found into the journal.
func (m *Model) settleEntry(e action.Entry, end action.Ending, said notice) tea.Cmd {
	journal, session, ctx := m.env.journal, m.session, m.ctx
	end.At, end.Checked = m.env.now().UTC(), true
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
		msg.said.text += " " + capital(msg.err.Error()) + ", so it will be asked again."
	}
	painted := m.deliver(addressed{session: msg.session, pane: journalPane, msg: recordMsg{before: msg.entry, now: msg.entry}})
	return tea.Batch(painted, m.say(msg.said))
}
