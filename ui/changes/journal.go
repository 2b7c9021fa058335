package changes

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/refresh"
	"gatehouse/ui/widget"
)

// JournalPane and RequestsPane are the names of the panes that the frame itself opens.
const (
	JournalPane  = "journal"
	RequestsPane = "requests"
)

// OpenJournal is the opening of the journal: every change that was sent. After one from here it is read anew; what another program has
// written since it was left comes by LookAtJournal.
func (c *Changes) OpenJournal(h host.Host) host.Opening {
	runner := c.env.Runner
	recording := runner.Recording()
	return host.Opening{Name: JournalPane, Make: func() host.Pane { return c.newJournal(h) },
		Holds: func(m host.Moment) bool {
			return c.env.Lately(m) && !c.env.ChangedSince(m) && runner.Recording() == recording
		}}
}

// journalPane is the list of the entries, and how the file was when they were read.
type journalPane struct {
	*list.Pane
	fetched *atomic.Pointer[action.Stamp] // with what may come yet
	shown   *action.Stamp                 // with the rows; nil: they haven't come
}

func (c *Changes) newJournal(h host.Host) *journalPane {
	fetched := &atomic.Pointer[action.Stamp]{}
	return &journalPane{Pane: list.New(c.journalEntries(fetched), c.env, h), fetched: fetched}
}

// Receive takes over how the file was with the rows that are taken: what is dropped may have been read from a later one.
func (p *journalPane) Receive(msg any) tea.Cmd {
	if page, is := msg.(list.PageMsg); is && page.Err == nil && p.Load.Awaits(page.Generation) {
		p.shown = p.fetched.Load()
	}
	return p.Pane.Receive(msg)
}

// LookAtJournal has the journal read again where another program has written a line since it was read. The file may be on a network that
// hangs, so that no key waits for it.
func (c *Changes) LookAtJournal(in host.Pane, h host.Host) tea.Cmd {
	p, is := in.(*journalPane)
	if !is || p.shown == nil {
		return nil
	}
	journal, shown, due := c.env.Journal, *p.shown, host.Addressed{Session: h.Session(), Pane: JournalPane, Msg: refresh.Due{}}
	return func() tea.Msg {
		if journal.Stamp() == shown {
			return nil
		}
		return due
	}
}

func journalEmpty(recording bool) string {
	if recording {
		return "No changes were sent yet. Changes that you make will be listed here."
	}
	return "The journal can't be written, and you chose to go on without it: nothing is recorded until gatehouse is restarted."
}

func (c *Changes) journalEntries(fetched *atomic.Pointer[action.Stamp]) list.Resource[string, action.Entry] {
	return list.Resource[string, action.Entry]{
		Name: JournalPane, Title: "Journal", One: "entry", Local: true, Scope: keymap.ScopeJournal,
		Key:     func(e action.Entry) string { return e.ID },
		Target:  func(e action.Entry) action.Target { return action.Target{Kind: "entry", Name: entryTitle(e), ID: e.ID} },
		Columns: journalColumns(),
		Raw: func(e action.Entry) api.Original {
			raw, _ := json.Marshal(e)
			return api.NewOriginal(raw)
		},
		Problem: func(action.Entry) string { return "" },
		Fetch: func(ctx context.Context, _ *api.Client, _ host.Query, _ api.PageRequest) (api.Page[action.Entry], error) {
			now := c.env.Journal.Stamp()
			entries, odd, err := c.env.Journal.Entries(ctx)
			fetched.Store(&now)
			page := api.Page[action.Entry]{Rows: entries}
			for range odd {
				page.Problems = append(page.Problems, "a line of the journal that can't be read")
			}
			return page, err
		},
		Empty:  journalEmpty(c.env.Runner.Recording()),
		Detail: journalDetail,
		Refs:   func(e action.Entry) []widget.Ref { return []widget.Ref{{Kind: "user", ID: e.By.ID}} },
		Own: []list.Command{{ID: "outcome.check", Title: "Check the outcome", Why: whyNotChecked,
			Run: func(p *list.Pane) tea.Cmd {
				entry, _ := toCheck(p)
				p.Grid.Select(entry.ID)
				return c.checkOutcome(entry)
			}}},
		Copies: []list.Copyable[action.Entry]{
			{Title: "id of the record", Text: func(e action.Entry) string { return e.Target.ID }},
			{Title: "request id", Text: func(e action.Entry) string { last, _ := e.Last(); return last.RequestID }},
			{Title: "path", Text: func(e action.Entry) string { return e.Path }}},
	}
}

func entryTitle(e action.Entry) string { return host.Deed(e.Title, e.Target) }

func journalColumns() []grid.Column[action.Entry] {
	text := func(name, title string, least, want, priority int, of func(action.Entry) string) grid.Column[action.Entry] {
		return grid.Column[action.Entry]{Name: name, Title: title, Min: least, Want: want, Max: 60, Weight: 1, Priority: priority,
			Text: func(e action.Entry, _ grid.Env) string { return of(e) }}
	}
	who := text("who", "Who", 14, 20, 2, func(e action.Entry) string { return "" })
	who.Text = func(e action.Entry, at grid.Env) string {
		return host.FirstOf(e.By.Name, at.Name("user", e.By.ID), e.By.ID, "unknown")
	}
	return []grid.Column[action.Entry]{
		column.Time("when", "When", 0, func(e action.Entry) api.Time { return api.Time{Time: e.At} }),
		{Name: "outcome", Title: "Outcome", Min: 11, Max: 12, Signed: true,
			Text: func(e action.Entry, _ grid.Env) string { return outcomeSign(e) + " " + e.Outcome().String() },
			Role: func(e action.Entry, _ grid.Env) theme.Role { return outcomeRole(e) }},
		text("what", "What", 10, 14, 0, func(e action.Entry) string { return e.Title + widget.IfText(e.Undoes != "", " (undo)") }),
		text("kind", "Kind", 8, 12, 4, func(e action.Entry) string { return e.Target.Kind }),
		text("target", "On", 20, 20, 1, func(e action.Entry) string {
			return host.FirstOf(e.Target.Name, e.Target.ID, e.Target.Kind)
		}),
		who,
		text("tenant", "Tenant", 8, 14, 3, func(e action.Entry) string { return e.Tenant.Name }),
		text("request", "Request", 20, 20, 6, func(e action.Entry) string { return e.Method + " " + e.Path }),
		{Name: "date", Title: "Date (UTC)", Min: 19, Max: 19, Priority: 5, Aside: true,
			Text: func(e action.Entry, _ grid.Env) string { return e.At.UTC().Format("2006-01-02 15:04:05") },
			Role: func(action.Entry, grid.Env) theme.Role { return theme.Dim }},
	}
}

func outcomeSign(e action.Entry) string {
	switch outcomeRole(e) {
	case theme.Good:
		return "✓"
	case theme.Bad:
		return "✗"
	}
	return "?"
}

func outcomeRole(e action.Entry) theme.Role {
	switch e.Outcome() {
	case action.Worked, action.DoneAlready:
		return theme.Good
	case action.Refused, action.NotSent:
		return theme.Bad
	}
	return theme.Warn
}

// outcomeMeaning is what came of a change, in a sentence.
func outcomeMeaning(e action.Entry) string {
	last, ended := e.Last()
	switch {
	case !ended || last.Left:
		return "It was sent, and no answer is recorded: it may have been done or not." +
			widget.IfText(last.Left, " You were asked and left it as it is.")
	case last.Outcome == action.Worked && last.Unproven:
		return "The tenant accepted it; it couldn't be read back."
	case last.Outcome == action.Worked:
		return widget.IfText(last.Resolved, "The record, read again, shows it.")
	case last.Outcome == action.DoneAlready:
		return "The tenant refused it, and it was done already: the record, read again, shows it."
	case last.Outcome == action.Unknown && !last.Resolved:
		return answeredThen(e) + " Nothing that could be read shows what happened."
	case last.Outcome == action.Unknown && last.Shows == action.ChangedByOthers:
		return answeredThen(e) + " The record, read again, showed something else than was intended."
	case last.Outcome == action.Unknown:
		return answeredThen(e) + " The record, read again, didn't show it; that is no proof that it wasn't done."
	case last.Outcome == action.Refused && last.Resolved:
		return "The tenant refused it. The record, read again, didn't show it."
	case last.Outcome == action.Refused:
		return "The tenant refused it, so it did nothing."
	}
	return "It didn't reach the tenant, so it did nothing."
}

// answeredThen is what the tenant answered to the request, as the journal has it.
func answeredThen(e action.Entry) string {
	for _, end := range e.Endings {
		if !end.Checked && !end.Left {
			return action.Answered(end.Status, "", end.RequestID)
		}
	}
	return action.Answered(0, "", "")
}

func journalDetail(e action.Entry, at list.DetailEnv[action.Entry]) []widget.Section {
	by := host.FirstOf(e.By.Name, at.Names.Get("user", e.By.ID))
	about := widget.Section{Title: entryTitle(e), Fields: []widget.Field{
		{Label: "Outcome", Value: outcomeSign(e) + " " + e.Outcome().String(), Role: outcomeRole(e), Note: outcomeMeaning(e)},
		{Label: "Sent", Value: at.Past(api.Time{Time: e.At})},
		{Label: "By", Value: host.FirstOf(strings.TrimSpace(by+" "+widget.IfText(e.By.ID != "", "("+e.By.ID+")")), at.WhyNobody())},
		{Label: "On tenant", Value: e.Tenant.Name, Note: e.Tenant.URL},
		{Label: "Action", Value: e.Title, Note: e.Action},
		{Label: host.Capital(e.Target.Kind), Value: e.Target.Name, Note: e.Target.ID},
	}}
	if e.Undoes != "" {
		about.Fields = append(about.Fields, widget.Field{Label: "Undoes", Value: e.Undoes})
	}
	if e.Batch != "" {
		about.Fields = append(about.Fields,
			widget.Field{Label: "Batch", Value: e.Batch, Note: "Entries of one batch share this id; filter by it to see them all."})
	}
	request := widget.Section{Title: "What was sent", Fields: []widget.Field{{Label: "Request", Value: e.Method + " " + e.Path},
		{Label: "Intended", Value: widget.Indented(e.Intended), Note: "Share codes, credentials and the queries of URLs are left out."}}}
	sections := []widget.Section{about, request}
	for _, end := range e.Endings {
		sections = append(sections, endingSection(end, at))
	}
	return append(sections, widget.Section{Title: "Ids", Fields: []widget.Field{{Label: "Entry", Value: e.ID},
		{Label: "Program", Value: fmt.Sprintf("%d, run %s", e.Process.ID, e.Process.Run)}}})
}

func endingSection(end action.Ending, at list.DetailEnv[action.Entry]) widget.Section {
	s := widget.Section{Title: "What came back"}
	switch {
	case end.Left:
		return widget.Section{Title: "Left unchecked", Fields: []widget.Field{{Label: "When", Value: at.Past(api.Time{Time: end.At})}}}
	case end.Checked:
		s.Title = "Checked afterwards"
	}
	status := "no answer"
	if end.Status != 0 {
		status = fmt.Sprint(end.Status)
	}
	s.Fields = []widget.Field{{Label: "When", Value: at.Past(api.Time{Time: end.At})}, {Label: "Outcome", Value: end.Outcome.String()}}
	if !end.Checked {
		s.Fields = append(s.Fields, widget.Field{Label: "Status", Value: status}, widget.Field{Label: "Request id", Value: end.RequestID})
	}
	if end.Message != "" {
		s.Fields = append(s.Fields, widget.Field{Label: "Message", Value: end.Message})
	}
	if end.Made != "" {
		s.Fields = append(s.Fields, widget.Field{Label: "Made", Value: end.Made})
	}
	return s
}
