package list

import (
	"slices"

	"gatehouse/keymap"
	"gatehouse/ui/widget"
)

func (p *Pane) Label(id keymap.ID) string { return p.Env.Keys.Label(id) }

// Hints are what the footer offers, most useful first.
func (p *Pane) Hints() []keymap.ID {
	if p.Find.typing {
		if p.Searches == "" {
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
	if p.ChoiceKey != "" && !p.Unoffered() {
		ids = append(ids, p.ChoiceKey)
	}
	if p.filters() {
		ids = append(ids, "filter.open")
	}
	if _, ok := p.Grid.Cursor(); ok {
		return append(ids, "open", "sort.next", "refresh", "raw", "copy.id", "mark.row", "help")
	}
	if p.asksTenant() {
		ids = append(ids, "refresh")
	}
	return append(ids, "help")
}

// filters reports whether there is something to filter: rows, or the tenant's answer to a search.
func (p *Pane) filters() bool { return p.Grid.Len() > 0 || p.Query.Text != "" }

// asksTenant reports whether there is something to ask the tenant for: a list may need a choice first.
func (p *Pane) asksTenant() bool { return p.Unasked == nil || !p.Unasked(p.Query) }

// actionHints are the actions and commands that can be carried out now.
func (p *Pane) actionHints() []keymap.ID {
	var ids []keymap.ID
	if p.Cards != nil && !p.onDetail && p.Grid.Len() > 0 {
		ids = append(ids, p.Cards.Open)
	}
	for _, o := range p.Offers() {
		if (o.Able || o.Hinted) && !slices.Contains(ids, o.ID) {
			ids = append(ids, o.ID)
		}
	}
	if p.Lost() || p.ByID != nil && p.Load.Err() != nil && p.Grid.Len() == 0 {
		ids = append([]keymap.ID{"lookup"}, ids...)
	}
	return ids
}

// Term calls a binding by what it does right now.
func (p *Pane) Term(id keymap.ID) string { return widget.IfText(id == "raw" && p.showsRaw(), "fields") }

// Explains a binding where the tenant can't search.
func (p *Pane) Explains(id keymap.ID) string {
	return widget.IfText(id == "filter.open" && p.Searches == "", "Filter the rows as you type.")
}
