package list

import (
	"gatehouse/keymap"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

func (p *Pane) Label(id keymap.ID) string { return p.Env.Keys.Label(id) }

// Hints are what the footer names, most useful first. What works in the list works in the detail; only the last and the way there differ.
func (p *Pane) Hints() []host.Hint {
	if p.Find.Typing {
		if p.Searches == "" {
			return host.HintsOf("filter.keep", "filter.cancel")
		}
		return host.HintsOf("filter.ask", "filter.keep", "filter.cancel")
	}
	if p.OnChart() {
		return host.HintsOf("chart.apply", "chart.down", "chart.up", "chart.left", "chart.right", "back")
	}
	hints := p.actionHints()
	if p.ChoiceKey != "" && !p.Unoffered() {
		hints = append(hints, host.Hint{ID: p.ChoiceKey})
	}
	_, ok := p.Grid.Cursor()
	enter := host.Hint{ID: "open", Off: !ok, For: "detail.leave"}
	if p.onDetail {
		enter = host.Hint{ID: "detail.leave", For: "open"}
	}
	hints = append(hints, host.HintIf(p.filters(), "filter.open"), enter, host.HintIf(ok, "sort.next"),
		host.HintIf(p.Unasked == nil || !p.Unasked(p.Query), "refresh"), host.HintIf(ok, "mark.row"), host.HintIf(ok, "copy.id"),
		host.Hint{ID: "raw", Off: !ok, Back: p.showsRaw()})
	if p.onDetail {
		hints = append(hints, host.Hint{ID: "detail.next"})
	} else if p.Resource.Chart != nil {
		hints = append(hints, host.HintIf(ok, "chart.open"))
	}
	l := &p.Load
	if p.Grid.Len() == 0 && !l.Loading() && !l.LetsWrites() && (l.Started() || p.asksNothing()) { // words stand in place of rows
		return host.Working(hints)
	}
	return hints
}

// filters reports whether there is something to filter: rows, or the tenant's answer to a search.
func (p *Pane) filters() bool { return p.Grid.Len() > 0 || p.Query.Text != "" }

// actionHints are the actions and commands. What a session can't do at all isn't among them.
func (p *Pane) actionHints() []host.Hint {
	var hints []host.Hint
	if p.Lost() || p.ByID != nil && p.Load.Err() != nil && p.Grid.Len() == 0 {
		hints = host.HintsOf("lookup")
	}
	if p.Cards != nil {
		hints = append(hints, host.HintIf(p.Grid.Len() > 0, p.Cards.Open))
	}
	for _, o := range p.Offers() {
		able := o.Able || o.Hinted
		if _, verb := p.Verb(o.ID); able || !o.Why.Locked() && (verb || !p.Lost()) {
			hints = append(hints, host.HintIf(able, o.ID))
		}
	}
	return hints
}

// Term calls a binding by what it does right now.
func (p *Pane) Term(id keymap.ID) string { return widget.IfText(id == "raw" && p.showsRaw(), "fields") }

// Explains a binding where the tenant can't search.
func (p *Pane) Explains(id keymap.ID) string {
	return widget.IfText(id == "filter.open" && p.Searches == "", "Filter the rows as you type.")
}
