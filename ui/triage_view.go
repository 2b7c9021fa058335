package ui

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// besideFrom is the width from which a card stands in two columns.
const besideFrom = 110

func (t *triage[K, T]) resize(w, h int) {
	t.w, t.h = w, h
	t.list.resize(w, h)
	t.body.resize(w, t.cardHeight())
	t.draw()
}

// roomy: there is room for an empty line over the tally.
func (t *triage[K, T]) roomy() bool { return t.h >= 12 }

func (t *triage[K, T]) cardHeight() int {
	if t.roomy() {
		return t.h - 3
	}
	return max(0, t.h-2)
}

func (t *triage[K, T]) redraw() {
	t.body.dirty = true
	t.draw()
}

func (t *triage[K, T]) draw() {
	row, ok := t.current()
	if !ok {
		t.body.set(nil, nil)
		t.body.dirty = true
		return
	}
	key := t.list.key(row)
	if !t.body.dirty && t.body.drawn == any(key) {
		return
	}
	sections := t.card.draw(row, t.list.env)
	if why := t.closedWords(row); why != "" {
		sections = append([]section{{fields: []field{{value: "· " + why, role: theme.Warn}}}}, sections...)
	}
	if why := t.judged[key].why; why != "" {
		sections = append([]section{{fields: []field{{value: "✗ " + why, role: theme.Bad}}}}, sections...)
	}
	t.body.set(key, drawCard(sections, t.body.w, t.list.env.theme))
}

// drawCard draws the sections of a card below each other or, where there is room, in two columns.
func drawCard(sections []section, w int, th *theme.Theme) []string {
	if w < besideFrom {
		return drawSections(sections, w, th)
	}
	var left, right []section
	for _, s := range sections {
		if s.beside {
			right = append(right, s)
		} else {
			left = append(left, s)
		}
	}
	const gap = 4
	each := min(80, (w-gap)/2)
	lefts, rights := drawSections(left, each, th), drawSections(right, each, th)
	h := max(len(lefts), len(rights))
	return draw.Beside(draw.Block(lefts, each+gap, h), draw.Block(rights, each, h))
}

func (t *triage[K, T]) view() []string {
	if t.h <= 0 {
		return nil
	}
	th := t.list.env.theme
	lines := []string{t.headline()}
	if _, ok := t.current(); ok {
		lines = append(lines, t.body.view()...)
	} else {
		lines = append(lines, message(t.endWords(), t.w, t.cardHeight(), th)...)
	}
	if t.roomy() {
		lines = append(lines, "")
	}
	return draw.Block(append(lines, t.tally()), t.w, t.h)
}

func (t *triage[K, T]) endWords() []string {
	l := &t.list.load
	switch {
	case l.loading || !l.started:
		return []string{"Loading the pile…"}
	case l.err != nil:
		what, next := explain(l.err)
		return []string{"The rest of the pile could not be loaded.", what, next}
	case len(t.pile) == 0:
		return []string{"There is nothing to judge.", "esc goes back to the list."}
	}
	return []string{"The pile is done.", t.tallyText(), "b goes back to what was skipped, esc to the list."}
}

func (t *triage[K, T]) headline() string {
	place := "done"
	if t.at < len(t.pile) {
		place = fmt.Sprintf("card %s of %s", draw.Count(int64(t.at+1)), draw.Count(int64(len(t.pile))))
		if t.list.load.more {
			place += "+"
		}
	}
	left := []piece{{theme.Title, "Triage"}, {theme.Dim, place}}
	if t.order > 0 {
		left = append(left, piece{theme.Dim, "by " + t.card.orders[t.order-1].title})
	}
	if t.at < len(t.pile) && t.skipped[t.pile[t.at]] {
		left = append(left, piece{theme.Warn, "skipped before"})
	}
	return drawPieces(left, nil, t.w, t.list.env.theme)
}

// tally is what was decided so far, and how fast.
func (t *triage[K, T]) tally() string {
	th := t.list.env.theme
	left := []piece{{theme.Info, t.tallyText()}}
	if bar := min(30, t.w-draw.Width(t.tallyText())-3); len(t.pile) > 0 && bar >= 10 {
		passed := float64(min(t.at, len(t.pile))) / float64(len(t.pile))
		return drawPieces(left, nil, t.w-bar, th) + drawBar(passed, bar, th)
	}
	return drawPieces(left, nil, t.w, th)
}

func (t *triage[K, T]) tallyText() string {
	counts := map[string]int{}
	var order []string
	waiting, failed, decided := 0, 0, 0
	for _, j := range t.judged {
		switch {
		case j.ended && !j.worked:
			failed++
			continue
		case !j.ended:
			waiting++
		}
		decided++
		if counts[j.done] == 0 {
			order = append(order, j.done)
		}
		counts[j.done]++
	}
	if len(t.judged)+len(t.skipped)+len(t.passed) == 0 {
		return "nothing judged yet"
	}
	slices.Sort(order)
	text := ""
	for _, word := range order {
		text += fmt.Sprintf("%d %s · ", counts[word], strings.ToLower(word))
	}
	text += fmt.Sprintf("%d skipped", len(t.skipped))
	if n := len(t.passed); n > 0 {
		text += fmt.Sprintf(" · %d decided elsewhere", n)
	}
	if failed > 0 {
		text += fmt.Sprintf(" · %d failed", failed)
	}
	if waiting > 0 {
		text += fmt.Sprintf(" · %d on the way", waiting)
	}
	if minutes := t.list.env.Now().Sub(t.began).Minutes(); decided > 0 && minutes >= 0.1 {
		text += fmt.Sprintf(" · %.0f a minute", float64(decided)/minutes)
	}
	return text
}
