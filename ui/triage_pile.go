package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// restart makes the pile anew of what the list is narrowed to now. What was judged or skipped is remembered.
func (t *triage[K, T]) restart() {
	var none K
	t.query, t.filter = t.list.query, t.list.find.text
	t.pile, t.at, t.inView = nil, 0, none
	clear(t.seen)
	clear(t.passed)
	clear(t.gone)
}

// collect adds rows that came since to the pile, in its order.
func (t *triage[K, T]) collect() {
	whole := t.holdsAll()
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
	before := len(t.pile)
	for _, row := range t.list.grid.ShownRows() {
		key := t.list.key(row)
		if _, known := t.seen[key]; !known && t.card.pending(row) {
			t.seen[key] = row
			t.pile = append(t.pile, key)
		}
	}
	if len(t.pile) > before {
		t.sortRest()
	}
}

// sortRest puts the cards that are still to come in order; the one in view stays.
func (t *triage[K, T]) sortRest() {
	if t.order == 0 || t.at+1 >= len(t.pile) {
		return
	}
	compare := t.card.orders[t.order-1].compare
	slices.SortStableFunc(t.pile[t.at+1:], func(a, b K) int { return compare(t.list.env, t.seen[a], t.seen[b]) })
}

// feed asks for the next page before the pile runs out.
func (t *triage[K, T]) feed() tea.Cmd {
	l := &t.list.load
	if len(t.pile)-t.at > 20 || l.loading || !l.more || l.err != nil {
		return nil
	}
	return t.list.fetchPage()
}

// sync follows what the list has learnt: new rows, and decisions that were taken back.
func (t *triage[K, T]) sync() tea.Cmd {
	t.collect()
	for key := range t.judged {
		t.noteShown(key)
	}
	var back, reopened []K
	for _, key := range t.pile {
		switch j := t.judged[key]; {
		case !t.card.pending(t.seen[key]) || t.isGone(key):
		case t.passed[key]:
			reopened = append(reopened, key)
		case j.worked && j.shown:
			if s := t.list.settled[key]; s != nil && t.card.pending(s.now) { // by an action of this session
				back = append(back, key)
			} else {
				reopened = append(reopened, key)
			}
		}
	}
	for _, key := range slices.Concat(back, reopened) {
		delete(t.judged, key)
		delete(t.passed, key)
	}
	for _, key := range reopened { // at the end: what is in view stays in view
		t.moveTo(len(t.pile), key)
	}
	for _, key := range slices.Backward(back) {
		t.moveTo(t.at, key)
	}
	t.settle()
	return t.feed()
}

// noteShown notes that the list shows a decision: from then on a record that is pending again was taken back.
func (t *triage[K, T]) noteShown(key K) {
	j := t.judged[key]
	if row, ok := t.list.grid.Row(key); ok && j.worked && !t.card.pending(row) {
		j.shown = true
		t.judged[key] = j
	}
}

// moveTo puts a card at a place of the pile; the place in view stays with the cards that are not judged.
func (t *triage[K, T]) moveTo(place int, key K) {
	i := slices.Index(t.pile, key)
	if i < 0 {
		return
	}
	t.pile = slices.Delete(t.pile, i, i+1)
	if i < t.at {
		t.at--
	}
	if i < place {
		place--
	}
	t.pile = slices.Insert(t.pile, place, key)
}

// settle shows the card at the place, which is never one that was judged here, nor one that was decided elsewhere before it was shown.
func (t *triage[K, T]) settle() {
	for ; t.at < len(t.pile); t.at++ {
		key := t.pile[t.at]
		if t.isJudged(key) {
			continue
		}
		if t.isOpen(key) || key == t.inView {
			t.inView = key
			t.list.grid.Select(key) // the list goes along: a refresh reads as far as this, and leaving leads here
			break
		}
		t.passed[key] = true
	}
	t.body.dirty = true
	t.draw()
}

func (t *triage[K, T]) isJudged(key K) bool {
	j, ok := t.judged[key]
	return ok && (!j.ended || j.worked)
}

// isOpen reports whether a card has something to say: it is still to be judged, or a decision about it failed.
func (t *triage[K, T]) isOpen(key K) bool {
	if t.isGone(key) {
		return false
	}
	return t.card.pending(t.seen[key]) || t.judged[key].why != ""
}

// isGone reports whether there is no such record any more.
func (t *triage[K, T]) isGone(key K) bool {
	s := t.list.settled[key]
	return t.gone[key] || s != nil && s.gone
}

// holdsAll reports whether the list has every record there is: what a refreshed one hasn't reached yet may still be there.
func (t *triage[K, T]) holdsAll() bool {
	l := &t.list.load
	return l.started && !l.more && !l.loading && !l.refreshing() && l.err == nil && l.incomplete == "" // also of what it is narrowed to
}

// closedWords say why nothing can be decided about a card any more, "" when it can.
func (t *triage[K, T]) closedWords(row T) string {
	on := " " + t.list.label("triage.skip") + " goes on."
	switch {
	case t.isGone(t.list.key(row)):
		return "This " + t.list.one + " isn't there any more." + on
	case !t.card.pending(row):
		return "This " + t.list.one + " is " + t.card.stands(row) + " by now; it was decided elsewhere." + on
	}
	return ""
}

func (t *triage[K, T]) current() (T, bool) {
	if t.at >= len(t.pile) {
		var none T
		return none, false
	}
	row, ok := t.seen[t.pile[t.at]]
	return row, ok
}
