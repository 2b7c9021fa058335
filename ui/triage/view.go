package triage

import (
	"fmt"

	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// tallyFrom is the height from which what was decided has a line of its own below a card without a box.
const tallyFrom = 14

func (t *Pane) Resize(w, h int) {
	t.w, t.h = w, h
	t.List.Resize(w, h)
	inside, _ := t.box().Inside(w, h)
	t.body.Resize(inside, t.cardHeight())
	t.drawSeen()
}

func (t *Pane) box() widget.Box {
	b := t.List.Env.Box()
	b.Role = theme.BorderFocus
	return b
}

// cardHeight leaves room for the lines above and below the card.
func (t *Pane) cardHeight() int {
	b := t.box()
	_, h := b.Inside(t.w, t.h)
	if b.Plain {
		h -= t.plainFoot()
	}
	return max(0, h-t.strip)
}

// chart draws the pile as a chart below the card, where that has room all the same.
func (t *Pane) chart() []string {
	w, _ := t.box().Inside(t.w, t.h)
	if lines := t.List.ChartStrip(w); t.cardHeight()+t.strip-len(lines) >= max(stripLeast, len(t.body.Lines)) {
		return lines
	}
	return nil
}

// stripLeast is how many lines a card has above the chart of the pile, however short it is.
const stripLeast = 24

// coverHeight is how many lines the chart has in the place of the card: on a small screen also the one below that, as long as it doesn't
// say what was decided last.
func (t *Pane) coverHeight() int {
	if t.box().Plain && t.plainFoot() == 1 && len(t.undoPieces(t.w)) == 0 {
		return t.cardHeight() + 1
	}
	return t.cardHeight()
}

// fitChart gives the card what the chart leaves.
func (t *Pane) fitChart() {
	if n := len(t.chart()); n != t.strip {
		t.strip = n
		inside, _ := t.box().Inside(t.w, t.h)
		t.body.Resize(inside, t.cardHeight())
	}
}

// plainFoot is how many lines stand below a card without a box.
func (t *Pane) plainFoot() int {
	if t.h < tallyFrom {
		return 1
	}
	return 2
}

// covered reports whether the chart stands in the place of the card.
func (t *Pane) covered() bool { return t.strip == 0 && t.List.OnChart() }

func (t *Pane) Redraw() {
	t.body.Dirty = true
	t.draw()
}

// drawSeen draws the card, where somebody sees it: entering draws it anyway.
func (t *Pane) drawSeen() {
	if t.visible {
		t.draw()
	}
}

func (t *Pane) draw() {
	t.drawCard()
	t.fitChart()
}

// drawCard draws the card in view again, if it isn't what stands there.
func (t *Pane) drawCard() {
	row, ok := t.Current()
	if !ok {
		t.laid = widget.Card{}
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
		t.laid = widget.Card{}
		t.body.Head = t.List.NameLine(row, t.body.W)
		t.body.Set(key, widget.DrawJSON(t.List.RawShown(row), t.body.W, t.List.Env.Theme))
		return
	}
	t.laid = t.lay(row)
	t.body.Set(key, t.laid.Lines)
}

// lay draws a card in the width of the body.
func (t *Pane) lay(row host.AnyRow) widget.Card {
	e := t.List.Env
	return widget.DrawCard(t.noted(row, t.family(row, t.card.Draw(row, e))), t.body.W, e.Theme)
}

func (t *Pane) View() []string {
	if t.h <= 0 {
		return nil
	}
	b, th := t.box(), t.List.Env.Theme
	inside, _ := b.Inside(t.w, t.h)
	b.Title = t.headline()
	var lines []string
	if _, ok := t.Current(); ok {
		lines, b.Scroll = t.body.View(), t.body.Scrolled()
	} else {
		lines = draw.Block(host.Message(t.endWords(), inside, t.cardHeight(), th), inside, t.cardHeight())
	}
	switch {
	case t.strip > 0:
		lines = append(lines, t.chart()...)
	case t.covered():
		lines = t.List.ChartCover(inside, t.coverHeight())
		b.Scroll = t.List.ChartView().Scrolled(t.coverHeight())
	}
	below := t.below()
	if t.covered() {
		below = nil
	}
	if !b.Plain {
		keeps := widget.PiecesWidth(b.Title) + len(b.Title) + 3 // what a box leaves to its title
		b.Notes, b.Foot, b.Count = t.tally(t.w-6-keeps), t.undoPieces(t.w-8-widget.PiecesWidth(below)), below
		return b.Draw(lines, t.w, t.h, th)
	}
	foot := t.plainFoot()
	if t.covered() {
		foot -= t.coverHeight() - t.cardHeight()
	}
	if foot < 2 {
		b.Notes = t.tally(t.w - 2 - widget.PiecesWidth(b.Title))
		if len(below) > 0 && len(t.undoPieces(t.w)) > 0 { // what was just decided stays in sight, and that there is more
			b.Notes, below = t.moreBelow(), nil
		}
	}
	undo := t.undoPieces(max(1, t.w-widget.PiecesWidth(below)-2*len(below)))
	lines = append(b.Draw(lines, t.w, t.h-foot, th), widget.DrawPieces(undo, below, t.w, th))
	if foot > 1 {
		lines = append(lines, widget.DrawPieces(nil, t.tally(t.w-2), t.w, th))
	}
	return draw.Block(lines, t.w, t.h)
}

// undoPieces say in room cells what was decided last and how it is undone, or that it can't be.
func (t *Pane) undoPieces(room int) []widget.Piece {
	said := t.List.Host.Undoes(room)
	if said == "" {
		return nil
	}
	return []widget.Piece{{Role: theme.Info, Text: draw.Middle(said, max(1, room))}}
}

// below says what of the card isn't in view: of its rows what they are, else how many lines.
func (t *Pane) below() []widget.Piece {
	row, ok := t.Current()
	n := t.body.Below()
	if !ok || n == 0 {
		return nil
	}
	seen := t.rowsSeen()
	more := widget.Piece{Role: theme.Info, Text: widget.Count(int64(n), "more line")}
	if seen < len(t.laid.Ends) && t.card.Rest != nil {
		if more = t.card.Rest(row, t.List.Env, seen, false); draw.Width(more.Text)+2 > t.w {
			more = t.card.Rest(row, t.List.Env, seen, true)
		}
	}
	more.Text += " ↓"
	return []widget.Piece{more}
}

// rowsSeen is how many rows of the card's table have their end above the lower edge of what is in view.
func (t *Pane) rowsSeen() (n int) {
	for n < len(t.laid.Ends) && t.laid.Ends[n] <= t.body.Top+t.body.Rows() {
		n++
	}
	return n
}

// moreBelow says in few cells how much isn't in view: how many rows, else how many lines.
func (t *Pane) moreBelow() []widget.Piece {
	more := len(t.laid.Ends) - t.rowsSeen()
	if more == 0 {
		more = t.body.Below()
	}
	return []widget.Piece{{Role: theme.Info, Text: draw.Count(int64(more)) + " more ↓"}}
}

// Unread is how many lines of the card that decide about it have not been in view yet.
func (t *Pane) Unread(row host.AnyRow) int {
	if t.card.Decides == nil {
		return 0
	}
	laid, decisive := t.lay(row), t.card.Decides(row, t.List.Env)
	needed := laid.From
	if n := min(decisive, len(laid.Ends)); n > 0 {
		needed = laid.Ends[n-1]
	}
	return max(0, needed-t.body.Reach)
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
		return t.List.Env.Trouble(l.Err(), "see the rest of the pile", "The rest of the pile could not be loaded.")
	}
	if t.kin.busy {
		return []string{"Looking for families among " + t.loadedWords() + "…"}
	}
	words := []string{"There is nothing to triage."}
	if len(t.Pile.cards) > 0 {
		words = []string{"The pile is done.", t.score().text(true)}
	}
	words = append(words, t.among()...)
	if l.More() {
		words = append(words, t.List.Label("triage.load")+" loads the rest.")
	}
	switch key := t.List.Label("triage.back"); {
	case len(t.Pile.skipped) > 0:
		return append(words, fmt.Sprintf("%s goes back to what was skipped, %s to the list.", key, back))
	case len(t.Pile.cards) > 0:
		return append(words, fmt.Sprintf("%s goes back to the last card, %s to the list.", key, back))
	}
	return append(words, back+" goes back to the list.")
}

// among says what the pile was made of, where that is not all there is.
func (t *Pane) among() []string {
	if among := t.amongWords(); among != "" {
		return []string{"It covers only " + among + "."}
	}
	return nil
}

// amongWords are of what a pile is made where that isn't all there is, "" for all.
func (t *Pane) amongWords() string {
	among := widget.IfText(t.List.Load.More(), t.loadedWords())
	if t.List.Find.Active() {
		among = host.FirstOf(among, "those") + " that match “" + t.List.Find.Text + "”"
	}
	return among
}

// loadedWords are the rows that the list has: "60 loaded suggestions", also where that is one.
func (t *Pane) loadedWords() string {
	return widget.Count(int64(t.List.Grid.Len()), "loaded "+t.List.One)
}

// headline is what the line above the card says.
func (t *Pane) headline() []widget.Piece {
	pile := &t.Pile
	key, ok := pile.Current()
	place, title, order := t.place(ok), t.Crumbs("Triage"), t.orderWords()
	const beside = 16 // what stands at the right of a narrow line
	room := t.w - draw.Width(place) - 4
	if draw.Width(draw.Clean(title)) > room-beside { // which card it is comes before the way to it
		if title = t.CrumbsIn(0, "Triage"); draw.Width(title) > room-draw.Width(t.score().inShort()) {
			title = "Triage"
		}
	}
	left := []widget.Piece{{Role: theme.Title, Text: title}}
	if place != "" {
		left = append(left, widget.Piece{Role: theme.Dim, Text: place})
	}
	switch {
	case !ok:
	case pile.comesAgain(key):
		left = append(left, widget.Piece{Role: theme.Warn, Text: "tried before"})
	case pile.skipped[key]:
		left = append(left, widget.Piece{Role: theme.Warn, Text: "skipped before"})
	}
	if t.List.Load.Walking {
		left = append(left, widget.Piece{Role: theme.Info, Text: draw.Count(int64(t.List.Grid.Len())) + " loaded so far, " +
			t.List.Label("back") + " stops"})
	}
	if t.List.Load.Refreshing() {
		left = append(left, widget.Piece{Role: theme.Dim, Text: "refreshing"})
	}
	if t.List.Find.Active() {
		left = append(left, widget.Piece{Role: theme.Match, Text: "matching “" + t.List.Find.Text + "”"})
	}
	if t.List.Query.Text != "" {
		left = append(left, widget.Piece{Role: theme.Match, Text: "“" + t.List.Query.Text + "” on the tenant"})
	}
	room = t.w - 2
	if t.order == 0 { // what was decided matters more than the order that nobody chose
		room -= draw.Width(t.score().text(true)) + tallyBar + 6
	}
	if ok && widget.PiecesWidth(left)+2+draw.Width(order) <= room { // in whole words or not at all
		left = append(left, widget.Piece{Role: theme.Dim, Text: order})
	}
	return left
}

// orderWords say in which order the cards come.
func (t *Pane) orderWords() string {
	if t.order > 0 {
		return "by " + t.card.Orders[t.order-1].Title
	}
	if order := t.List.SortWords(); order != "" {
		return order
	}
	return "tenant's order"
}

// familyOfFrom is the width from which the headline has room for how many suggestions the families were made of, which the menu that
// chose them says, too.
const familyOfFrom = 60

// place is which card of how many is in view.
func (t *Pane) place(inView bool) string {
	pile := &t.Pile
	switch {
	case !inView && len(pile.cards) > 0 && !t.List.Load.Loading():
		return "done"
	case !inView:
		return ""
	}
	rows := t.List.Grid.Len()
	of := draw.Count(int64(pile.Number())) + " of " + draw.Count(int64(pile.Size())) + widget.IfText(t.List.Load.More(), "+")
	switch {
	case t.kin.on && t.w >= familyOfFrom && rows > pile.Size():
		return "family " + of + widget.Parting + "from " + widget.Count(int64(rows), t.List.One) + widget.IfText(t.List.Load.More(), " loaded")
	case t.kin.on:
		return "family " + of
	}
	return "card " + of
}
