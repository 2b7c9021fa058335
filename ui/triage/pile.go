package triage

import (
	"slices"

	"gatehouse/action"
	"gatehouse/ui/host"
)

// pile is the cards of a triage in the order in which they are judged. Those before at are passed; those whose action didn't work stand
// at the end, whatever comes in after them.
type pile[K comparable] struct {
	cards   []K
	At      int
	judged  map[K]judged
	skipped map[K]bool
	numbers map[K]int // of the cards that were shown: a number stays, wherever its card goes
	taken   map[int]bool
	highest int // of the numbers
}

// judged is what was decided about a card, and what came of it.
type judged struct {
	done string // the action's word: "Accepted"
	// grants: it is one that gives access.
	grants bool
	came   outcome
	step   action.Step
	why    string // why it didn't work
	// unread: it was not sent, because the record couldn't be read before.
	unread bool
	shown  bool // the list has shown the record as decided
}

// outcome is what came of a decision, as far as the pile is concerned.
type outcome int

const (
	onTheWay outcome = iota
	carriedOut
	refused
	notSentAtAll
	unsure
)

func outcomeOf(r action.Result) outcome {
	switch {
	case host.IsDone(r):
		return carriedOut
	case r.Outcome == action.Refused:
		return refused
	case r.Outcome == action.NotSent:
		return notSentAtAll
	}
	return unsure
}

func newPile[K comparable]() pile[K] {
	return pile[K]{judged: map[K]judged{}, skipped: map[K]bool{}, numbers: map[K]int{}, taken: map[int]bool{}}
}

// show gives the card in view its number: that of its place or, where another has it, the next after all others or, where there are no
// more, the first that is free.
func (p *pile[K]) show(key K) {
	if p.numbers[key] > 0 {
		return
	}
	n := p.At + 1
	if p.taken[n] {
		n = p.highest + 1
	}
	if n > len(p.cards) {
		for n = 1; p.taken[n]; n++ {
		}
	}
	p.numbers[key], p.taken[n] = n, true
	p.highest = max(p.highest, n)
}

// Number is that of the card in view.
func (p *pile[K]) Number() int {
	key, _ := p.Current()
	if n := p.numbers[key]; n > 0 {
		return n
	}
	return p.At + 1
}

// Size is how many cards there are: never fewer than the number of the one in view.
func (p *pile[K]) Size() int { return max(len(p.cards), p.Number()) }

// isJudged reports whether nothing is to be decided about a card.
func (p *pile[K]) isJudged(key K) bool {
	j, ok := p.judged[key]
	return ok && (j.came == onTheWay || j.came == carriedOut)
}

// comesAgain reports whether a decision about a card didn't work.
func (p *pile[K]) comesAgain(key K) bool { return p.judged[key].why != "" }

func (p *pile[K]) Current() (key K, ok bool) {
	if p.At >= len(p.cards) {
		return key, false
	}
	return p.cards[p.At], true
}

// Left is how many cards are to come, with the one in view.
func (p *pile[K]) Left() int { return len(p.cards) - p.At }

// restart empties the pile; what was judged or skipped is remembered.
func (p *pile[K]) restart() {
	p.cards, p.At, p.highest = nil, 0, 0
	clear(p.numbers)
	clear(p.taken)
}

// tail is where those begin, after the one in view, whose action didn't work.
func (p *pile[K]) tail() int {
	i := len(p.cards)
	for i > p.At+1 && p.comesAgain(p.cards[i-1]) {
		i--
	}
	return i
}

// add puts cards that came to those that are to come: what was skipped is passed already, what didn't work comes last.
func (p *pile[K]) add(fresh []K) {
	var again []K
	for _, key := range fresh {
		switch {
		case p.comesAgain(key):
			again = append(again, key)
		case p.skipped[key]:
			p.cards = slices.Insert(p.cards, p.At, key)
			p.At++
		default:
			p.cards = slices.Insert(p.cards, p.tail(), key)
		}
	}
	p.cards = append(p.cards, again...)
}

// sort puts the cards to come in order; the one in view stays.
func (p *pile[K]) sort(compare func(a, b K) int) {
	if from, to := p.At+1, p.tail(); from < to {
		slices.SortStableFunc(p.cards[from:to], compare)
	}
}

// moveTo puts a card at a place; the place in view stays with the cards that are to come.
func (p *pile[K]) moveTo(place int, key K) {
	i := slices.Index(p.cards, key)
	if i < 0 {
		return
	}
	p.cards = slices.Delete(p.cards, i, i+1)
	if i < p.At {
		p.At--
	}
	if i < place {
		place--
	}
	p.cards = slices.Insert(p.cards, place, key)
}

// comeAgain puts a card whose action didn't work to the end.
func (p *pile[K]) comeAgain(key K) { p.moveTo(len(p.cards), key) }

// stepBack shows the card before the one in view that still can be judged; false: there is none.
func (p *pile[K]) stepBack(open func(K) bool) bool {
	for i := min(p.At, len(p.cards)) - 1; i >= 0; i-- {
		if key := p.cards[i]; !p.isJudged(key) && open(key) {
			p.At = i
			return true
		}
	}
	return false
}
