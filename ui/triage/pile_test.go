package triage

import (
	"cmp"
	"slices"
	"testing"
)

// decide is a decision on the card in view, with what came of it.
func (p *pile[K]) decide(came outcome) {
	key, _ := p.Current()
	p.At++
	if came == carriedOut {
		p.judged[key] = judged{done: "Accepted", came: came}
		return
	}
	p.judged[key] = judged{done: "Accepted", came: came, why: "it was refused"}
	p.comeAgain(key)
}

func wantPile(t *testing.T, p *pile[int], inView int, toCome ...int) {
	t.Helper()
	if got, ok := p.Current(); !ok || got != inView || !slices.Equal(p.cards[p.At+1:], toCome) {
		t.Fatalf("the pile is %v at %d, want %d in view and %v to come", p.cards, p.At, inView, toCome)
	}
}

func TestAFailedCardStaysAtTheEndOfAllThatComesLater(t *testing.T) {
	p := newPile[int]()
	p.add([]int{1, 2, 3})
	p.decide(refused)
	wantPile(t, &p, 2, 3, 1)
	p.add([]int{4, 5}) // the next page
	wantPile(t, &p, 2, 3, 4, 5, 1)
	p.decide(unsure)
	p.sort(func(a, b int) int { return cmp.Compare(b, a) })
	wantPile(t, &p, 3, 5, 4, 1, 2)
	for range 3 {
		p.decide(carriedOut)
	}
	wantPile(t, &p, 1, 2)
	p.add([]int{6}) // while a failed one is in view
	wantPile(t, &p, 1, 6, 2)
	p.decide(refused)
	wantPile(t, &p, 6, 2, 1)
}

func TestANewPileKnowsWhatWasSkippedAndWhatFailed(t *testing.T) {
	p := newPile[int]()
	p.add([]int{1, 2, 3, 4})
	p.decide(refused)
	p.skipped[2] = true
	p.decide(carriedOut) // which is none: it is skipped, not judged
	delete(p.judged, 2)
	p.restart()
	p.add([]int{1, 2, 3})
	wantPile(t, &p, 3, 1)
	p.add([]int{4})
	wantPile(t, &p, 3, 4, 1)
	if !p.stepBack(func(int) bool { return true }) {
		t.Fatal("the skipped card is gone")
	}
	wantPile(t, &p, 2, 3, 4, 1)
}

func TestACardThatIsMovedLeavesThePlaceToTheOthers(t *testing.T) {
	p := newPile[int]()
	p.add([]int{1, 2, 3, 4})
	p.At = 2
	p.moveTo(p.At, 1) // undone: it is in view before what was
	wantPile(t, &p, 1, 3, 4)
	p.moveTo(len(p.cards), 2)
	wantPile(t, &p, 1, 3, 4, 2)
	p.moveTo(0, 5) // not of this pile
	wantPile(t, &p, 1, 3, 4, 2)
}

// A number belongs to the card that was shown with it: none is given twice, none changes, and none is above how many there are.
func TestACardKeepsItsNumber(t *testing.T) {
	p := newPile[int]()
	p.add([]int{1, 2, 3, 4, 5})
	shown := map[int]int{}
	look := func() {
		t.Helper()
		key, ok := p.Current()
		if !ok {
			return
		}
		p.show(key)
		n := p.Number()
		if was := shown[key]; was != 0 && was != n {
			t.Fatalf("card %d had the number %d, and has %d", key, was, n)
		}
		for other, number := range shown {
			if other != key && number == n {
				t.Fatalf("cards %d and %d have the number %d", other, key, n)
			}
		}
		if n > p.Size() {
			t.Fatalf("card %d of %d", n, p.Size())
		}
		shown[key] = n
	}
	look()
	p.At++
	look()
	p.comeAgain(1) // fails while the second is in view
	look()
	p.add([]int{6, 7})
	for p.Left() > 0 {
		look()
		p.At++
	}
	if len(shown) != 7 || shown[1] != 1 || shown[3] != 3 {
		t.Errorf("the numbers are %v", shown)
	}
}

// number shows the card at a place and says its number.
func (p *pile[K]) number(at int) int {
	p.At = at
	key, _ := p.Current()
	p.show(key)
	return p.Number()
}

// A number after all others comes after the highest, not after the last that was given, and where there are no more cards than numbers
// the first that is free is taken.
func TestNumbersAreTheirCardsOwn(t *testing.T) {
	p := newPile[int]()
	p.add([]int{1, 2, 3, 4, 5})
	p.number(4)
	p.number(0)
	p.cards = []int{2, 1, 3, 4, 5}
	if got := p.number(0); got != 2 { // 1 is taken, and so is the highest there is
		t.Errorf("the second has the number %d", got)
	}
	p.add([]int{6})
	p.cards = []int{3, 2, 1, 4, 5, 6}
	if got := p.number(0); got != 6 {
		t.Errorf("the third has the number %d", got)
	}
}
