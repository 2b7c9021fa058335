package ui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// besideFrom is the width from which a card stands in two columns.
const besideFrom = 110

func (t *triage) resize(w, h int) {
	t.w, t.h = w, h
	t.list.resize(w, h)
	t.body.resize(w, t.cardHeight())
	t.draw()
}

// cardHeight leaves a line each for the headline, the tally, and what says how much of the card is below.
func (t *triage) cardHeight() int { return max(0, t.h-3) }

func (t *triage) redraw() {
	t.body.dirty = true
	t.draw()
}

func (t *triage) draw() {
	row, ok := t.current()
	if !ok {
		t.body.set(nil, nil)
		t.body.dirty = true
		return
	}
	key := t.list.key(row)
	doing := t.list.doing(row)
	if !t.body.dirty && t.body.drawn == any(key) && t.body.doing == doing {
		return
	}
	t.body.doing, t.body.head = doing, ""
	if t.body.raw {
		t.body.head = t.list.nameLine(row, t.body.w)
		t.body.set(key, drawJSON(t.list.rawShown(row), t.body.w, t.list.env.theme))
		return
	}
	t.body.set(key, drawCard(t.noted(row, t.card.draw(row, t.list.env)), t.body.w, t.list.env.theme))
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

func (t *triage) view() []string {
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
	return draw.Block(append(lines, t.moreBelow(), t.tally()), t.w, t.h)
}

// moreBelow says how much of the card isn't in view.
func (t *triage) moreBelow() string {
	n := t.body.below()
	if _, ok := t.current(); !ok || n == 0 {
		return ""
	}
	return t.list.env.theme.Paint(theme.Info, draw.Truncate("↓ "+count(int64(n), "more line")+": "+t.list.label("detail.page.down"), t.w))
}

// unread is how many lines of the card that decide about it have not been in view yet.
func (t *triage) unread(row anyRow) int {
	if t.card.decides == nil {
		return 0
	}
	return max(0, len(drawCard(t.noted(row, t.card.decides(row, t.list.env)), t.body.w, t.list.env.theme))-t.body.reach)
}

// noted puts before a card why it comes again, or why it can't be judged.
func (t *triage) noted(row anyRow, sections []section) []section {
	sections = append(underWaySections(t.list.doing(row)), sections...)
	if why := t.closedWords(row); why != "" {
		sections = append([]section{{fields: []field{{value: "· " + why + " " + t.list.label("triage.skip") + " goes on.", role: theme.Warn}}}}, sections...)
	}
	if why := t.pile.judged[t.list.key(row)].why; why != "" {
		sections = append([]section{{fields: []field{{value: "✗ " + why, role: theme.Bad}}}}, sections...)
	}
	return sections
}

// endWords stand in place of a card when there is none.
func (t *triage) endWords() []string {
	l, back := &t.list.load, t.list.label("back")
	switch {
	case l.loading || !l.started:
		return []string{t.list.loadingWords("the pile", "goes back to the list")}
	case t.list.lost():
		return []string{t.list.lostWhat(), fmt.Sprintf("%s goes back to the list; %s there opens %s by its %s.", back, t.list.label("lookup"), article(t.list.one), t.list.idWord())}
	case l.err != nil:
		what, next := t.list.env.explain(l.err)
		return []string{"The rest of the pile could not be loaded.", what, next}
	}
	words := []string{"There is nothing to triage."}
	if len(t.pile.cards) > 0 {
		words = []string{"The pile is done.", t.tallyText()}
	}
	words = append(words, t.among()...)
	if l.more {
		words = append(words, t.list.label("triage.load")+" loads the rest.")
	}
	if len(t.pile.cards) > 0 {
		return append(words, fmt.Sprintf("%s goes back to what was skipped, %s to the list.", t.list.label("triage.back"), back))
	}
	return append(words, back+" goes back to the list.")
}

// among says what the pile was made of, where that is not all there is.
func (t *triage) among() []string {
	loaded := ""
	if t.list.load.more {
		loaded = " the " + draw.Count(int64(t.list.grid.Len())) + " loaded"
	}
	switch {
	case t.list.find.active():
		return []string{"It covers only" + firstOf(loaded, " those") + " that match “" + t.list.find.text + "”."}
	case loaded != "":
		return []string{"It covers only" + loaded + "."}
	}
	return nil
}

func (t *triage) headline() string {
	pile, place := &t.pile, ""
	key, ok := pile.current()
	if !ok && len(pile.cards) > 0 && !t.list.load.loading {
		place = "done"
	}
	if ok {
		place = fmt.Sprintf("card %s of %s", draw.Count(int64(pile.at+1)), draw.Count(int64(len(pile.cards))))
		if t.list.load.more {
			place += "+"
		}
	}
	left := []piece{{theme.Title, "Triage"}}
	if place != "" {
		left = append(left, piece{theme.Dim, place})
	}
	if t.list.walking() {
		left = append(left, piece{theme.Info, draw.Count(int64(t.list.grid.Len())) + " loaded so far, " + t.list.label("back") + " stops"})
	}
	if t.list.find.active() {
		left = append(left, piece{theme.Match, "matching “" + t.list.find.text + "”"})
	}
	if t.list.query.text != "" {
		left = append(left, piece{theme.Match, "“" + t.list.query.text + "” on the tenant"})
	}
	if t.order > 0 {
		left = append(left, piece{theme.Dim, "by " + t.card.orders[t.order-1].title})
	}
	switch {
	case !ok:
	case pile.comesAgain(key):
		left = append(left, piece{theme.Warn, "tried before"})
	case pile.skipped[key]:
		left = append(left, piece{theme.Warn, "skipped before"})
	}
	return drawPieces(left, nil, t.w, t.list.env.theme)
}

// tally is what was decided so far, and how fast.
func (t *triage) tally() string {
	th, text, all := t.list.env.theme, t.tallyText(), len(t.pile.cards)
	left := []piece{{theme.Info, text}}
	if bar := min(30, t.w-draw.Width(text)-3); all > 0 && bar >= 10 {
		passed := float64(min(t.pile.at, all)) / float64(all)
		return drawPieces(left, nil, t.w-bar, th) + drawBar(passed, bar, th)
	}
	return drawPieces(left, nil, t.w, th)
}

func (t *triage) tallyText() string {
	done := map[string]int{}
	came := map[outcome]int{}
	for _, j := range t.pile.judged {
		came[j.came]++
		if j.came == carriedOut {
			done[strings.ToLower(j.done)]++
		}
	}
	if len(t.pile.judged)+len(t.pile.skipped)+len(t.passed) == 0 {
		return "nothing decided yet"
	}
	var parts []string
	add := func(n int, word string) {
		if n > 0 {
			parts = append(parts, draw.Count(int64(n))+" "+word)
		}
	}
	for _, word := range slices.Sorted(maps.Keys(done)) {
		add(done[word], word)
	}
	add(len(t.pile.skipped), "skipped")
	add(len(t.passed), "decided elsewhere")
	add(came[refused], action.Refused.String())
	add(came[notSentAtAll], action.NotSent.String())
	add(came[unsure], action.Unknown.String())
	add(came[onTheWay], "on the way")
	if minutes := t.pace.total(t.list.env.Now()).Minutes(); minutes >= 0.1 {
		if decided := came[carriedOut] + came[onTheWay]; decided > 0 {
			parts = append(parts, fmt.Sprintf("%.0f a minute", float64(decided)/minutes))
		}
	}
	return strings.Join(parts, " · ")
}
