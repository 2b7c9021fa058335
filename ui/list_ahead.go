package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
)

// ahead is where a list stands that asks the tenant for those of its records only that are to be judged: they can be the last of many.
// What comes is added to the rows; the list's own pages wait meanwhile.
type ahead struct {
	rest    *chain              // where the list's own pages stand; nil: nothing is asked ahead
	brought map[anyKey]struct{} // what came ahead of its own page
	refused bool                // the tenant doesn't narrow the list so
	small   bool                // the tenant doesn't like large pages
}

// Sizes of the pages that are asked ahead: the first is there at once, and the others come while it is judged.
const (
	firstAhead = 10
	moreAhead  = 50
	slowPage   = 2 * time.Second
)

func (a *ahead) size(token string) int {
	if token == "" || a.small {
		return firstAhead
	}
	return moreAhead
}

// over forgets what was asked ahead with the pages that waited for it.
func (a *ahead) over() { a.rest, a.brought = nil, nil }

// lookAhead begins to ask for what is to be judged, where the list hasn't loaded everything and isn't narrowed in that respect already.
func (p *list) lookAhead() tea.Cmd {
	a := &p.load.ahead
	switch {
	case p.cards == nil || p.cards.ahead.facet == "" || a.refused || a.rest != nil:
		return nil
	case p.find.active() || len(p.query.values(p.cards.ahead.facet)) > 0 || p.load.err != nil || p.load.started && !p.load.inView().more:
		return nil
	}
	p.load.stop()
	rest := p.load.chain
	if !p.load.started {
		p.load.started, rest = true, chain{more: true}
	}
	a.rest = &rest
	return p.startAhead()
}

// startAhead asks for the first page of what is to be judged, again where it was asked for before.
func (p *list) startAhead() tea.Cmd {
	p.load.stop()
	p.load.chain = chain{more: true}
	return p.fetchPage()
}

// lookBack goes on with the list's own pages where they stood.
func (p *list) lookBack() {
	if a := &p.load.ahead; a.rest != nil {
		p.load.chain, a.rest = *a.rest, nil
	}
}

// asks is what the tenant is asked for now.
func (p *list) asks() query {
	q := p.query
	if p.load.ahead.rest != nil {
		q.narrow = append(slices.Clone(q.narrow), p.cards.ahead)
	}
	return q
}

// refusedAhead takes a refusal of a question that only looking ahead asks: smaller pages do, or the list's own.
func (p *list) refusedAhead(msg pageMsg) bool {
	a := &p.load.ahead
	kind := api.KindOf(msg.err)
	if a.rest == nil || kind != api.KindInvalid && kind != api.KindUnsupported {
		return false
	}
	if msg.size > firstAhead {
		a.small = true
		return true
	}
	a.refused = true
	p.lookBack()
	return true
}

// countAhead notes which rows came ahead of their own page, and counts those of this page that had: they are no sign of going in circles.
func (p *list) countAhead(msg pageMsg, rows []anyRow) (known int) {
	a := &p.load.ahead
	if a.rest != nil {
		a.small = a.small || msg.took > slowPage
		if a.brought == nil {
			a.brought = map[anyKey]struct{}{}
		}
	}
	for _, row := range rows {
		key := p.key(row)
		_, loaded := p.grid.Row(key)
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
func (a *ahead) swapped(kept anyKey, isKept bool) {
	if clear(a.brought); isKept {
		a.brought[kept] = struct{}{}
	}
}

// stillAhead is the record under the cursor when it came ahead of its own page, which a refresh may not have reached.
func (p *list) stillAhead(selected anyKey) (row anyRow, ok bool) {
	_, came := p.load.ahead.brought[selected]
	if _, again := p.load.freshKeys[selected]; !came || again || p.holdsAll() {
		return row, false
	}
	return p.grid.Row(selected)
}
