package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/grid"
)

const journalPane = "journal"

// openJournal goes into the journal: every change that was sent.
func (m *Model) openJournal() tea.Cmd {
	if m.env.journal == nil {
		return m.say(notice{toneInfo, "No journal is kept in this session."})
	}
	return m.pushOnly(journalPane, func() pane { return newList(journalEntries(m), m.env, m.link()) })
}

// pushOnly goes into a pane of which there is never more than one.
func (m *Model) pushOnly(name string, open func() pane) tea.Cmd {
	if m.pane().name() == name {
		cmd, _ := m.pane().do("refresh")
		return cmd
	}
	for i := range m.tabs {
		kept := m.tabs[i].stack[:1]
		for _, p := range m.tabs[i].stack[1:] {
			if p.name() != name {
				kept = append(kept, p)
			}
		}
		m.tabs[i].stack = kept
	}
	return m.push(open())
}

func journalEmpty(recording bool) string {
	if recording {
		return "No changes were sent yet. Changes that you make will be listed here."
	}
	return "The journal can't be written, and you chose to go on without it: nothing is recorded until gatehouse is restarted."
}

func journalEntries(m *Model) resource[string, action.Entry] {
	return resource[string, action.Entry]{
		name: journalPane, title: "Journal", one: "entry", local: true, scope: keymap.ScopeJournal,
		key:     func(e action.Entry) string { return e.ID },
		target:  func(e action.Entry) action.Target { return action.Target{Kind: "entry", Name: entryTitle(e), ID: e.ID} },
		columns: journalColumns(),
		raw: func(e action.Entry) json.RawMessage {
			raw, _ := json.Marshal(e)
			return raw
		},
		problem: func(action.Entry) string { return "" },
		fetch: func(ctx context.Context, _ *api.Client, _ query, _ api.PageRequest) (api.Page[action.Entry], error) {
			entries, odd, err := m.env.journal.Entries(ctx)
			page := api.Page[action.Entry]{Rows: entries}
			for range odd {
				page.Problems = append(page.Problems, "a line of the journal that can't be read")
			}
			return page, err
		},
		empty:  journalEmpty(m.env.runner.Recording()),
		detail: journalDetail,
		refs:   func(e action.Entry) []ref { return []ref{{"user", e.By.ID}} },
		own: []command{{id: "outcome.check", title: "Check the outcome", why: whyNotChecked,
			run: func(p *list) tea.Cmd {
				entry, _ := toCheck(p)
				p.grid.Select(entry.ID)
				return m.checkOutcome(entry)
			}}},
		copies: []copyable[action.Entry]{
			{"id of the record", func(e action.Entry) string { return e.Target.ID }},
			{"request id", func(e action.Entry) string { last, _ := e.Last(); return last.RequestID }},
			{"path", func(e action.Entry) string { return e.Path }}},
	}
}

func entryTitle(e action.Entry) string { return deed(e.Title, e.Target) }

func journalColumns() []grid.Column[action.Entry] {
	text := func(name, title string, least, want, priority int, of func(action.Entry) string) grid.Column[action.Entry] {
		return grid.Column[action.Entry]{Name: name, Title: title, Min: least, Want: want, Max: 60, Weight: 1, Priority: priority,
			Text: func(e action.Entry, _ grid.Env) string { return of(e) }}
	}
	who := text("who", "Who", 14, 20, 2, func(e action.Entry) string { return "" })
	who.Text = func(e action.Entry, at grid.Env) string {
		return firstOf(e.By.Name, at.Name("user", e.By.ID), e.By.ID, "unknown")
	}
	return []grid.Column[action.Entry]{
		timeColumn("when", "When", 0, func(e action.Entry) api.Time { return api.Time{Time: e.At} }),
		{Name: "outcome", Title: "Outcome", Min: 11, Max: 12, Signed: true, Text: func(e action.Entry, _ grid.Env) string { return outcomeSign(e) + " " + outcomeIn(e).String() },
			Role: func(e action.Entry, _ grid.Env) theme.Role { return outcomeRole(e) }},
		text("what", "What", 10, 14, 0, func(e action.Entry) string { return e.Title + ifText(e.Undoes != "", " (undo)") }),
		text("kind", "Kind", 8, 12, 4, func(e action.Entry) string { return e.Target.Kind }),
		text("target", "On", 20, 20, 1, func(e action.Entry) string {
			return firstOf(e.Target.Name, e.Target.ID, e.Target.Kind)
		}),
		who,
		text("tenant", "Tenant", 8, 14, 3, func(e action.Entry) string { return e.Tenant.Name }),
		text("request", "Request", 20, 20, 6, func(e action.Entry) string { return e.Method + " " + e.Path }),
		{Name: "date", Title: "Date (UTC)", Min: 19, Max: 19, Priority: 5,
			Text: func(e action.Entry, _ grid.Env) string { return e.At.UTC().Format("2006-01-02 15:04:05") },
			Role: func(action.Entry, grid.Env) theme.Role { return theme.Dim }},
	}
}

// outcomeIn is what became of a change, as far as it is known.
func outcomeIn(e action.Entry) action.Outcome {
	last, ended := e.Last()
	if !ended {
		return action.Unknown
	}
	return last.Outcome
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
	switch outcomeIn(e) {
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
		return "It was sent, and no answer is recorded: it may have been done or not." + ifText(last.Left, " You were asked and left it as it is.")
	case last.Outcome == action.Worked && last.Unproven:
		return "The tenant accepted it; it couldn't be read back."
	case last.Outcome == action.Worked:
		return ifText(last.Resolved, "The record, read again, shows it.")
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

func journalDetail(e action.Entry, at detailEnv[action.Entry]) []section {
	by := firstOf(e.By.Name, at.names.get("user", e.By.ID))
	about := section{title: entryTitle(e), fields: []field{
		{label: "Outcome", value: outcomeSign(e) + " " + outcomeIn(e).String(), role: outcomeRole(e), note: outcomeMeaning(e)},
		{label: "Sent", value: at.past(api.Time{Time: e.At})},
		{label: "By", value: firstOf(strings.TrimSpace(by+" "+ifText(e.By.ID != "", "("+e.By.ID+")")), at.whyNobody())},
		{label: "On tenant", value: e.Tenant.Name, note: e.Tenant.URL},
		{label: "Action", value: e.Title, note: e.Action},
		{label: capital(e.Target.Kind), value: e.Target.Name, note: e.Target.ID},
	}}
	if e.Undoes != "" {
		about.fields = append(about.fields, field{label: "Undoes", value: e.Undoes})
	}
	if e.Batch != "" {
		about.fields = append(about.fields, field{label: "Batch", value: e.Batch, note: "Entries of one batch share this id; filter by it to see them all."})
	}
	request := section{title: "What was sent", fields: []field{{label: "Request", value: e.Method + " " + e.Path},
		{label: "Intended", value: indented(e.Intended), note: "Share codes, credentials and the queries of URLs are left out."}}}
	sections := []section{about, request}
	for _, end := range e.Endings {
		sections = append(sections, endingSection(end, at))
	}
	return append(sections, section{title: "Ids", fields: []field{{label: "Entry", value: e.ID}, {label: "Program", value: fmt.Sprintf("%d, run %s", e.Process.ID, e.Process.Run)}}})
}

func endingSection(end action.Ending, at detailEnv[action.Entry]) section {
	s := section{title: "What came back"}
	switch {
	case end.Left:
		return section{title: "Left unchecked", fields: []field{{label: "When", value: at.past(api.Time{Time: end.At})}}}
	case end.Checked:
		s.title = "Checked afterwards"
	}
	status := "no answer"
	if end.Status != 0 {
		status = fmt.Sprint(end.Status)
	}
	s.fields = []field{{label: "When", value: at.past(api.Time{Time: end.At})}, {label: "Outcome", value: end.Outcome.String()}}
	if !end.Checked {
		s.fields = append(s.fields, field{label: "Status", value: status}, field{label: "Request id", value: end.RequestID})
	}
	if end.Message != "" {
		s.fields = append(s.fields, field{label: "Message", value: end.Message})
	}
	if end.Made != "" {
		s.fields = append(s.fields, field{label: "Made", value: end.Made})
	}
	return s
}
