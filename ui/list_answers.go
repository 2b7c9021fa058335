package ui

import (
	"gatehouse/action"
	"gatehouse/theme"
)

// keepAnswer keeps what the tenant added to the result of an action, for the session: a notice has no room for all of it.
func (p *list) keepAnswer(r action.Result) {
	record := r.Now
	if !p.is(record) {
		record = r.Step.Before
	}
	if !p.is(record) || r.Said == "" || p.key(record) == p.noKey {
		return
	}
	if p.answers == nil {
		p.answers = map[anyKey]string{}
	}
	p.answers[p.key(record)] = r.Said
	p.detail.dirty = true
}

// withAnswer puts what was kept below the first section of a record.
func (p *list) withAnswer(key anyKey, sections []section) []section {
	answer, ok := p.answers[key]
	if !ok {
		return sections
	}
	first := min(1, len(sections))
	kept := append([]section(nil), sections[:first]...)
	kept = append(kept, section{title: "What the tenant answered", fields: []field{{value: answer, role: theme.Value}}})
	return append(kept, sections[first:]...)
}
