package history

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// chooseChanges offers what the loaded changes can be filtered by: who, what kind, which field, and since when. What is chosen is written
// into the filter, where it can be read and changed. Beside stand the servers that could not be read.
func chooseChanges(p *list.Pane, met *metChanges, unread []host.MenuItem) tea.Cmd {
	items := slices.Clone(unread)
	if p.Find.Active() {
		items = append(items, host.MenuItem{Title: "Show all again", Run: func() tea.Cmd { return p.FilterBy("") }})
	}
	add := func(title, column string, counts []grid.Count[string]) {
		for _, value := range mostOften(counts) {
			items = append(items, filterItem(p, title, column, value))
		}
	}
	for _, since := range []struct {
		words string
		hours int
	}{{"24 hours", 24}, {"7 days", 7 * 24}, {"30 days", 30 * 24}} {
		term := "when:<" + strconv.Itoa(since.hours)
		items = append(items, host.MenuItem{Title: "Time: the last " + since.words,
			Run: func() tea.Cmd { return p.FilterBy(withTerm(p.Find.Text, "when", term)) }})
	}
	add("Who", "actor", countOf(&met.actors, p, func(c Change, add func(string)) { add(actorName(c.Entry.Metadata.Actor, p.Env)) }))
	add("Change", "change", countOf(&met.kinds, p, func(c Change, add func(string)) { add(c.Entry.Metadata.ChangeKind.Words()) }))
	add("Field", "what", countOf(&met.fields, p, func(c Change, add func(string)) {
		for _, field := range fieldsOf(c) {
			add(field)
		}
	}))
	add("Server", "server", countOf(&met.servers, p, func(c Change, add func(string)) {
		add(host.FirstOf(c.Server.DisplayName, c.Server.ID))
	}))
	return p.Host.Menu("Show only changes", items)
}

// metChanges are what the loaded changes have, and how many of them.
type metChanges struct {
	actors, kinds, fields, servers grid.Tally[host.AnyRow, string]
}

func countOf(t *grid.Tally[host.AnyRow, string], p *list.Pane, each func(Change, func(string))) []grid.Count[string] {
	t.Order = grid.MostFirst[string]
	return t.Of(p.Grid.Stamp(), p.Env.Names.Changes(), p.Grid.EachLoaded(), func(row host.AnyRow, add func(string)) {
		each(list.Typed[Change](row), add)
	})
}

// mostOften are the texts that were counted, the most frequent first.
func mostOften(counts []grid.Count[string]) []string {
	const most = 100
	texts := make([]string, 0, most)
	for _, each := range counts {
		if each.Value != "" && len(texts) < most {
			texts = append(texts, each.Value)
		}
	}
	return texts
}

func filterItem(p *list.Pane, title, column, value string) host.MenuItem {
	return host.MenuItem{Title: title + ": " + value, Run: func() tea.Cmd {
		term := column + `:"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(draw.Clean(value)) + `"`
		return p.FilterBy(withTerm(p.Find.Text, column, term))
	}}
}

// fieldsOf are the fields that a change changed, none where what it says is something else.
func fieldsOf(c Change) []string {
	kind := c.Entry.Metadata.ChangeKind
	if c.Before == nil || c.Before.NoSnapshot || c.Entry.NoSnapshot || kind == api.ChangeKindCreate || kind == api.ChangeKindHardDelete ||
		c.what == noField {
		return nil
	}
	return strings.Split(c.what, ", ")
}

// withTerm is the filter narrowed by a term, in place of those of the same column: nobody is two people. Of fields a change may have
// several.
func withTerm(filter, column, term string) string {
	kept := slices.DeleteFunc(terms(filter), func(t string) bool {
		return t == term || column != "what" && strings.HasPrefix(t, column+":")
	})
	return strings.Join(append(kept, term), " ")
}

// terms are those of a filter, which spaces part that are in no quotes.
func terms(filter string) []string {
	quoted, escaped := false, false
	return strings.FieldsFunc(filter, func(r rune) bool {
		if r == '"' && !escaped {
			quoted = !quoted
		}
		escaped = r == '\\' && !escaped
		return r == ' ' && !quoted
	})
}
