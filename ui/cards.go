package ui

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
)

// card declares how records of a list are judged one at a time.
type card[T any] struct {
	open    keymap.ID               // the binding that opens the view
	pending func(T) bool            // still to be judged
	stands  func(T) string          // what was decided about one that isn't pending, in a word
	draw    func(T, *env) []section // drawn to be judged in two seconds
	decides func(T, *env) []section // the part of it that has to have been in view before a weighty key acts; nil: nothing has
	weighty map[keymap.ID]bool      // the pane's actions that are not done to a card whose risks were not in view
	ahead   narrowing               // how the tenant is asked for those only
	verbs   map[keymap.ID]keymap.ID // what a key of the view does: the pane's action
	first   []keymap.ID             // its keys, the most useful first
	orders  []order[T]              // ways to sort the pile; the list's own order comes first
}

// order is a way to sort a pile.
type order[T any] struct {
	title   string
	compare func(e *env, a, b T) int
}

// follower is a view of a list's records one at a time. The list under it keeps loading.
type follower interface {
	pane
	inFront() bool
	sync() tea.Cmd // the rows are others now
	left(anyKey)   // the tenant doesn't have the record any more
}

// openTriage comes back to the pile where it was left, or makes it.
func (p *list) openTriage() tea.Cmd {
	if p.lost() && p.grid.Len() == 0 {
		return p.word("There is nothing to triage. " + p.lostWhat() + " " + p.label("lookup") + " opens " + article(p.one) + " by its " + p.idWord() + ".")
	}
	if _, ranging := p.grid.InRange(); ranging {
		p.grid.EndRange() // the cursor goes along with the cards
	}
	if p.follower == nil {
		p.follower = p.follow(p)
	}
	return p.link.push(p.follower)
}
