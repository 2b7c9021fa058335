package triage

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Do carries out a binding of the view, or an action of the list on the card in view.
func (t *Pane) Do(id keymap.ID) (tea.Cmd, bool) {
	if t.List.OnChart() {
		cmd, done := t.List.Do(id)
		t.chosen = id == "chart.apply"
		return tea.Batch(cmd, t.Begin()), done
	}
	if verb, ok := t.card.Verbs[id]; ok {
		return t.judge(verb), true
	}
	if command, ok := t.card.Shows[id]; ok {
		return t.onCard(func(host.AnyRow) tea.Cmd { cmd, _ := t.List.Do(command); return cmd }), true
	}
	if run, ok := t.does[id]; ok {
		return run(), true
	}
	if v, ok := t.List.Verb(id); ok && v.Creates {
		return t.List.Do(id)
	} else if ok {
		return t.judge(id), true
	}
	n, scrolls := t.scrolls()[id]
	t.body.Scroll(n)
	return nil, scrolls
}

// bindings are what the view itself does.
func (t *Pane) bindings() map[keymap.ID]func() tea.Cmd {
	return map[keymap.ID]func() tea.Cmd{
		"triage.skip":     t.skip,
		"triage.back":     t.stepBack,
		"triage.sort":     t.nextOrder,
		"triage.chart":    func() tea.Cmd { cmd, _ := t.List.Do("chart.open"); return cmd },
		"triage.families": t.toggleFamilies,
		"triage.load":     func() tea.Cmd { return t.List.After(t.List.LoadAll()) },
		"back":            t.goBack,
		"detail.leave":    t.goBack,
		"refresh":         t.ReadAgain,
		"raw":             t.toggleRaw,
		"copy.id":         func() tea.Cmd { return t.onCard(t.copyID) },
		"copy.menu":       func() tea.Cmd { return t.onCard(t.List.CopyMenuOf) },
		"export":          t.export,
	}
}

// noCard reports whether there is no card in view.
func (t *Pane) noCard() bool {
	_, ok := t.Current()
	return !ok
}

// sameCard is so until another card is in view.
func (t *Pane) sameCard() func() bool {
	key, _ := t.Pile.Current()
	return func() bool {
		now, ok := t.Pile.Current()
		return ok && now == key
	}
}

// onCard does something with the card in view.
func (t *Pane) onCard(do func(host.AnyRow) tea.Cmd) tea.Cmd {
	row, ok := t.Current()
	if !ok {
		return t.List.WordWhile(t.noCard, "There is no card in view. "+t.List.Label("back")+" goes back to the list.")
	}
	return do(row)
}

func (t *Pane) copyID(row host.AnyRow) tea.Cmd {
	return t.List.Host.Copy("the id", t.List.Target(row).ID)
}

func (t *Pane) export() tea.Cmd {
	row, ok := t.Current()
	return t.List.After(t.List.OpenExportOf(row, ok))
}

// scrolls are the bindings that scroll the card, with by how many lines.
func (t *Pane) scrolls() map[keymap.ID]int {
	page := max(1, t.body.H-1)
	return map[keymap.ID]int{"detail.down": 1, "detail.up": -1, "detail.page.down": page, "detail.page.up": -page,
		"detail.half.down": page / 2, "detail.half.up": -page / 2, "detail.top": -len(t.body.Lines), "detail.bottom": len(t.body.Lines)}
}

// goBack undoes one thing: a walk, then the raw view, then the cards.
func (t *Pane) goBack() tea.Cmd {
	switch {
	case t.List.Load.Walking:
		t.List.StopLoading()
		return nil
	case t.body.Raw:
		return t.toggleRaw()
	}
	return t.List.Host.Back()
}

// ReadAgain reads the record in view again, or what could not be loaded.
func (t *Pane) ReadAgain() tea.Cmd {
	row, ok := t.Current()
	if !ok || t.List.Load.Err() != nil {
		return t.List.After(t.List.Retry())
	}
	return t.List.ReadAgain(row)
}

func (t *Pane) toggleRaw() tea.Cmd {
	t.body.Raw = !t.body.Raw
	t.body.Dirty, t.body.Top = true, 0
	t.draw()
	return nil
}

func (t *Pane) skip() tea.Cmd {
	key, ok := t.Pile.Current()
	if !ok {
		return t.List.WordWhile(t.noCard, "There is no card to skip. "+t.List.Label("back")+" goes back to the list.")
	}
	t.List.Host.Unsay(t.List.One)
	t.Pile.skipped[key] = true
	return t.List.After(t.goOn())
}

// stepBack shows the card before this one that is not judged.
func (t *Pane) stepBack() tea.Cmd {
	t.List.Host.Unsay(t.List.One)
	if t.Pile.stepBack(t.isOpen) {
		t.wanted = nil
		t.showNext()
		return nil
	}
	return t.List.WordWhile(t.sameCard(), "Everything before this card is decided; "+t.List.Label("undo")+" undoes the last decision.")
}

func (t *Pane) nextOrder() tea.Cmd {
	t.order = (t.order + 1) % (len(t.card.Orders) + 1)
	word := "as the list is"
	if t.order > 0 {
		word = "by " + t.card.Orders[t.order-1].Title
	}
	t.sort()
	t.showNext()
	said := "The cards to come are sorted " + word
	if t.List.Load.More() {
		loaded := t.List.Grid.Len()
		said += fmt.Sprintf(", among %s; %s loads all first.", t.loadedWords(), t.List.Label("triage.load"))
		return t.List.Host.SayAsLong(func() bool { return t.List.Grid.Len() == loaded }, host.Notice{Tone: host.ToneInfo, Text: said})
	}
	return t.List.Word(said + ".")
}

// Hints are what the footer names. Those that decide keep their places from card to card, and when there is none.
func (t *Pane) Hints() []host.Hint {
	var hints []host.Hint
	row, ok := t.Current()
	if t.List.OnChart() {
		return t.List.Hints()
	}
	for _, id := range t.card.First {
		if v, has := t.List.Verb(t.card.Verbs[id]); has && !t.List.Env.Client.ReadOnly() {
			hints = append(hints, host.HintIf(t.whyNot(v, row, ok).None(), id))
		}
	}
	cards := len(t.Pile.cards) > 0
	hints = append(hints, host.HintIf(ok, "triage.skip"), host.HintIf(cards, "triage.back"), host.HintIf(cards, "triage.sort"))
	if t.card.Kin != nil {
		hints = append(hints, host.Hint{ID: "triage.families"})
	}
	if t.List.Resource.Chart != nil {
		hints = append(hints, host.Hint{ID: "triage.chart"})
	}
	hints = append(hints, host.HintIf(t.List.Load.More() && t.List.Load.Err() == nil, "triage.load"))
	hints = append(hints, host.Hint{ID: "back"})
	if t.body.Raw && ok {
		hints = append(hints, host.Hint{ID: "raw", Back: true})
	}
	if l := &t.List.Load; t.List.Lost() || !ok && l.Started() && !l.Loading() { // words stand in place of a card
		return host.Working(hints)
	}
	return hints
}

// Offers are the list's actions on the card in view, under the keys of the view.
func (t *Pane) Offers() []host.Offer {
	row, ok := t.Current()
	var offers []host.Offer
	for _, v := range t.List.Verbs {
		spec := v.Outline(t.List.Env)
		o := host.Offer{ID: t.keyOf(keymap.ID(spec.Name)), Title: spec.Title, Why: t.whyNot(v, row, ok)}
		if o.Able = o.Why.None(); o.Able {
			o.Why = t.List.Env.WhyRefused(spec.Name)
		}
		offers = append(offers, o)
	}
	return offers
}

// whyNot is why an action can't run on the card in view.
func (t *Pane) whyNot(v list.Verb[host.AnyRow], row host.AnyRow, has bool) action.Why {
	if !v.Creates && has && !t.List.Env.Client.ReadOnly() {
		if why := t.closedWords(row); why != "" {
			return action.Because(strings.TrimSuffix(widget.LowerFirst(why), "."))
		}
		if t.List.Pending(row) {
			return action.Because(host.ErrUnderWay.Error())
		}
	}
	return t.List.WhyNotOne(v, v.Outline(t.List.Env), row, has)
}

// keyOf is the binding of the view that does an action of the list, the action's own where the view has none.
func (t *Pane) keyOf(verb keymap.ID) keymap.ID {
	for id, does := range t.card.Verbs {
		if does == verb {
			return id
		}
	}
	return verb
}

// Action is the action of the list that a binding of the view does.
func (t *Pane) Action(id keymap.ID) keymap.ID {
	if verb, ok := t.card.Verbs[id]; ok {
		return verb
	}
	return id
}

func (t *Pane) Knows(id keymap.ID) bool {
	if t.List.OnChart() {
		return t.List.Knows(id)
	}
	if verb, ok := t.card.Verbs[id]; ok {
		_, has := t.List.Verb(verb)
		return has
	}
	_, shows := t.card.Shows[id]
	_, binds := t.does[id]
	_, scrolls := t.scrolls()[id]
	_, acts := t.List.Verb(id)
	return shows || binds || scrolls || acts
}

func (t *Pane) Preview(id keymap.ID) (string, error) {
	row, ok := t.Current()
	return t.List.PreviewOn(t.Action(id), row, ok)
}

// Term calls a binding by what it does right now.
func (t *Pane) Term(id keymap.ID) string {
	switch {
	case id == "raw" && t.body.Raw:
		return "fields"
	case id == "triage.families" && t.kin.on:
		return "one card each"
	}
	return ""
}
