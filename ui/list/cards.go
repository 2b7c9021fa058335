package list

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/families"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Card declares how records of a list are judged one at a time.
type Card[T any] struct {
	Open     keymap.ID                           // the binding that opens the view
	Pending  func(T) bool                        // still to be judged
	Decision func(T) string                      // what was decided about one that isn't pending, in a word
	Draw     func(T, *host.Env) []widget.Section // drawn to be judged in two seconds
	// Decides is how many rows of its table have to have been in view before a weighty key acts; nil: nothing has.
	Decides func(T, *host.Env) int
	// Rest says what the rows of its table from one on are, in few cells if need be; nil: nothing is said of them.
	Rest    func(row T, e *host.Env, from int, brief bool) widget.Piece
	Weighty map[keymap.ID]bool      // the pane's actions that are not done to a card whose risks were not in view
	Ahead   host.Narrowing          // how the tenant is asked for those only
	Verbs   map[keymap.ID]keymap.ID // what a key of the view does: the pane's action
	Shows   map[keymap.ID]keymap.ID // the same for what only shows something: the pane's command
	First   []keymap.ID             // its keys, the most useful first
	Orders  []Order[T]              // ways to sort the pile; the list's own order comes first
	Kin     *Kin[T]                 // what is nearly the same can stand on one card; nil: it can't
}

// Kin declares how records that are nearly the same are judged by one of them.
type Kin[T any] struct {
	Of     func(T) families.Item // what says how much two of them overlap; it is called beside the update loop
	Better func(a, b T) int      // the best of a family comes first
	// Draw says what a family shares and where it differs.
	Draw func(best T, rest []T, e *host.Env) []widget.Section
	Rest keymap.ID // the pane's action that is offered for the others, once the best is judged
}

// Untyped is the declaration as the machinery takes it.
func (k *Kin[T]) Untyped() *Kin[host.AnyRow] {
	if k == nil {
		return nil
	}
	return &Kin[host.AnyRow]{Of: On(k.Of), Rest: k.Rest,
		Better: func(a, b host.AnyRow) int { return k.Better(Typed[T](a), Typed[T](b)) },
		Draw: func(best host.AnyRow, rest []host.AnyRow, e *host.Env) []widget.Section {
			return k.Draw(Typed[T](best), TypedRows[T](rest), e)
		}}
}

// Order is a way to sort a pile.
type Order[T any] struct {
	Title   string
	Compare func(e *host.Env, a, b T) int
}

// Follower is a view of a list's records one at a time. The list under it keeps loading.
type Follower interface {
	host.Pane
	Open() tea.Cmd // brings the view to the front, once it is known how the records are to come
	InFront() bool
	Sync() tea.Cmd    // the rows are others now
	Left(host.AnyKey) // the tenant doesn't have the record any more
}

// openTriage comes back to the pile where it was left, or makes it.
func (p *Pane) openTriage() tea.Cmd {
	p.arranged() // there is a card for each row that is shown
	if p.Lost() && p.Grid.Len() == 0 {
		return p.WordWhile(p.Lost, "There is nothing to triage without the list.")
	}
	if p.Follower == nil {
		p.Follower = p.Follow(p)
	}
	return p.Follower.Open()
}
