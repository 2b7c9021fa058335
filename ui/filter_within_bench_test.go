package ui

import (
	"fmt"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes/history"
	"gatehouse/ui/panes/owners"
	"gatehouse/ui/panes/tenantmenu"
)

// BenchmarkFilterWithin is BenchmarkFilterPane in lists that are gone into, of rows that are made up: no tenant serves
// so many. The bindings have none, as the pane knows tens at most.
func BenchmarkFilterWithin(b *testing.B) {
	for _, at := range []struct {
		name, start string
		lead        []rune
	}{
		{"members", "suggestions", []rune{'m'}}, {"owners", "tenant", []rune{'o'}}, {"audit", "secrets", []rune{'A'}},
		{"all changes", "history", []rune{'a'}},
	} {
		b.Run(at.name, func(b *testing.B) {
			m := benchConsoleAt(b, 0, at.start)
			for _, key := range at.lead {
				benchUpdate(m, tea.KeyPressMsg{Code: key, Text: string(key)})
			}
			p := listIn(m)
			if p == nil {
				b.Fatalf("%T is no list", m.pane())
			}
			rows := p.Grid.Rows()
			if at.name == "owners" {
				p.Query.Choice = "app/entitlement"
				rows = slices.Repeat([]host.AnyRow{owners.Owner{User: api.User{DisplayName: "Anna Payne", Email: "anna.payne@example.com"}}}, 7)
			}
			makeUp(b, p, rows)
			benchFilter(b, m, p)
		})
	}
}

// makeUp brings a list to as many rows as are filtered, with others like some.
func makeUp(b *testing.B, p *list.Pane, like []host.AnyRow) {
	b.Helper()
	if len(like) == 0 {
		b.Fatal("no row is there to make others of")
	}
	more := make([]host.AnyRow, 0, benchRows)
	for i := range benchRows - p.Grid.Len() {
		more = append(more, another(b, like[i%len(like)], i))
	}
	p.Grid.Append(more)
}

// another is a row like one that is there, of another name and id.
func another(b *testing.B, row host.AnyRow, i int) host.AnyRow {
	id, name := fmt.Sprint("made-up-", i), fmt.Sprint(" ", i*7919%benchRows)
	switch row := row.(type) {
	case api.CohortMember:
		row.ID, row.DisplayName = id, row.DisplayName+name
		return row
	case api.Suggestion:
		row.ID, row.SuggestedName = id, row.SuggestedName+name
		return row
	case api.AuditEvent:
		row.ID, row.ActorName = id, row.ActorName+name
		return row
	case history.Change:
		row.Entry.Metadata.ID, row.Server.DisplayName = id, row.Server.DisplayName+name
		return row
	case owners.Owner:
		row.User.ID, row.User.DisplayName = id, row.User.DisplayName+name
		return row
	}
	b.Fatalf("no row is made of a %T", row)
	return nil
}

// listIn is the list in front, nil where there is none.
func listIn(m *Model) *list.Pane {
	in := m.pane()
	if view, is := in.(tenantmenu.View); is {
		in = view.Pane
	}
	switch p := in.(type) {
	case *list.Pane:
		return p
	case *history.Versions:
		return p.Pane
	case *history.Timeline:
		return p.Pane
	case *owners.Pane:
		return p.Pane
	}
	return nil
}
