package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

// showing is which rows a list shows, in which order.
type showing struct {
	query  query
	filter string
	sort   grid.Sort
}

func (n showing) same(o showing) bool {
	return n.query.same(o.query) && n.filter == o.filter && n.sort == o.sort
}

// glance tells whether a list may show something else than at the last look.
type glance struct {
	stamp grid.Stamp
	whole bool
}

// restart makes the pile anew of what the list shows now. What was judged or skipped is remembered, and the card in view stays in view if
// the list still has it.
func (t *triage) restart(now showing) {
	if row, ok := t.current(); ok {
		t.wanted = &row
	}
	t.made, t.looked = now, glance{}
	t.pile.restart()
	t.inView, t.leftOut = nil, nil
	clear(t.seen)
	clear(t.passed)
	clear(t.gone)
}

// sync follows what the list has learnt: new rows, and decisions that were taken back.
func (t *triage) sync() tea.Cmd {
	if now := (glance{t.list.grid.Stamp(), t.holdsAll()}); now != t.looked {
		t.looked = now
		t.collect(now.whole)
		t.followVerdicts()
	}
	t.settle()
	return tea.Batch(t.sayLost(), t.sayLeftOut(), t.feed(), t.look())
}

// look reads the card in view again, once, where it was read too long ago to be decided on. A decision doesn't wait for it: it looks by
// itself before it is sent.
func (t *triage) look() tea.Cmd {
	row, ok := t.current()
	if !ok || !t.visible || t.list.get == nil {
		return nil
	}
	key := t.list.key(row)
	if t.asked != nil && *t.asked == key {
		return nil
	}
	t.asked = &key
	if !t.list.stale(key) || t.closedWords(row) != "" {
		return nil
	}
	return t.list.readRow(row, false)
}

// collect adds rows that came since to the pile, in its order.
func (t *triage) collect(whole bool) {
	for key := range t.seen {
		row, there := t.list.grid.Row(key)
		switch {
		case there:
			t.seen[key] = row
			delete(t.gone, key)
		case whole:
			t.gone[key] = true
		}
	}
	var fresh []anyKey
	for row := range t.list.grid.EachShown() {
		key := t.list.key(row)
		if _, known := t.seen[key]; !known && t.card.pending(row) && !t.list.grid.Similar() {
			t.seen[key] = row
			fresh = append(fresh, key)
		}
	}
	if len(fresh) == 0 {
		return
	}
	t.pile.add(fresh)
	t.sort()
	if t.wanted != nil {
		if key := t.list.key(*t.wanted); slices.Contains(fresh, key) && t.isOpen(key) && !t.pile.isJudged(key) {
			t.pile.moveTo(t.pile.at, key)
			t.wanted = nil
		}
	}
}

// sort puts the cards to come in the order that was asked for.
func (t *triage) sort() {
	if t.order == 0 {
		return
	}
	compare := t.card.orders[t.order-1].compare
	t.pile.sort(func(a, b anyKey) int { return compare(t.list.env, t.seen[a], t.seen[b]) })
}

// followVerdicts brings cards back whose decision was taken back, and learns of decisions whose outcome wasn't known.
func (t *triage) followVerdicts() {
	for key, j := range t.pile.judged {
		row, ok := t.list.grid.Row(key)
		if !ok || t.card.pending(row) {
			continue
		}
		switch {
		case j.came == carriedOut:
			j.shown = true
		case j.came == unsure && j.step.Check(row, false) == action.Done:
			j.came, j.why, j.shown = carriedOut, "", true
		}
		t.pile.judged[key] = j
	}
	var back, reopened []anyKey
	for _, key := range t.pile.cards {
		switch j := t.pile.judged[key]; {
		case !t.card.pending(t.seen[key]) || t.isGone(key):
		case t.passed[key]:
			reopened = append(reopened, key)
		case j.came == carriedOut && j.shown:
			if s := t.list.settled[key]; s != nil && t.card.pending(s.now) { // by an action of this session
				back = append(back, key)
			} else {
				reopened = append(reopened, key)
			}
		}
	}
	for _, key := range slices.Concat(back, reopened) {
		delete(t.pile.judged, key)
		delete(t.passed, key)
	}
	for _, key := range reopened { // at the end: what is in view stays in view
		t.pile.moveTo(t.pile.tail(), key)
	}
	for _, key := range slices.Backward(back) {
		t.pile.moveTo(t.pile.at, key)
	}
}

// sayLost says why another card is in view than when the list was narrowed otherwise, once the list is there.
func (t *triage) sayLost() tea.Cmd {
	if t.wanted == nil || !t.visible || t.list.load.loading {
		return nil
	}
	row := *t.wanted
	t.wanted = nil
	if t.pile.isJudged(t.list.key(row)) {
		return nil
	}
	return t.list.word("“" + t.nameOf(row) + "” was in view before. The list doesn't show it any more, so it has left the pile.")
}

// sayLeftOut says which cards the pile has gone past, because somebody decided about them elsewhere.
func (t *triage) sayLeftOut() tea.Cmd {
	if len(t.leftOut) == 0 || !t.visible {
		return nil
	}
	n, last := len(t.leftOut), t.seen[t.leftOut[len(t.leftOut)-1]]
	t.leftOut = nil
	how := "is " + t.card.stands(last) + " now"
	if t.isGone(t.list.key(last)) {
		how = "isn't there any more"
	}
	if n == 1 {
		return t.list.word(fmt.Sprintf("Skipped “%s”, which somebody else decided: it %s.", t.nameOf(last), how))
	}
	return t.list.word(fmt.Sprintf("Skipped %s that somebody else decided; the last, “%s”, %s.", count(int64(n), "card"), t.nameOf(last), how))
}

// nameOf names a card in a sentence about another.
func (t *triage) nameOf(row anyRow) string {
	return draw.Truncate(firstOf(t.list.target(row).Name, t.list.target(row).ID), 60)
}

// feed asks for the next page before the pile runs out. A filter never makes the list load by itself.
func (t *triage) feed() tea.Cmd {
	l := &t.list.load
	if t.pile.left() > 20 || l.loading || !l.more || l.err != nil || t.list.find.active() || !t.visible {
		return nil
	}
	return t.list.fetchPage()
}

// settle shows the card at the place, which is never one that was judged here, nor one that was decided elsewhere before it was shown.
func (t *triage) settle() {
	p := &t.pile
	for ; p.at < len(p.cards); p.at++ {
		key := p.cards[p.at]
		if p.isJudged(key) {
			continue
		}
		if t.isOpen(key) || t.inView != nil && key == *t.inView {
			t.inView = &key
			if t.visible {
				t.list.grid.Select(key) // the list goes along: a refresh reads as far as this, and leaving leads here
			}
			break
		}
		if !t.passed[key] {
			t.passed[key] = true
			t.leftOut = append(t.leftOut, key)
		}
	}
	t.body.dirty = true
	t.draw()
}

// isOpen reports whether a card has something to say: it is still to be judged, or a decision about it failed.
func (t *triage) isOpen(key anyKey) bool {
	if t.isGone(key) {
		return false
	}
	return t.card.pending(t.seen[key]) || t.pile.comesAgain(key)
}

// isGone reports whether there is no such record any more.
func (t *triage) isGone(key anyKey) bool {
	s := t.list.settled[key]
	return t.gone[key] || s != nil && s.gone
}

// holdsAll reports whether the list has every record there is: what a refreshed one hasn't reached yet may still be there.
func (t *triage) holdsAll() bool {
	l := &t.list.load
	return l.started && !l.more && !l.loading && !l.refreshing() && l.err == nil && l.incomplete == "" // also of what it is narrowed to
}

// closedWords say why nothing can be decided about a card any more, "" when it can.
func (t *triage) closedWords(row anyRow) string {
	switch {
	case t.isGone(t.list.key(row)):
		return "This " + t.list.one + " isn't there any more."
	case !t.card.pending(row):
		return "This " + t.list.one + " is " + t.card.stands(row) + " now; it was decided elsewhere."
	}
	return ""
}

func (t *triage) current() (row anyRow, ok bool) {
	key, ok := t.pile.current()
	if !ok {
		return row, false
	}
	row, ok = t.seen[key]
	return row, ok
}
