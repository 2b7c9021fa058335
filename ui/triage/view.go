package triage

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// besideFrom is the width from which a card stands in two columns.
const besideFrom = 110

func (t *Pane) Resize(w, h int) {
	t.w, t.h = w, h
	t.List.Resize(w, h)
	iw, _ := t.box().Inside(w, h)
	t.body.Resize(iw, t.cardHeight())
	t.draw()
}

func (t *Pane) box() widget.Box { return t.List.Env.Box() }

// cardHeight leaves room for the box; a plain one has a line each for the tally and for how much of the card is below.
func (t *Pane) cardHeight() int {
	_, h := t.box().Inside(t.w, t.h)
	if t.box().Plain {
		h -= 2
	}
	return max(0, h)
}

func (t *Pane) Redraw() {
	t.body.Dirty = true
	t.draw()
}

func (t *Pane) draw() {
	row, ok := t.Current()
	if !ok {
		t.body.Set(nil, nil)
		t.body.Dirty = true
		return
	}
	key := t.List.Key(row)
	doing := t.List.Doing(row)
	if !t.body.Dirty && t.body.Drawn == any(key) && t.body.Doing == doing {
		return
	}
	t.body.Doing, t.body.Head = doing, ""
	if t.body.Raw {
		t.body.Head = t.List.NameLine(row, t.body.W)
		t.body.Set(key, widget.DrawJSON(t.List.RawShown(row), t.body.W, t.List.Env.Theme))
		return
	}
	t.body.Set(key, drawCard(t.noted(row, t.family(row, t.card.Draw(row, t.List.Env))), t.body.W, t.List.Env.Theme))
}

// drawCard draws the sections of a card below each other or, where there is room, in two columns.
func drawCard(sections []widget.Section, w int, th *theme.Theme) []string {
	if w < besideFrom {
		return widget.DrawSections(sections, w, th)
	}
	var left, right []widget.Section
	for _, s := range sections {
		if s.Beside {
			right = append(right, s)
		} else {
			left = append(left, s)
		}
	}
	const gap = 4
	each := min(80, (w-gap)/2)
	lefts, rights := widget.DrawSections(left, each, th), widget.DrawSections(right, each, th)
	h := max(len(lefts), len(rights))
	return draw.Beside(draw.Block(lefts, each+gap, h), draw.Block(rights, each, h))
}

func (t *Pane) View() []string {
	if t.h <= 0 {
		return nil
	}
	b := t.box()
	b.Role, b.Title = theme.BorderFocus, t.headline()
	iw, _ := b.Inside(t.w, t.h)
	var lines []string
	if _, ok := t.Current(); ok {
		lines, b.Scroll = t.body.View(), t.body.Scrolled()
	} else {
		lines = host.Message(t.endWords(), iw, t.cardHeight(), t.List.Env.Theme)
	}
	if b.Plain {
		lines = b.Draw(lines, t.w, t.h-2, t.List.Env.Theme)
		return draw.Block(append(lines, t.moreBelow(), t.tally(t.w)), t.w, t.h)
	}
	b.Foot = []widget.Piece{{Role: theme.Info, Text: t.tallyText()}}
	if _, ok := t.Current(); ok {
		b.Count = t.List.Env.BelowPieces(&t.body, true)
	}
	return b.Draw(lines, t.w, t.h, t.List.Env.Theme)
}

// moreBelow says how much of the card isn't in view.
func (t *Pane) moreBelow() string {
	n := t.body.Below()
	if _, ok := t.Current(); !ok || n == 0 {
		return ""
	}
	return t.List.Env.Theme.Paint(theme.Info, draw.Truncate("↓ "+widget.Count(int64(n), "more line")+": "+t.List.Label("detail.page.down"),
		t.w))
}

// Unread is how many lines of the card that decide about it have not been in view yet.
func (t *Pane) Unread(row host.AnyRow) int {
	if t.card.Decides == nil {
		return 0
	}
	return max(0, len(drawCard(t.noted(row, t.family(row, t.card.Decides(row, t.List.Env))), t.body.W, t.List.Env.Theme))-t.body.Reach)
}

// noted puts before a card why it comes again, or why it can't be judged.
func (t *Pane) noted(row host.AnyRow, sections []widget.Section) []widget.Section {
	sections = append(host.UnderWaySections(t.List.Doing(row)), sections...)
	if why := t.closedWords(row); why != "" {
		sections = append([]widget.Section{{Fields: []widget.Field{{Value: "· " + why + " " + t.List.Label("triage.skip") + " goes on.",
			Role: theme.Warn}}}}, sections...)
	}
	if why := t.Pile.judged[t.List.Key(row)].why; why != "" {
		sections = append([]widget.Section{{Fields: []widget.Field{{Value: "✗ " + why, Role: theme.Bad}}}}, sections...)
	}
	return sections
}

// endWords stand in place of a card when there is none.
func (t *Pane) endWords() []string {
	l, back := &t.List.Load, t.List.Label("back")
	switch {
	case l.Loading() || !l.Started():
		return []string{t.List.LoadingWords("the pile", "goes back to the list")}
	case t.List.Lost():
		return []string{t.List.LostWhat(), fmt.Sprintf("%s goes back to the list; %s there opens %s by its %s.", back, t.List.Label("lookup"),
			widget.Article(t.List.One), t.List.IDWord())}
	case l.Err() != nil:
		what, next := t.List.Env.Explain(l.Err())
		return []string{"The rest of the pile could not be loaded.", what, next}
	}
	if t.kin.busy {
		return []string{"Looking for families among the " + draw.Count(int64(t.List.Grid.Len())) + " loaded…"}
	}
	words := []string{"There is nothing to triage."}
	if len(t.Pile.cards) > 0 {
		words = []string{"The pile is done.", t.tallyText()}
	}
	words = append(words, t.among()...)
	if l.More() {
		words = append(words, t.List.Label("triage.load")+" loads the rest.")
	}
	if len(t.Pile.cards) > 0 {
		return append(words, fmt.Sprintf("%s goes back to what was skipped, %s to the list.", t.List.Label("triage.back"), back))
	}
	return append(words, back+" goes back to the list.")
}

// among says what the pile was made of, where that is not all there is.
func (t *Pane) among() []string {
	loaded := ""
	if t.List.Load.More() {
		loaded = " the " + draw.Count(int64(t.List.Grid.Len())) + " loaded"
	}
	switch {
	case t.List.Find.Active():
		return []string{"It covers only" + host.FirstOf(loaded, " those") + " that match “" + t.List.Find.Text + "”."}
	case loaded != "":
		return []string{"It covers only" + loaded + "."}
	}
	return nil
}

// headline is what the line above says.
func (t *Pane) headline() []widget.Piece {
	pile, place := &t.Pile, ""
	key, ok := pile.Current()
	if !ok && len(pile.cards) > 0 && !t.List.Load.Loading() {
		place = "done"
	}
	if ok {
		place = fmt.Sprintf("card %s of %s", draw.Count(int64(pile.At+1)), draw.Count(int64(len(pile.cards))))
		if t.kin.on {
			place = "family" + strings.TrimPrefix(place, "card")
		}
		if t.List.Load.More() {
			place += "+"
		}
		if t.kin.on {
			place += " of the " + draw.Count(int64(t.List.Grid.Len())) + " loaded"
		}
	}
	left := []widget.Piece{{Role: theme.Title, Text: t.Crumbs("Triage")}}
	if place != "" {
		left = append(left, widget.Piece{Role: theme.Dim, Text: place})
	}
	if t.List.Walking() {
		left = append(left, widget.Piece{Role: theme.Info, Text: draw.Count(int64(t.List.Grid.Len())) + " loaded so far, " +
			t.List.Label("back") + " stops"})
	}
	if t.List.Find.Active() {
		left = append(left, widget.Piece{Role: theme.Match, Text: "matching “" + t.List.Find.Text + "”"})
	}
	if t.List.Query.Text != "" {
		left = append(left, widget.Piece{Role: theme.Match, Text: "“" + t.List.Query.Text + "” on the tenant"})
	}
	if t.order > 0 {
		left = append(left, widget.Piece{Role: theme.Dim, Text: "by " + t.card.Orders[t.order-1].Title})
	}
	switch {
	case !ok:
	case pile.comesAgain(key):
		left = append(left, widget.Piece{Role: theme.Warn, Text: "tried before"})
	case pile.skipped[key]:
		left = append(left, widget.Piece{Role: theme.Warn, Text: "skipped before"})
	}
	return left
}

// tally is what was decided so far, and how fast, in a line of w cells.
func (t *Pane) tally(w int) string {
	th, text, all := t.List.Env.Theme, t.tallyText(), len(t.Pile.cards)
	left := []widget.Piece{{Role: theme.Info, Text: text}}
	if bar := min(30, w-draw.Width(text)-3); all > 0 && bar >= 10 {
		return widget.DrawPieces(left, nil, w-bar, th) + widget.DrawBar(float64(min(t.Pile.At, all))/float64(all), bar, th)
	}
	return widget.DrawPieces(left, nil, w, th)
}

func (t *Pane) tallyText() string {
	done := map[string]int{}
	came := map[outcome]int{}
	for _, j := range t.Pile.judged {
		came[j.came]++
		if j.came == carriedOut {
			done[strings.ToLower(j.done)]++
		}
	}
	if len(t.Pile.judged)+len(t.Pile.skipped)+len(t.passed) == 0 {
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
	add(len(t.Pile.skipped), "skipped")
	add(len(t.passed), "decided elsewhere")
	add(came[refused], action.Refused.String())
	add(came[notSentAtAll], action.NotSent.String())
	add(came[unsure], action.Unknown.String())
	add(came[onTheWay], "on the way")
	if minutes := t.pace.total(t.List.Env.Now()).Minutes(); minutes >= 0.1 {
		if decided := came[carriedOut] + came[onTheWay]; decided > 0 {
			parts = append(parts, fmt.Sprintf("%.0f a minute", float64(decided)/minutes))
		}
	}
	return strings.Join(parts, " · ")
}
