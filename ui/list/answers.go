package list

import (
	"slices"

	"gatehouse/action"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// keepAnswer keeps what the tenant added to the result of an action, for the session: a notice has no room for all of it.
func (p *Pane) keepAnswer(r action.Result) {
	record := r.Now
	if !p.is(record) {
		record = r.Step.Before
	}
	if !p.is(record) || r.Said == "" || p.Key(record) == p.NoKey {
		return
	}
	p.answers[p.Key(record)] = r.Said
	p.Detail.Dirty = true
}

// withAnswer puts what was kept below the first section of a record.
func (p *Pane) withAnswer(key host.AnyKey, sections []widget.Section) []widget.Section {
	answer, ok := p.answers[key]
	if !ok {
		return sections
	}
	return slices.Insert(slices.Clone(sections), min(1, len(sections)),
		widget.Section{Title: "What the tenant answered", Fields: []widget.Field{{Value: answer, Role: theme.Value}}})
}
