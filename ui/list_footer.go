package ui

import (
	"slices"

	"gatehouse/keymap"
)

func (p *list) label(id keymap.ID) string { return p.env.keys.Label(id) }

// hints are what the footer offers, most useful first.
func (p *list) hints() []keymap.ID {
	if p.find.typing {
		if p.searches == "" {
			return []keymap.ID{"filter.keep", "filter.cancel"}
		}
		return []keymap.ID{"filter.ask", "filter.keep", "filter.cancel"}
	}
	ids := p.actionHints()
	if p.showsRaw() {
		ids = append([]keymap.ID{"raw"}, ids...)
	}
	if p.onDetail {
		return append(ids, "detail.leave", "raw", "copy.id", "detail.next", "help")
	}
	if p.choiceKey != "" && !p.unoffered() {
		ids = append(ids, p.choiceKey)
	}
	if p.filters() {
		ids = append(ids, "filter.open")
	}
	if _, ok := p.grid.Cursor(); ok {
		return append(ids, "open", "sort.next", "refresh", "raw", "copy.id", "mark.row", "help")
	}
	if p.asksTenant() {
		ids = append(ids, "refresh")
	}
	return append(ids, "help")
}

// filters reports whether there is something to filter: rows, or the tenant's answer to a search.
func (p *list) filters() bool { return p.grid.Len() > 0 || p.query.text != "" }

// asksTenant reports whether there is something to ask the tenant for: a list may need a choice first.
func (p *list) asksTenant() bool { return p.unasked == nil || !p.unasked(p.query) }

// actionHints are the actions and commands that can be carried out now.
func (p *list) actionHints() []keymap.ID {
	var ids []keymap.ID
	if p.cards != nil && !p.onDetail && p.grid.Len() > 0 {
		ids = append(ids, p.cards.open)
	}
	for _, o := range p.offers() {
		if (o.able || o.hinted) && !slices.Contains(ids, o.id) {
			ids = append(ids, o.id)
		}
	}
	if p.lost() || p.byID != nil && p.load.err != nil && p.grid.Len() == 0 {
		ids = append([]keymap.ID{"lookup"}, ids...)
	}
	return ids
}

// term calls a binding by what it does right now.
func (p *list) term(id keymap.ID) string { return ifText(id == "raw" && p.showsRaw(), "fields") }

// explains a binding where the tenant can't search.
func (p *list) explains(id keymap.ID) string {
	return ifText(id == "filter.open" && p.searches == "", "Filter the rows as you type.")
}
