package list

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/paging"
)

// Ahead is where a list stands that asks the tenant for those of its records only that are to be judged: they can be the last of many.
// What comes is added to the rows; the list's own pages wait meanwhile.
type Ahead struct {
	rest    *paging.Chain            // where the list's own pages stand; nil: nothing is asked ahead
	left    *paging.Chain            // where what was asked ahead stood when the list went on with its own pages
	asked   host.Moment              // when it was asked ahead, for the first page
	brought map[host.AnyKey]struct{} // what came ahead of its own page
	refused bool                     // the tenant doesn't narrow the list so
	paging.Sizes
}

// Over forgets what was asked ahead with the pages that waited for it.
func (a *Ahead) Over() { a.rest, a.left, a.brought = nil, nil, nil }

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
	rest, left := p.Load.Chain, a.left
	if !p.Load.Started() {
		rest = paging.Chain{Rests: paging.Pending}
	}
	if a.rest, a.left = &rest, nil; left != nil && p.Env.JustRead(a.asked) {
		p.Load.GoOnWith(*left)
		return nil
	}
	return p.startAhead()
}

// startAhead asks for the first page of what is to be judged, again where it was asked for before.
func (p *Pane) startAhead() tea.Cmd {
	p.Load.Begin()
	p.Ahead.asked = p.Env.Moment()
	return p.FetchPage()
}

// lookBack goes on with the list's own pages where they stood.
func (p *Pane) lookBack() {
	if a := &p.Ahead; a.rest != nil {
		if left := p.Load.Chain; left.Rests != paging.Pending {
			a.left = &left
		}
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
	if msg.size > paging.FirstAhead {
		a.Small = true
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
		a.Took(msg.Took)
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
	a.left = nil
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
