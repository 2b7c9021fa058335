package triage

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// ways is the menu in front of the cards: one card a record, or one a family. It says how many decisions each way takes.
type ways struct {
	menu     *dialog.Menu // nil: it wasn't opened
	begun    bool         // something was counted
	of       basis
	cards    int
	families int
	known    bool // how many families there are
	busy     bool // they are looked for
}

// basis is what decisions are counted on: the rows, and the cards that were shown and judged, which stay the best of their families.
type basis struct {
	rows                       grid.Stamp
	serial                     uint64
	at, cards, overlap, closed int
}

func (t *Pane) basis() basis {
	return basis{t.List.Grid.Stamp(), t.kin.serial, t.Pile.At, len(t.Pile.cards), t.List.Env.FamilyOverlap, len(t.kin.closed)}
}

// familiesFound brings how many families there are.
type familiesFound struct {
	of basis
	n  int
}

// Open asks whether every record has a card or every family, the one that was used last first. Where they don't come in families nothing
// is asked.
func (t *Pane) Open() tea.Cmd {
	if t.card.Kin == nil {
		return t.show(false)
	}
	at := 0
	if t.kin.on {
		at = 1
	}
	t.ways.menu = dialog.NewMenu(dialog.MenuRequest{Title: "Triage", Items: t.wayItems, About: t.waysAbout, At: at,
		Again: t.card.Open, Scope: t.List.Scope, Learn: t.learnWays}, t.List.Env)
	return tea.Batch(t.List.Host.Open(t.ways.menu), t.countWays())
}

// show brings the cards to the front, where they were left or from the first.
func (t *Pane) show(families bool) tea.Cmd {
	if families != t.kin.on {
		t.setFamilies(families)
	}
	if _, ranging := t.List.Grid.InRange(); ranging {
		t.List.Grid.EndRange() // the cursor goes along with the cards
	}
	return t.List.Host.Push(t)
}

func (t *Pane) wayItems() []host.MenuItem {
	return []host.MenuItem{
		{Title: "One card " + widget.Article(t.List.One), Note: t.decisions(t.ways.cards, true),
			Run: func() tea.Cmd { return t.show(false) }},
		{Title: "One card a family", Note: t.decisions(t.ways.families, t.ways.known),
			Run: func() tea.Cmd { return t.show(true) }},
	}
}

// decisions say how many a way takes, once that is known.
func (t *Pane) decisions(n int, known bool) string {
	switch l := &t.List.Load; {
	case t.List.Grid.Len() == 0 && (l.Loading() || !l.Started()):
		return "loading…"
	case !known:
		return "working out…"
	case l.More():
		return draw.Count(int64(n)) + "+ decisions"
	}
	return widget.Count(int64(n), "decision")
}

// waysAbout says what a family is, and what was counted where that is not all there is.
func (t *Pane) waysAbout() string {
	said := fmt.Sprintf("A family overlaps by %d%% or more; you judge the best of it.", t.List.Env.FamilyOverlap)
	if among := t.amongWords(); among != "" && t.List.Grid.Len() > 0 {
		said += " Counted among " + among + "."
	}
	return said
}

// countWays counts the decisions anew where the rows have changed and the menu stands; families are looked for beside the update loop.
func (t *Pane) countWays() tea.Cmd {
	w, now := &t.ways, t.basis()
	if w.menu == nil || w.menu.Closed() || w.begun && w.of == now {
		return nil
	}
	rows, shown := t.undecided()
	w.begun, w.of, w.cards = true, now, len(rows)
	if w.known, w.families = len(rows) == 0, 0; w.known || w.busy { // families among these are looked for behind those under way
		return nil
	}
	w.busy = true
	menu, find := w.menu, t.finding(rows, shown)
	return func() tea.Msg { return host.ForOverlay{To: menu, Msg: familiesFound{now, len(find())}} }
}

func (t *Pane) learnWays(msg any) tea.Cmd {
	found, ok := msg.(familiesFound)
	if !ok {
		return nil
	}
	w := &t.ways
	w.busy = false
	if w.begun = w.begun && found.of == w.of; w.begun {
		w.families, w.known = found.n, true
	}
	return t.countWays()
}
