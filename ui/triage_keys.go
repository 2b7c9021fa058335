package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/draw"
)

// do carries out a binding of the view, or an action of the list on the card in view.
func (t *triage) do(id keymap.ID) (tea.Cmd, bool) {
	if verb, ok := t.card.verbs[id]; ok {
		return t.judge(verb), true
	}
	if run, ok := t.bindings()[id]; ok {
		return run(), true
	}
	if v, ok := t.list.verb(id); ok && v.creates {
		return t.list.do(id)
	} else if ok {
		return t.judge(id), true
	}
	n, scrolls := t.scrolls()[id]
	t.body.scroll(n)
	return nil, scrolls
}

// bindings are what the view itself does.
func (t *triage) bindings() map[keymap.ID]func() tea.Cmd {
	return map[keymap.ID]func() tea.Cmd{
		"triage.skip":  t.skip,
		"triage.back":  t.stepBack,
		"triage.sort":  t.nextOrder,
		"triage.load":  func() tea.Cmd { return t.list.after(t.list.loadAll()) },
		"back":         t.goBack,
		"detail.leave": t.goBack,
		"refresh":      t.readAgain,
		"raw":          t.toggleRaw,
		"copy.id":      func() tea.Cmd { return t.onCard(t.copyID) },
		"copy.menu":    func() tea.Cmd { return t.onCard(t.list.copyMenuOf) },
		"export":       t.export,
	}
}

// onCard does something with the card in view.
func (t *triage) onCard(do func(anyRow) tea.Cmd) tea.Cmd {
	row, ok := t.current()
	if !ok {
		return t.list.word("There is no card in view. " + t.list.label("back") + " goes back to the list.")
	}
	return do(row)
}

func (t *triage) copyID(row anyRow) tea.Cmd {
	return t.list.link.copy("the id", t.list.target(row).ID)
}

func (t *triage) export() tea.Cmd {
	row, ok := t.current()
	return t.list.after(t.list.openExportOf(row, ok))
}

// scrolls are the bindings that scroll the card, with by how many lines.
func (t *triage) scrolls() map[keymap.ID]int {
	page := max(1, t.body.h-1)
	return map[keymap.ID]int{"detail.down": 1, "detail.up": -1, "detail.page.down": page, "detail.page.up": -page,
		"detail.half.down": page / 2, "detail.half.up": -page / 2, "detail.top": -len(t.body.lines), "detail.bottom": len(t.body.lines)}
}

// goBack undoes one thing: a walk, then the raw view, then the cards.
func (t *triage) goBack() tea.Cmd {
	switch {
	case t.list.walking():
		t.list.stopLoading()
		return nil
	case t.body.raw:
		return t.toggleRaw()
	}
	return t.list.link.back()
}

// readAgain reads the record in view again, or what could not be loaded.
func (t *triage) readAgain() tea.Cmd {
	row, ok := t.current()
	if !ok || t.list.load.err != nil {
		return t.list.after(t.list.retry())
	}
	return t.list.readAgain(row)
}

func (t *triage) toggleRaw() tea.Cmd {
	t.body.raw = !t.body.raw
	t.body.dirty, t.body.top = true, 0
	t.draw()
	return nil
}

func (t *triage) skip() tea.Cmd {
	key, ok := t.pile.current()
	if !ok {
		return t.list.word("There is no card to skip. " + t.list.label("back") + " goes back to the list.")
	}
	t.list.link.unsay(t.list.one)
	t.pile.skipped[key] = true
	return t.list.after(t.goOn())
}

// stepBack shows the card before this one that is not judged.
func (t *triage) stepBack() tea.Cmd {
	t.list.link.unsay(t.list.one)
	if t.pile.stepBack(t.isOpen) {
		t.wanted = nil
		t.settle()
		return nil
	}
	return t.list.word("Everything before this card is decided; " + t.list.label("undo") + " undoes the last decision.")
}

func (t *triage) nextOrder() tea.Cmd {
	t.order = (t.order + 1) % (len(t.card.orders) + 1)
	word := "as the list is"
	if t.order > 0 {
		word = "by " + t.card.orders[t.order-1].title
	}
	t.sort()
	t.settle()
	said := "The cards to come are sorted " + word
	if t.list.load.more {
		loaded := t.list.grid.Len()
		said += fmt.Sprintf(", of the %s loaded; %s loads all first.", draw.Count(int64(t.list.grid.Len())), t.list.label("triage.load"))
		return t.list.link.sayAsLong(func() bool { return t.list.grid.Len() == loaded }, notice{toneInfo, said})
	}
	return t.list.word(said + ".")
}

// hints are what the footer offers; without a card there is nothing to judge.
func (t *triage) hints() []keymap.ID {
	var ids []keymap.ID
	if row, ok := t.current(); ok {
		if t.body.raw {
			ids = append(ids, "raw")
		}
		for _, id := range t.card.first {
			if v, has := t.list.verb(t.card.verbs[id]); has && t.whyNot(v, row, true) == "" {
				ids = append(ids, id)
			}
		}
		ids = append(ids, "triage.skip")
	}
	if len(t.pile.cards) > 0 {
		ids = append(ids, "triage.back", "triage.sort")
	}
	if t.list.load.more && t.list.load.err == nil {
		ids = append(ids, "triage.load")
	}
	return append(ids, "back")
}

// offers are the list's actions on the card in view, under the keys of the view.
func (t *triage) offers() []offer {
	row, ok := t.current()
	var offers []offer
	for _, v := range t.list.verbs {
		spec := t.list.specOf(v)
		o := offer{id: t.keyOf(keymap.ID(spec.Name)), title: spec.Title, why: t.whyNot(v, row, ok)}
		if o.able = o.why == ""; o.able {
			o.why = t.list.env.whyRefused(spec.Name)
		}
		offers = append(offers, o)
	}
	return offers
}

// whyNot is why an action can't run on the card in view, "" when it can.
func (t *triage) whyNot(v verb[anyRow], row anyRow, has bool) string {
	if !v.creates && has && !t.list.env.client.ReadOnly() {
		if why := t.closedWords(row); why != "" {
			return strings.TrimSuffix(lowerFirst(why), ".")
		}
		if t.list.pending(row) {
			return errUnderWay.Error()
		}
	}
	return t.list.whyNotOne(v, t.list.specOf(v), row, has)
}

// keyOf is the binding of the view that does an action of the list, the action's own where the view has none.
func (t *triage) keyOf(verb keymap.ID) keymap.ID {
	for id, does := range t.card.verbs {
		if does == verb {
			return id
		}
	}
	return verb
}

// action is the action of the list that a binding of the view does.
func (t *triage) action(id keymap.ID) keymap.ID {
	if verb, ok := t.card.verbs[id]; ok {
		return verb
	}
	return id
}

func (t *triage) knows(id keymap.ID) bool {
	if verb, ok := t.card.verbs[id]; ok {
		_, has := t.list.verb(verb)
		return has
	}
	_, binds := t.bindings()[id]
	_, scrolls := t.scrolls()[id]
	_, acts := t.list.verb(id)
	return binds || scrolls || acts
}

func (t *triage) preview(id keymap.ID) (string, error) {
	row, ok := t.current()
	return t.list.previewOn(t.action(id), row, ok)
}

// term calls a binding by what it does right now.
func (t *triage) term(id keymap.ID) string { return ifText(id == "raw" && t.body.raw, "fields") }
