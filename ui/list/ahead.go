package list

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/paging"
)

// Ahead is where a list stands that asks the tenant for those of its records only that are to be judged: they can be the last of many.
// What comes is added to the rows; the list's own pages wait meanwhile.
type Ahead struct {
	rest    *paging.Chain            // where the list's own pages stand; nil: nothing is asked ahead
	brought map[host.AnyKey]struct{} // what came ahead of its own page
	refused bool                     // the tenant doesn't narrow the list so
	small   bool                     // the tenant doesn't like large pages
}

// Sizes of the pages that are asked ahead: the first is there at once, and the others come while it is judged.
const (
	firstAhead = 10
	moreAhead  = 50
	slowPage   = 2 * time.Second
)

func (a *Ahead) Size(token string) int {
	if token == "" || a.small {
		return firstAhead
	}
	return moreAhead
}

// Over forgets what was asked ahead with the pages that waited for it.
func (a *Ahead) Over() { a.rest, a.brought = nil, nil }

// LookAhead begins to ask for what is to be judged, where the list hasn't loaded everything and isn't narrowed in that respect already.
func (p *Pane) LookAhead() tea.Cmd {
	a := &p.Ahead
	switch {
	case p.Cards == nil || p.Cards.Ahead.Facet == "" || a.refused || a.rest != nil:
		return nil
	case p.Find.Active() || len(p.Query.Values(p.Cards.Ahead.Facet)) > 0 || p.Load.Err() != nil || p.Load.Started() && !p.Load.InView().More():
		return nil
	}
	p.Load.Stop()
	rest := p.Load.Chain
	if !p.Load.Started() {
		rest = paging.Chain{Rests: paging.Pending}
	}
	a.rest = &rest
	return p.startAhead()
}

// startAhead asks for the first page of what is to be judged, again where it was asked for before.
func (p *Pane) startAhead() tea.Cmd {
	p.Load.Begin()
	return p.FetchPage()
}

// lookBack goes on with the list's own pages where they stood.
func (p *Pane) lookBack() {
	if a := &p.Ahead; a.rest != nil {
		p.Load.GoOnWith(*a.rest)
		a.rest = nil
	}
}

// asks is what the tenant is asked for now.
func (p *Pane) asks() host.Query {
	q := p.Query
	if p.Ahead.rest != nil {
		q.Narrow = append(slices.Clone(q.Narrow), p.Cards.Ahead)
	}
	return q
}

// refusedAhead takes a refusal of a question that only looking ahead asks: smaller pages do, or the list's own.
func (p *Pane) refusedAhead(msg PageMsg) bool {
	a := &p.Ahead
	kind := api.KindOf(msg.Err)
	if a.rest == nil || kind != api.KindInvalid && kind != api.KindUnsupported {
		return false
	}
	p.Load.Drop()
	if msg.size > firstAhead {
		a.small = true
		return true
	}
	a.refused = true
	p.lookBack()
	return true
}

// CountAhead notes which rows came ahead of their own page, and counts those of this page that had: they are no sign of going in circles.
func (p *Pane) CountAhead(msg PageMsg, rows []host.AnyRow) (known int) {
	a := &p.Ahead
	if a.rest != nil {
		a.small = a.small || msg.Took > slowPage
		if a.brought == nil {
			a.brought = map[host.AnyKey]struct{}{}
		}
	}
	for _, row := range rows {
		key := p.Key(row)
		_, loaded := p.Grid.Row(key)
		switch _, came := a.brought[key]; {
		case a.rest != nil && !loaded:
			a.brought[key] = struct{}{}
		case a.rest != nil:
			known++
		case came:
			known++
		}
	}
	return known
}

// swapped forgets the places of what came ahead, but for the one that was kept: the rows stand as the list has them.
func (a *Ahead) swapped(kept host.AnyKey, isKept bool) {
	if clear(a.brought); isKept {
		a.brought[kept] = struct{}{}
	}
}

// stillAhead is the record under the cursor when it came ahead of its own page, which a refresh may not have reached.
func (p *Pane) stillAhead(selected host.AnyKey) (row host.AnyRow, ok bool) {
	_, came := p.Ahead.brought[selected]
	if _, again := p.Load.FreshKeys[selected]; !came || again || p.holdsAll() {
		return row, false
	}
	return p.Grid.Row(selected)
}
