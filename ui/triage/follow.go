package triage

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/paging"
	"gatehouse/ui/widget"
)

// showing is which rows a list shows, in which order.
type showing struct {
	query  host.Query
	filter string
	sort   grid.Sort
}

func (n showing) Same(o showing) bool {
	return n.query.Same(o.query) && n.filter == o.filter && n.sort == o.sort
}

// glance tells whether a list may show something else than at the last look.
type glance struct {
	stamp grid.Stamp
	whole bool
}

// restart makes the pile anew of what the list shows now. What was judged or skipped is remembered, and the card in view stays in view if
// the list still has it.
func (t *Pane) restart(now showing) {
	if row, ok := t.Current(); ok {
		t.wanted = &row
	}
	t.made, t.looked = now, glance{}
	t.Pile.restart()
	t.inView, t.leftOut = nil, nil
	clear(t.seen)
	clear(t.passed)
	clear(t.gone)
	t.kin.clear()
}

// Sync follows what the list has learnt: new rows, and decisions that were undone.
func (t *Pane) Sync() tea.Cmd {
	count := t.countWays()
	if !t.begun {
		return count
	}
	if now := (glance{t.List.Grid.Stamp(), t.holdsAll()}); now != t.looked {
		t.looked = now
		t.collect(now.whole)
		t.followVerdicts()
	}
	t.showNext()
	var grouping tea.Cmd
	if t.ungrouped {
		grouping = t.group()
	}
	return tea.Batch(t.sayLost(), t.sayLeftOut(), t.feed(), t.Look(), grouping, count)
}

// Look reads the card in view again, once, where it was read too long ago to be decided on. A decision doesn't wait for it: it looks by
// itself before it is sent.
func (t *Pane) Look() tea.Cmd {
	row, ok := t.Current()
	if !ok || !t.visible || t.List.Get == nil {
		return nil
	}
	key := t.List.Key(row)
	if t.asked != nil && *t.asked == key {
		return nil
	}
	t.asked = &key
	if !t.List.Stale(key) || t.closedWords(row) != "" {
		return nil
	}
	return t.List.ReadRow(row, false)
}

// collect adds rows that came since to the pile, in its order.
func (t *Pane) collect(whole bool) {
	for key := range t.seen {
		row, there := t.List.Grid.Row(key)
		switch {
		case there:
			t.seen[key] = row
			delete(t.gone, key)
		case whole:
			t.gone[key] = true
		}
	}
	var fresh []host.AnyKey
	t.ungrouped = false
	for row := range t.List.Grid.EachShown() {
		key := t.List.Key(row)
		if _, known := t.seen[key]; known || !t.card.Pending(row) || t.List.Grid.Similar() {
			continue
		}
		if t.kin.on && !t.kin.heads(key) {
			t.ungrouped = t.ungrouped || !t.kin.knows(key)
			continue
		}
		t.seen[key] = row
		fresh = append(fresh, key)
	}
	if len(fresh) == 0 {
		return
	}
	t.Pile.add(fresh)
	t.sort()
	if t.wanted != nil {
		if key := t.List.Key(*t.wanted); slices.Contains(fresh, key) && t.isOpen(key) && !t.Pile.isJudged(key) {
			t.Pile.moveTo(t.Pile.At, key)
			t.wanted = nil
		}
	}
}

// sort puts the cards to come in the order that was asked for.
func (t *Pane) sort() {
	if t.order == 0 {
		return
	}
	compare := t.card.Orders[t.order-1].Compare
	t.Pile.sort(func(a, b host.AnyKey) int { return compare(t.List.Env, t.seen[a], t.seen[b]) })
}

// followVerdicts brings cards back whose decision was undone, and learns of decisions whose outcome wasn't known.
func (t *Pane) followVerdicts() {
	for key, j := range t.Pile.judged {
		row, ok := t.List.Grid.Row(key)
		if _, card := t.seen[key]; ok && !card && j.shown && t.card.Pending(row) { // the rest of a family, undone
			delete(t.Pile.judged, key)
			continue
		}
		if !ok || t.card.Pending(row) {
			continue
		}
		switch {
		case j.came == carriedOut:
			j.shown = true
		case j.came == unsure && j.step.Check(row, false) == action.Done:
			j.came, j.why, j.shown = carriedOut, "", true
		}
		t.Pile.judged[key] = j
	}
	var back, reopened []host.AnyKey
	for _, key := range t.Pile.cards {
		switch j := t.Pile.judged[key]; {
		case !t.card.Pending(t.seen[key]) || t.isGone(key):
		case t.passed[key]:
			reopened = append(reopened, key)
		case j.came == carriedOut && j.shown:
			if now, changed := t.List.Changed.Now(key); changed && t.card.Pending(now) { // by an action of this session
				back = append(back, key)
			} else {
				reopened = append(reopened, key)
			}
		}
	}
	for _, key := range slices.Concat(back, reopened) {
		t.kin.markJudged(key, false)
		delete(t.Pile.judged, key)
		delete(t.passed, key)
	}
	for _, key := range reopened { // at the end: what is in view stays in view
		t.Pile.moveTo(t.Pile.tail(), key)
	}
	for _, key := range slices.Backward(back) {
		t.Pile.moveTo(t.Pile.At, key)
	}
}

// sayLost says why another card is in view than when the list was narrowed otherwise, once the list is there.
func (t *Pane) sayLost() tea.Cmd {
	if t.wanted == nil || !t.visible || t.List.Load.Loading() {
		t.chosen = t.chosen && t.wanted != nil
		return nil
	}
	row, chosen := *t.wanted, t.chosen
	t.wanted, t.chosen = nil, false
	if chosen || t.Pile.isJudged(t.List.Key(row)) {
		return nil
	}
	return t.List.Word("“" + t.nameOf(row) + "” was in view before. The list doesn't show it any more, so it has left the pile.")
}

// sayLeftOut says which cards the pile has gone past, because somebody decided about them elsewhere.
func (t *Pane) sayLeftOut() tea.Cmd {
	if len(t.leftOut) == 0 || !t.visible {
		return nil
	}
	n, last := len(t.leftOut), t.seen[t.leftOut[len(t.leftOut)-1]]
	t.leftOut = nil
	how := "is " + t.card.Decision(last) + " now"
	if t.isGone(t.List.Key(last)) {
		how = "isn't there any more"
	}
	if n == 1 {
		return t.List.Word(fmt.Sprintf("Skipped “%s”, which somebody else decided: it %s.", t.nameOf(last), how))
	}
	return t.List.Word(fmt.Sprintf("Skipped %s that somebody else decided; the last, “%s”, %s.", widget.Count(int64(n), "card"),
		t.nameOf(last), how))
}

// nameOf names a card in a sentence about another.
func (t *Pane) nameOf(row host.AnyRow) string {
	return draw.Truncate(host.FirstOf(t.List.Target(row).Name, t.List.Target(row).ID), 60)
}

// feed asks for the next page before the pile runs out. A filter never makes the list load by itself.
func (t *Pane) feed() tea.Cmd {
	l := &t.List.Load
	if t.Pile.Left() > 20 || l.Loading() || !l.More() || l.Err() != nil || t.List.Find.Active() || !t.visible {
		return nil
	}
	return t.List.FetchPage()
}

// showNext shows the card at the place: never one that was judged here, nor one that was decided elsewhere before it was shown.
func (t *Pane) showNext() {
	p := &t.Pile
	for ; p.At < len(p.cards); p.At++ {
		key := p.cards[p.At]
		if p.isJudged(key) {
			continue
		}
		if t.isOpen(key) || t.inView != nil && key == *t.inView {
			t.inView = &key
			p.show(key)
			if t.visible {
				t.List.Grid.Select(key) // the list goes along: a refresh reads as far as this, and leaving leads here
			}
			break
		}
		if !t.passed[key] {
			t.passed[key] = true
			t.leftOut = append(t.leftOut, key)
		}
	}
	t.body.Dirty = true
	t.drawSeen()
}

// isOpen reports whether a card has something to say: it is still to be judged, or a decision about it failed.
func (t *Pane) isOpen(key host.AnyKey) bool {
	if t.isGone(key) {
		return false
	}
	return t.card.Pending(t.seen[key]) || t.Pile.comesAgain(key)
}

// isGone reports whether there is no such record any more.
func (t *Pane) isGone(key host.AnyKey) bool {
	return t.gone[key] || t.List.Changed.Gone(key)
}

// holdsAll reports whether the list has every record there is: what a refreshed one hasn't reached yet may still be there.
func (t *Pane) holdsAll() bool {
	return t.List.Load.State() == paging.Complete // also of what it is narrowed to
}

// closedWords say why nothing can be decided about a card any more, "" when it can.
func (t *Pane) closedWords(row host.AnyRow) string {
	switch {
	case t.isGone(t.List.Key(row)):
		return "This " + t.List.One + " isn't there any more."
	case !t.card.Pending(row):
		return "This " + t.List.One + " is " + t.card.Decision(row) + " now; it was decided elsewhere."
	}
	return ""
}

func (t *Pane) Current() (row host.AnyRow, ok bool) {
	key, ok := t.Pile.Current()
	if !ok {
		return row, false
	}
	row, ok = t.seen[key]
	return row, ok
}
