package ui

import (
	"gatehouse/action"
	"gatehouse/theme"
)

// keepAnswer keeps what the tenant added to the result of an action, for the session: a notice has no room for all of it.
func (p *list[K, T]) keepAnswer(r action.Result) {
	var none K
	record, ok := r.Now.(T)
	if !ok {
		record, ok = r.Step.Before.(T)
	}
	if !ok || r.Said == "" || p.key(record) == none {
		return
	}
	if p.answers == nil {
		p.answers = map[K]string{}
	}
	p.answers[p.key(record)] = r.Said
	p.detail.dirty = true
}

// withAnswer puts what was kept below the first section of a record.
func (p *list[K, T]) withAnswer(key K, sections []section) []section {
	answer, ok := p.answers[key]
	if !ok {
		return sections
	}
	first := min(1, len(sections))
	kept := append([]section(nil), sections[:first]...)
	kept = append(kept, section{title: "What the tenant answered", fields: []field{{value: answer, role: theme.Value}}})
	return append(kept, sections[first:]...)
}
